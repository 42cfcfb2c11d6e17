/** Places of the solution (docs/reference/HTTP.md, "solution"), and what they prove for the memory of proofs. */
import {formatPosition} from "../game/notation.js";
import {play, seedsOnBoard} from "../game/rules.js";
import * as api from "./api.js";
import {widestBounds} from "./proofs-memory.js";
import {proofs} from "./proofs-store.js";

const REMEMBERED = 400;
const found = new Map();

/** The answer of the API about a position. One without a winner is asked for again: a book may be on its way. */
export async function solutionOf(position, rules, signal) {
    const key = `${formatPosition(position)} ${rules}`;
    const answer = found.get(key) || await api.solution(position, {rules, signal});
    if (answer.winner) {
        found.set(key, answer);
    }
    if (found.size > REMEMBERED) {
        found.delete(found.keys().next().value);
    }
    return answer;
}

/** Notes what the answer proves of the position, of its moves and of those after them. */
export function noteSolution(position, {winner, source, best, moves}) {
    const note = (at, {move, value, source: from}) =>
        proofs.noteMove(at, move, [value, widestBounds(seedsOnBoard(at))[1]], from);
    if (best) {
        proofs.note(position, [best.value, widestBounds(seedsOnBoard(position))[1]], best.source);
        note(position, best);
    }
    const worth = moves.map(({move, captured: [own, other], settled, answer}) => {
        const {position: after} = play(position, move);
        if (answer) {
            note(after, answer);
        }
        return 3 * (own - other) - (answer && !settled ? answer.value : widestBounds(seedsOnBoard(after))[0]);
    });
    if (winner && moves.length > 0) {
        proofs.note(position, [widestBounds(seedsOnBoard(position))[0], Math.max(...worth)], source);
    }
}
