/**
 * The board: two rows of holes as South sees them (or North, when flipped), with the players'
 * captures above and below. play() of rules.js tells what a move drops where, and animate() shows it
 * counter by counter. For assistive programs the board is a grid: in it, screen readers leave letters
 * and arrows to the page, and otherwise they read it as a table.
 */
import {cowrie, cowrieHeap, icon, seedHeap} from "./counters.js";
import {el, page, put, svg} from "./dom.js";
import {clonePosition, letterOf, placeOf} from "./notation.js";
import {PASS, play} from "./rules.js";
import {drawValue} from "./marks.js";
import {t} from "./texts.js";
import {nameOf} from "./values.js";

const CELL = 100;
const WELL = 118; // height of a hole
const PAD = 12; // wood around the rows
const WIDTH = 6 * CELL + 2 * PAD; // of the largest board, for all
const BAND = 84; // letters and values outside the wood
const LONGEST = 4200; // most time that sowing takes, in milliseconds

export class Board {
    #onHole;
    #speed = 0;
    #options = {};
    #position = null;
    #shown = null; // the counters as they are drawn, in the middle of a move, too
    #running = null;
    #focus = null; // letter of the hole that Tab reaches

    /** Builds the board in an element. onHole(letter, event) is told of clicks and keys. */
    constructor(container, {onHole = () => {}} = {}) {
        this.#onHole = onHole;
        this.strips = {S: strip("S"), N: strip("N")};
        this.svg = svg("svg", {class: "board", role: "grid"});
        container.append(this.strips.N.root, this.svg, this.strips.S.root);
        this.svg.addEventListener("click", (event) => this.#click(event));
        this.svg.addEventListener("keydown", (event) => this.#key(event));
    }

    get position() {
        return this.#position;
    }

    get busy() {
        return this.#running !== null;
    }

    /**
     * Draws a position. Options: legal (letters that may be played), values ({letter: what
     * marks.js draws}), last (letter of the move that led here), flipped, editing (every hole is
     * enabled), names ({S, N}), over (nobody is to move), sowing (a move is being shown: what is
     * told of the holes remains what it is).
     */
    draw(position, options = {}) {
        this.skip();
        this.#position = position;
        this.#options = options;
        this.#shown = clonePosition(position);
        this.#build();
    }

    get #holes() {
        return this.#position.seeds.S.length;
    }

    /** The left edge of the wood. */
    get #left() {
        return WIDTH / 2 - PAD - (this.#holes * CELL) / 2;
    }

    /** The upper left corner of a hole. */
    #place(letter) {
        const {side, index} = placeOf(letter);
        const below = (side === "S") !== Boolean(this.#options.flipped);
        const column = below ? index : this.#holes - 1 - index;
        return {x: this.#left + PAD + column * CELL, y: BAND + PAD + (below ? WELL : 0), below};
    }

    /** The letters of the upper and of the lower row, from left to right. */
    #rows() {
        const letters = (side) => this.#position.seeds[side].map((_, i) => letterOf(side, i));
        const [upper, lower] = this.#options.flipped ? ["S", "N"] : ["N", "S"];
        return [letters(upper).reverse(), letters(lower)];
    }

    #build() {
        const left = this.#left;
        const height = 2 * (WELL + PAD + BAND);
        const focused = this.svg.contains(document.activeElement);
        this.svg.setAttribute("viewBox", `0 0 ${WIDTH} ${height}`);
        this.svg.setAttribute("aria-label",
            t(this.#options.editing ? "section.board" : "board.label"));
        this.#chooseFocus(focused);
        put(this.svg,
            svg("defs", {}, svg("linearGradient", {id: "well", x1: 0, y1: 0, x2: 0, y2: 1},
                svg("stop", {class: "well-top", offset: 0}),
                svg("stop", {class: "well-bottom", offset: 0.45}))),
            svg("rect", {
                class: "wood", x: left + 1, y: BAND, width: WIDTH - 2 * left - 2,
                height: 2 * (WELL + PAD), rx: 26,
            }),
            svg("line", {
                class: "middle", x1: left + PAD + 8, x2: WIDTH - left - PAD - 8,
                y1: BAND + PAD + WELL, y2: BAND + PAD + WELL,
            }),
            ...this.#rows().map((row) => svg("g", {role: "row"},
                ...row.flatMap((letter) => [this.#hole(letter), this.#outside(letter)]))),
            svg("g", {class: "over-board", "aria-hidden": "true"}));
        this.#drawStrips();
        if (focused) {
            this.focusHole(this.#focus);
        }
    }

    /** The focus stays where it is; without it, Tab leads to a hole that may be played. */
    #chooseFocus(focused) {
        const legal = this.#options.legal || [];
        const there = this.#rows().flat().includes(this.#focus);
        if (!there || (!focused && !this.#options.editing &&
            placeOf(this.#focus).side !== this.#position.side)) {
            this.#focus = legal.find((move) => move !== PASS) || letterOf(this.#position.side, 0);
        }
    }

    #enabled(letter) {
        return Boolean(this.#options.editing) || (this.#options.legal || []).includes(letter);
    }

    #hole(letter) {
        const {x, y} = this.#place(letter);
        const group = svg("g", {
            class: `hole${this.#options.last === letter ? " last" : ""}`,
            role: "gridcell",
            tabindex: letter === this.#focus ? "0" : "-1",
            "data-hole": letter,
            "aria-disabled": this.#options.sowing ? null : String(!this.#enabled(letter)),
            transform: `translate(${x} ${y})`,
        },
        svg("rect", {class: "well", x: 5, y: 5, width: CELL - 10, height: WELL - 10, rx: 27}),
        svg("g", {class: "contents"}));
        this.#fill(group, letter);
        return group;
    }

    /** Draws what is in a hole now. */
    #fill(group, letter) {
        const {side, index} = placeOf(letter);
        const seeds = this.#shown.seeds[side][index];
        const cowries = this.#shown.cowries[side][index];
        const parts = [];
        const count = (text, y) => svg("text", {class: "count", x: 76, y, text});
        if (seeds > 0) {
            parts.push(seedHeap(seeds, 34, 37), count(seeds, 45));
        }
        if (cowries > 0) {
            parts.push(cowrieHeap(cowries, 34, 84), count(cowries, 92));
        }
        put(group.querySelector(".contents"), ...parts);
        if (!this.#options.sowing) {
            group.setAttribute("aria-label", this.name(letter));
        }
    }

    /** What is told of a hole. */
    name(letter) {
        const {side, index} = placeOf(letter);
        const {seeds, cowries} = this.#shown;
        const value = (this.#options.values || {})[letter];
        const parts = [t("seeds", {n: seeds[side][index]}), t("cowries", {n: cowries[side][index]}),
            value && value.spoken];
        return `${nameOf(side)} ${letter}: ${parts.filter(Boolean).join(", ")}`;
    }

    /** The letter of a hole and the value of its move. */
    #outside(letter) {
        const {x, y, below} = this.#place(letter);
        const value = (this.#options.values || {})[letter];
        const middle = x + CELL / 2;
        const edge = below ? y + WELL + PAD : y - PAD;
        return svg("g", {
            class: `outside${this.#enabled(letter) ? " enabled" : ""}`, "aria-hidden": "true",
        },
        svg("text", {class: "letter", x: middle, y: below ? edge + 21 : edge - 8, text: letter}),
        value ? drawValue(value, middle, below ? edge + 29 : edge - 82) : null);
    }

    #drawStrips() {
        const {flipped, names, over, values = {}} = this.#options;
        const room = 5400 / WIDTH; // of values, in parts of the width
        for (const side of ["S", "N"]) {
            const {root, name, captured, turn} = this.strips[side];
            const moves = !over && this.#position.side === side;
            name.textContent = `${(names && names[side]) || nameOf(side)} `;
            captured.textContent = `${this.#shown.score[side]} `;
            captured.parentElement.setAttribute("title", t("captured"));
            turn.textContent = moves ? t(this.#options.sowing ? "sows" : "toMove") : "";
            root.classList.toggle("turn", moves);
            const below = (side === "S") !== Boolean(flipped);
            const near = !moves || Object.keys(values).length === 0;
            root.style.order = below ? 3 : 1;
            root.style.transform = near ? `translateY(${below ? -room : room}cqw)` : "";
        }
        this.svg.style.order = 2;
    }

    // --------------------------------------------------------------------- clicks and keys

    #click(event) {
        const hole = event.target.closest("[data-hole]");
        if (event.detail > 1 && !this.#options.editing) {
            return; // a double click is one move
        }
        if (this.busy) {
            this.skip();
        } else if (hole && this.#enabled(hole.dataset.hole)) {
            this.#setFocus(hole.dataset.hole);
            this.#onHole(hole.dataset.hole, event);
        }
    }

    #key(event) {
        const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
        if (event.altKey || event.ctrlKey || event.metaKey) {
            return;
        }
        if (steps[event.key]) {
            this.#move(...steps[event.key]);
        } else if (event.key === "Enter" || event.key === " ") {
            if (this.busy) {
                this.skip();
            } else if (!event.repeat) {
                this.#onHole(this.#focus, event);
            }
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    /** Moves the focus by columns and rows of the drawing. */
    #move(columns, rows) {
        const {side, index} = placeOf(this.#focus);
        const below = (side === "S") !== Boolean(this.#options.flipped);
        const column = (below ? index : this.#holes - 1 - index) + columns;
        const lower = rows === 0 ? below : rows > 0;
        if (column >= 0 && column < this.#holes) {
            const owner = lower !== Boolean(this.#options.flipped) ? "S" : "N";
            this.focusHole(letterOf(owner, lower ? column : this.#holes - 1 - column));
        }
    }

    #setFocus(letter) {
        const old = this.svg.querySelector(`[data-hole="${this.#focus}"]`);
        const hole = this.svg.querySelector(`[data-hole="${letter}"]`);
        if (old) {
            old.setAttribute("tabindex", "-1");
        }
        hole.setAttribute("tabindex", "0");
        this.#focus = letter;
        return hole;
    }

    focusHole(letter) {
        this.#setFocus(letter).focus({preventScroll: true});
    }

    /** Marks a hole, as when the pointer is over its line in the list of moves; null for none. */
    mark(letter) {
        for (const hole of this.svg.querySelectorAll("[data-hole]")) {
            hole.classList.toggle("marked", hole.dataset.hole === letter);
        }
    }

    // ---------------------------------------------------------------------------- sowing

    /**
     * Shows a move, beginning at `from`, and resolves when the last counter lies or skip() was
     * called. `speed` is the time of a step in milliseconds, 0 for no animation.
     */
    async animate(from, move, {speed = 0} = {}) {
        const {drops} = play(from, move);
        this.draw(from, {...this.#options, values: {}, legal: [], last: null, sowing: true});
        if (speed <= 0 || drops.length === 0) {
            return;
        }
        const run = {stopped: false, wake: () => {}};
        this.#running = run;
        this.#speed = Math.min(speed, LONGEST / drops.length);
        page.dataset.busy = "1";
        await this.#sow(run, move, drops);
        if (this.#running === run) {
            this.#running = null;
            delete page.dataset.busy;
        }
    }

    /** Ends an animation at once; what was to be shown is up to the caller of animate(). */
    skip() {
        if (this.#running) {
            this.#running.stopped = true;
            this.#running.wake();
            this.#running = null;
            delete page.dataset.busy;
        }
    }

    #pause(run, milliseconds) {
        return new Promise((resolve) => {
            run.wake = resolve;
            setTimeout(resolve, milliseconds);
        });
    }

    async #sow(run, move, drops) {
        const start = placeOf(move);
        const hand = this.#lift(move, drops);
        this.#shown.seeds[start.side][start.index] = 0;
        this.#shown.cowries[start.side][start.index] = 0;
        this.#refill(move);
        await this.#pause(run, this.#speed);
        for (let i = 0; i < drops.length && !run.stopped; i++) {
            this.#carry(hand, drops[i].hole, drops.slice(i + 1));
            await this.#pause(run, this.#speed * 0.6);
            if (!run.stopped) {
                await this.#drop(run, drops[i]);
            }
        }
        hand.remove();
        if (!run.stopped) {
            await this.#pause(run, this.#speed);
        }
    }

    #refill(letter) {
        const hole = this.svg.querySelector(`[data-hole="${letter}"]`);
        this.#fill(hole, letter);
        return hole;
    }

    /** Puts the lifted counters into a hand above their hole. */
    #lift(move, drops) {
        const hand = svg("g", {class: "hand"},
            svg("rect", {class: "palm", x: -44, y: -19, width: 88, height: 38, rx: 19}),
            svg("g", {class: "held"}));
        hand.style.transitionDuration = `${Math.round(this.#speed * 0.55)}ms`;
        this.svg.querySelector(".over-board").append(hand);
        this.#carry(hand, move, drops);
        return hand;
    }

    #carry(hand, letter, left) {
        const {x, y, below} = this.#place(letter);
        const amount = (kind) => left.filter((drop) => drop.kind === kind).length;
        const parts = [];
        const seeds = amount("seed");
        const cowries = amount("cowrie");
        const both = seeds > 0 && cowries > 0;
        const count = (text, x) => svg("text", {class: "count", x, y: 7, text});
        if (seeds > 0) {
            const at = both ? -30 : -12;
            parts.push(seedHeap(1, at, 0), count(seeds, at + 18));
        }
        if (cowries > 0) {
            const at = both ? 10 : -14;
            parts.push(cowrie(at, 0, 0.56), count(cowries, at + 21));
        }
        hand.querySelector(".held").replaceChildren(...parts);
        hand.classList.toggle("empty", parts.length === 0);
        hand.style.transform = `translate(${x + CELL / 2}px, ${below ? y + WELL + 8 : y - 8}px)`;
    }

    async #drop(run, {hole, kind, captures}) {
        const {side, index} = placeOf(hole);
        this.#shown[kind === "seed" ? "seeds" : "cowries"][side][index] += 1;
        const group = this.#refill(hole);
        group.classList.add("dropped");
        if (captures) {
            group.classList.add("captured");
            const note = this.#captureNote(hole, captures);
            await this.#pause(run, Math.max(this.#speed, 260));
            if (run.stopped) {
                return; // the board shows something else by now
            }
            this.#shown.seeds[side][index] = 0;
            this.#shown.score[captures.by] += captures.count;
            this.#drawStrips();
            this.#refill(hole);
            await this.#pause(run, Math.max(this.#speed * 1.5, 420));
            note.remove();
            group.classList.remove("captured");
        } else {
            await this.#pause(run, this.#speed * 0.4);
        }
        group.classList.remove("dropped");
    }

    /** "South +2" over the hole in which seeds are captured. */
    #captureNote(letter, {by, count}) {
        const {x, y} = this.#place(letter);
        const owner = placeOf(letter).side === by;
        const text = `${nameOf(by)} +${count}`;
        const note = svg("g", {
            class: `capture-note ${owner ? "given" : "taken"}`,
            transform: `translate(${x + CELL / 2} ${y + 37})`,
        },
        svg("rect", {x: -58, y: -18, width: 116, height: 36, rx: 18}),
        svg("text", {y: 7, text}));
        this.svg.querySelector(".over-board").append(note);
        return note;
    }
}

/** The line of a player: name, turn, captured seeds. */
function strip(side) {
    const name = el("span", {class: "strip-name"});
    const turn = el("span", {class: "strip-turn"});
    const captured = el("span", {class: "strip-number"});
    const root = el("div", {class: "strip", "data-side": side},
        el("span", {class: "strip-mark", "aria-hidden": "true"}), name, turn,
        el("span", {class: "strip-captured"}, icon("seed"), captured,
            el("span", {class: "strip-word", "data-t": "captured"})));
    return {root, name, captured, turn};
}
