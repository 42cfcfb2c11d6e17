/** What is proven of a move anywhere on the page counts for "is it the only move?" (web/explorer/study/composed.js). */
import "./browser.js";
import assert from "node:assert/strict";
import test from "node:test";

const {proofs} = await import("../../../web/explorer/analysis/proofs-store.js");
const {parsePosition} = await import("../../../web/explorer/game/notation.js");
const {completed, problemOf} = await import("../../../web/explorer/study/composed.js");

const POSITION = "0,0+1,0+1,0+2/0+1,0,2,0+1 S 19:19"; // c alone wins
const OPEN = [-7, 7];
const one = (move, bounds, holds = null, refutation = null) => ({move, captured: [0, 0], bounds, holds, refutation});
const answer = {
    position: POSITION, rules: "standard", result: "win", unique: null, source: "search",
    moves: [one("b", [-7, -3], false, "A"), one("c", [3, 7], true), one("d", OPEN)], blemishes: [], problem: null,
};
const holds = ({moves}) => moves.map((move) => move.holds);

test("a move that was proven elsewhere is open no longer", () => {
    proofs.clear();
    assert.deepEqual(holds(completed(answer, "standard")), [false, true, null]);
    assert.equal(completed(answer, "standard").unique, null);
    proofs.noteMove(parsePosition(POSITION), "d", [-7, -3], "search");
    const known = completed(answer, "standard");
    assert.deepEqual(holds(known), [false, true, false]);
    assert.equal(known.unique, true);
    assert.deepEqual(problemOf(known).line[0].others.map(({move, answers}) => [move, answers]),
        [["b", ["A"]], ["d", []]]);
});

test("the result follows where the moves decide it, and several moves are told from one", () => {
    proofs.clear();
    const nothing = {...answer, result: null, moves: ["b", "c", "d"].map((move) => one(move, OPEN))};
    assert.deepEqual(holds(completed(nothing, "standard")), [null, null, null]);
    proofs.noteMove(parsePosition(POSITION), "c", [3, 7], "search");
    assert.equal(completed(nothing, "standard").result, "win");
    assert.deepEqual(holds(completed(nothing, "standard")), [null, true, null]);
    proofs.noteMove(parsePosition(POSITION), "d", [4, 4], "search");
    assert.equal(completed(nothing, "standard").unique, false);
});

test("what the tables say stays", () => {
    proofs.clear();
    const exact = {...answer, source: "tables"};
    assert.equal(completed(exact, "standard"), exact);
});
