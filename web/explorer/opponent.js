/** A game against one of the program's opponents, under the rules that are chosen above. */
import {announce} from "./announce.js";
import * as api from "./api.js";
import {byId, el} from "./dom.js";
import {faultOf} from "./faults.js";
import {startPosition} from "./notation.js";
import {STRENGTHS} from "./opponents.js";
import {button, checkbox, labelled, note, radios, refill, row, says} from "./parts.js";
import {PASS, isOver, legalMoves, opponent, winnerOf} from "./rules.js";
import {addWords, t} from "./texts.js";
import {drawTree} from "./tree.js";
import {nameOf} from "./values.js";
import {words} from "./words-play.js";

addWords(words);

class Match {
    #root;
    #app;
    #wish = "S"; // "S", "N" or "any"
    #side = "S"; // the person's
    #strength = 3;
    #running = false;
    #waiting = false; // the game comes from the address and has to be continued first
    #known = false; // the person has begun or continued this game
    #hidden = true;
    #state = ""; // key of what is said
    #error = null; // of an answer that did not come
    #asking = null;
    #moved = false; // it is the news of a move that says who is to move
    #round = 0; // changes when the game does
    #tree = el("div"); // the record of the game

    constructor(root, app) {
        this.#root = root;
        this.#app = app;
        app.on("language", () => {
            if (this.#running) {
                this.#apply();
            }
            this.#build();
        });
        app.on("rules", () => this.#waiting || this.#go());
        app.on("server", (up) => up && this.#error && this.#go());
        app.on("game", ({kind}) => this.#changed(kind));
        app.on("rated", () => this.#drawRecord());
        app.on("value", () => {
            if (this.#running && this.#hidden && !app.valuesHidden) {
                this.#hidden = false; // they were asked for elsewhere
                this.#apply();
                this.#build();
            }
        });
        this.#build();
        if (app.match) {
            this.#take(app.match);
        }
    }

    #drawRecord() {
        drawTree(this.#tree, this.#app.game);
    }

    #changed(kind) {
        this.#drawRecord();
        this.#moved = kind === "move";
        if (kind !== "load") {
            if (kind === "move" || !this.#waiting) {
                this.#continue();
            }
        } else if (this.#app.match) {
            this.#take(this.#app.match);
        } else {
            this.#stop();
        }
    }

    /** Takes a game from the address: at once if it is the one that is being played. */
    #take({side, strength, hidden}) {
        [this.#side, this.#strength, this.#hidden] = [side, strength, hidden];
        this.#running = true;
        this.#waiting = !this.#known && !isOver(this.#app.game.node.position, this.#app.rules());
        this.#apply();
        if (this.#waiting) {
            this.#cancel();
            this.#say("play.offer");
            this.#app.choosePanel("play");
        } else {
            this.#go();
        }
    }

    #continue() {
        this.#waiting = false;
        this.#known = this.#known || this.#running;
        this.#go();
    }

    #isOver() {
        return isOver(this.#app.game.node.position, this.#app.rules());
    }

    #apply() {
        const program = t(`opponent.${this.#strength}`);
        this.#app.names({[this.#side]: t("play.you"), [opponent(this.#side)]: program});
        this.#app.allow((p) => p.side === this.#side);
        this.#app.hideValues(this.#hidden && !this.#isOver());
        this.#app.setMatch({side: this.#side, strength: this.#strength, hidden: this.#hidden});
    }

    #begin(position) {
        this.#side = this.#wish === "any" ? "SN"[Math.floor(Math.random() * 2)] : this.#wish;
        this.#app.game.load(position);
        this.#running = true;
        this.#apply();
        this.#continue();
        this.#app.board.focusHole(this.#side === "S" ? "a" : "A");
    }

    #end() {
        this.#known = false;
        this.#stop();
        this.#app.setMatch(null);
    }

    #stop() {
        if (this.#running) {
            this.#running = this.#waiting = false;
            this.#cancel();
            this.#app.names(null);
            this.#app.allow(null);
            this.#app.hideValues(false);
            this.#build();
        }
    }

    #cancel() {
        if (this.#asking) {
            this.#asking.abort();
            this.#asking = null;
        }
    }

    #say(state, error = null) {
        this.#state = state;
        this.#error = error;
        this.#build();
        if (!this.#moved || !["play.yourTurn", "play.thinking", "play.sowing"].includes(state)) {
            announce(this.#text());
        }
    }

    #text() {
        const text = this.#error && faultOf(this.#error);
        return t(this.#state, {...this.#app.game.node.position.score, text});
    }

    /** Once the move is shown: plays a pass, or asks for the program's move at the end of the game. */
    async #go() {
        this.#cancel();
        if (!this.#running) {
            return;
        }
        this.#round += 1;
        const round = this.#round;
        const {node} = this.#app.game;
        const rules = this.#app.rules();
        const own = node.position.side === this.#side;
        const atEnd = node.children.length === 0;
        if (!this.#isOver() && !own && atEnd) {
            this.#say("play.thinking");
            this.#ask(node, rules);
            return;
        }
        if (this.#app.board.busy) {
            this.#say("play.sowing");
        }
        await this.#app.settled();
        if (round !== this.#round || !this.#running) {
            return;
        }
        if (this.#isOver()) {
            const winner = winnerOf(node.position, rules);
            this.#app.hideValues(false);
            this.#say(winner === null ? "play.draw"
                : winner === this.#side ? "play.won" : "play.lost");
        } else if (!own) {
            this.#say("play.inGame");
        } else if (atEnd && legalMoves(node.position)[0] === PASS) {
            this.#app.answer(PASS);
        } else {
            this.#say("play.yourTurn");
        }
    }

    async #ask(node, rules) {
        const asking = new AbortController();
        this.#asking = asking;
        try {
            const line = this.#app.game.line();
            const [answer] = await Promise.all([
                api.reply(line[0].position, {
                    rules, strength: this.#strength, signal: asking.signal,
                    moves: line.slice(1).map(({move}) => move).join("") || null,
                }),
                this.#app.settled(),
            ]);
            if (this.#asking === asking) {
                this.#asking = null;
                this.#app.answer(answer.move);
            }
        } catch (error) {
            if (this.#asking === asking) {
                this.#asking = null;
                this.#say("play.fault", error);
            }
        }
    }

    /** Back to the person's move before the last one. */
    #takeBack() {
        let {parent} = this.#app.game.node;
        while (parent && parent.parent && parent.position.side !== this.#side) {
            ({parent} = parent);
        }
        this.#app.game.go(parent);
    }

    #build() {
        this.#drawRecord();
        refill(this.#root, this.#running ? this.#during() : this.#before());
    }

    /** The same sides again, or the other way round. */
    #rematch() {
        this.#wish = opponent(this.#side);
        this.#begin(this.#app.game.line()[0].position);
    }

    #before() {
        return [
            note(t("play.how")),
            row(button("help.rules", () => byId("help-open").click())),
            labelled("play.side", radios("play.side", [
                ["S", nameOf("S")], ["N", nameOf("N")], ["any", t("play.any")],
            ], this.#wish, (side) => { this.#wish = side; })),
            labelled("play.opponent", radios("play.opponent",
                STRENGTHS.map((n) => [n, t(`opponent.${n}`)]), this.#strength, (n) => {
                    this.#strength = n;
                })),
            checkbox("play.hide", this.#hidden, (hidden) => { this.#hidden = hidden; }),
            row(
                button("play.start", () => this.#begin(startPosition()), "accent"),
                button("play.here", () => this.#begin(this.#app.game.node.position))),
        ];
    }

    #during() {
        const over = this.#isOver();
        return [
            says(this.#state, this.#text()),
            row(
                this.#error ? button("again", () => this.#go(), "") : null,
                this.#waiting ? button("play.continue", () => this.#continue(), "accent") : null,
                over ? button("play.mistakes", () => this.#app.findMistakes(), "accent") : null,
                over ? button("play.rematch", () => this.#rematch(), "") : null,
                button("play.takeBack", () => this.#takeBack()),
                over ? null : this.#hidden ? button("button.values", () => this.#app.showValues())
                    : button("play.hide", () => {
                        this.#hidden = true;
                        this.#apply();
                        this.#build();
                    }),
                button("play.stop", () => this.#end())),
            el("h3", {text: t("game.heading")}), this.#tree,
        ];
    }
}

export const panel = {
    mount(root, app) {
        new Match(root, app);
    },
};
