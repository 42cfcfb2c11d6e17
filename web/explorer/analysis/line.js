/**
 * The best line of the current position, or another one such as the refutation of a move: its steps
 * are shown on the board without becoming moves of the game, by clicks, with buttons or as an
 * animation. Above the tables the best line is the engine's expectation, and said to be.
 */
import {el, put} from "../base/dom.js";
import {button, note, row} from "../base/parts.js";
import {formatPosition} from "../game/notation.js";
import {PASS, play} from "../game/rules.js";
import {t} from "../texts/texts.js";
import * as api from "./api.js";
import {judgedMoves} from "./moves.js";
import {nameOf, nameOfMove} from "./values.js";

const SHORT = 24; // moves shown at first
const REST = 500; // milliseconds between the moves of the animation

export class Line {
    #element;
    #app;
    #key = "";
    #moves = []; // nodes as in game.js
    #heading = "line.heading"; // key of the text above the moves
    #end = null;
    #at = 0;
    #all = false;
    #playing = 0;

    constructor(element, app) {
        this.#element = element;
        this.#app = app;
    }

    /** Takes the line for a value of evaluate.js. */
    async update(value) {
        const key = value.position
            ? [formatPosition(value.position), value.rules, this.#source(value),
                this.#source(value) === "estimate" && this.#expected(value)?.move].join(" ") : "";
        const heading = this.#source(value) === "estimate" ? "line.expected" : "line.heading";
        if (key === this.#key) {
            this.draw();
            return;
        }
        this.#key = key;
        this.show(value.position, []);
        try {
            const {moves, end} = await this.#fetch(value);
            if (this.#key === key) {
                this.show(value.position, moves, {heading, end});
            }
        } catch {
            // No line is shown: the value above the list says what is wrong.
        }
    }

    #source({state, source, estimate, estimating, bounds}) {
        return state === "exact" ? source
            : state === "open" && estimate && !estimating && bounds[0] < bounds[1] ? "estimate" : "none";
    }

    /** The line that the engine expects, which begins with the first move of the list. */
    #expected(value) {
        const [first] = judgedMoves(value);
        return value.estimate.lines.find(({move}) => first && move === first.move);
    }

    async #fetch(value) {
        const source = this.#source(value);
        if (source === "estimate") {
            return {moves: this.#expected(value)?.line || [], end: null};
        }
        if (source === "none") {
            return {moves: [], end: null};
        }
        const answer = source === "search" && value.answer.line ? value.answer
            : await api.line(value.position);
        const moves = answer.line.map((ply) => ply.move);
        const best = judgedMoves(value).filter((move) => move.best).map(({move}) => move);
        if (source === "search" || moves.length === 0 || best.includes(moves[0])) {
            return {moves, end: answer.end};
        }
        // The line keeps r; the rules chosen prefer another move, such as a later loss.
        const after = await api.line(play(value.position, best[0]).position);
        return {moves: [best[0], ...after.line.map((ply) => ply.move)], end: after.end};
    }

    /** Offers the moves from a position: with a heading (a key), and what ends them (or null). */
    show(position, moves, {heading = "line.heading", end = null} = {}) {
        this.leave();
        this.#heading = heading;
        this.#end = end;
        this.#all = false;
        this.#moves = [];
        let from = position;
        for (const move of moves) {
            const ply = {...play(from, move), move, parent: {position: from}};
            this.#moves.push(ply);
            from = ply.position;
        }
        this.draw();
    }

    /** Shows the position after so many plies; 0 is the game again. */
    async step(at, animated = true) {
        const old = this.#at;
        if (this.#app.line !== this) {
            this.#app.line.leave();
            this.#app.line = this; // whose steps the keys take
        }
        this.#at = Math.max(0, Math.min(this.#moves.length, at));
        this.draw();
        const ply = this.#moves[this.#at - 1];
        await this.#app.preview(ply ? {
            ...ply,
            animated: animated && this.#at === old + 1,
            spoken: !this.#playing,
            label: () => t("line.preview", {
                line: t(this.#heading), ply: this.#at, plies: this.#moves.length,
            }),
        } : null);
    }

    forward() {
        this.#playing = 0;
        return this.step(this.#at + 1);
    }

    back() {
        this.#playing = 0;
        return this.step(this.#at - 1);
    }

    first() {
        this.leave();
    }

    last() {
        this.leave();
    }

    /** Shows the game again. */
    leave() {
        this.#playing = 0;
        if (this.#at > 0) {
            this.#at = 0;
            this.#app.preview(null);
            this.draw();
        }
    }

    /** Plays on from here until the end, or stops. */
    async toggle() {
        if (this.#playing) {
            this.#playing = 0;
            this.draw();
            return;
        }
        const run = Date.now();
        this.#playing = run;
        if (this.#at >= this.#moves.length) {
            this.#at = 0;
        }
        while (this.#playing === run && this.#at < this.#moves.length) {
            await this.step(this.#at + 1);
            await new Promise((resolve) => {
                setTimeout(resolve, REST);
            });
        }
        if (this.#playing === run) {
            this.#playing = 0;
            this.draw();
        }
    }

    /** Makes the plies up to the one that is shown moves of the game. */
    adopt() {
        const moves = this.#moves.slice(0, this.#at).map((ply) => ply.move);
        this.leave();
        this.#app.playAll(moves);
    }

    #button(key, action) {
        return button(key, action, "quiet", {"data-line": key});
    }

    #steps() {
        const count = this.#all ? this.#moves.length : Math.max(SHORT, this.#at);
        const steps = this.#moves.slice(0, count).map(({move, parent}, i) => el("button", {
            class: "ply", "data-ply": i + 1, "data-side": parent.position.side,
            "aria-label": `${nameOf(parent.position.side)} ${nameOfMove(move)}`,
            text: move === PASS ? "\u2013" : move,
            "aria-current": i + 1 === this.#at ? "true" : null,
            onclick: () => {
                this.#playing = 0;
                this.step(i + 1);
            },
        }));
        if (count < this.#moves.length) {
            steps.push(el("button", {
                class: "button quiet",
                text: t("line.more", {n: this.#moves.length - count}),
                onclick: () => {
                    this.#all = true;
                    this.draw();
                },
            }));
        }
        return steps;
    }

    draw() {
        if (this.#moves.length === 0) {
            this.#element.replaceChildren();
            return;
        }
        const {activeElement} = document;
        const kept = this.#element.contains(activeElement)
            ? {...activeElement.dataset} : null;
        const side = nameOf(this.#moves.at(-1).position.side);
        put(this.#element,
            el("h3", {text: t(this.#heading)}),
            el("div", {class: `line-steps${this.#heading.endsWith("expected") ? " estimated" : ""}`},
                ...this.#steps()),
            this.#end ? note(t(`line.end.${this.#end}`, {side}))
                : null,
            row(
                this.#button(this.#playing ? "line.pause" : "line.play", () => this.toggle()),
                this.#at > 0 ? this.#button("line.adopt", () => this.adopt()) : null,
                this.#at > 0 ? this.#button("line.leave", () => this.leave()) : null));
        this.#restoreFocus(kept);
    }

    #restoreFocus(kept) {
        if (!kept) {
            return;
        }
        const same = kept.ply ? `[data-ply="${kept.ply}"]` : `[data-line="${kept.line}"]`;
        const target = this.#element.querySelector(same) || this.#element.querySelector("button");
        if (target) {
            target.focus({preventScroll: true});
        }
    }
}
