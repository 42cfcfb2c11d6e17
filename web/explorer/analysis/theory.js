/** What is proven of the first plies of the game (atlas.json), for the memory of proofs and the record. */
import {fetchedOnce} from "../base/fetched.js";
import {startPosition} from "../game/notation.js";
import {play, seedsOnBoard} from "../game/rules.js";
import {widestBounds} from "./proofs-memory.js";
import {proofs} from "./proofs-store.js";
import {resultsOf} from "./theory-marks.js";
import {leadOf} from "./values.js";

export const OPENING = 48; // seeds on the board, from which on a position may be known here

/** Bounds of r for who moves, if North wins under the standard rules, or does not. */
function boundsOf(position, northWins) {
    const [least, most] = widestBounds(seedsOnBoard(position));
    const zero = -3 * leadOf(position); // of r, where the game is even
    if (position.side === "N") {
        return northWins ? [zero + 2, most] : [least, zero + 1];
    }
    return northWins ? [least, zero - 2] : [zero - 1, most];
}

function note(position, {answer, moves = []}) {
    if (answer !== undefined) { // before its moves, from which it would follow
        proofs.note(position, boundsOf(position, answer), "opening");
    }
    for (const node of moves) {
        note(play(position, node.move).position, node);
    }
}

const read = fetchedOnce("atlas.json", ({openings}) => {
    note(startPosition(), openings);
    return resultsOf(startPosition(), openings);
});

/** Resolves with resultsOf() when the memory has it, or with null when it cannot be fetched. */
export const theoryRead = () => read().catch(() => null);
