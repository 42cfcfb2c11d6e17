/**
 * Positions as text, "SOUTH/NORTH SIDE SCORE", and the letters of the holes (docs/guide/RULES.md).
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
    return p.seeds.S.length !== p.seeds.N.length ? wrong("notation.rows")
        : cowries === 0 ? wrong("notation.noCowries")
        : cowries > MOST_COWRIES ? wrong("notation.cowries", cowries, MOST_COWRIES)
        : seeds > MOST_SEEDS ? wrong("notation.seeds", seeds, MOST_SEEDS) : null;
}

/**
 * A text as a keyboard writes it: blanks and dashes of every kind, full-width letters, and signs that
 * look like a slash or a colon become those of ASCII, and characters without width are left out.
 */
export const plain = (text) => text
    .replace(/[\p{Pd}\u2212\u00ad]/gu, "-").replace(/[\p{Cf}\ufe00-\ufe0f]/gu, "")
    .replace(/[^\S\n]|\x85/g, " ")
    .replace(/[\uff01-\uff5e]/g, (sign) => sign.normalize("NFKC"))
    .replace(/[\u2044\u2215]/g, "/").replace(/\u2236/g, ":");

/** Throws NotationError, which names a character by its number, and by itself if it can be seen. */
function refuse(sign) {
    const number = `U+${sign.codePointAt().toString(16).toUpperCase().padStart(4, "0")}`;
    throw new NotationError("notation.sign",
        {sign: /[\p{C}\p{M}]/u.test(sign) ? number : `${sign} (${number})`});
}

/** The matches of the holes of a row: seeds and cowries. */
function parseRow(text) {
    const holes = text.split(",").map((hole) => {
        const match = /^(\d+)(?:\+(\d+))?$/.exec(hole);
        if (!match) {
            throw new NotationError("notation.hole", {text: hole.slice(0, 20)});
        }
        return match;
    });
    if (holes.length > MOST_HOLES) {
        throw new NotationError("notation.holes", {n: holes.length});
    }
    return holes;
}

/** Reads a position, in quotes or without them; throws NotationError. */
export function parsePosition(text) {
    const line = plain(text).replace(/\s*([,/+:])\s*/g, "$1").replace(/\s+/g, " ")
        .replace(/^[ "'`‘-‟«»]+|[ "'`‘-‟«»]+$/g, "");
    line.replace(/[^ -~]/u, refuse);
    const [, south, north, side, own = 0, other = 0] =
        /^([^/]+)\/([^/]+) ([SN])(?: (\d+):(\d+))?$/i.exec(line) || [];
    if (!side) {
        throw new NotationError("notation.form");
    }
    const rows = [south, north].map(parseRow);
    const of = (kind) => {
        const [S, N] = rows.map((row) => row.map((hole) => Number(hole[kind] || 0)));
        return {S, N};
    };
    const score = {S: Number(own), N: Number(other)};
    const p = {seeds: of(1), cowries: of(2), side: side.toUpperCase(), score};
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
