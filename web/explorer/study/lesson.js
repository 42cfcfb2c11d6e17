/** The lesson: seven steps on the board, each done by the learner's own moves (lesson-steps.js). */
import {nameOfMove} from "../analysis/values.js";
import {announce} from "../base/announce.js";
import {byId, el} from "../base/dom.js";
import {button, refill, row} from "../base/parts.js";
import {setSetting, settings} from "../base/settings.js";
import {icon} from "../board/counters.js";
import {formatPosition, parsePosition} from "../game/notation.js";
import {legalMoves, play} from "../game/rules.js";
import {addWords, t} from "../texts/texts.js";
import {words} from "../texts/words-lesson.js";
import {standing, steps} from "./lesson-steps.js";

addWords(words);

const HINT_AFTER = 2; // wrong moves

class Lesson {
    #root = byId("guide");
    #app;
    #wrong = 0; // moves in this step
    #hinted = false;
    #refused = null; // a hole that was chosen and cannot be played

    constructor(app) {
        this.#app = app;
        app.on("language", () => this.#number && this.#build());
        app.on("game", ({kind}) => this.#changed(kind));
        app.on("refused", (move) => this.#refuse(move));
        byId("board").addEventListener("click", ({target}) => {
            const hole = target.closest("[data-hole][aria-disabled=true]");
            if (hole) {
                this.#refuse(hole.dataset.hole);
            }
        }, true); // before a move changes what may be played
    }

    /** The number of the step, from 1, or 0 if there is no lesson. */
    get #number() {
        return this.#app.mode.address.lesson || 0;
    }

    get #step() {
        return steps[this.#number - 1];
    }

    get #standing() {
        return standing(this.#step, this.#app.game.node);
    }

    /** Begins a step, or takes it up where the address has it. */
    open(number) {
        const {game} = this.#app;
        const step = steps[number - 1];
        if (this.#number !== number || formatPosition(game.root.position) !== step.position) {
            this.#app.begin(step.rules || "standard", parsePosition(step.position));
        }
        this.#wrong = 0;
        this.#hinted = false;
        this.#refused = null;
        this.#app.enter({
            kind: "lesson", step: number, hidden: true, allows: (node) => standing(step, node).state === "task",
        });
        this.#build();
        this.#tell([t("lesson.step", {n: number, all: steps.length}), `${this.#text("title")}.`,
            number === 1 ? `${t("lesson.seed")}. ${t("lesson.cowrie")}.` : "",
            this.#text("text"), this.#question()].join(" "));
        this.#app.focusBoard();
        scrollTo(0, 0);
        this.#answer();
    }

    async #changed(kind) {
        if (kind === "load") {
            if (this.#number) {
                this.open(this.#number);
            } else {
                this.#root.hidden = true;
            }
            return;
        }
        const {node} = this.#app.game;
        this.#refused = null;
        if (this.#number && kind === "move") {
            await this.#app.settled();
        }
        if (this.#number && node === this.#app.game.node) {
            this.#show(kind);
        }
    }

    /** After a move, or a step through the moves: says how it stands, and lets North answer. */
    #show(kind) {
        const {state} = this.#standing;
        if (kind === "move") {
            this.#wrong += state === "wrong" ? 1 : 0;
            if (state === "done" && settings.learned < this.#number) {
                setSetting("learned", this.#number);
            }
        }
        this.#build();
        if (state === "task") {
            this.#tell(this.#question());
        } else if (state !== "reply") {
            this.#tell(this.#verdict());
            const next = this.#root.querySelector(".accent");
            next.focus({preventScroll: true});
        } else if (kind === "move") {
            this.#answer();
        }
    }

    #answer() {
        const {node} = this.#app.game;
        if (this.#standing.state === "reply" && node.children.length === 0) {
            this.#app.answer(this.#step.reply || legalMoves(node.position)[0]);
        }
    }

    #refuse(move) {
        if (this.#number && this.#standing.state === "task" && !this.#app.board.busy) {
            this.#refused = move;
            this.#build();
            this.#tell(this.#refusal());
        }
    }

    #tell(text) {
        announce(text);
    }

    // ------------------------------------------------------------------------- the texts

    /** The text of a step; of a task after the first one, that with its number if there is one. */
    #text(what, values = {}) {
        const key = `lesson.${this.#step.name}.${what}`;
        const later = this.#standing.task > 0 ? t(`${key}2`, values) : "";
        return later && later !== `${key}2` ? later : t(key, values);
    }

    #question() {
        return this.#text("task");
    }

    #refusal() {
        const move = this.#refused;
        return t(move >= "a" ? "lesson.noCowrie" : "lesson.notYours", {move: nameOfMove(move)});
    }

    /** What a right or wrong move has done. */
    #verdict() {
        const {state, node} = this.#standing;
        const {drops} = play(node.parent.position, node.move);
        return this.#text(state, {
            move: node.move, hole: drops.length > 0 ? drops.at(-1).hole : node.move,
            n: node.captured.other,
        });
    }

    // ------------------------------------------------------------------------ the drawing

    #build() {
        const {state, node} = this.#standing;
        const number = this.#number;
        const last = number === steps.length;
        const judged = state === "wrong" || state === "done";
        this.#root.hidden = false;
        refill(this.#root,
            el("div", {class: "row guide-top"},
                el("h2", {id: "guide-heading", text: t("lesson.heading")}),
                el("ol", {class: "guide-steps"}, ...steps.map((step, i) => this.#stepButton(step, i + 1)))),
            el("h3", {text: `${number}. ${this.#text("title")}`}),
            number === 1 ? el("ul", {class: "guide-legend"}, ...["seed", "cowrie"].map((kind) =>
                el("li", {}, icon(kind), el("span", {text: t(`lesson.${kind}`)})))) : null,
            el("p", {text: this.#text("text")}),
            el("div", {class: "guide-said stack"}, // which keeps its room, so that the board below it stays
                judged ? null : el("p", {class: "guide-task", text: this.#question()}),
                this.#refused ? el("p", {class: "check", text: this.#refusal()}) : null,
                judged ? el("p", {class: `check ${state}`, "data-state": `lesson.${state}`, text: this.#verdict()}) : null,
                this.#hinted && state === "task" ? el("p", {class: "check", text: this.#text("hint")}) : null),
            row(
                state === "wrong"
                    ? button("lesson.again", () => this.#again(node), "accent") : null,
                state === "task" && this.#wrong >= HINT_AFTER && !this.#hinted
                    ? button("lesson.hint", () => this.#hint(), "") : null,
                last ? null : button(state === "done" ? "lesson.next" : "lesson.skip",
                    () => this.open(number + 1), state === "done" ? "accent" : "quiet",
                    {"data-id": "lesson.next"}),
                last && state === "done"
                    ? button("lesson.play", () => this.#play(), "accent") : null,
                last && state === "done" ? button("help.rules", () => this.#app.late.help(), "") : null,
                button("lesson.leave", () => this.#leave())));
    }

    #stepButton(step, number) {
        const title = `${number}. ${t(`lesson.${step.name}.title`)}`;
        return el("li", {}, el("button", {
            class: number <= settings.learned ? "guide-step learned" : "guide-step",
            "aria-label": title, title, "data-id": `lesson.step${number}`,
            "aria-current": number === this.#number ? "step" : null, text: number,
            onclick: () => this.open(number),
        }));
    }

    /** Back to the position before a wrong move, which leaves no trace. */
    #again(node) {
        this.#app.game.remove(node);
        this.#app.focusBoard();
    }

    #hint() {
        this.#hinted = true;
        this.#build();
        this.#app.board.mark(this.#step.tasks[this.#standing.task].hint);
        this.#tell(this.#text("hint"));
        this.#app.focusBoard();
    }

    #leave() {
        this.#app.actions.reset(); // which closes the lesson
        this.#app.focusBoard();
    }

    #play() {
        this.#app.actions.reset();
        this.#app.openTools("play");
    }
}

export const mount = (app) => new Lesson(app);
