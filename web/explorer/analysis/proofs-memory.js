/**
 * Proven bounds of the value r, by position. The score is no part of a position here, since r does not
 * depend on it, and a position is seen by the player to move, so South's and North's are one.
 *
 * Bounds flow between a position P and its moves. Let a move capture g net seeds and lead to Q. The
 * true values, of whoever moves, satisfy
 *
 *     r(P) = max over moves of 3 g - r(Q)          (docs/guide/RULES.md, "The equations")
 *
 * and so does endless play, which captures nothing more (R10): a value depends on neither the moves
 * before a position nor on what was repeated. Tables need distances beside this equation because values
 * that are merely assumed may justify one another in a circle. Bounds that are proven may not: each step
 * below turns true bounds into true bounds, so going round a circle of positions yields true ones, too.
 *
 *     P from its moves:  low(P) = max of 3 g - high(Q);  high(P) = max of 3 g - low(Q), over all moves
 *     Q from P:          low(Q) >= 3 g - high(P), because no move is worth more than P
 *                        high(Q) <= 3 g - low(P), only if every other move is worth less than low(P)
 *
 * Distances do not flow: a move that keeps r may still go round in a circle, so nothing here says how
 * long a win takes.
 */
import {legalMoves, opponent, play, seedsOnBoard} from "../game/rules.js";

const MOST = 4000; // positions that are remembered
const KEPT = 3000; // the newest of them, which stay when there are more

/** The text of a position as the player to move sees it, without the score. */
export function keyOf({seeds, cowries, side}) {
    const row = (one) => seeds[one].map((n, i) => (cowries[one][i] ? `${n}+${cowries[one][i]}` : n)).join();
    return `${row(side)}/${row(opponent(side))}`;
}

/** The position of a key, with South to move. */
function positionOf(key) {
    const rows = key.split("/").map((row) => row.split(",").map((hole) => hole.split("+").map(Number)));
    const of = (kind) => {
        const [S, N] = rows.map((row) => row.map((hole) => hole[kind] || 0));
        return {S, N};
    };
    return {seeds: of(0), cowries: of(1), side: "S", score: {S: 0, N: 0}};
}

/** Bounds of r that hold in every position with so many seeds. */
export const widestBounds = (seeds) => [-3 * seeds - 1, 3 * seeds + 1];

/** The same for the position of a key; without seeds, one that has no move is lost (R9). */
const widest = (key, seeds) => (seeds === 0 && legalMoves(positionOf(key)).length === 0 ? [-1, -1]
    : widestBounds(seeds));

/** What each move of a position captures, and the key and seeds after it, in the order of legalMoves(). */
function movesOf(position) {
    return legalMoves(position).map((move) => {
        const {position: after, captured} = play(position, move);
        return {gain: 3 * (captured.own - captured.other), key: keyOf(after), seeds: seedsOnBoard(after)};
    });
}

export class ProofsMemory {
    #entries = new Map(); // key -> {bounds, from, tried, moves}, the latest used last
    #parents = new Map(); // key -> the keys of remembered positions that have a move to it
    #changed = new Set(); // keys
    version = 0; // changes with the bounds
    onChange = null; // called after changes; taken() gives their keys

    /** [low, high] that is proven, or null if nothing is known that does not hold everywhere. */
    bounds(position) {
        return this.#entries.get(keyOf(position))?.bounds || null;
    }

    /** How the bounds are known, [of low, of high]: "tables", "search", "opening" or "moves" (they follow). */
    from(position) {
        return this.#entries.get(keyOf(position))?.from || null;
    }

    /** [{move, bounds, from}] of the moves of a position of which something is known, for who moves. */
    moves(position) {
        const letters = legalMoves(position);
        return movesOf(position).flatMap(({gain, key}, i) => {
            const entry = this.#entries.get(key);
            return entry ? [{move: letters[i], bounds: this.#across(gain, entry.bounds),
                from: [entry.from[1], entry.from[0]]}] : [];
        });
    }

    /** Seconds of the longest search for the value that ended without it. */
    tried(position) {
        return this.#entries.get(keyOf(position))?.tried || 0;
    }

    /** Notes such a search. */
    try(position, seconds) {
        const key = keyOf(position);
        const entry = this.#entry(key);
        entry.tried = Math.max(entry.tried, seconds);
        this.#changed.add(key);
        this.#told();
    }

    /** Notes proven bounds of a position, and what follows from them. */
    note(position, bounds, from) {
        const key = keyOf(position);
        const known = this.#entries.has(key);
        const {bounds: [low, high]} = known ? this.#entries.get(key)
            : {bounds: widest(key, seedsOnBoard(position))};
        if (bounds[0] > low || bounds[1] < high) {
            this.#entry(key);
            this.#settle(this.#narrow(key, bounds, from));
            this.#told();
        }
    }

    /** Notes proven bounds of a move, for who moves, captures included. */
    noteMove(position, move, [low, high], from) {
        const {position: after, captured} = play(position, move);
        const gain = 3 * (captured.own - captured.other);
        this.note(after, [gain - high, gain - low], from);
    }

    /** Notes what an answer of the API proves of a position and its moves. */
    noteAnswer(position, {bounds, r, moves = []}, from) {
        const proven = (one) => (Number.isInteger(one.r) ? [one.r, one.r] : one.bounds);
        for (const one of moves) {
            if (proven(one)) {
                this.noteMove(position, one.move, proven(one), from);
            }
        }
        if (proven({bounds, r})) {
            this.note(position, proven({bounds, r}), from);
        }
    }

    /** The keys that have changed since this was last asked. */
    taken() {
        const keys = [...this.#changed];
        this.#changed.clear();
        return keys;
    }

    /** What is to be kept of a key, [low, high, from low, from high, tried]; null: no longer remembered. */
    row(key) {
        const entry = this.#entries.get(key);
        return entry ? [...entry.bounds, ...entry.from, entry.tried] : null;
    }

    /** Takes what was kept, [key, row] each; what is known already stays. */
    load(rows) {
        for (const [key, [low, high, fromLow, fromHigh, tried]] of rows.slice(-KEPT)) {
            const entry = this.#entry(key);
            entry.tried = Math.max(entry.tried, tried);
            this.#settle([...this.#narrow(key, [low, entry.bounds[1]], fromLow),
                ...this.#narrow(key, [entry.bounds[0], high], fromHigh)]);
        }
        this.#changed = new Set(rows.slice(0, -KEPT).map(([key]) => key));
    }

    clear() {
        this.#changed = new Set([...this.#changed, ...this.#entries.keys()]);
        this.#entries.clear();
        this.#parents.clear();
        this.version += 1;
    }

    get size() {
        return this.#entries.size;
    }

    #told() {
        if (this.#entries.size > MOST) {
            [...this.#entries.keys()].slice(0, this.#entries.size - KEPT).forEach((key) => this.#forget(key));
        }
        if (this.#changed.size > 0 && this.onChange) {
            this.onChange();
        }
    }

    #forget(key) {
        this.#entries.get(key).moves.forEach((move) => {
            const parents = this.#parents.get(move.key);
            parents?.delete(key);
            if (parents?.size === 0) {
                this.#parents.delete(move.key);
            }
        });
        this.#entries.delete(key);
        this.#changed.add(key);
    }

    /** The entry of a key, which becomes the latest; a new one has the bounds that hold everywhere. */
    #entry(key) {
        const old = this.#entries.get(key);
        if (old) {
            this.#entries.delete(key);
            this.#entries.set(key, old);
            return old;
        }
        const position = positionOf(key);
        const entry = {bounds: widest(key, seedsOnBoard(position)), from: ["moves", "moves"], tried: 0, moves: movesOf(position)};
        this.#entries.set(key, entry);
        entry.moves.forEach((move) => {
            this.#parents.set(move.key, (this.#parents.get(move.key) || new Set()).add(key));
        });
        return entry;
    }

    #across(gain, [low, high]) {
        return [gain - high, gain - low];
    }

    /** Narrows the bounds of an entry; returns its key in a list, or an empty one if nothing changed. */
    #narrow(key, [low, high], from) {
        const entry = this.#entries.get(key);
        if (!entry) {
            return []; // all was forgotten
        }
        const [oldLow, oldHigh] = entry.bounds;
        const bounds = [Math.max(low, oldLow), Math.min(high, oldHigh)];
        if (bounds[0] > bounds[1]) { // what was kept is of a faulty program, and nothing of it is believed
            this.clear();
            return [];
        }
        if (bounds[0] === oldLow && bounds[1] === oldHigh) {
            return [];
        }
        // A bound of an opening rests on its proof also where its moves make it a little narrower.
        const source = (was) => (from === "moves" && was === "opening" ? was : from);
        entry.from = [
            bounds[0] > oldLow ? source(entry.from[0]) : entry.from[0],
            bounds[1] < oldHigh ? source(entry.from[1]) : entry.from[1],
        ];
        entry.bounds = bounds;
        this.#changed.add(key);
        this.version += 1;
        return [key];
    }

    /** Lets the bounds of some keys flow until nothing changes. Each change narrows bounds, so that ends. */
    #settle(keys) {
        const open = new Set(keys);
        for (const key of open) {
            open.delete(key);
            for (const one of [key, ...this.#parents.get(key) || []]) {
                this.#flow(one).forEach((changed) => open.add(changed));
            }
        }
    }

    /** Makes the bounds of a position and of its moves agree; returns the keys that have changed. */
    #flow(key) {
        const entry = this.#entries.get(key);
        if (!entry || entry.moves.length === 0) {
            return [];
        }
        const worth = entry.moves.map(({gain, key: after, seeds}) =>
            this.#across(gain, this.#entries.get(after)?.bounds || widest(after, seeds)));
        const changed = this.#narrow(key,
            [0, 1].map((end) => Math.max(...worth.map((bounds) => bounds[end]))), "moves");
        const [low, high] = entry.bounds;
        const able = worth.filter((bounds) => bounds[1] >= low);
        entry.moves.forEach((move, i) => {
            const alone = able.length === 1 && able[0] === worth[i];
            const next = [Math.max(worth[i][0], alone ? low : -Infinity), Math.min(worth[i][1], high)];
            const room = this.#entries.has(move.key) || this.#entries.size < 2 * MOST;
            if (room && this.#entries.has(key) && (next[0] > worth[i][0] || next[1] < worth[i][1])) {
                this.#entry(move.key);
                changed.push(...this.#narrow(move.key, this.#across(move.gain, next), "moves"));
            }
        });
        return changed;
    }
}
