/**
 * <kauri-board position="..." moves="..." values="...">: a board for pages of others, without a
 * server. scripts/packages/make-board makes one script of this and of the modules of the explorer that draw
 * the board; docs/guide/BOARD.md describes the attributes.
 */
import {el, svg} from "../explorer/base/dom.js";
import {Board} from "../explorer/board/board.js";
import {parsePosition, startPosition} from "../explorer/game/notation.js";
import {PASS, isOver, legalMoves, opponent, play} from "../explorer/game/rules.js";
import {nameOf, speak, t} from "../explorer/texts/texts.js";
import {styles} from "./styles.js";

const SPEED = 220; // milliseconds of a step of sowing
const PAUSE = 1500; // between plies that are shown by themselves
const SIGNS = {win: 1, draw: 0, loss: -1};
const KNOWN = {board: /^(wood|diagram)$/, theme: /^(light|dark)$/, ground: /^(wood|none)$/, ply: /^(\d+|last)$/};
const still = matchMedia("(prefers-reduced-motion: reduce)");
const BUTTONS = {
    first: ["M5 4v12M15 4.5L8 10l7 5.5z", () => 0],
    back: ["M13.5 4.5L6 10l7.5 5.5z", (ply) => ply - 1],
    forward: ["M6.5 4.5L14 10l-7.5 5.5z", (ply) => ply + 1],
    last: ["M15 4v12M5 4.5l7 5.5-7 5.5z", () => Infinity],
};

/** The moves of a text such as "1. a B 2. c -"; numbers, marks and comments in {} are passed over. */
const readMoves = (text) => text.replace(/\{[^}]*\}|\d+\.+|[!?]/g, " ").split(/\s+/).filter(Boolean)
    .flatMap((word) => (/^[a-fA-F-]+$/.test(word) ? [...word] : [word]));

/**
 * The values of moves, "a=31:29 b=+2 c=loss": the final score of South and North, the final lead of
 * the player to move, or the result alone. Those of the best result are framed as the best. What is
 * none goes to `faults`.
 */
function readValues(text, side, faults = []) {
    const values = {};
    for (const word of text.replace(/\s*=\s*/g, "=").split(/[\s,;]+/).filter(Boolean)) {
        const [, letter, value] = /^([a-fA-F])=(.+)$/.exec(word) || [word, "", ""];
        const [score, south, north] = /^(\d+):(\d+)$/.exec(value) || [];
        const worth = score ? (side === "S" ? 1 : -1) * (south - north)
            : value in SIGNS ? SIGNS[value] : Number(value.replace("\u2212", "-") || NaN);
        if (Number.isNaN(worth)) {
            faults.push(word);
        } else {
            const result = worth > 0 ? "win" : worth < 0 ? "loss" : "draw";
            const lead = score || value in SIGNS ? null : worth;
            values[letter] = {
                worth, result, score, lead,
                spoken: [t(`result.${result}`), score || lead].filter((part) => part).join(" "),
            };
        }
    }
    const most = Math.max(...Object.values(values).map(({worth}) => worth));
    Object.values(values).forEach((value) => { value.best = value.worth === most; });
    return values;
}

class KauriBoard extends HTMLElement {
    static observedAttributes = ["position", "moves", "values", "ply", "flipped", "proof", "autoplay", ...Object.keys(KNOWN)];

    #board = null;
    #box = el("div", {class: "board-box"});
    #buttons = {};
    #text = null;
    #positions = []; // after 0, 1, ... moves
    #moves = [];
    #ply = 0;
    #shown = 0; // the ply to which the values belong
    #timer = 0; // of plies that are shown by themselves

    connectedCallback() {
        if (!this.#board) {
            this.#build();
        }
        this.#read();
    }

    disconnectedCallback() {
        clearTimeout(this.#timer);
    }

    attributeChangedCallback() {
        if (this.#board) {
            this.#read();
        }
    }

    #build() {
        const root = this.attachShadow({mode: "open"});
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(styles);
        root.adoptedStyleSheets = [sheet];
        this.#text = el("span", {class: "moves", "aria-live": "polite"});
        for (const [name, [path, next]] of Object.entries(BUTTONS)) {
            this.#buttons[name] = el("button", {onclick: () => this.#step(next(this.#ply))},
                svg("svg", {viewBox: "0 0 20 20", "aria-hidden": "true"}, svg("path", {d: path})));
        }
        root.append(this.#box, el("div", {class: "steps"}, ...Object.values(this.#buttons), this.#text),
            el("slot"));
        this.#board = new Board(this.#box, {style: () => this.getAttribute("board") || "wood"});
    }

    /** Takes the attributes. What is wrong is said in place of the moves; a faulty position has no board. */
    #read() {
        const {lang} = this.closest("[lang]") || {};
        speak((lang || "").slice(0, 2));
        const faults = [];
        const unknown = (name, value) => faults.push(t("board.unknown", {name, value}));
        clearTimeout(this.#timer);
        this.#moves = [];
        this.#positions = [];
        try {
            this.#positions = [this.hasAttribute("position")
                ? parsePosition(this.getAttribute("position")) : startPosition()];
        } catch ({key, values}) {
            faults.push(`${t("board.fault")} ${t(key, values)}`);
        }
        this.#box.hidden = this.#positions.length === 0;
        if (this.#box.hidden) {
            Object.values(this.#buttons).forEach((button) => { button.hidden = true; });
            this.#text.textContent = faults.join(" ");
            return;
        }
        for (const move of readMoves(this.getAttribute("moves") || "")) {
            const position = this.#positions.at(-1);
            if (!legalMoves(position).includes(move)) {
                faults.push(t("board.cut", {move}));
                break;
            }
            this.#positions.push(play(position, move).position);
            this.#moves.push(move);
        }
        const wish = this.getAttribute("ply");
        this.#shown = wish === "last" ? this.#moves.length : this.#within(Number(wish) || 0);
        this.#ply = this.#shown;
        this.#draw();
        const strange = [];
        readValues(this.getAttribute("values") || "", "S", strange);
        strange.forEach((word) => unknown("values", word));
        for (const [name, known] of Object.entries(KNOWN)) {
            if (this.getAttribute(name) && !known.test(this.getAttribute(name))) {
                unknown(name, this.getAttribute(name));
            }
        }
        if (this.getAttribute("proof") && !this.#proof) {
            unknown("proof", this.getAttribute("proof"));
        }
        if (faults.length > 0) {
            this.#text.textContent = faults.join(" ");
        }
        this.#goOn();
    }

    /** The address of what proves the values, for the seal; "" if there is none. */
    get #proof() {
        try {
            const {protocol, href} = new URL(this.getAttribute("proof") || "about:", document.baseURI);
            return /^https?:$/.test(protocol) ? href : "";
        } catch {
            return "";
        }
    }

    /** The seal for the result that the values give. */
    #seal(values, side) {
        const {result} = Object.values(values).find(({best}) => best) || {};
        const winner = result === "draw" ? result : result === "win" ? side : opponent(side);
        return result && this.#proof ? {
            winner, href: this.#proof, text: t("proven.sealed", {
                text: winner === "draw" ? t("result.draw") : t("verdict.winsOpen", {side: nameOf(winner)}),
            }),
        } : null;
    }

    /** Shows the next ply after a while, and the first one after the last, until somebody steps. */
    #goOn() {
        clearTimeout(this.#timer);
        if (this.hasAttribute("autoplay") && this.#moves.length > 0 && !still.matches) {
            this.#timer = setTimeout(async () => {
                await this.go(this.#ply === this.#moves.length ? 0 : this.#ply + 1);
                this.#goOn();
            }, PAUSE);
        }
    }

    #step(ply) {
        this.removeAttribute("autoplay");
        this.go(ply);
    }

    #within(ply) {
        return Math.max(0, Math.min(this.#moves.length, ply));
    }

    /** Shows the position after so many moves; the next one is sown before one's eyes. */
    async go(ply) {
        const next = this.#within(ply);
        const sown = next === this.#ply + 1 && this.#moves[this.#ply] !== PASS &&
            !still.matches;
        this.#board.skip();
        this.#ply = next;
        this.#label();
        if (sown) {
            await this.#board.animate(this.#positions[next - 1], this.#moves[next - 1], {speed: SPEED});
        }
        if (this.#ply === next) {
            this.#draw();
        }
    }

    #draw() {
        const position = this.#positions[this.#ply];
        const values = this.#ply === this.#shown
            ? readValues(this.getAttribute("values") || "", position.side) : {};
        this.#board.draw(position, {
            values,
            seal: this.#seal(values, position.side),
            last: this.#moves[this.#ply - 1] || null,
            flipped: this.hasAttribute("flipped"),
            over: isOver(position, "tiebreak"),
        });
        this.#label();
    }

    /** The moves so far, with numbers as in a record, and which buttons do something. */
    #label() {
        const {side} = this.#positions[0];
        let number = 0;
        const words = this.#moves.slice(0, this.#ply).flatMap((move, i) => {
            const south = (i % 2 ? opponent(side) : side) === "S";
            number += south || i === 0 ? 1 : 0;
            return south ? `${number}.\u00a0${move}` : i === 0 ? `${number}\u2026\u00a0${move}` : move;
        });
        this.#text.textContent = words.slice(-8).join(" ");
        for (const [name, button] of Object.entries(this.#buttons)) {
            button.hidden = this.#moves.length === 0;
            button.disabled = this.#ply === (name === "first" || name === "back" ? 0
                : this.#moves.length);
            button.title = t(`button.${name}`);
            button.setAttribute("aria-label", button.title);
        }
    }
}

if (!customElements.get("kauri-board")) { // the page may have the script twice
    customElements.define("kauri-board", KauriBoard);
}
