/** Games against the solution: which they are, what is said of moves, and which records are kept. */
import "./browser.js";
import assert from "node:assert/strict";
import test from "node:test";

const {isChallenge, keptOf, provenText, recordsOf} = await import("../../../web/explorer/play/challenge.js");
const {parsePosition, startPosition} = await import("../../../web/explorer/game/notation.js");

const game = (south, plies) => ({score: [south, 60 - south], plies});

test("a game as South from the start against the strongest opponent is one against the solution", () => {
    const start = {position: startPosition()};
    const match = {side: "S", strength: 11};
    assert.ok(isChallenge(match, start, "standard"));
    for (const [one, root, rules] of [
        [{...match, side: "N"}, start, "standard"], [{...match, strength: 10}, start, "standard"],
        [match, start, "tiebreak"], [{people: "H"}, start, "standard"], [undefined, start, "standard"],
        [match, {position: parsePosition("0,0,0/0+1,0+1,0+1 S 0:0")}, "standard"],
    ]) {
        assert.ok(!isChallenge(one, root, rules));
    }
});

test("the closest and the longest game are kept", () => {
    let games = [];
    assert.equal(recordsOf(games), null);
    for (const one of [game(20, 90), game(28, 70), game(25, 120), game(28, 60), game(10, 120)]) {
        games = keptOf(games, one);
    }
    assert.deepEqual(games, [game(28, 70), game(25, 120)]);
    assert.deepEqual(keptOf(games, game(29, 130)), [game(29, 130)]);
});

test("each move is said to be proven by its source, or not", () => {
    const said = (more) => provenText({move: "B", proof: "result", source: "book", plies: 7, ...more});
    assert.equal(said(), "Kauri\u2019s B is proven, by the book: at most 7 plies to the next capture.");
    assert.equal(said({source: "search", plies: null}), "Kauri\u2019s B is proven, by search.");
    assert.equal(said({source: "tables", plies: null}), "Kauri\u2019s B is proven, by the tables.");
    assert.match(said({proof: null, source: "search"}), /is not proven/);
});
