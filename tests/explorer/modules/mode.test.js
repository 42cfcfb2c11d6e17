/** What the page does in each mode follows from the mode alone (web/explorer/page/mode.js). */
import assert from "node:assert/strict";
import test from "node:test";

import {parsePosition, startPosition} from "../../../web/explorer/game/notation.js";
import {LOOKS, Mode} from "../../../web/explorer/page/mode.js";

const NOTHING = {match: null, problem: null, lesson: null};
const AGAINST = {side: "N", strength: 3, hidden: true}; // as an address has it
const free = new Mode();
const match = free.put({kind: "match", ...AGAINST});

const node = (side, children = []) => ({position: {...startPosition(), side}, move: "a", children});
const over = {position: parsePosition("0+1,0,0,0,0,0/0+1,0,0,0,0,0 S 31:29"), move: "a", children: []};
const mayPlay = (mode, at) => mode.moves(at, "standard").length > 0;

test("a free game shows everything, and everybody may play", () => {
    assert.deepEqual(free.address, NOTHING);
    assert.equal(free.names, null);
    assert.equal(free.asks, true);
    assert.equal(free.passes, true);
    assert.deepEqual(free.moves(node("S"), "standard"), [..."abcdef"]);
    assert.deepEqual(free.moves(over, "standard"), []);
});

test("in a game against the program one side plays, and the values stay hidden until its end was shown", () => {
    assert.deepEqual(match.address, {...NOTHING, match: AGAINST});
    assert.deepEqual(match.names, {S: "opponent.3", N: "play.you", you: "N"});
    assert.equal(match.own, "N");
    assert.deepEqual(["S", "N"].map((side) => mayPlay(match, node(side))), [false, true]);
    assert.equal(match.asks, false);
    assert.equal(match.passes, false);
    const ended = match.put({...match.find("match"), ended: true});
    assert.equal(ended.hides, false);
    assert.equal(ended.address.match.hidden, true, "which a link to it says on");
    assert.equal(match.reveal().address.match.hidden, false);
});

test("two people play at one device, or each at the end of the moves of a link", () => {
    const here = free.put({kind: "match", people: "H", hidden: true, side: "N"});
    assert.deepEqual(here.address.match, {people: "H", hidden: true});
    assert.deepEqual(here.names, {S: "south", N: "north", you: null});
    assert.equal(here.own, null);
    assert.deepEqual(["S", "N"].map((side) => mayPlay(here, node(side))), [true, true]);
    const link = free.put({kind: "match", people: "L", hidden: true, side: "S"});
    assert.deepEqual(link.names, {S: "play.you", N: "north", you: "S"});
    assert.deepEqual([node("S"), node("N"), node("S", [node("N")])].map((at) => mayPlay(link, at)),
        [true, false, false]);
    assert.deepEqual(free.read({match: {people: "L", hidden: true}}).names,
        {S: "south", N: "north", you: null}, "before it is known whose link it is");
});

test("a problem is named, and its values are hidden until it is solved", () => {
    const problem = free.read({problem: "0123ab"});
    assert.deepEqual(problem.address, {...NOTHING, problem: "0123ab"});
    assert.equal(problem.panel, "problems");
    assert.equal(problem.hides, true);
    assert.equal(problem.passes, false);
    const solved = problem.put({...problem.find("problem"), hidden: false});
    assert.equal(solved.read({problem: "0123ab"}).hides, false, "a step in it changes nothing");
    assert.equal(solved.read({problem: "ba3210"}).hides, true);
});

test("the lesson says where moves may be played, once it is there", () => {
    const coming = free.read({lesson: 2});
    assert.deepEqual([coming.looks, coming.names, coming.hides], [[], null, true]);
    const lesson = coming.put({kind: "lesson", step: 2, hidden: true, allows: ({position}) => position.side === "S"});
    assert.deepEqual(lesson.looks, ["learning"]);
    assert.equal(lesson.names.you, "S");
    assert.deepEqual(["S", "N"].map((side) => mayPlay(lesson, node(side))), [true, false]);
    assert.deepEqual(lesson.read({}).address, NOTHING);
});

test("an address with several modes has the lesson, then the game", () => {
    const {kind} = free.read({lesson: 1, match: AGAINST, problem: "0123ab"}).layers[0];
    assert.equal(kind, "lesson");
    assert.equal(free.read({match: AGAINST, problem: "0123ab"}).layers[0].kind, "match");
});

test("learning from mistakes takes the moves, and gives back what lies under it", () => {
    const tries = () => {};
    const learning = match.reveal().put({kind: "learning", hidden: true, tries});
    assert.equal(learning.take, tries);
    assert.equal(learning.hides, true);
    assert.deepEqual(learning.names, match.names);
    assert.deepEqual(learning.address, match.reveal().address);
    assert.deepEqual(["S", "N"].map((side) => mayPlay(learning, node(side))), [true, true]);
    const between = learning.put({...learning.find("learning"), tries: null});
    assert.equal(mayPlay(between, node("S")), false, "the program's side");
    assert.equal(learning.reveal().hides, false);
    assert.deepEqual(learning.drop("learning").layers, match.reveal().layers);
});

test("a line and a position that is set up stand in place of the game", () => {
    const ply = {position: parsePosition("0+1,0,0,0,0,1/0+1,0,0,0,0,1 N 29:29"), move: "f"};
    const shown = match.put({kind: "shown", ply});
    assert.deepEqual(shown.view(node("S")), {...ply, live: false});
    assert.equal(shown.steps, "line");
    assert.equal(mayPlay(shown, node("N")), false);
    const onHole = () => {};
    const position = startPosition();
    const setup = shown.put({kind: "setup", position, onHole});
    assert.deepEqual(setup.editing, {position, onHole});
    assert.deepEqual(setup.view(node("S")), {position, move: null, live: false});
    assert.equal(setup.reveal().asks, false);
    assert.deepEqual(setup.looks, ["previewing", "editing"]);
    assert.deepEqual(setup.drop("shown").drop("setup").layers, match.layers);
    assert.deepEqual(setup.put({kind: "shown", ply}).looks, setup.looks, "it goes under the other one");
});

test("another game takes the place of the one before, and what lies over it stays", () => {
    const setup = match.put({kind: "setup", position: startPosition(), onHole: null});
    const next = setup.put({kind: "free"});
    assert.deepEqual(next.layers.map(({kind}) => kind), ["free", "setup"]);
    assert.deepEqual(next.address, NOTHING);
    assert.deepEqual(match.drop("match").layers, [{kind: "free"}]);
    assert.equal(match.drop("problem"), match);
});

test("each look of a mode is one that the page takes away again", () => {
    const looks = [
        free.put({kind: "front", hidden: true}), free.put({kind: "lesson", step: 1, allows: () => true}),
        free.put({kind: "shown", ply: {}}), free.put({kind: "setup"}),
    ].flatMap((mode) => mode.looks);
    assert.deepEqual(looks.sort(), [...LOOKS].sort());
});
