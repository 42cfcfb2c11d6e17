/** Where a game stands in the solution of a problem (web/explorer/study/problem-place.js). */
import assert from "node:assert/strict";
import test from "node:test";

import {choicesIn, placeOf, stateOf} from "../../../web/explorer/study/problem-place.js";

const WRONG = {r: -1, line: ["A"]};
const problem = {line: [
    {move: "b", wrong: {a: WRONG, c: WRONG}}, {move: "D", wrong: {}}, {move: "f", wrong: {e: WRONG}},
]};

/** The node after some moves. */
const after = (...moves) => moves.reduce((parent, move) => ({move, parent}), {move: null, parent: null});
const stateAfter = (...moves) => stateOf(problem, placeOf(problem, after(...moves)));

test("a game is in the solution, at its end, or has left it by a wrong move or another", () => {
    assert.equal(stateAfter(), "try");
    assert.equal(stateAfter("b"), "right");
    assert.equal(stateAfter("b", "D", "f"), "solved");
    assert.equal(stateAfter("b", "D", "f", "A"), "solved", "what comes later does not matter");
    assert.equal(stateAfter("a"), "wrong");
    assert.equal(stateAfter("b", "C"), "off");
    assert.equal(stateAfter("b", "D", "e", "A", "a"), "wrong", "until one goes back");
});

test("the place is the last ply of the solution, and the move that left it", () => {
    const node = after("b", "D", "e", "A");
    assert.deepEqual(placeOf(problem, node), {at: 2, left: node.parent});
    assert.deepEqual(placeOf(problem, after("b", "D")), {at: 2, left: null});
});

test("South's choices are counted", () => {
    assert.equal(choicesIn(problem.line), 2);
    assert.equal(choicesIn(problem.line.slice(0, 2)), 1);
});
