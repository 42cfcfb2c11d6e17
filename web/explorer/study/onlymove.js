/**
 * "Is it the only move?": which moves of the position get its result, what kind of problem it is, and
 * why it may be none. A press makes the problem of it, in the panel that shares.
 */
import {nameOfMove} from "../analysis/values.js";
import {announce} from "../base/announce.js";
import {el} from "../base/dom.js";
import {faultOf} from "../base/faults.js";
import {button, note, refill, row, says} from "../base/parts.js";
import {formatPosition, parsePosition} from "../game/notation.js";
import {addWords, language, nameOf, t} from "../texts/texts.js";
import {words} from "../texts/words-author.js";
import {answerOf, examine, problemOf, wishFor} from "./composed.js";
import {Solution, isQuiet} from "./solution.js";

addWords(words);

const SECONDS = 12; // of searches at first; each further press doubles them
const LONGEST = 60;

/** "b", "b and f", "b, e and f". */
function listed(moves) {
    const names = moves.map(({move}) => nameOfMove(move));
    return names.length < 2 ? names.join("")
        : t("only.and", {some: names.slice(0, -1).join(", "), last: names.at(-1)});
}

/** What is known about the moves, in a sentence. */
export function onlyText({result, unique, moves, position}) {
    const [sure, open] = [true, null].map((holds) => moves.filter((one) => one.holds === holds));
    const side = nameOf(parsePosition(position).side);
    const values = {moves: listed(sure), open: listed(open), n: sure.length, m: open.length, side};
    const key = result === null ? "only.undecided"
        : moves.length === 1 ? "only.single"
            : result === "loss" ? "only.lost"
                : unique === true ? `only.${result}`
                    : unique === false ? `only.several.${result}`
                        : sure.length > 0 ? `only.perhaps.${result}` : "only.open";
    return t(key, values) + (unique === false && result !== "loss" && open.length > 0
        ? ` ${t("only.rest", values)}` : "");
}

class OnlyMove {
    #root;
    #app;
    #key = ""; // of the position that was asked about
    #answer = null;
    #fault = null;
    #asking = null;
    #seconds = SECONDS;

    constructor(root, app) {
        this.#root = root;
        this.#app = app;
        ["game", "rules", "value", "language"].forEach((name) => app.on(name, () => this.#look()));
    }

    get #here() {
        return `${this.#app.rules()} ${formatPosition(this.#app.game.node.position)}`;
    }

    /** Takes what is proven by now, or forgets the answer when it is about another position. */
    #look() {
        if (this.#key && (this.#key !== this.#here || this.#app.valuesHidden)) {
            this.#asking?.abort();
            this.#key = "";
            this.#answer = this.#fault = this.#asking = null;
            this.#seconds = SECONDS;
        } else if (this.#key && !this.#asking) {
            this.#answer = answerOf(this.#app.game.node.position, this.#app.rules()) || this.#answer;
        }
        this.#build();
    }

    /** Asks, and again for longer where something is open. */
    async ask() {
        const {position} = this.#app.game.node;
        this.#asking?.abort();
        const asking = this.#asking = new AbortController();
        this.#key = this.#here;
        this.#fault = null;
        this.#answer ??= answerOf(position, this.#app.rules());
        this.#build();
        try {
            this.#answer = await examine(position, this.#app.rules(), {
                seconds: this.#seconds, signal: asking.signal,
                onMoves: (answer) => {
                    this.#answer = answer;
                    this.#build();
                },
            });
            this.#seconds = Math.min(LONGEST, 2 * this.#seconds);
        } catch (error) {
            this.#fault = error.name === "AbortError" ? null : error;
        }
        if (this.#asking === asking) {
            this.#asking = null;
            this.#app.evaluation.refresh();
            this.#build();
            announce(this.#fault ? faultOf(this.#fault) : this.#answer && onlyText(this.#answer));
        }
    }

    #build() {
        refill(this.#root, ...(this.#key ? this.#contents() : [
            row(button("only.ask", () => this.ask(), "", {disabled: isQuiet(this.#app)})),
        ]));
    }

    #contents() {
        const answer = this.#answer;
        const problem = answer && problemOf(answer);
        const open = answer && answer.moves.some(({holds}) => holds === null);
        return [
            el("h3", {text: t("only.ask")}),
            this.#fault ? el("p", {class: "notice", text: faultOf(this.#fault)}) : null,
            answer ? says(answer.unique === true ? "right" : "off", onlyText(answer)) : null,
            this.#asking ? el("p", {class: "row muted small"}, el("span", {text: t("only.asking")}),
                el("span", {class: "pulse", "aria-hidden": "true"})) : null,
            ...(answer && !this.#asking ? this.#facts(answer, problem) : []),
            row(
                this.#asking ? button("plot.stop", () => this.#asking.abort()) : null,
                problem && !this.#asking
                    ? button("only.make", () => this.#make(problem), "accent") : null,
                !this.#asking && (open || this.#fault) ? button("only.more", () => this.ask(), "") : null),
        ];
    }

    #facts(answer, problem) {
        const blemishes = answer.blemishes.filter((name) => !["lost", "several"].includes(name));
        const proven = t(answer.source === "tables" ? "proven.tables" : "proven.search");
        return [
            row(note(proven[0].toLocaleUpperCase(language()) + proven.slice(1) + "."),
                button("proven.how", () => this.#app.late.askHow())),
            problem ? Solution(problem, {first: true}) : null,
            problem && problem.grade ? note(factsText(problem)) : null,
            blemishes.length > 0 ? el("ul", {class: "small"}, ...blemishes.map((name) =>
                el("li", {text: t(`only.blemish.${name}`)}))) : null,
        ].filter(Boolean);
    }

    /** Opens the problem where it can be drawn, printed and copied; South is to move in it. */
    #make(problem) {
        wishFor(problem);
        const text = formatPosition(this.#app.game.node.position);
        if (text !== problem.position) {
            this.#app.game.load(parsePosition(problem.position));
        }
        this.#app.openTools("share");
    }
}

/** Length, difficulty, duals and themes of a problem. */
export const factsText = ({choices, grade, duals, tempting, themes}) => [
    t("only.length", {n: choices}), t("only.grade", {grade}),
    t("only.duals", {n: duals}), t("only.tempting", {n: tempting}),
    themes.length > 0 ? t("only.themes", {themes: themes.map((name) => t(`only.of.${name}`)).join(", ")}) : "",
].filter(Boolean).join(" \u00b7 ");

/** Puts the question into a box of the panel of the analysis. */
export function mountOnlyMove(root, app) {
    return new OnlyMove(root, app);
}
