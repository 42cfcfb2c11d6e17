/**
 * The walk through the solution, on the board itself: a strip under it says the winner's move, or how many
 * of the winner's replies suffice here, and the board shows them. Clicks, letters and the arrow to the
 * right go on.
 */
import {announce} from "../base/announce.js";
import {byId, el, svg} from "../base/dom.js";
import {faultOf} from "../base/faults.js";
import {button, note, refill, row} from "../base/parts.js";
import {setSetting, settings} from "../base/settings.js";
import {formatPosition} from "../game/notation.js";
import {PASS, isOver, opponent, play} from "../game/rules.js";
import {addWords, nameOf, onLanguage, t} from "../texts/texts.js";
import {words} from "../texts/words-walk.js";
import {solutionOf} from "./solutions.js";
import {nameOfMove} from "./values.js";

addWords(words);

const byText = ({source, plies}) => t(`walk.by.${source}${source === "tables" && plies === null ? "0" : ""}`, {n: plies});

/** What a place says of its moves; `solution` is an answer of the API. */
export function headline({winner, position, best, moves, needed, replies}) {
    if (!winner) {
        return t("walk.nobody");
    }
    const names = {side: nameOf(winner), other: nameOf(opponent(winner))};
    if (best) {
        return t("walk.own", {...names, move: nameOfMove(best.move), by: byText(best)});
    }
    if (moves.length === 0) {
        return t(position.split(" ")[1] === winner ? "walk.unknown" : "walk.settled", names);
    }
    return needed === 0 ? t("walk.settled", names)
        : t(needed < moves.length ? "walk.needsSome" : "walk.needs", {...names, n: moves.length, needed, all: replies});
}

/** The hole in which the last counter of a move falls. */
const lastHole = (position, move) => play(position, move).drops.at(-1)?.hole;

/** An arrow from the hole of a move along the row to the one where it ends. */
function arrow(places, from, to, side) {
    const [a, b] = [places.hole(from), places.hole(to)];
    const bend = a.outer === b.outer ? a.outer * -0.9 * places.ry : 0;
    const middle = {x: 0.5 * (a.x + b.x) + (bend ? 0 : 30), y: 0.5 * (a.y + b.y) + bend};
    const angle = Math.atan2(b.y - middle.y, b.x - middle.x);
    const tip = {x: b.x - 20 * Math.cos(angle), y: b.y - 20 * Math.sin(angle)};
    const wing = (turn) => `L${tip.x - 22 * Math.cos(angle + turn)} ${tip.y - 22 * Math.sin(angle + turn)}`;
    return svg("g", {class: "way", "data-side": side},
        svg("ellipse", {cx: a.x, cy: a.y, rx: places.rx - 5, ry: places.ry - 5}),
        svg("path", {d: `M${a.x} ${a.y}Q${middle.x} ${middle.y} ${tip.x} ${tip.y}`}),
        svg("path", {class: "tip", d: `M${tip.x} ${tip.y}${wing(0.45)}${wing(-0.45)}z`}));
}

/** The winner's answer, written in a hole of the loser, towards the middle of the board. */
function answerSign(places, hole, answer, side) {
    const {x, y, outer} = places.hole(hole);
    return svg("g", {class: "answer", "data-side": side, transform: `translate(${x} ${y - outer * (places.ry - 4)})`},
        svg("rect", {x: -18, y: -13, width: 36, height: 26, rx: 13}),
        svg("text", {"text-anchor": "middle", dy: "0.35em", text: `\u2192${answer}`}));
}

class Walk {
    #app;
    #root = el("section", {id: "walk", class: "walk stack", hidden: true, "aria-labelledby": "walk-title"});
    #asking = null; // aborts the request for a place
    #key = ""; // of the place that is shown or asked for
    #solution = null; // the answer about it
    #fault = null;
    #used = false; // somebody walks: places are announced

    constructor(app) {
        this.#app = app;
        byId("under-board").append(this.#root);
        onLanguage(() => this.#build());
        ["value", "game", "rules"].forEach((name) => app.on(name, () => this.#take()));
        app.ahead = () => this.#ahead();
    }

    /** Shows the strip, from now on. */
    open() {
        if (!settings.walk) {
            setSetting("walk", true);
            this.#used = true;
        }
        this.#take();
    }

    #close() {
        setSetting("walk", false);
        this.#used = false;
        this.#take();
        this.#app.draw();
        this.#app.focusBoard();
    }

    get #node() {
        return this.#app.game.node;
    }

    /** Whether the strip belongs to what the page shows. */
    get #belongs() {
        const {mode} = this.#app;
        return settings.walk && !this.#app.valuesHidden && mode.asks && !mode.shown
            && !isOver(this.#node.position, this.#app.rules());
    }

    /** The winner's move, at the end of a line; null if it is not the winner's turn. */
    #ahead() {
        return this.#belongs && this.#node.children.length === 0 && this.#solution?.best?.move || null;
    }

    /** Takes the position that the page shows. */
    async #take() {
        const key = this.#belongs ? `${formatPosition(this.#node.position)} ${this.#app.rules()}` : "";
        if (key === this.#key && (this.#solution || this.#asking || this.#fault || !key)) {
            return;
        }
        this.#asking?.abort();
        this.#asking = null;
        this.#key = key;
        this.#solution = this.#fault = null;
        this.#build();
        if (key) {
            await this.#ask();
        }
    }

    async #ask() {
        const {signal} = this.#asking = new AbortController();
        let [solution, fault] = [null, null];
        try {
            solution = await solutionOf(this.#node.position, this.#app.rules(), signal);
            await this.#app.settled();
        } catch (error) {
            fault = error;
        }
        if (signal.aborted) {
            return;
        }
        this.#asking = null;
        this.#solution = solution;
        this.#fault = fault;
        this.#build();
        this.#app.draw();
        if (this.#used && solution?.winner) {
            announce(headline(solution));
        }
    }

    /** Whether the position occurred before in the game, since the last capture or at all. */
    get #isAgain() {
        const {position} = this.#node;
        for (let {parent} = this.#node; parent; {parent} = parent) {
            if (formatPosition(parent.position) === formatPosition(position)) {
                return true;
            }
        }
        return false;
    }

    #go(...moves) {
        this.#used = true;
        if (moves.length === 1) {
            this.#app.play(moves[0]);
        } else {
            this.#app.playAll(moves);
        }
    }

    #steps() {
        const {best, moves} = this.#solution;
        if (best) {
            return [button("walk.play", () => this.#go(best.move), "accent",
                {text: t("walk.play", {move: nameOfMove(best.move)})})];
        }
        return moves.filter(({answer}) => answer).map(({move, answer}) => button(`walk-${move}`,
            () => this.#go(move, answer.move), "", {
                text: `${nameOfMove(move)} \u2192 ${nameOfMove(answer.move)}`, title: byText(answer),
            }));
    }

    #build() {
        const solution = this.#solution;
        const isShown = Boolean(this.#key) && (this.#asking !== null || this.#fault !== null
            || Boolean(solution?.winner) || (this.#used && solution !== null));
        // While the next place is looked up, the strip stays as it was, so that nothing jumps.
        if (isShown && this.#asking && !this.#root.hidden) {
            this.#root.setAttribute("aria-busy", "true");
        } else {
            this.#root.removeAttribute("aria-busy");
            this.#root.hidden = !isShown || this.#asking !== null;
            refill(this.#root, ...(this.#root.hidden ? [] : this.#contents()));
        }
        this.#app.board.overlay((places) => (isShown && solution ? this.#signs(places) : []));
    }

    #contents() {
        const solution = this.#solution;
        const {winner} = solution || {};
        return [
            row(el("h3", {id: "walk-title", text: t("walk.title")}),
                button("walk.close", () => this.#close(), "quiet", {"aria-label": `${t("walk.title")}: ${t("walk.close")}`, text: "\u00d7"})),
            el("p", {class: this.#fault ? "notice" : "walk-said", "data-side": winner,
                text: this.#fault ? faultOf(this.#fault) : headline(solution)}),
            winner && this.#isAgain ? note(t("walk.again")) : null,
            solution ? row(...this.#steps()) : null,
            winner && this.#used && solution.moves.length > 0
                ? note(t("walk.keys", {other: nameOf(opponent(winner))})) : null,
        ];
    }

    /** What the board shows of the place. */
    #signs(places) {
        const {position} = this.#node;
        const {winner, best, moves} = this.#solution;
        if (best && best.move !== PASS) {
            return [arrow(places, best.move, lastHole(position, best.move) || best.move, winner)];
        }
        return moves.filter(({move, answer}) => answer && move !== PASS)
            .map(({move, answer}) => answerSign(places, move, nameOfMove(answer.move), winner));
    }
}

/** Makes the strip; open() shows it. */
export const mount = (app) => new Walk(app);
