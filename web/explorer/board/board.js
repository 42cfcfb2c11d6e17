/**
 * The board: two rows of holes as South sees them (or North, when flipped), and a tray for what each
 * player has captured. sowing.js shows a move on it. For assistive programs the board is a grid: in
 * it, screen readers leave letters and arrows to the page, and otherwise they read it as a table. Where
 * a game is played on it, the arrows to the left and right are left to the page, which steps by them.
 */
import {el, svg} from "../base/dom.js";
import {clonePosition, letterOf, placeOf, sum} from "../game/notation.js";
import {PASS, play} from "../game/rules.js";
import {nameOf, t} from "../texts/texts.js";
import {Places, bowl, drawGround, drawingDefs, hollow} from "./bowls.js";
import {count, cowrieHeap, cowrieRow, seedDiscs, seedHeap, trayHeap} from "./counters.js";
import {drawValue, sealIcon, valueText} from "./marks.js";
import {Sowing} from "./sowing.js";

const NARROW = 480; // pixels, below which trays are above and below the rows
const PLAIN = ["(forced-colors: active)", "(prefers-contrast: more)"].map((one) => matchMedia(one));

export class Board {
    #onHole;
    #onBusy;
    #style;
    #box;
    #options = {};
    #position = null;
    #shown = null; // the counters as they are drawn, in the middle of a move, too
    #sowing = null;
    #focus = null; // letter of the hole that Tab reaches
    #marked = null; // letter of the hole that mark() has chosen, until the position changes
    #places = null;
    #overlay = () => []; // of overlay()
    #built = ""; // for what the elements of the board are there
    #cells = new Map(); // letter -> {hole, contents, outside, key}
    #tall = false;
    #printing = false;

    /**
     * Builds the board in an element. onHole(letter, event) is told of clicks and keys (null: the board
     * is only looked at), onBusy(busy) when a move begins and ends to be shown, onDrop(kind, captured) when
     * a counter falls; style() is "wood" or "diagram".
     */
    constructor(box, {onHole = null, onBusy = () => {}, onDrop = () => {}, style = () => "wood"} = {}) {
        this.onDrop = onDrop;
        this.#onHole = onHole;
        this.#onBusy = onBusy;
        this.#style = style;
        this.#box = box;
        this.strips = {S: strip("S"), N: strip("N")};
        this.ground = svg("svg", {class: "ground", "aria-hidden": "true"});
        this.svg = svg("svg", {class: "board", role: "grid"});
        box.append(this.strips.N.root, el("div", {class: "stage"}, this.ground, this.svg),
            this.strips.S.root);
        this.svg.addEventListener("click", (event) => this.#click(event));
        this.svg.addEventListener("keydown", (event) => this.#key(event));
        this.#tall = box.clientWidth > 0 && box.clientWidth < NARROW;
        new ResizeObserver(([{contentRect}]) => this.#resize(contentRect.width)).observe(box);
        PLAIN.forEach((one) => one.addEventListener("change", () => this.redraw()));
        addEventListener("beforeprint", () => this.#print(true));
        addEventListener("afterprint", () => this.#print(false));
    }

    get position() {
        return this.#position;
    }

    get busy() {
        return this.#sowing !== null;
    }

    /** Whether the board is a plain diagram: chosen, for print, or for strong contrast. */
    get isDiagram() {
        return this.#printing || this.#style() === "diagram" || PLAIN.some(({matches}) => matches);
    }

    /**
     * Draws a position. Options: legal (letters that may be played), values ({letter: what
     * marks.js draws}), last (letter of the move that led here), flipped, editing (every hole is
     * enabled), names ({S, N, you: the side that is called "You"}), over (nobody is to move), passed (the other
     * player has just passed), seal (what is proven: {winner: "S", "N" or "draw", text, and go() or href}), sowing (a move is being shown: what is told of the holes remains what
     * it is).
     */
    draw(position, options = {}) {
        this.skip();
        this.#marked = position === this.#position ? this.#marked : null;
        this.#position = position;
        this.#options = options;
        this.#shown = clonePosition(position);
        this.#drawAll();
    }

    /** Draws what is there again, after a change of style or size. */
    redraw() {
        if (this.#position) {
            this.skip();
            this.#drawAll();
        }
    }

    #resize(width) {
        const tall = width > 0 && width < NARROW;
        if (tall !== this.#tall) {
            this.#tall = tall;
            this.redraw();
        }
    }

    #print(printing) {
        this.#printing = printing;
        this.redraw();
    }

    #drawAll() {
        const {editing, flipped} = this.#options;
        const key = [this.#position.seeds.S.length, Boolean(flipped), this.#tall, this.isDiagram].join();
        const focused = this.svg.contains(this.svg.getRootNode().activeElement);
        this.svg.setAttribute("aria-label", t(editing || !this.#onHole ? "section.board" : "board.label"));
        if (key !== this.#built) {
            this.#built = key;
            this.#build();
        }
        this.#chooseFocus(focused);
        this.#cells.forEach((cell, letter) => this.#update(letter, cell));
        this.drawScore();
        if (focused) {
            this.focusHole(this.#focus);
        }
    }

    /** Makes the elements of the board, which stay until its form changes. */
    #build() {
        const places = new Places(this.#position.seeds.S.length, Boolean(this.#options.flipped),
            this.#tall);
        this.#places = places;
        this.#cells.clear();
        this.#box.classList.toggle("diagram", this.isDiagram);
        this.#box.classList.toggle("tall", this.#tall);
        this.svg.setAttribute("viewBox", `0 0 ${places.width} ${places.height}`);
        drawGround(this.ground, places);
        this.trays = {S: this.#tray("S"), N: this.#tray("N")};
        this.svg.replaceChildren(drawingDefs(), this.trays.S, this.trays.N,
            ...places.rows().map((row) => svg("g", {role: "row"},
                ...row.map((letter) => this.#cell(letter)))),
            svg("g", {class: "signs", "aria-hidden": "true"}),
            svg("g", {class: "over-board", "aria-hidden": "true"}));
        this.overlay(this.#overlay);
    }

    /** Lays what draw(places) returns over the board, now and whenever its form has changed. */
    overlay(draw) {
        this.#overlay = draw;
        this.svg.querySelector(".signs")?.replaceChildren(...this.#places ? draw(this.#places) : []);
    }

    #tray(side) {
        const tray = this.#places.tray(side);
        return svg("g", {
            class: "tray", "data-side": side, "aria-hidden": "true",
            transform: `translate(${tray.x} ${tray.y})`,
        }, ...hollow(tray), svg("g", {class: "heap"}),
        svg("text", {class: "captured-number", x: tray.number.x, y: tray.number.y + 10}));
    }

    #cell(letter) {
        const {x, y} = this.#places.hole(letter);
        const place = {"data-side": placeOf(letter).side, transform: `translate(${x} ${y})`};
        const contents = svg("g", {class: "contents", "aria-hidden": "true"}); // the hole's name says it
        const outside = svg("g", {class: "outside", "aria-hidden": "true"});
        const hole = svg("g", {class: "hole", role: "gridcell", "data-hole": letter, ...place},
            ...bowl(), outside, contents);
        this.#cells.set(letter, {hole, contents, outside, key: ""});
        return hole;
    }

    /** The focus stays where it is; without it, Tab leads to a hole that may be played. */
    #chooseFocus(focused) {
        const legal = this.#options.legal || [];
        if (!this.#cells.has(this.#focus) || (!focused && !this.#options.editing &&
            placeOf(this.#focus).side !== this.#position.side)) {
            this.#focus = legal.find((move) => move !== PASS) || letterOf(this.#position.side, 0);
        }
    }

    #enabled(letter) {
        return Boolean(this.#options.editing) || (this.#options.legal || []).includes(letter);
    }

    #update(letter, {hole, outside}) {
        const {last, sowing, values = {}} = this.#options;
        hole.setAttribute("class",
            `hole${last === letter ? " last" : ""}${this.#marked === letter ? " marked" : ""}`);
        hole.setAttribute("tabindex", letter === this.#focus ? "0" : "-1");
        if (sowing) {
            hole.removeAttribute("aria-disabled");
        } else {
            hole.setAttribute("aria-disabled", String(!this.#enabled(letter)));
        }
        this.fill(letter);
        this.#caption(letter, outside, values[letter]);
    }

    /** The letter of a hole, and the value of its move. */
    #caption(letter, outside, value) {
        const {rx, ry} = this.#places;
        const {outer} = this.#places.hole(letter);
        const text = value ? valueText(value) : "";
        outside.setAttribute("class", `outside${this.#enabled(letter) || value ? " enabled" : ""}`);
        outside.replaceChildren(...[
            value && drawValue(value, {rx, ry, outer: outer * ry}),
            svg("text", {class: "caption", y: outer * (ry + (this.#tall ? 21 : 18)), dy: "0.36em"},
                svg("tspan", {class: "letter", text: letter}), text && svg("tspan", {
                    class: Number.isInteger(value.expected) ? "score guess" : "score", dx: 6, text,
                }))].filter(Boolean));
    }

    /** Draws what is in a hole now, and returns its element. */
    fill(letter) {
        const cell = this.#cells.get(letter);
        const {side, index} = placeOf(letter);
        const seeds = this.#shown.seeds[side][index];
        const cowries = this.#shown.cowries[side][index];
        if (cell.key !== `${seeds} ${cowries}`) {
            cell.key = `${seeds} ${cowries}`;
            const place = index + (side === "S" ? 0 : 6);
            const {outer} = this.#places.hole(letter);
            const flat = this.isDiagram;
            const heap = flat ? seedDiscs(seeds) : seedHeap(seeds, place);
            const shells = cowrieHeap(cowries, place, flat);
            heap.setAttribute("transform", `translate(0 ${cowries > 4 ? -20 : cowries ? -14 : 0})`);
            shells.setAttribute("transform", `translate(0 ${seeds ? 26 : 6})`);
            cell.contents.replaceChildren(heap, shells, ...[
                seeds > 0 && count("seed", seeds, -32, -45 * outer),
                cowries > 1 && count("cowrie", cowries, 32, -45 * outer)].filter(Boolean));
            this.#drawCowries(side);
        }
        if (!this.#options.sowing) {
            cell.hole.setAttribute("aria-label", this.name(letter));
        }
        return cell.hole;
    }

    /** Draws the cowries of a row in the line of its player. */
    #drawCowries(side) {
        const n = sum(this.#shown.cowries[side]);
        const text = t("cowries", {n});
        const {cowries} = this.strips[side];
        if (cowries.lastChild?.textContent !== text) {
            cowries.replaceChildren(...n > 0 ? [cowrieRow(n), el("span", {class: "strip-count", "aria-hidden": "true", text: n})] : [],
                el("span", {class: n > 0 ? "hidden" : "strip-count", text}));
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

    /** What a player is called in this game. */
    playerName(side) {
        return this.#options.names?.[side] || nameOf(side);
    }

    /** Draws the lines of the players and their trays. */
    drawScore() {
        const {names, over, passed, sowing} = this.#options;
        for (const side of ["S", "N"]) {
            const {root, name, captured, turn} = this.strips[side];
            const moves = !over && this.#position.side === side;
            const score = this.#shown.score[side];
            name.textContent = `${this.playerName(side)} `;
            captured.textContent = `${score} `;
            const you = names?.you === side;
            turn.textContent = moves ? t(!sowing ? "toMove" : you ? "you.sow" : "sows")
                : passed && !over ? t(you ? "you.pass" : "passes") : "";
            root.classList.toggle("turn", moves);
            this.#seal(side);
            root.style.order = this.#places.isBelow(side) ? 3 : 1;
            const tray = this.trays[side];
            tray.querySelector("text").textContent = score;
            if (tray.dataset.count !== String(score)) {
                tray.dataset.count = score;
                tray.querySelector(".heap").replaceChildren(
                    trayHeap(score, this.#places.tray(side).heap, side === "S" ? 12 : 13));
            }
        }
    }

    /** Puts the seal of what is proven beside the name of who wins, or beside both. */
    #seal(side) {
        const {winner, text, go = null, href} = this.#options.seal || {};
        const {seal} = this.strips[side];
        const said = [side, "draw"].includes(winner) ? text : "";
        if (seal.dataset.said !== said + (href || "")) {
            seal.dataset.said = said + (href || "");
            seal.replaceChildren(...said ? [el(go ? "button" : "a", {
                class: "seal-link", title: said, "aria-label": said, href, onclick: go,
            }, sealIcon())] : []);
        }
    }

    // --------------------------------------------------------------------- clicks and keys

    #click(event) {
        const hole = event.target.closest("[data-hole]");
        if (event.detail > 1 && !this.#options.editing) {
            return; // a double click is one move
        }
        if (this.busy) {
            this.skip();
        } else if (hole && this.#onHole && this.#enabled(hole.dataset.hole)) {
            this.#setFocus(hole.dataset.hole);
            this.#onHole(hole.dataset.hole, event);
        }
    }

    #key(event) {
        const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
        if (event.altKey || event.ctrlKey || event.metaKey) {
            return;
        }
        if (steps[event.key] && (this.#options.editing || !this.#onHole || event.shiftKey)) {
            this.#move(...steps[event.key]);
        } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
            this.#walk(event.key === "ArrowUp" ? -1 : 1);
        } else if (event.key === "Enter" || event.key === " ") {
            if (this.busy) {
                this.skip();
            } else if (this.#onHole && !event.repeat) {
                this.#onHole(this.#focus, event);
            }
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    /** Moves the focus to the next hole or the one before, as seeds are sown. */
    #walk(step) {
        const letters = [...this.#cells.keys()].sort((a, b) => this.#order(a) - this.#order(b));
        this.focusHole(letters.at((letters.indexOf(this.#focus) + step) % letters.length));
    }

    #order(letter) {
        const {side, index} = placeOf(letter);
        return index + (side === "S" ? 0 : this.#position.seeds.S.length);
    }

    /** Moves the focus by columns and rows of the drawing. */
    #move(columns, rows) {
        const lines = this.#places.rows();
        const line = lines.findIndex((one) => one.includes(this.#focus));
        const letter = lines[rows === 0 ? line : rows > 0 ? 1 : 0][
            lines[line].indexOf(this.#focus) + columns];
        if (letter) {
            this.focusHole(letter);
        }
    }

    #setFocus(letter) {
        this.#cells.get(this.#focus)?.hole.setAttribute("tabindex", "-1");
        const {hole} = this.#cells.get(letter);
        hole.setAttribute("tabindex", "0");
        this.#focus = letter;
        return hole;
    }

    focusHole(letter) {
        this.#setFocus(letter).focus({preventScroll: true});
    }

    /** Marks a hole, as when the pointer is over its line in the list of moves; null for none. */
    mark(letter) {
        this.#marked = letter;
        this.#cells.forEach(({hole}, one) => hole.classList.toggle("marked", one === letter));
    }

    // ---------------------------------------------------------------------------- sowing

    /**
     * Shows a move, beginning at `from`, and resolves when the last counter lies or skip() was
     * called. `speed` is the time of a step in milliseconds, 0 for no animation.
     */
    async animate(from, move, {speed = 0} = {}) {
        const {drops} = play(from, move);
        this.draw(from, {...this.#options, values: {}, seal: null, legal: [], last: null, sowing: true});
        if (speed <= 0 || drops.length === 0) {
            return;
        }
        const sowing = new Sowing(this, this.#places, this.#shown, speed);
        this.#sowing = sowing;
        this.#onBusy(true);
        await sowing.show(move, drops);
        if (this.#sowing === sowing) {
            this.#sowing = null;
            this.#onBusy(false);
        }
    }

    /** Ends an animation at once; what was to be shown is up to the caller of animate(). */
    skip() {
        if (this.#sowing) {
            this.#sowing.stop();
            this.#sowing = null;
            this.#onBusy(false);
        }
    }
}

/** The line of a player: name and turn, and for those who do not see the tray, captured seeds. */
function strip(side) {
    const name = el("span", {class: "strip-name"});
    const seal = el("span", {class: "strip-seal"});
    const turn = el("span", {class: "strip-turn"});
    const captured = el("span", {class: "strip-number"});
    const cowries = el("span", {class: "strip-cowries"});
    const root = el("div", {class: "strip", "data-side": side},
        el("span", {class: "strip-mark", "aria-hidden": "true"}), name, seal, cowries, turn,
        el("span", {class: "hidden"}, captured, el("span", {"data-t": "captured"})));
    return {root, name, captured, cowries, seal, turn};
}
