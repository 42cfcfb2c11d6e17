/**
 * Exercises: South is to move and wins. A move is right if it keeps the value, as the tables know
 * it; the program answers with the best play against it. The values stay hidden until they are
 * asked for.
 */
import {announce} from "./announce.js";
import * as api from "./api.js";
import {exercises} from "./data.js";
import {el} from "./dom.js";
import {faultOf} from "./faults.js";
import {formatPosition, parsePosition} from "./notation.js";
import {badge, button, list, note, part, refill, row, says} from "./parts.js";
import {PASS, legalMoves, seedsOnBoard} from "./rules.js";
import {setSetting, settings} from "./settings.js";
import {t} from "./texts.js";
import {finalScore, nameOf, resultOf} from "./values.js";

/** The exercises of data.js with the layer whose table they need. */
const all = Object.entries(exercises)
    .flatMap(([kind, rows]) => rows.map(([text, rules, moves]) => {
        const position = parsePosition(text);
        return {kind, position, rules, moves, layer: seedsOnBoard(position)};
    }));
all.forEach((one, i) => { one.number = i + 1; });

/** The moves that lead to a node. */
const pathTo = (node) => (node.parent ? pathTo(node.parent) + node.move : "");

/** How often South has had a choice on the way to a node. */
function choices({parent}) {
    if (!parent) {
        return 0;
    }
    const chosen = parent.position.side === "S" && legalMoves(parent.position).length > 1;
    return choices(parent) + (chosen ? 1 : 0);
}

const REFUTATION = 6; // plies of the answer to a wrong move

const captures = (node) => node.captured.own + node.captured.other > 0;

class Studies {
    #root;
    #app;
    #layers = null; // of the server's tables; null: not known yet
    #current = null;
    #state = ""; // "try", "wrong", "right", "solved", "shown", "fault" or "uncovered"
    #values = {};
    #found = 0; // moves of South that were right
    #solved = new Set(settings.solved);
    #checked = null; // node up to which the play is right
    #right = ""; // the moves to the last such node, which may be further than where "back" leads
    #round = 0; // changes when answers that are under way are no longer wanted

    constructor(root, app) {
        this.#root = root;
        this.#app = app;
        app.on("language", () => this.#build());
        app.on("server", (up) => up && this.#learn());
        app.on("game", (event) => this.#changed(event));
        this.#build();
        this.#learn();
    }

    async #learn() {
        try {
            const {layers} = await api.layers();
            this.#layers = new Set(layers.map((layer) => layer.seeds));
            this.#build();
        } catch {
            // It is asked again when the server is back.
        }
    }

    /** Whether the server has the table of the exercise and all below it. */
    #covered({layer}) {
        return this.#layers !== null &&
            [...Array(layer + 1).keys()].every((seeds) => this.#layers.has(seeds));
    }

    // ---------------------------------------------------------------------- solving one

    #open(exercise) {
        this.#app.begin(exercise.rules, exercise.position);
        this.#current = exercise;
        this.#app.setExercise(exercise.number);
        this.#found = 0;
        this.#right = "";
        this.#checked = this.#app.game.root;
        announce(`${this.#title()}. ${this.#goal()}`);
        this.#say(this.#covered(exercise) ? "try" : "uncovered", {n: exercise.layer});
        this.#app.focusBoard();
        this.#root.firstChild.scrollIntoView({block: "nearest"});
        this.#app.showBoard();
    }

    #close() {
        if (this.#current) {
            this.#current = null;
            this.#round += 1;
            if (this.#app.exercise) {
                this.#app.setExercise(null);
            }
            this.#app.hideValues(Boolean(this.#app.match && this.#app.match.hidden));
            this.#build();
        }
    }

    #say(state, values = {}) {
        this.#state = state;
        this.#values = {found: this.#found, ...values};
        this.#app.hideValues(!["solved", "shown"].includes(state));
        this.#build();
        announce(this.#text());
    }

    #title() {
        return t("studies.task", {n: this.#current.number});
    }

    #goal() {
        const {kind, moves, layer} = this.#current;
        return t(`studies.${kind}.task`, {n: moves, seeds: t("seeds", {n: layer})});
    }

    #text() {
        const {error, result, line} = this.#values;
        const values = {...this.#values, text: error && faultOf(error)};
        const key = this.#state === "wrong" ? `studies.${result}` : `studies.${this.#state}`;
        const answer = line ? ` ${t("studies.refuted", {line, side: nameOf("N")})}` : "";
        return t(key, values) + answer;
    }

    /** Follows the game; read says that it comes from the address. */
    #changed({kind, node, read}) {
        if (kind === "load") {
            if (read && this.#current && this.#isWithin(this.#current)) {
                this.#resume(node);
            } else if (read && this.#isWithin(all[this.#app.exercise - 1])) {
                this.#takeUp(node);
            } else {
                this.#close();
            }
        } else if (!this.#current) {
            return;
        } else if (kind === "move" && node.parent === this.#checked &&
            ["try", "right", "fault"].includes(this.#state)) {
            this.#follow(node);
        } else if (kind === "go" && node === this.#checked && this.#state === "wrong") {
            this.#say(this.#found > 0 ? "right" : "try");
        }
    }

    /** Whether the game is one of the exercise. */
    #isWithin(exercise) {
        const {game: {root}, match} = this.#app;
        return Boolean(exercise) && !match &&
            formatPosition(root.position) === formatPosition(exercise.position);
    }

    /** Begins the exercise of a link, or of a page that is loaded again, where it was left. */
    #takeUp(node) {
        const {parent} = node;
        this.#current = all[this.#app.exercise - 1];
        this.#state = "try";
        this.#right = pathTo(parent && parent.position.side === "S" ? parent : node);
        this.#app.choosePanel("studies");
        this.#resume(node);
    }

    /** Takes the exercise up where the browser's buttons have led to. */
    #resume(node) {
        this.#round += 1;
        if (["solved", "shown", "uncovered"].includes(this.#state)) {
            return;
        }
        this.#checked = node;
        while (!this.#right.startsWith(pathTo(this.#checked))) {
            this.#checked = this.#checked.parent;
        }
        this.#found = choices(this.#checked);
        this.#say(this.#found > 0 ? "right" : "try");
        if (node === this.#checked || node.parent === this.#checked) {
            this.#follow(node);
        }
    }

    /** Checks the move to a node, unless it is known to be right, and answers it. */
    async #follow(node) {
        this.#round += 1;
        const round = this.#round;
        const wanted = () => this.#current && round === this.#round;
        try {
            if (node === this.#checked || await this.#isRight(node, wanted)) {
                await this.#answer(node, wanted);
            }
        } catch (error) {
            if (wanted()) {
                this.#say("fault", {error});
            }
        }
    }

    /** Checks a move of South's against the values; false if nothing has to follow it. */
    async #isRight(node, wanted) {
        const {moves, r} = await api.probe(node.parent.position);
        await this.#app.settled();
        if (!wanted()) {
            return false;
        }
        const {r: kept} = moves.find((one) => one.move === node.move);
        if (kept !== r) {
            this.#refute(node, kept, wanted);
            return false;
        }
        if (this.#done(node)) {
            return false;
        }
        this.#say("right");
        return true;
    }

    /** Says what a wrong move, which is worth r, comes to, and by which line. */
    async #refute(node, r, wanted) {
        const {position} = node.parent;
        const result = resultOf(position, r, this.#current.rules);
        const values = {move: node.move, result, score: finalScore(position, r) || ""};
        this.#say("wrong", values);
        const {line} = await api.line(node.position);
        if (wanted() && this.#state === "wrong") {
            const moves = line.slice(0, REFUTATION).map(({move}) => (move === PASS ? "\u2013" : move));
            const more = line.length > REFUTATION ? " \u2026" : "";
            this.#say("wrong", {...values, line: moves.join(" ") + more});
        }
    }

    /** Whether a right move ends the exercise, and what then has to be done. */
    #done(node) {
        const {kind, moves} = this.#current;
        const over = legalMoves(node.position).length === 0;
        this.#checked = node;
        this.#right = pathTo(node);
        this.#found = choices(node);
        if (over || (kind === "longest" ? captures(node) : this.#found >= moves)) {
            this.#solved.add(this.#current.number);
            setSetting("solved", [...this.#solved]);
            this.#say("solved");
            return true;
        }
        return false;
    }

    /** The best play of North, and passes, until South has a choice. */
    async #answer(node, wanted) {
        let last = node;
        while (last.position.side === "N" || legalMoves(last.position).length < 2) {
            const {moves} = await api.probe(last.position);
            if (!wanted()) {
                return;
            }
            this.#checked = null; // so that this move is not judged
            last = this.#app.answer(moves[0].move);
            await this.#app.settled();
            if (!wanted() || this.#done(last)) {
                return;
            }
        }
    }

    /** Shows the values of the last position in which the play was right. */
    #reveal() {
        this.#round += 1;
        this.#app.game.go(this.#checked);
        this.#say("shown");
    }

    // ------------------------------------------------------------------------ the panel

    #build() {
        refill(this.#root,
            this.#current ? this.#task() : note(t("studies.how")),
            Object.keys(exercises).map((kind) => part(`studies.${kind}`,
                list(all.filter((one) => one.kind === kind).map((one) => this.#item(one))))));
    }

    #task() {
        const {number, rules} = this.#current;
        const state = this.#state;
        const done = ["solved", "shown"].includes(state);
        const next = all[number];
        return el("section", {class: `task stack ${state}`},
            el("h3", {text: this.#title()}),
            el("p", {text: this.#goal()}),
            note(t(`rules.${rules}.title`)),
            says(state, this.#text()),
            row(
                state === "wrong" ? button("again", () => this.#app.game.go(this.#checked), "") : null,
                done || state === "uncovered" ? null
                    : button("studies.reveal", () => this.#reveal()),
                done && next ? button("studies.next", () => this.#open(next), "") : null,
                button("button.close", () => this.#close())));
    }

    #item(exercise) {
        const {number, kind, moves, layer} = exercise;
        const solved = this.#solved.has(number);
        return [`exercise-${number}`, () => this.#open(exercise),
            badge(`${solved ? "\u2713 " : ""}${number}.`, solved ? "confirmed" : ""),
            el("span", {text: t(`studies.${kind}.item`, {n: moves, seeds: t("seeds", {n: layer})})}),
            this.#covered(exercise) ? null
                : el("span", {class: "muted small", text: t("studies.needs", {n: layer})})];
    }
}

export const studiesPanel = {
    id: "studies",
    title: "studies.title",
    mount(root, app) {
        new Studies(root, app);
    },
};
