/**
 * The rules of Kauri (docs/guide/RULES.md, R1 to R9), written from their text; tests/explorer compares
 * this module with the program.
 */
import {allSeeds, clonePosition, letterOf, placeOf, total} from "./notation.js";

export const PASS = "-";
const ROWS = {seed: "seeds", cowrie: "cowries"};

export const opponent = (side) => (side === "S" ? "N" : "S");

export const seedsOnBoard = (p) => total(p.seeds);

/**
 * The moves of the player to move: letters of holes, or PASS alone (R7). Empty without seeds when
 * the player has no cowrie in the own row. Without seeds these are the moves of the cowrie phase,
 * whether or not the rules in use have one: see isOver.
 */
export function legalMoves(p) {
    const moves = p.cowries[p.side].flatMap((cowries, i) => (cowries > 0 ? letterOf(p.side, i) : []));
    return moves.length === 0 && seedsOnBoard(p) > 0 ? [PASS] : moves;
}

/** Whether the game has ended under "standard" (R8) or "tiebreak" (R9). */
export function isOver(p, rules = "standard") {
    if (seedsOnBoard(p) > 0) {
        return false;
    }
    return rules !== "tiebreak" || p.score.S !== p.score.N || legalMoves(p).length === 0;
}

/** The winner of a game that is over, "S" or "N", or null for a draw. */
export function winnerOf(p, rules = "standard") {
    if (p.score.S !== p.score.N) {
        return p.score.S > p.score.N ? "S" : "N";
    }
    return rules === "tiebreak" ? opponent(p.side) : null;
}

/** The player who has captured more than half of all seeds, or null. */
export function decidedFor(p) {
    return ["S", "N"].find((side) => 2 * p.score[side] > allSeeds(p)) || null;
}

/** The hole that follows in the order of sowing (R1). */
function after(place, holes) {
    return place.index + 1 < holes ? {side: place.side, index: place.index + 1}
        : {side: opponent(place.side), index: 0};
}

/** What a counter captures that was dropped there (R4, R5), or null. Alters the position. */
function capture(p, mover, {side, index}, kind) {
    const seeds = p.seeds[side][index];
    const cowries = p.cowries[side][index];
    if (side === mover) {
        return null;
    }
    if (kind === "seed" && seeds === 1 && cowries > 0) {
        p.seeds[side][index] = 0;
        p.score[side] += 1;
        return {by: side, count: 1};
    }
    if (kind === "cowrie" && cowries === 1 && seeds > 0) {
        p.seeds[side][index] = 0;
        p.score[mover] += seeds;
        return {by: mover, count: seeds};
    }
    return null;
}

/**
 * Plays a move: the position after it, what it captured for the mover (own) and the opponent
 * (other), and every counter in the order of sowing with what it captured. Throws RangeError if
 * the move is not legal.
 */
export function play(p, move) {
    if (!legalMoves(p).includes(move)) {
        throw new RangeError(`illegal move ${move}`);
    }
    const position = clonePosition(p);
    const captured = {own: 0, other: 0};
    const drops = [];
    position.side = opponent(p.side);
    if (move === PASS) {
        return {position, captured, drops};
    }
    let place = placeOf(move);
    const lifted = ["seed", "cowrie"].flatMap((kind) =>
        Array(p[ROWS[kind]][place.side][place.index]).fill(kind));
    position.seeds[place.side][place.index] = 0;
    position.cowries[place.side][place.index] = 0;
    for (const kind of lifted) {
        place = after(place, p.seeds.S.length);
        position[ROWS[kind]][place.side][place.index] += 1;
        const captures = capture(position, p.side, place, kind);
        if (captures) {
            captured[captures.by === p.side ? "own" : "other"] += captures.count;
        }
        drops.push({hole: letterOf(place.side, place.index), kind, captures});
    }
    return {position, captured, drops};
}
