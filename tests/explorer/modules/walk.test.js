/** What the walk through the solution says of a place, and what a place proves. */
import "./browser.js";
import assert from "node:assert/strict";
import test from "node:test";

const {headline} = await import("../../../web/explorer/analysis/walk.js");
const {noteSolution} = await import("../../../web/explorer/analysis/solutions.js");
const {proofs} = await import("../../../web/explorer/analysis/proofs-store.js");
const {legalMoves, play} = await import("../../../web/explorer/game/rules.js");
const {parsePosition, formatPosition} = await import("../../../web/explorer/game/notation.js");

const AFTER_F = "5+1,5+1,5+1,5+1,5+1,0/6+1,6+1,6+1,6+1,6+1,5+2 N 0:0";
const ANSWERED = "6+1,6+1,5+2,5+1,5+1,0/6+1,0,7+1,7+1,7+1,6+2 S 0:0";
const place = (more) => ({winner: "N", position: ANSWERED, best: null, moves: [], needed: 0, replies: 0, ...more});
const best = (more) => place({position: AFTER_F, best: {move: "B", source: "book", plies: 12, ...more}});

test("the winner's move is said with its source", () => {
    assert.equal(headline(best()), "North wins: its move is B (book, at most 12 plies to the next capture).");
    assert.equal(headline(best({source: "search", plies: null})), "North wins: its move is B (by search).");
    assert.equal(headline(best({source: "tables", plies: 1})), "North wins: its move is B (tables, one ply to the next capture).");
    assert.equal(headline(best({source: "tables", plies: null})), "North wins: its move is B (tables).");
    assert.equal(headline(best({move: "-"})), "North wins: its move is Pass (book, at most 12 plies to the next capture).");
});

test("a place of the loser counts the replies that are needed", () => {
    assert.equal(headline(place({moves: [1, 2, 3], needed: 3, replies: 14})),
        "North needs an answer to each of 3 moves of South: here 3 of 14 replies.");
    assert.equal(headline(place({moves: [1, 2, 3], needed: 1, replies: 5})),
        "North needs an answer to 1 of 3 moves of South: here 1 of 5 replies. After the others it has won.");
    assert.equal(headline(place({moves: [1], needed: 0})), "North has won, whatever South plays.");
    assert.equal(headline(place({winner: null})), "No book or short search knows who wins here.");
});

test("a place proves bounds of the position, of its moves, and of the answers", () => {
    const won = parsePosition(AFTER_F);
    noteSolution(won, {winner: "N", source: "book", best: {move: "B", value: 3, source: "book"}, moves: []});
    assert.deepEqual(proofs.bounds(won), [3, 181]);
    assert.deepEqual(proofs.from(won)[0], "book");
    const lost = parsePosition(ANSWERED);
    assert.deepEqual(proofs.bounds(lost), [-181, -3]);
    proofs.clear();
    const moves = legalMoves(lost).map((move) => ({
        move, captured: [0, 0], settled: false,
        answer: {move: legalMoves(play(lost, move).position)[0], value: move === "a" ? 3 : 6, source: "search"},
    }));
    noteSolution(lost, {winner: "N", source: "search", best: null, moves});
    assert.deepEqual(proofs.bounds(lost), [-181, -3]);
    assert.deepEqual(proofs.bounds(play(lost, "b").position), [6, 181]);
    assert.equal(formatPosition(play(won, "B").position), ANSWERED);
});
