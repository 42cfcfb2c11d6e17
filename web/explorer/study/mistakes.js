/**
 * Learning from the mistakes of a game: the board before each of them, a better move to be found on
 * it, and the refutation of one that is not better. The game itself stays as it is.
 */
import {Line} from "../analysis/line.js";
import {nameOf, nameOfMove} from "../analysis/values.js";
import {announce} from "../base/announce.js";
import {el} from "../base/dom.js";
import {faultOf} from "../base/faults.js";
import {button, radios, refill, row, says, shortcut} from "../base/parts.js";
import {moveName} from "../game/game.js";
import {play} from "../game/rules.js";
import {addWords, t} from "../texts/texts.js";
import {dropMistake, keepMistakes} from "./ownproblems.js";
import {judgeMove} from "./refute.js";

addWords({
    "mistakes.title": ["Learn from the mistakes", "Aus den Fehlern lernen"],
    "mistakes.whose": ["Whose mistakes", "Wessen Fehler"],
    "mistakes.both": ["Both", "Beide"],
    "mistakes.wait": ["The mistakes of the game are being looked for. This takes about ten seconds.",
        "Die Fehler der Partie werden gesucht. Das dauert etwa zehn Sekunden."],
    "mistakes.none": ["There is no mistake to learn from.", "Es gibt keinen Fehler, aus dem zu lernen wäre."],
    "mistakes.task": ["Mistake {n} of {all}: {move} was played. Find a better move for {side}.",
        "Fehler {n} von {all}: Gespielt wurde {move}. Finde einen besseren Zug für {side}."],
    "mistakes.try": ["Play it on the board.", "Spiele ihn auf dem Brett."],
    "mistakes.tried": ["Your move: {move}", "Dein Zug: {move}"],
    "mistakes.checking": ["{move} is being checked …", "{move} wird geprüft …"],
    "mistakes.right": ["Right. {text}", "Richtig. {text}"],
    "mistakes.wrong": ["{text}", "{text}"],
    "mistakes.played": ["That is what was played. {text}", "Das wurde gespielt. {text}"],
    "mistakes.unknown": ["{text}", "{text}"],
    "mistakes.shown": ["{text}", "{text}"],
    "mistakes.fault": ["The move could not be checked: {text}", "Der Zug ließ sich nicht prüfen: {text}"],
    "mistakes.away": ["Go back to the mistake, or leave it.", "Geh zum Fehler zurück, oder beende das Lernen."],
    "mistakes.back": ["Back to the mistake", "Zurück zum Fehler"],
    "mistakes.reveal": ["Show the solution", "Lösung zeigen"],
    "mistakes.next": ["Next mistake", "Nächster Fehler"],
    "mistakes.done": ["{found} of {all} found.", "{found} von {all} gefunden."],
});

class Mistakes {
    #root;
    #app;
    #all = []; // of lessons()
    #side = ""; // whose mistakes; "" is both
    #at = 0;
    #home = null; // the node from which they were opened
    #state = ""; // "try", "checking", "right", "wrong", "unknown", "shown", "fault", "away", "done", "wait" or ""
    #values = {}; // {move, error, verdict} of the state
    #found = new Set(); // nodes whose better move was found
    #asking = new AbortController();
    #onStop = null; // ends the evaluation that is waited for
    #lineBox = el("div");
    #line;

    constructor(root, app) {
        this.#root = root;
        this.#app = app;
        this.#line = new Line(this.#lineBox, app);
        app.on("language", () => this.#state && this.#build());
        app.on("game", ({kind}) => this.#changed(kind));
    }

    get #list() {
        return this.#all.filter(({node}) => !this.#side || node.parent.position.side === this.#side);
    }

    get #node() {
        return this.#list[this.#at].node;
    }

    /** Begins with the first mistake of a side, "" for both. */
    start(all, side) {
        this.#all = all;
        this.#side = side;
        this.#home = this.#state ? this.#home : this.#app.game.node;
        this.#found.clear();
        keepMistakes(this.#list, this.#app.rules());
        this.#open(0);
        this.#app.showBoard();
        if (this.#state === "done") {
            this.#root.querySelector("button").focus({preventScroll: true});
        } else {
            this.#app.focusBoard();
        }
    }

    /** Says that the mistakes are being looked for, which onStop() ends. */
    wait(onStop) {
        this.close();
        this.#onStop = onStop;
        this.#say("wait");
        this.#app.showBoard();
        this.#root.querySelector("button").focus({preventScroll: true});
    }

    /** Ends it where somebody has gone, or else where it began. After a game, the panel to play has what comes next. */
    #finish() {
        const home = this.#state === "away" ? null : this.#home;
        this.close();
        if (home) {
            this.#app.game.go(home);
        }
        if (home && this.#app.mode.own) {
            this.#app.choosePanel("play");
        }
    }

    /** Ends it, wherever the game stands. */
    close() {
        if (this.#state === "wait") {
            this.#state = "";
            this.#build();
        } else if (this.#state) {
            this.#leave();
            this.#state = "";
            this.#app.leave("learning");
            this.#build();
        }
    }

    /** Takes what was tried from the board; moves are played again. */
    #leave() {
        this.#asking.abort();
        this.#line.show(this.#app.game.node.position, []);
        this.#app.preview(null);
        this.#change({tries: null});
    }

    /** Changes the mode of the page, if it is that of learning. */
    #change(values) {
        const mode = this.#app.mode.find("learning");
        if (mode) {
            this.#app.enter({...mode, ...values});
        }
    }

    #open(at) {
        this.#leave();
        this.#at = at;
        if (at >= this.#list.length) {
            this.#say("done");
            return;
        }
        this.#state = "try"; // before the game changes
        this.#app.enter({kind: "learning", hidden: true, tries: (move) => this.#try(move)});
        this.#app.game.go(this.#node.parent);
        this.#say("try");
    }

    #changed(kind) {
        const learning = this.#state && !["done", "wait"].includes(this.#state);
        if (this.#state && kind === "load") {
            this.close();
        } else if (learning && this.#app.game.node !== this.#node.parent) {
            this.#leave();
            this.#say("away");
        } else if (learning && this.#state === "away") {
            this.#open(this.#at);
        }
    }

    #say(state, values = {}) {
        this.#state = state;
        this.#values = values;
        this.#build();
        announce(state === "try" ? `${this.#task()} ${this.#text()}` : this.#text());
    }

    #task() {
        const {parent} = this.#node;
        return t("mistakes.task", {
            n: this.#at + 1, all: this.#list.length, move: moveName(this.#node),
            side: nameOf(parent.position.side),
        });
    }

    #text() {
        const {move, error, verdict} = this.#values;
        const list = this.#list;
        const played = this.#state === "wrong" && move === this.#node.move;
        const text = error ? faultOf(error) : verdict && !played ? verdict.text()
            : list[this.#at] ? list[this.#at].text() : "";
        const key = this.#state === "wait" ? "wait" : list.length === 0 ? "none" : played ? "played" : this.#state;
        return t(`mistakes.${key}`, {
            text, move: move && nameOfMove(move), found: this.#found.size, all: list.length,
        });
    }

    /** Shows a move on the board, and what answers it. */
    async #try(move) {
        const node = this.#node;
        const {position} = node.parent;
        this.#asking = new AbortController();
        const {signal} = this.#asking;
        this.#app.preview({
            ...play(position, move), move, parent: node.parent, animated: true, spoken: true,
            label: () => t("mistakes.tried", {move: nameOfMove(move)}),
        });
        this.#say("checking", {move});
        try {
            const expected = {[node.move]: "wrong", [this.#list[this.#at].better]: "right"}[move];
            const verdict = await judgeMove(
                this.#app, position, move, this.#app.rules(), signal, expected);
            if (signal.aborted) {
                return;
            }
            if (verdict.verdict === "right") {
                this.#found.add(node);
                dropMistake(node, this.#app.rules());
            }
            this.#say(verdict.verdict, {move, verdict});
            if (verdict.moves.length > 0) {
                this.#refute(position, [move, ...verdict.moves], verdict.heading, signal);
            }
        } catch (error) {
            if (!signal.aborted) {
                this.#say("fault", {move, error});
            }
        }
    }

    /** Plays a refutation on the board. */
    async #refute(position, moves, heading, signal) {
        while (this.#app.board.busy) { // the move is still being sown
            await new Promise((resolve) => { setTimeout(resolve, 100); });
        }
        if (!signal.aborted) {
            this.#line.show(position, moves, {heading});
            await this.#line.step(1, false);
            this.#line.toggle();
        }
    }

    #again() {
        this.#open(this.#at);
        this.#app.focusBoard();
    }

    #reveal() {
        this.#leave();
        this.#change({hidden: false});
        this.#say("shown");
    }

    #build() {
        const state = this.#state;
        this.#root.hidden = !state;
        this.#root.classList.toggle("wrong", state === "wrong");
        this.#root.classList.toggle("solved", state === "right");
        if (!state) {
            this.#root.replaceChildren();
            return;
        }
        if (state === "wait") {
            refill(this.#root, says(state, this.#text()), el("progress", {"aria-label": t("mistakes.title")}),
                row(button("plot.stop", this.#onStop)));
            return;
        }
        const done = state === "done";
        const open = ["try", "wrong", "unknown", "fault", "checking"].includes(state);
        refill(this.#root,
            el("h3", {text: t("mistakes.title")}),
            this.#app.mode.find("match") ? null : radios("mistakes.whose", [
                ["", t("mistakes.both")], ["S", nameOf("S")], ["N", nameOf("N")],
            ], this.#side, (side) => this.start(this.#all, side)),
            done ? null : el("p", {text: this.#task()}),
            says(state, this.#text()),
            this.#lineBox,
            row(
                ["wrong", "unknown", "fault"].includes(state) ? button("again", () => this.#again(), "accent", shortcut("r")) : null,
                state === "away" ? button("mistakes.back", () => this.#open(this.#at), "accent", shortcut("r")) : null,
                done ? null : button("mistakes.next", () => this.#open(this.#at + 1),
                    ["right", "shown"].includes(state) ? "accent" : "quiet", shortcut("n")),
                open ? button("mistakes.reveal", () => this.#reveal(), "quiet", shortcut("s")) : null,
                button("button.close", () => this.#finish())));
    }
}

/** Makes the part of the page; returns it, with start(mistakes, side) and close(). */
export const mountMistakes = (root, app) => new Mistakes(root, app);
