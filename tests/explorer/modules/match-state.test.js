/** How a game between two stands (web/explorer/play/match-state.js). */
import assert from "node:assert/strict";
import test from "node:test";

import {parsePosition, startPosition} from "../../../web/explorer/game/notation.js";
import {standingOf} from "../../../web/explorer/play/match-state.js";

const AGAINST = {side: "S", strength: 3};
const HERE = {people: "H", side: "S"};
const LINK = {people: "L", side: "S"};

const node = (position, children = []) => ({position, children});
const start = (side) => ({...startPosition(), side});
const stateOf = (match, at) => standingOf(match, at, "standard").state;

test("whoever is here moves, and the program or the other person is waited for", () => {
    const states = (match) => ["S", "N"].map((side) => stateOf(match, node(start(side))));
    assert.deepEqual(states(AGAINST), ["play.yourTurn", "play.thinking"]);
    assert.deepEqual(states(HERE), ["play.theirTurn", "play.theirTurn"]);
    assert.deepEqual(states(LINK), ["play.yourTurn", "play.send"]);
});

test("within a game nobody is asked for a move", () => {
    const states = (match) => ["S", "N"].map((side) => stateOf(match, node(start(side), [node(start("N"))])));
    assert.deepEqual(states(AGAINST), ["play.yourTurn", "play.inGame"]);
    assert.deepEqual(states(HERE), ["play.theirTurn", "play.theirTurn"]);
    assert.deepEqual(states(LINK), ["play.inGame", "play.inGame"]);
});

test("a side without a move passes, at the end of the moves", () => {
    const passing = parsePosition("0,0,0,0,0,0/0+6,0,1,0,0,0+6 S 29:30");
    assert.equal(stateOf(AGAINST, node(passing)), "play.passes");
    assert.equal(stateOf({...AGAINST, side: "N"}, node(passing)), "play.passes");
    assert.notEqual(stateOf(AGAINST, node(passing, [node(passing)])), "play.passes");
});

test("more than half of the seeds decide a game before it is over", () => {
    const decided = parsePosition("0,0,0,0,0,1+6/0+6,0,0,0,0,0 S 31:28");
    assert.deepEqual(standingOf(AGAINST, node(decided), "standard"), {state: "play.isWon", over: false, winner: "S"});
    assert.equal(stateOf({...AGAINST, side: "N"}, node({...decided, side: "N"})), "play.isLost");
    assert.equal(stateOf(LINK, node(decided)), "play.yourTurn");
});

test("the end of a game is a person's, or one side's of two", () => {
    const end = node(parsePosition("0+6,0,0,0,0,0/0+6,0,0,0,0,0 S 31:29"));
    assert.equal(stateOf(AGAINST, end), "play.won");
    assert.equal(stateOf({...AGAINST, side: "N"}, end), "play.lost");
    assert.equal(stateOf(HERE, end), "play.over");
    assert.equal(stateOf(LINK, end), "play.won");
    assert.equal(stateOf(AGAINST, node(parsePosition("0+6,0,0,0,0,0/0+6,0,0,0,0,0 S 30:30"))), "play.draw");
});
