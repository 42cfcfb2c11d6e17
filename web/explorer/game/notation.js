/**
 * Positions as text, "SOUTH/NORTH SIDE SCORE", and the letters of the holes (docs/guide/RULES.md).
 *
 * A position is {seeds: {S, N}, cowries: {S, N}, side, score: {S, N}}; the rows are arrays from
 * their owner's left. Functions never alter a position that they are given.
 */

export const MOST_COWRIES = 12;
export const MOST_SEEDS = 60;
const START = "5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S 0:0";

/** What is wrong with a text: a key of words.js and what belongs into its gaps. */
export class NotationError extends Error {
    constructor(key, values = {}) {
        super(key);
        this.key = key;
        this.values = values;
    }
}

export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** All counters of a kind on the board. */
export const total = (rows) => sum(rows.S) + sum(rows.N);

/** The seeds of the whole game, on the board and captured. */
export const allSeeds = (p) => total(p.seeds) + p.score.S + p.score.N;

export function letterOf(side, index) {
    return String.fromCharCode((side === "S" ? 97 : 65) + index);
}

export function placeOf(letter) {
    return {side: letter >= "a" ? "S" : "N", index: letter.toLowerCase().charCodeAt(0) - 97};
}

export function clonePosition(p) {
    return {
        seeds: {S: [...p.seeds.S], N: [...p.seeds.N]},
        cowries: {S: [...p.cowries.S], N: [...p.cowries.N]},
        side: p.side,
        score: {...p.score},
    };
}

/** Null, or what is wrong with a position: a NotationError. */
export function checkPosition(p) {
    const cowries = total(p.cowries);
    const seeds = allSeeds(p);
    const wrong = (key, n, most) => new NotationError(key, {n, most});
    return cowries === 0 ? wrong("notation.noCowries")
        : cowries > MOST_COWRIES ? wrong("notation.cowries", cowries, MOST_COWRIES)
        : seeds > MOST_SEEDS ? wrong("notation.seeds", seeds, MOST_SEEDS) : null;
}

const HOLE = "\\d+(?:\\+\\d+)?";
const ROW = `(${HOLE}(?:,${HOLE}){0,5})`;
const FORM = new RegExp(`^${ROW}/${ROW} ([SN])(?: (\\d+):(\\d+))?$`, "i");

const parseRow = (text) => text.split(",").map((hole) => hole.split("+").map(Number));

/**
 * Reads a position as programs write it, in links, answers and data; throws NotationError. What people
 * write is read by the program (pasted.js).
 */
export function parsePosition(text) {
    const [, south, north, side, own = 0, other = 0] = FORM.exec(text.trim().replace(/\s+/g, " ")) || [];
    const [S, N] = side ? [south, north].map(parseRow) : [[], []];
    if (!side || S.length !== N.length) {
        throw new NotationError(side ? "notation.rows" : "notation.form");
    }
    const kind = (i) => ({S: S.map((hole) => hole[i] || 0), N: N.map((hole) => hole[i] || 0)});
    const p = {seeds: kind(0), cowries: kind(1), side: side.toUpperCase(),
        score: {S: Number(own), N: Number(other)}};
    const wrong = checkPosition(p);
    if (wrong) {
        throw wrong;
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
