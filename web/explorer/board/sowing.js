/** Shows a move on the board: a hand carries the counters, and what is captured flies to its tray. */
import {svg} from "../base/dom.js";
import {placeOf} from "../game/notation.js";
import {count, cowrie, seedHeap} from "./counters.js";


const STEPS = 11; // the time of so many steps is the most that sowing takes, without captures
const FLIGHT = 160; // milliseconds that captured seeds fly at least

export class Sowing {
    #board;
    #places;
    #shown;
    #speed;
    #pace; // of captures
    #stopped = false;
    #wake = () => {};
    #over;

    /** For a move on a board whose counters are `shown`; `speed` is the time of a step in ms. */
    constructor(board, places, shown, speed) {
        this.#board = board;
        this.#places = places;
        this.#shown = shown;
        this.#speed = speed;
        this.#pace = Math.max(FLIGHT, 1.1 * speed);
        this.#over = board.svg.querySelector(".over-board");
    }

    stop() {
        this.#stopped = true;
        this.#over.replaceChildren();
        this.#wake();
    }

    #pause(milliseconds) {
        return new Promise((resolve) => {
            this.#wake = resolve;
            setTimeout(resolve, milliseconds);
        });
    }

    /** Resolves when the last counter lies, or after stop(). */
    async show(move, drops) {
        this.#speed = Math.min(this.#speed, (this.#speed * STEPS) / drops.length);
        const start = placeOf(move);
        const hand = this.#lift(move, drops);
        this.#shown.seeds[start.side][start.index] = 0;
        this.#shown.cowries[start.side][start.index] = 0;
        this.#board.fill(move);
        await this.#pause(this.#speed);
        for (let i = 0; i < drops.length && !this.#stopped; i++) {
            this.#carry(hand, drops[i].hole, drops.slice(i + 1));
            await this.#pause(this.#speed * 0.6);
            if (!this.#stopped) {
                await this.#drop(drops[i]);
            }
        }
        hand.remove();
        if (!this.#stopped) {
            await this.#pause(this.#speed);
        }
    }

    /** Puts the lifted counters into a hand above their hole. */
    #lift(move, drops) {
        const hand = svg("g", {class: "hand"},
            svg("rect", {class: "palm", x: -58, y: -21, width: 116, height: 42, rx: 21}),
            svg("g", {class: "held"}));
        hand.style.transitionDuration = `${Math.round(this.#speed * 0.55)}ms`;
        this.#over.append(hand);
        this.#carry(hand, move, drops);
        return hand;
    }

    #carry(hand, letter, left) {
        const {x, y, outer} = this.#places.hole(letter);
        const amount = (kind) => left.filter((drop) => drop.kind === kind).length;
        const [seeds, cowries] = [amount("seed"), amount("cowrie")];
        const at = (x, child) => svg("g", {transform: `translate(${x} 0)`}, child);
        const parts = [];
        const middle = seeds && cowries ? 28 : 0;
        if (seeds) {
            parts.push(at(-middle - 15, seedHeap(1, 0)), count("seed", seeds, 10 - middle, 0));
        }
        if (cowries) {
            parts.push(cowrie(middle - 14, 0, 0.7), count("cowrie", cowries, middle + 12, 0));
        }
        hand.querySelector(".held").replaceChildren(...parts);
        hand.classList.toggle("empty", parts.length === 0);
        hand.style.transform = `translate(${x}px, ${y + outer * (this.#places.ry + 14)}px)`;
    }

    async #drop({hole, kind, captures}) {
        const {side, index} = placeOf(hole);
        this.#shown[kind === "seed" ? "seeds" : "cowries"][side][index] += 1;
        const element = this.#board.fill(hole);
        this.#board.onDrop(kind, captures?.count);
        element.classList.add("dropped");
        if (captures) {
            element.classList.add("captured");
            await this.#capture(hole, captures);
            element.classList.remove("captured");
        } else {
            await this.#pause(this.#speed * 0.4);
        }
        element.classList.remove("dropped");
    }

    /** The seeds of a hole fly to the tray of the player who captures them, with "South +2" or "You +2". */
    async #capture(letter, {by, count: captured}) {
        const {side, index} = placeOf(letter);
        const from = this.#places.hole(letter);
        const to = this.#places.tray(by);
        const note = this.#note(from, letter, captured, by);
        await this.#pause(this.#pace * 0.7);
        if (this.#stopped) {
            return; // the board shows something else by now
        }
        const flock = svg("g", {class: "flock"}, seedHeap(captured, index));
        for (const one of [flock, note]) {
            one.style.transition = `transform ${Math.round(this.#pace)}ms ease-in-out`;
            one.style.transform = `translate(${from.x}px, ${from.y}px)`;
        }
        this.#over.prepend(flock);
        this.#shown.seeds[side][index] = 0;
        this.#board.fill(letter);
        flock.getBoundingClientRect(); // so that it starts from where it is
        for (const one of [flock, note]) {
            one.style.transform = `translate(${to.x + to.number.x}px, ${to.y + to.number.y}px)`;
        }
        await this.#pause(this.#pace);
        flock.remove();
        note.remove();
        if (!this.#stopped) {
            this.#shown.score[by] += captured;
            this.#board.drawScore();
            await this.#pause(this.#speed * 0.4);
        }
    }

    #note({x, y}, letter, captured, by) {
        const text = `${this.#board.playerName(by)} +${captured}`;
        const given = placeOf(letter).side === by;
        const half = Math.max(58, 12 + 5.5 * text.length);
        const note = svg("g", {class: `capture-note ${given ? "given" : "taken"}`, "data-side": by},
            svg("rect", {x: -half, y: -18, width: 2 * half, height: 36, rx: 18}),
            svg("text", {y: 7, text}));
        note.style.transform = `translate(${x}px, ${y}px)`;
        this.#over.append(note);
        return note;
    }
}
