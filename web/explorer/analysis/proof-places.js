/** Places in proofs: the files that opening proofs are, and the moves of a game that lead to them. */
import {startPosition} from "../game/notation.js";
import {PASS, legalMoves, opponent, play} from "../game/rules.js";
import {keyOf} from "./proofs-memory.js";

const PLIES = 4; // between a proof and one that it cites, as far as it is looked for

/** The name of a file that proves an opening, "proofs/start/0e72.proof" in atlas.json. */
export const nameOfProof = (path) => path.replace(/^proofs\//, "").replace(/\.proof$/, "");

/** The moves, at most `most`, that lead from a position to the one of a key; null if there are none. */
export function lineTo(position, key, most = PLIES) {
    let level = [{position, moves: []}];
    const seen = new Set();
    for (let plies = 0; plies <= most; plies++) {
        const found = level.find((one) => keyOf(one.position) === key);
        if (found) {
            return found.moves;
        }
        level = level.flatMap((one) => legalMoves(one.position).map((move) => ({
            position: play(one.position, move).position, moves: [...one.moves, move],
        }))).filter((one) => !seen.has(keyOf(one.position)) && seen.add(keyOf(one.position)));
    }
    return null;
}

/** {side, net}: whose captures a file is about, in a position, and by how many they exceed the other's. */
export function statedBy({low, high}, {side}) {
    // A bound of one player is as loose as the rules allow.
    const own = high > -low;
    return {side: own ? side : opponent(side), net: Math.ceil(((own ? low : -high) - 1) / 3)};
}

/**
 * A place in a proof: a file, and the position that it is about as it arises in a game, after moves from
 * the start. Files have the player to move as South, and no score.
 */
export const placeAt = (name, moves) => ({
    name, moves, position: moves.reduce((at, move) => play(at, move).position, startPosition()),
});

/** "1. a B 2. b", with a dash for a pass. */
export const lineText = (moves) => moves.map((move) => (move === PASS ? "\u2013" : move))
    .map((move, ply) => (ply % 2 === 0 ? `${ply / 2 + 1}. ${move}` : move)).join(" ");
