/**
 * The panel of problems: South is to move and gets a result, a single move doing so each time. The
 * solution comes with them (problemset.js): North's answers, and why a move is wrong, need no table.
 * Where a game stands in a solution follows from its moves alone, so the buttons of the browser, a
 * link and a reload lead anywhere in it. The values stay hidden until the problem is solved.
 */
import {Line} from "../analysis/line.js";
import {nameOfMove} from "../analysis/values.js";
import {verdictText} from "../analysis/verdict.js";
import {announce} from "../base/announce.js";
import {el} from "../base/dom.js";
import {inPlace} from "../base/fetched.js";
import {button, note, refill, row, says, shortcut} from "../base/parts.js";
import {formatPosition, startPosition} from "../game/notation.js";
import {divide} from "../page/places.js";
import {problemTexts} from "../texts/problemtexts.js";
import {addWords, t} from "../texts/texts.js";
import {ProblemList} from "./problem-list.js";
import {choicesIn, isChoice, pathTo, placeOf, stateOf} from "./problem-place.js";
import {keepResult, loadProblems, progress} from "./problemset.js";

addWords(problemTexts);

class Problems {
    #stateBox;
    #restBox;
    #app;
    #list = null; // null: not fetched yet
    #lost = false; // they could not be fetched
    #current = null;
    #hints = 0; // that were given
    #revealed = false;
    #change = 0; // of the rating, by this problem
    #lineBox = el("div");
    #line;
    #round = 0; // changes when an answer that is under way is no longer wanted

    constructor(root, app) {
        ({state: this.#stateBox, rest: this.#restBox} = divide(root));
        this.#app = app;
        this.#line = new Line(this.#lineBox, app);
        app.on("language", () => this.#build());
        app.on("game", (event) => this.#changed(event));
        this.#build();
        this.fetch();
    }

    /** Fetches the problems unless they are here, and takes up the one of the address. */
    async fetch() {
        try {
            this.#lost = false;
            this.#list ??= new ProblemList(this.#app, await loadProblems(), {
                opens: (problem) => this.#open(problem),
                begins: () => this.#next(),
                changes: () => this.#build(),
            });
            this.#takeUp();
        } catch {
            this.#lost = true;
        }
        this.#build();
    }

    // ---------------------------------------------------------------------- opening

    /** Whether the game is one of this problem. */
    #isWithin(problem) {
        const {root} = this.#app.game;
        return Boolean(problem) && formatPosition(root.position) === formatPosition(problem.position);
    }

    #open(problem) {
        this.#app.begin(problem.rules, problem.position);
        this.#app.enter({kind: "problem", name: problem.id, hidden: true});
        this.#enter(problem);
        this.#app.focusBoard();
        this.#app.showBoard();
    }

    #next() {
        const next = this.#list.next();
        if (next) {
            this.#open(next);
        } else {
            announce(t("problems.none"));
        }
    }

    #enter(problem) {
        this.#current = problem;
        this.#hints = 0;
        this.#revealed = false;
        this.#change = 0;
        announce(`${this.#title()}. ${t(`problems.${problem.result}`)}.`);
        this.#look();
    }

    /** Goes on with the problem that the address names, where the game in it stands. */
    #takeUp() {
        const {game, mode} = this.#app;
        const name = mode.address.problem;
        const problem = this.#list?.find(name);
        if (problem && !this.#isWithin(problem) && game.node === game.root &&
            formatPosition(game.root.position) === formatPosition(startPosition())) {
            // When the change of the game is over that led here; it then leads here again.
            queueMicrotask(() => this.#app.address.takes(() => this.#app.begin(problem.rules, problem.position)));
        } else if (this.#isWithin(problem) && problem !== this.#current) {
            this.#enter(problem);
        } else if (this.#isWithin(problem)) {
            this.#look();
        } else {
            if (name && !problem) {
                this.#app.notice(() => t("problems.unknown"));
            }
            this.#close();
        }
    }

    #close() {
        this.#round += 1;
        this.#app.leave("problem");
        if (this.#current) {
            this.#current = null;
            this.#line.show(this.#app.game.node.position, []);
            this.#build();
        }
    }

    // ---------------------------------------------------------------------- solving

    #changed({kind, read}) {
        if (kind === "load" && read) {
            if (this.#list) {
                this.#takeUp();
            }
        } else if (kind === "load") {
            this.#close();
            this.#build();
        } else if (this.#current) {
            this.#look();
        }
    }

    get #place() {
        return placeOf(this.#current, this.#app.game.node);
    }

    get #isDone() {
        return this.#revealed || this.#place.at === this.#current.line.length;
    }

    /** One of stateOf(), or "shown". */
    get #state() {
        return this.#revealed ? "shown" : stateOf(this.#current, this.#place);
    }

    /** Says where the game stands now, keeps the result, and lets North answer. */
    #look() {
        this.#round += 1;
        const {left} = this.#place;
        const state = this.#state;
        if (state === "wrong" || state === "solved") {
            this.#keep(state === "solved");
        }
        this.#app.enter({...this.#app.mode.find("problem"), hidden: !this.#isDone});
        this.#line.show(this.#app.game.node.position, state === "wrong" && left === this.#app.game.node
            ? this.#wrong.line : [], {heading: "problems.refutation"});
        this.#build();
        announce(this.#text());
        if (state === "right") {
            this.#answer(this.#round);
        }
    }

    #keep(solved) {
        this.#change = keepResult(this.#current, solved) || this.#change;
    }

    /** {r, line} of the wrong move that left the solution. */
    get #wrong() {
        const {at, left} = this.#place;
        return this.#current.line[at].wrong[left.move];
    }

    /** Plays on until South has a choice, when the board shows the last move. */
    async #answer(round) {
        const {at} = this.#place;
        const next = this.#current.line[at];
        await this.#app.settled();
        if (round === this.#round && next && !isChoice(next)) {
            this.#app.answer(next.move);
        }
    }

    #hint() {
        this.#keep(false);
        this.#hints += 1;
        this.#build();
        announce(this.#hintTexts().at(-1));
    }

    /** The themes, and then a right and a wrong move in their order. */
    #hintTexts() {
        const {themes, line} = this.#current;
        const next = line[this.#place.at];
        const texts = [themes.map((theme) => t(`problems.tip.${theme}`)).join(" ") ||
            t("problems.hint.none")];
        if (next && isChoice(next)) {
            const [first, second] = [next.move, Object.keys(next.wrong)[0]].sort();
            texts.push(t("problems.hint.holes", {first, second}));
        }
        return texts.slice(0, this.#hints);
    }

    #reveal() {
        this.#keep(false);
        this.#revealed = true;
        this.#goTo(0);
        this.#look();
    }

    /** Goes to the position after so many plies of the solution, which become moves of the game. */
    #goTo(plies) {
        const {game} = this.#app;
        game.go(pathTo(game.node)[this.#place.at - 1] || game.root);
        const here = pathTo(game.node).length;
        if (here > plies) {
            game.go(pathTo(game.node)[plies - 1] || game.root);
        } else if (here < plies) {
            this.#app.playAll(this.#current.line.slice(here, plies).map(({move}) => move));
        }
    }

    /** Shows on the board what answers a wrong move. */
    #why(at, move) {
        this.#goTo(at);
        const {r, line} = this.#current.line[at].wrong[move];
        const {position} = this.#app.game.node;
        announce(this.#wrongText(position, move, r));
        this.#line.show(position, [move, ...line], {heading: "problems.refutation"});
        this.#line.toggle();
    }

    // ---------------------------------------------------------------------- the panel

    #title() {
        return t("problems.name", this.#current);
    }

    #wrongText(position, move, r) {
        return t("problems.wrong", {move, verdict: verdictText(position, r, this.#current.rules)});
    }

    #text() {
        const {line} = this.#current;
        const {at, left} = this.#place;
        const state = this.#state;
        const rating = Math.round(progress().rating);
        const change = this.#change === 0 ? "" : t(this.#change > 0 ? "problems.rose" : "problems.fell",
            {rating, n: Math.abs(this.#change)});
        const text = state === "wrong"
            ? this.#wrongText(left.parent.position, left.move, this.#wrong.r)
            : t(`problems.${state}`, {found: choicesIn(line.slice(0, at)), all: choicesIn(line)});
        return [text, state === "wrong" || this.#isDone ? change : ""].filter(Boolean).join(" ");
    }

    #build() {
        refill(this.#stateBox, this.#current && this.#task());
        refill(this.#restBox, ...(this.#list ? this.#list.draw(this.#current !== null)
            : inPlace(this.#lost, () => this.fetch())));
    }

    #task() {
        const {result, rules, id} = this.#current;
        const state = this.#state;
        const away = ["wrong", "off"].includes(state);
        const more = !this.#isDone && this.#hints < 2;
        return el("section", {class: `task stack ${state}`},
            el("h3", {text: t(`problems.${result}`)}),
            note(this.#title()),
            note(t(`rules.${rules}.title`)),
            says(state, this.#text()),
            ...this.#hintTexts().map((text) => el("p", {class: "hint", text})),
            this.#lineBox,
            this.#isDone ? this.#solution() : null,
            row(
                away ? button("again", () => this.#goTo(this.#place.at), "", shortcut("r")) : null,
                !away && more ? button("problems.hint", () => this.#hint(), "", shortcut("h")) : null,
                this.#isDone ? null : button("problems.reveal", () => this.#reveal(), "quiet", shortcut("s")),
                this.#isDone ? button("problems.next", () => this.#next(), "accent", shortcut("n")) : null,
                button("button.close", () => this.#close()),
                el("a", {class: "small", href: `#problem=${id}`, text: t("problems.link")})));
    }

    /** The line, of which each ply can be shown, and below it why other moves are wrong there. */
    #solution() {
        const {line} = this.#current;
        const {at} = this.#place;
        const next = line[at] || line[line.length - 1];
        const shown = line[at] ? at : line.length - 1;
        return el("section", {class: "stack"},
            el("h4", {text: t("problems.solution")}),
            el("div", {class: "line-steps"}, ...line.map(({move}, i) => el("button", {
                class: "ply", "data-id": `solution-${i}`, text: nameOfMove(move) + (isChoice(line[i]) ? "!" : ""),
                "aria-current": i + 1 === at ? "true" : null,
                onclick: () => this.#goTo(i + 1),
            }))),
            isChoice(next) ? row(...Object.keys(next.wrong).map((move) => button(
                "problems.why", () => this.#why(shown, move), "quiet",
                {text: t("problems.why", {move}), "data-id": `why-${move}`}))) : null);
    }
}

export const panel = {
    mount(root, app) {
        new Problems(root, app);
    },
};
