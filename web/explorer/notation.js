/**
 * Positions as text, "SOUTH/NORTH SIDE SCORE", and the letters of the holes (docs/RULES.md).
 *
 * A position is {seeds: {S, N}, cowries: {S, N}, side, score: {S, N}}; the rows are arrays from
 * their owner's left. Functions never alter a position that they are given.
 */

export const MOST_COWRIES = 12;
export const MOST_SEEDS = 60;
const MOST_HOLES = 6;
const START = "5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S 0:0";

/** What is wrong with a text: a key of words.js and what belongs into its gaps. */
export class NotationError extends Error {
    constructor(key, values = {}) {
        super(key);
        this.name = "NotationError";
        this.key = key;
        this.values = values;
    }
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** All counters of a kind on the board. */
export const total = (rows) => sum(rows.S) + sum(rows.N);

/** The seeds of the whole game, on the board and captured. */
export const allSeeds = (p) => total(p.seeds) + p.score.S + p.score.N;

export function letterOf(side, index) {
    return String.fromCharCode((side === "S" ? 97 : 65) + index);
}

export function placeOf(letter) {
    const south = letter >= "a";
    return {side: south ? "S" : "N", index: letter.charCodeAt(0) - (south ? 97 : 65)};
}

export function clonePosition(p) {
    return {
        seeds: {S: [...p.seeds.S], N: [...p.seeds.N]},
        cowries: {S: [...p.cowries.S], N: [...p.cowries.N]},
        side: p.side,
        score: {...p.score},
    };
}

/** Null, or what is wrong with a position: {key, values}. */
export function checkPosition(p) {
    const cowries = total(p.cowries);
    const seeds = allSeeds(p);
    if (p.seeds.S.length !== p.seeds.N.length) {
        return {key: "notation.rows", values: {}};
    }
    if (cowries === 0) {
        return {key: "notation.noCowries", values: {}};
    }
    if (cowries > MOST_COWRIES) {
        return {key: "notation.cowries", values: {n: cowries, most: MOST_COWRIES}};
    }
    if (seeds > MOST_SEEDS) {
        return {key: "notation.seeds", values: {n: seeds, most: MOST_SEEDS}};
    }
    return null;
}

function parseRow(text) {
    const row = {seeds: [], cowries: []};
    for (const hole of text.split(",")) {
        const match = /^(\d{1,2})(?:\+(\d{1,2}))?$/.exec(hole.trim());
        if (!match) {
            throw new NotationError("notation.hole", {text: hole.trim().slice(0, 20)});
        }
        row.seeds.push(Number(match[1]));
        row.cowries.push(Number(match[2] || 0));
    }
    if (row.seeds.length > MOST_HOLES) {
        throw new NotationError("notation.holes", {n: row.seeds.length});
    }
    return row;
}

/** Reads a position; throws NotationError. */
export function parsePosition(text) {
    const match = /^([^/]+)\/([^/\s]+(?:\s*,[^/\s]+)*)\s+([SN])(?:\s+(\d{1,2}):(\d{1,2}))?$/
        .exec(text.trim());
    if (!match) {
        throw new NotationError("notation.form");
    }
    const south = parseRow(match[1]);
    const north = parseRow(match[2]);
    const p = {
        seeds: {S: south.seeds, N: north.seeds},
        cowries: {S: south.cowries, N: north.cowries},
        side: match[3],
        score: {S: Number(match[4] || 0), N: Number(match[5] || 0)},
    };
    const wrong = checkPosition(p);
    if (wrong) {
        throw new NotationError(wrong.key, wrong.values);
    }
    return p;
}

/** The one text of a position, as every command prints it. */
export function formatPosition(p) {
    const row = (side) => p.seeds[side]
        .map((seeds, i) => (p.cowries[side][i] ? `${seeds}+${p.cowries[side][i]}` : `${seeds}`))
        .join(",");
    return `${row("S")}/${row("N")} ${p.side} ${p.score.S}:${p.score.N}`;
}

export function startPosition() {
    return parsePosition(START);
}
