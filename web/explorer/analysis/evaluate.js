/**
 * What is known of the current position: asks the tables, and above them for the place in the solution,
 * which says who wins, then the engine for an estimate and the search for proven bounds, until the
 * position changes.
 *
 * value: {state, position, rules, ...} with state
 *   "over"     the game has ended
 *   "waiting"  nothing is known yet
 *   "exact"    r is known: bounds [r, r], answer (of probe, or of a search: then source is "search",
 *              and some of its moves may be open), searching (the other moves are being proven)
 *   "open"     bounds [low, high] of r, searching (bool), estimate (of analyse or null), estimating
 *              (another one follows), answer (of the search or null), refused (ApiError or null),
 *              nodes, more (a longer search may prove more), solution (of solutions.js, or null)
 *   "offline"  the server is gone
 *   "error"    error (ApiError)
 * and lacking: null, or why the tables have nothing on such a board (what t() takes). With "exact" and
 * "open" there are remembered, [{move, bounds}] that the memory of proofs has (proofs-store.js), whose
 * bounds of the position are among those of "open", from (how it knows them), and others: the move whose
 * answers are being searched, or null.
 */
import {formatPosition, total} from "../game/notation.js";
import {isOver, play, seedsOnBoard} from "../game/rules.js";
import * as api from "./api.js";
import {proofs, proofsRead} from "./proofs-store.js";
import {noteSolution, solutionOf} from "./solutions.js";
import {OPENING, theoryRead} from "./theory.js";
import {narrow} from "./values.js";

const REMEMBERED = 400;
const PATIENCE = 250; // milliseconds before a search, while someone steps through a game
const SECONDS = 8;
export const SECONDS_MORE = 60; // the most that a server takes
const FUTILE = ["memory", "length"]; // reasons to stop for which more time is no remedy

export class Evaluation extends EventTarget {
    static #answers = new Map(); // of all evaluations
    #tables = null; // the answer of layers, once it is needed
    #stop = new AbortController();
    value = {state: "waiting"};

    /** Asks about a position; the event "change" follows whenever more is known. */
    ask(position, rules) {
        const same = this.value.position && this.value.rules === rules &&
            formatPosition(this.value.position) === formatPosition(position);
        if (same && !["offline", "error"].includes(this.value.state)) {
            return;
        }
        this.#stop.abort();
        this.#stop = new AbortController();
        if (isOver(position, rules)) {
            this.#set({state: "over", position, rules});
            return;
        }
        const known = Evaluation.#answers.get(formatPosition(position));
        if (known && known.state === "exact") {
            this.#set({...known, position, rules, others: null});
            return;
        }
        this.#set({state: "waiting", position, rules});
        this.#look(position, this.#stop.signal);
    }

    /** Asks no more, until ask() is called. */
    leave() {
        this.#stop.abort();
        this.value = {state: "waiting"};
    }

    /** Searches again, for longer. */
    searchOn() {
        const {state, position} = this.value;
        if (state === "open" && !this.value.searching) {
            this.#search(position, SECONDS_MORE, this.#stop.signal);
        }
    }

    /** Takes what the memory of proofs has learned meanwhile. */
    refresh() {
        if (["exact", "open"].includes(this.value.state)) {
            this.#set(this.value);
        }
    }

    /** Searches what follows each of these moves of the position, one after the other, for a result. */
    async searchMoves(moves) {
        const {position, rules} = this.value;
        const {signal} = this.#stop;
        for (const move of moves) {
            const {position: after} = play(position, move);
            const seconds = this.#secondsFor(after);
            this.#add({others: move, refused: null}, signal);
            try {
                const learn = (answer) => {
                    proofs.noteAnswer(after, answer, "search");
                    this.#add({}, signal);
                };
                learn(await api.search(after, {rules, seconds, signal, onBounds: learn}));
                proofs.try(after, seconds);
            } catch (error) {
                this.#add({others: null, refused: error.name === "AbortError" ? null : error}, signal);
                return;
            }
        }
        this.#add({others: null}, signal);
    }

    /** Seconds of the next search of a position: more than those of the last one. */
    #secondsFor(position) {
        const tried = proofs.tried(position);
        return tried < SECONDS ? SECONDS : Math.min(SECONDS_MORE, 2 * tried);
    }

    #set(value) {
        const remembered = {};
        if (["exact", "open"].includes(value.state)) {
            remembered.remembered = proofs.moves(value.position);
            remembered.from = proofs.from(value.position);
            remembered.bounds = narrow(value.bounds, proofs.bounds(value.position));
        }
        this.value = {...value, ...remembered, lacking: this.#lacking(value)};
        this.dispatchEvent(new CustomEvent("change"));
    }

    #lacking({state, position, unreached}) {
        if (unreached) {
            return ["lacking.unreached"];
        }
        if (!this.#tables || !["open", "exact"].includes(state)) {
            return null;
        }
        const {holes, cowries, layers} = this.#tables;
        return layers.length === 0 ? ["lacking.all"]
            : holes === position.seeds.S.length && cowries === total(position.cowries) ? null
                : ["lacking.board", {holes, cowries}];
    }

    #add(parts, signal) {
        if (!signal.aborted) {
            this.#set({...this.value, ...parts});
        }
    }

    #remember(position, value) {
        Evaluation.#answers.set(formatPosition(position), value);
        if (Evaluation.#answers.size > REMEMBERED) {
            Evaluation.#answers.delete(Evaluation.#answers.keys().next().value);
        }
    }

    /** Asks the tables; above them, everything is open at first. */
    async #look(position, signal) {
        let answer;
        await proofsRead();
        if (seedsOnBoard(position) >= OPENING) {
            await theoryRead();
        }
        try {
            answer = await api.moves(position, {signal});
        } catch (error) {
            this.#fail(error, signal);
            return;
        }
        if (answer.moves.every((move) => Number.isInteger(move.r)) && Number.isInteger(answer.r)) {
            this.#exact(position, "tables", answer, signal);
        } else if (!signal.aborted) {
            this.#tables ??= await api.layers().catch(() => null);
            proofs.noteAnswer(position, answer, answer.source === "book" ? "book" : "tables");
            await this.#open(position, answer, signal);
        }
    }

    #exact(position, source, answer, signal) {
        const {estimate = null, nodes = 0} = this.value;
        proofs.noteAnswer(position, answer, source);
        const value = {
            state: "exact", source, answer, bounds: [answer.r, answer.r], estimate, nodes,
        };
        this.#remember(position, value);
        this.#add({...value, searching: false}, signal);
    }

    #fail(error, signal) {
        if (error.name !== "AbortError") {
            this.#tables = error.httpStatus === 0 ? null : this.#tables;
            this.#add(error.httpStatus === 0 ? {state: "offline"} : {state: "error", error}, signal);
        }
    }

    /** Begins with the bounds that the rules and lower tables give. */
    async #open(position, {bounds, unreached = false}, signal) {
        const known = Evaluation.#answers.get(formatPosition(position));
        const [low, high] = proofs.bounds(position) || bounds;
        const again = low < high && proofs.tried(position) >= SECONDS; // only if somebody asks for it
        this.#add({
            state: "open", bounds, searching: !again, estimate: null, estimating: true, answer: null,
            refused: null, nodes: 0, more: proofs.tried(position) < SECONDS_MORE, unreached, others: null,
            solution: null, ...known,
        }, signal);
        await this.#solve(position, signal);
        await new Promise((resolve) => {
            setTimeout(resolve, PATIENCE);
        });
        if (signal.aborted || known) {
            return;
        }
        await this.#estimate(position, signal);
        if (!again) {
            await this.#search(position, SECONDS, signal);
        }
    }

    /** Asks who wins, before anything else is asked. */
    async #solve(position, signal) {
        const solution = await solutionOf(position, this.value.rules, signal).catch(() => null);
        if (solution) {
            noteSolution(position, solution);
            this.#add({solution}, signal);
        }
    }

    async #estimate(position, signal) {
        try {
            const take = (estimate, estimating) => {
                proofs.noteAnswer(position, {bounds: estimate.bounds, moves: estimate.lines}, "search");
                this.#add({estimate, estimating}, signal);
            };
            take(await api.analyse(position, {
                rules: this.value.rules, signal, onDepth: (estimate) => take(estimate, true),
            }), false);
        } catch (error) {
            if (error.name !== "AbortError" && error.httpStatus !== 429) {
                this.#fail(error, signal);
            }
        }
    }

    async #search(position, seconds, signal) {
        if (signal.aborted || this.value.state !== "open") {
            return;
        }
        this.#add({searching: true, refused: null}, signal);
        try {
            const answer = await api.search(position, {
                seconds, signal,
                onBounds: (news) => {
                    proofs.noteAnswer(position, news, "search");
                    this.#add(news.bounds ? {nodes: news.nodes, answer: news} : {}, signal);
                },
            });
            this.#found(position, answer, seconds, signal);
        } catch (error) {
            if (error.httpStatus === 429 || error.httpStatus === 503) {
                this.#add({searching: false, refused: error}, signal);
            } else {
                this.#fail(error, signal);
            }
        }
    }

    #found(position, answer, seconds, signal) {
        if (signal.aborted) {
            return;
        }
        if (Number.isInteger(answer.r)) {
            this.#exact(position, "search", answer, signal);
            return;
        }
        proofs.noteAnswer(position, answer, "search");
        proofs.try(position, seconds);
        this.#add({
            searching: false, answer, nodes: answer.nodes,
            more: seconds < SECONDS_MORE && !FUTILE.includes(answer.stop),
        }, signal);
        const {state, bounds, estimate, nodes, refused, searching, more} = this.value;
        this.#remember(position, {
            state, bounds, estimate, estimating: false, nodes, refused, searching, more, answer,
        });
    }
}
