/**
 * A game: against one of the program's opponents, between two people here, or between two by link,
 * under the rules that are chosen above.
 */
import * as api from "../analysis/api.js";
import {announce} from "../base/announce.js";
import {el} from "../base/dom.js";
import {refill} from "../base/parts.js";
import {setSetting, settings, stepTime} from "../base/settings.js";
import {formatPosition, startPosition} from "../game/notation.js";
import {PASS, isOver, opponent} from "../game/rules.js";
import {drawTree} from "../game/tree.js";
import {isHere} from "../page/mode.js";
import {divide} from "../page/places.js";
import {addWords, t} from "../texts/texts.js";
import {words} from "../texts/words-play.js";
import {endPart, isChallenge, noteGame, provenText} from "./challenge.js";
import {cowriePart, fewCowries} from "./cowrie-lesson.js";
import {drawChoice, nextOpponent, opponentName, portrait} from "./match-choice.js";
import {Hints} from "./match-hint.js";
import {drawMatch, matchText, passText} from "./match-panel.js";
import {isBetween, isTurn, isWon, standingOf} from "./match-state.js";
import {STRENGTHS} from "./opponents.js";

addWords(words);

const PASS_TIME = 1200; // milliseconds in which a pass can be read
const KEPT = 20; // links that were to be sent

const pause = (milliseconds) => new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
});

class Match {
    #stateBox;
    #restBox;
    #app;
    #wish = "S"; // "S", "N" or "any"
    #strength = nextOpponent(); // of the game that runs, or that is offered
    #waiting = false; // the game comes from the address and has to be continued first
    #known = false; // the person has begun or continued this game
    #fair = false; // a win or a record counts: no value was seen
    #counted = false; // the win of this game was counted
    #state = ""; // key of what is said
    #told = ""; // the last of these but those between two turns
    #error = null; // of an answer that did not come
    #asking = null;
    #moved = false; // it is the news of a move that says who is to move
    #round = 0; // changes when the game does
    #secret; // whether the panel says that the values are hidden
    #hints;
    #replies = new WeakMap(); // node -> the answer that it is from
    #portrait = null; // beside the opponent's name
    #tree = el("div"); // the record of the game

    constructor(root, app) {
        ({state: this.#stateBox, rest: this.#restBox} = divide(root));
        this.#app = app;
        this.#hints = new Hints(app, () => this.#build());
        app.on("language", () => this.#build());
        app.on("rules", () => this.#waiting || this.#go());
        app.on("server", (up) => up && this.#error && this.#go());
        app.on("game", ({kind}) => this.#changed(kind));
        app.on("rated", () => this.#drawRecord());
        app.on("value", () => this.#seen());
        this.#build();
        if (this.#match) {
            this.#take();
        }
    }

    /** The game that runs, {side, strength, people, hidden, ended} as in mode.js, or undefined. */
    get #match() {
        return this.#app.mode.find("match");
    }

    /** Changes what the mode says of the game. */
    #change(values) {
        this.#app.enter({...this.#match, ...values});
    }

    /** Takes note of values that are shown, wherever they were asked for. */
    #seen() {
        if (this.#match && !this.#app.valuesHidden) {
            this.#fair = false;
            if (this.#match.hidden) {
                this.#change({hidden: false});
            }
        }
        if (this.#match && this.#match.hidden !== this.#secret) {
            this.#build();
        }
    }

    /** Whether the game is one against the solution. */
    get #isChallenge() {
        return isChallenge(this.#match, this.#app.game.root, this.#app.rules());
    }

    /** What proves the program's last move in a game against the solution, or "". */
    #provenText() {
        const {node} = this.#app.game;
        const reply = this.#isChallenge && (this.#replies.get(node) || (node.parent && this.#replies.get(node.parent)));
        return reply ? provenText(reply) : "";
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
        } else if (this.#match) {
            this.#take();
        } else {
            this.#stop();
        }
    }

    /** Takes a game from the address: at once if it is the one that is being played. */
    #take() {
        const {people, hidden, strength} = this.#match;
        const {position} = this.#app.game.node;
        this.#strength = strength || this.#strength;
        this.#fair = hidden;
        this.#counted = false;
        this.#waiting = !people && !this.#known && !this.#isOver();
        // Whoever opens a link is to move, unless it is the one that was to be sent.
        const own = settings.sent.includes(location.hash);
        this.#change({ended: this.#isOver(), ...(people === "L"
            ? {side: own ? opponent(position.side) : position.side} : {})});
        this.#portray();
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
        this.#known = this.#known || Boolean(this.#match);
        this.#go();
    }

    #isOver() {
        return isOver(this.#app.game.node.position, this.#app.rules());
    }

    /** Puts the drawing of the opponent before its name, or takes it from there. */
    #portray() {
        const {own} = this.#app.mode;
        this.#portrait?.remove();
        this.#portrait = own && portrait(this.#strength);
        if (own) {
            this.#app.board.strips[opponent(own)].name.before(this.#portrait);
        }
    }

    #begin(position, people) {
        this.#hints.renew();
        const side = this.#wish === "any" ? "SN"[Math.floor(Math.random() * 2)] : this.#wish;
        this.#app.game.load(position);
        this.#fair = true;
        this.#counted = false;
        this.#app.enter({kind: "match", side, strength: this.#strength, people, hidden: true, ended: this.#isOver()});
        this.#portray();
        this.#continue();
        this.#app.showBoard();
        this.#app.board.focusHole(side === "S" ? "a" : "A");
    }

    #end() {
        this.#known = false;
        this.#strength = nextOpponent();
        this.#app.leave("match");
        this.#stop();
    }

    /** There is no game any more. */
    #stop() {
        this.#waiting = false;
        this.#cancel();
        this.#portray();
        this.#build();
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
        const isNews = !isBetween(state) && !isTurn(state) && (state !== this.#told || error);
        if (!this.#moved || isNews) {
            announce(this.#text());
        }
        this.#told = isBetween(state) ? this.#told : state;
    }

    #text() {
        return matchText(this.#state, {
            names: this.#app.mode.names, position: this.#app.game.node.position, rules: this.#app.rules(),
            strength: this.#strength, error: this.#error,
        });
    }

    /** Once the move is shown: plays a pass, or lets the other side move at the end of the game. */
    async #go() {
        this.#cancel();
        const match = this.#match;
        if (!match) {
            return;
        }
        const {node} = this.#app.game;
        const {state, over, winner} = standingOf(match, node, this.#app.rules());
        const round = this.#round + 1;
        this.#round = round;
        this.#hints.leave();
        if (winner === match.side) {
            this.#countWin();
        }
        if (this.#app.board.busy) {
            this.#say("play.sowing");
        }
        if (state === "play.thinking") {
            this.#ask(node);
        }
        await this.#app.settled();
        if (round !== this.#round || !this.#match) {
            return;
        }
        if (over) {
            this.#finish(state, winner);
        } else if (state !== "play.thinking" || this.#asking) { // else it has answered, or failed
            this.#wait(state, round);
        }
    }

    /** Says whose turn it is. A pass is played, when it could be read. */
    async #wait(state, round) {
        if (state === "play.send") {
            setSetting("sent", [...settings.sent.filter((one) => one !== location.hash),
                location.hash].slice(-KEPT));
        }
        this.#say(state);
        if (state === "play.passes") {
            await pause(stepTime() > 0 ? PASS_TIME : 0);
            if (round === this.#round && this.#match) {
                this.#app.answer(PASS);
            }
        }
    }

    /** Counts a win against the program, once: at its end, or when more than half is captured. */
    #countWin() {
        const whole = formatPosition(this.#app.game.root.position) === formatPosition(startPosition());
        if (this.#moved && this.#fair && !this.#counted && whole && !this.#match.people) {
            this.#counted = true;
            const {wins} = settings;
            setSetting("wins", {...wins, [this.#strength]: (wins[this.#strength] || 0) + 1});
        }
    }

    #finish(state, winner) {
        const fair = this.#fair; // before the end shows values
        this.#change({ended: true});
        this.#say(state);
        if (this.#moved) {
            this.#showEnd(winner, fair);
        }
    }

    /** Shows the card over the board, at the end of a game that was just played. */
    async #showEnd(winner, fair) {
        const round = this.#round;
        const {showEnd} = await import("./match-end.js").catch(() => ({}));
        if (round !== this.#round || !this.#match) {
            return;
        }
        const {score} = this.#app.game.node.position;
        const {people} = this.#match;
        const next = this.#nextAfterWin();
        const game = {score: [score.S, score.N], plies: this.#app.game.depth(this.#app.game.node)};
        const before = settings.lasting;
        const isChallenged = this.#isChallenge;
        if (isChallenged && fair) {
            noteGame(game);
        }
        showEnd?.(this.#app, {
            more: () => (isChallenged ? endPart(game, before)
                : this.#state === "play.lost" ? cowriePart(this.#app.game.line(), this.#match.side) : []),
            title: () => this.#text(), seeds: score[winner || "S"], own: this.#app.mode.own,
            next: next && {text: () => t("play.next", {name: opponentName(next)}), go: () => this.#next()},
            again: {text: () => t(people || isChallenged ? "play.again" : "end.rematch"),
                go: () => (isChallenged ? this.#challenge() : this.#rematch())},
        });
    }

    /** The opponent above the one that was beaten, or null. */
    #nextAfterWin() {
        return isWon(this.#match, this.#state) && this.#strength < STRENGTHS.at(-1) ? this.#strength + 1 : null;
    }

    async #ask(node) {
        const asking = new AbortController();
        this.#asking = asking;
        try {
            const line = this.#app.game.line();
            const [answer] = await Promise.all([
                api.reply(line[0].position, {
                    rules: this.#app.rules(), strength: this.#strength, signal: asking.signal,
                    moves: line.slice(1).map(({move}) => move).join("") || null,
                }),
                this.#app.settled(),
            ]);
            if (this.#asking === asking) {
                this.#asking = null;
                this.#replies.set(this.#app.answer(answer.move), answer);
                this.#build();
                if (this.#isChallenge) {
                    announce(this.#provenText());
                }
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
        while (parent && parent.parent && !isHere(this.#match, parent.position.side)) {
            ({parent} = parent);
        }
        this.#app.game.go(parent);
    }

    #build() {
        this.#drawRecord();
        this.#secret = this.#match?.hidden;
        const [state, ...rest] = this.#match ? this.#during() : this.#before();
        refill(this.#stateBox, state);
        refill(this.#restBox, rest);
    }

    /** Shows what the game teaches. */
    #findMistakes() {
        this.#app.showValues();
        this.#app.choosePanel("analysis");
        this.#app.plot.findMistakes();
    }

    /** The same game again, against the program with the sides changed. */
    #rematch() {
        const {side, people} = this.#match;
        this.#wish = opponent(side);
        this.#begin(this.#app.game.root.position, people);
    }

    /** A game against the solution. */
    #challenge() {
        this.#strength = STRENGTHS.at(-1);
        this.#wish = "S";
        this.#app.setRules("standard");
        this.#begin(startPosition());
    }

    #next() {
        this.#strength += 1;
        this.#begin(startPosition());
    }

    #choose(strength) {
        this.#strength = strength;
        this.#build();
    }

    #before() {
        const {node} = this.#app.game;
        return drawChoice({
            chosen: this.#strength, side: this.#wish,
            on: {
                chooses: (strength) => this.#choose(strength),
                sides: (side) => { this.#wish = side; },
                starts: () => this.#begin(startPosition()),
                startsHere: this.#isOver() || formatPosition(node.position) === formatPosition(startPosition())
                    ? null : () => this.#begin(node.position),
                invites: (people) => this.#begin(startPosition(), people),
                challenges: () => this.#challenge(),
                learns: () => this.#app.late.learn(1),
                rules: () => this.#app.late.help(),
            },
        });
    }

    #during() {
        const {move, parent} = this.#app.game.node;
        const over = this.#isOver();
        return drawMatch({
            match: this.#match, state: this.#state, text: this.#text(), over,
            passed: move === PASS && !over ? passText(this.#app.mode.names, parent.position.side) : "",
            next: this.#nextAfterWin(), waiting: this.#waiting, failed: Boolean(this.#error),
            hints: this.#isChallenge ? null : this.#hints, proven: this.#provenText(), record: this.#tree,
            why: (isTurn(this.#state) || this.#state === "play.isLost") && this.#app.mode.own
                && fewCowries(this.#app.game.node.position, this.#app.mode.own, opponentName(this.#strength)),
            on: {
                asks: () => this.#go(),
                continues: () => this.#continue(),
                next: () => this.#next(),
                findsMistakes: () => this.#findMistakes(),
                rematch: () => this.#rematch(),
                takesBack: () => this.#takeBack(),
                shows: () => this.#app.showValues(),
                hides: () => this.#change({hidden: true, ended: false}),
                ends: () => this.#end(),
            },
        });
    }
}

export const panel = {
    mount(root, app) {
        new Match(root, app);
    },
};
