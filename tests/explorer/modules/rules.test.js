/**
 * Positions and rules (web/explorer/game). The browser cases compare the rules with the program; here
 * is what must hold of every move, in games of random moves.
 */
import assert from "node:assert/strict";
import test from "node:test";

import {NotationError, allSeeds, formatPosition, parsePosition, startPosition, total}
    from "../../../web/explorer/game/notation.js";
import {PASS, isOver, legalMoves, opponent, play, winnerOf} from "../../../web/explorer/game/rules.js";

/** Numbers from 0 to n - 1 that are the same in each run: a linear congruential generator. */
function numbers(seed) {
    let state = seed;
    return (n) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor(state / 2 ** 32 * n);
    };
}

test("moves keep seeds and cowries, and a position reads back as itself", () => {
    const below = numbers(1);
    let ended = 0;
    for (let game = 0; game < 200; game++) {
        let position = startPosition();
        for (let ply = 0; ply < 300 && !isOver(position); ply++) {
            const moves = legalMoves(position);
            const {position: after, captured} = play(position, moves[below(moves.length)]);
            const text = formatPosition(after);
            const {side} = position;
            assert.deepEqual(parsePosition(text), after, text);
            assert.equal(total(after.cowries), total(position.cowries), text);
            assert.equal(allSeeds(after), allSeeds(position), text);
            assert.equal(after.score[side] - position.score[side], captured.own, text);
            assert.equal(after.side, opponent(side), text);
            position = after;
        }
        if (isOver(position)) {
            ended += 1;
            const lead = position.score.S - position.score.N;
            assert.equal(winnerOf(position), lead > 0 ? "S" : lead < 0 ? "N" : null);
        }
    }
    assert.ok(ended > 100, `${ended} games ended`);
});

test("moves that the rules do not allow are refused", () => {
    for (const move of ["A", "g", "", PASS]) {
        assert.throws(() => play(startPosition(), move), RangeError, move);
    }
    assert.deepEqual(legalMoves(parsePosition("1,0/0+1,0 S 0:0")), [PASS]);
});

test("what is no position is refused", () => {
    for (const text of ["", "1,1/1,1,1 S", "1,1/1,1 X", "a,b/c,d S", "-1,0/0,1 S", "1,1/1,1 S 1:2:3"]) {
        assert.throws(() => parsePosition(text), NotationError, text);
    }
});
