/**
 * Setting up a position: a tool is chosen, and clicks on the board add or remove counters. What is
 * wrong is said while one works.
 */
import {announce} from "../base/announce.js";
import {el, put} from "../base/dom.js";
import {faultOf} from "../base/faults.js";
import {
    MOST_COWRIES, MOST_SEEDS, checkPosition, clonePosition, formatPosition, placeOf, startPosition, total,
} from "../game/notation.js";
import {Reader, account, readerText} from "../game/pasted.js";
import {nameOf} from "../analysis/values.js";
import {button, keep, labelled, note, radios, row} from "../base/parts.js";
import {PASS, legalMoves} from "../game/rules.js";
import {addWords, t} from "../texts/texts.js";
import {words} from "../texts/words-setup.js";
import {mountHands} from "./setup-hands.js";

addWords(words);

const TOOLS = {
    "seed+": ["seeds", 1], "seed-": ["seeds", -1],
    "cowrie+": ["cowries", 1], "cowrie-": ["cowries", -1],
};

const within = (number) => Math.max(0, Math.min(MOST_SEEDS, number));

class Setup {
    #root;
    #app;
    #position = startPosition();
    #tool = "seed+";
    #open = false;
    #hole = "a"; // the one that the fields are of
    #unread = null; // {text, tell(), failed}: what was written and is not read yet, or is no position
    #source = null; // {text, games}: from what the position was read, if nothing was changed since
    #reader = new Reader();
    #reading = null; // the promise that the text that was asked last is read

    constructor(root, app) {
        this.#root = root;
        this.#app = app;
        app.on("language", () => this.#build());
        app.on("game", ({node}) => this.#open && this.#change(node.position));
        mountHands(app.board, {
            isOpen: () => this.#open,
            drag: (from, to, all) => this.#drag(from, to, all),
            write: (letter, text) => this.#write(letter, text),
        });
        this.#build();
    }

    show() {
        this.#open = true;
        this.#change(this.#app.game.node.position);
    }

    hide() {
        this.#open = false;
        this.#reader.stop();
        this.#app.board.skip();
        this.#app.leave("setup");
    }

    /** A click with Shift does the opposite of the tool. */
    #use(letter, {shiftKey}) {
        const [kind, step] = TOOLS[this.#tool];
        const {side, index} = placeOf(letter);
        this.#change(this.#position, (p) => {
            p[kind][side][index] = within(p[kind][side][index] + (shiftKey ? -step : step));
        }, letter);
    }

    /** Moves a counter of the tool's kind from one hole to another, or all of them. */
    #drag(from, to, all) {
        const [kind] = TOOLS[this.#tool];
        const [a, b] = [from, to].map(placeOf);
        this.#change(this.#position, (p) => {
            const n = Math.min(p[kind][a.side][a.index], all ? MOST_SEEDS : 1);
            p[kind][a.side][a.index] -= n;
            p[kind][b.side][b.index] = within(p[kind][b.side][b.index] + n);
        }, to);
    }

    /** Puts so many seeds into a hole, "3", or seeds and cowries, "3+2". */
    #write(letter, text) {
        const {side, index} = placeOf(letter);
        this.#change(this.#position, (p) => {
            ["seeds", "cowries"].forEach((kind, i) => {
                const number = text.split("+")[i];
                p[kind][side][index] = number === undefined ? p[kind][side][index] : within(Number(number));
            });
        }, letter);
    }

    /** The number of one kind in the hole that was touched last. */
    #inHole(kind) {
        return el("label", {class: "row"}, el("span", {text: t(`setup.in.${kind}`)}), el("input", {
            type: "number", inputmode: "numeric", min: 0, max: MOST_SEEDS, class: "field small",
            "data-id": `hole-${kind}`, onchange: ({target}) => {
                const number = Math.trunc(target.valueAsNumber) || 0;
                const {side, index} = placeOf(this.#hole);
                this.#write(this.#hole, kind === "seeds" ? `${number}`
                    : `${this.#position.seeds[side][index]}+${number}`);
            },
        }));
    }

    /** Takes a position, altered in one hole or elsewhere. */
    #change(position, alter = () => {}, letter = "") {
        this.#reader.stop();
        this.#position = clonePosition(position);
        this.#unread = this.#source = null;
        this.#hole = letter || (placeOf(this.#hole).index < position.seeds.S.length ? this.#hole : "a");
        alter(this.#position);
        if (this.#open) {
            this.#app.board.skip();
            this.#app.enter({
                kind: "setup", position: this.#position,
                onHole: (letter, event) => this.#use(letter, event),
            });
            this.#app.board.mark(this.#hole);
            announce(letter && this.#app.board.name(letter));
            announce(this.#build());
        }
    }

    #score(side) {
        return el("label", {class: "row"}, el("span", {text: nameOf(side)}), el("input", {
            type: "number", min: 0, max: MOST_SEEDS, class: "field small",
            "data-id": `score-${side}`, "aria-label": `${t("setup.score")}: ${nameOf(side)}`,
            onchange: ({target}) => this.#change(this.#position, (p) => {
                p.score[side] = within(Math.trunc(target.valueAsNumber) || 0);
            }),
        }));
    }

    /**
     * Buttons and fields stay what they are, since the click on a button that ends the typing in a
     * field is to reach it; so what they do is told by #position, not by `p`.
     */
    #build() {
        const p = this.#position;
        const wrong = checkPosition(p);
        const state = wrong ? faultOf(wrong) : this.#state();
        keep(this.#root, () => put(this.#root,
            note(t(matchMedia("(hover: none)").matches ? "setup.touch" : "setup.how")),
            radios("setup.tool", Object.keys(TOOLS).map((name) => [name, t(`setup.${name}`)]),
                this.#tool, (value) => { this.#tool = value; }),
            el("div", {class: "labelled", role: "group"},
                el("span", {text: t("setup.hole", {hole: this.#hole})}),
                row(this.#inHole("seeds"), this.#inHole("cowries"))),
            labelled("setup.side", radios("setup.side", [["S", nameOf("S")], ["N", nameOf("N")]],
                p.side, (side) => this.#change(this.#position, (q) => { q.side = side; }))),
            labelled("setup.score", row(this.#score("S"), this.#score("N"))),
            el("p", {class: `check ${wrong ? "wrong" : ""}`, text: state}),
            row(
                button("setup.play", () => this.#play(), "accent", {disabled: Boolean(wrong)}),
                button("setup.empty", () => this.#change(this.#position, (q) => {
                    for (const rows of [q.seeds, q.cowries]) {
                        rows.S.fill(0);
                        rows.N.fill(0);
                    }
                    q.score = {S: 0, N: 0};
                })),
                button("setup.start", () => this.#change(startPosition())),
                button("setup.mirror", () => this.#change(this.#position, (q) => {
                    [q.seeds, q.cowries].forEach(({S, N}) => [S, N].forEach((one) => one.reverse()));
                })),
                button("setup.exchange", () => this.#change(this.#position, (q) => {
                    for (const name of ["seeds", "cowries", "score"]) {
                        [q[name].S, q[name].N] = [q[name].N, q[name].S];
                    }
                    q.side = q.side === "S" ? "N" : "S";
                }))),
            el("label", {class: "labelled"}, el("span", {text: t("setup.text")}), el("textarea", {
                class: "field", rows: 2, "data-id": "setup-text", spellcheck: "false",
                autocomplete: "off", onchange: ({target}) => this.#read(target.value),
                onpaste: ({target}) => setTimeout(() => this.#read(target.value)),
                onkeydown: (event) => {
                    if (event.key === "Enter" && !event.shiftKey) {
                        event.preventDefault();
                        this.#read(event.target.value);
                    }
                },
            })),
            ...this.#origin()));
        const {side, index} = placeOf(this.#hole);
        for (const [id, value] of Object.entries({
            "score-S": p.score.S, "score-N": p.score.N,
            "hole-seeds": p.seeds[side][index], "hole-cowries": p.cowries[side][index],
            "setup-text": this.#text(),
        })) {
            this.#root.querySelector(`[data-id=${id}]`).value = value;
        }
        return this.#unread ? this.#unread.tell() : state;
    }

    /** What the field of the text holds. */
    #text() {
        return this.#unread ? this.#unread.text : formatPosition(this.#position);
    }

    /** Reads the field of the text unless that is done or under way; it may be told twice of one text. */
    #read(text) {
        if (text !== this.#text() || this.#unread?.failed) {
            this.#reading = this.#ask(text);
        }
    }

    /** Takes the position of a text, if there is one. */
    async #ask(text) {
        const says = (tell, failed = false) => {
            this.#unread = {text, tell, failed};
            announce(this.#build());
        };
        const {games: [game] = [], games} = await this.#reader.read(text, says) || {};
        if (game?.position) {
            this.#change(game.position);
            this.#source = {text, games};
            this.#build();
        } else if (game) {
            says(() => faultOf({httpStatus: 400, message: game.fault}), true);
        }
    }

    /** What is to be said of the text: what becomes of it, or what there was in it beside the position. */
    #origin() {
        if (this.#unread) {
            const {tell, failed} = this.#unread;
            return [el("p", {class: `check ${failed ? "wrong" : ""}`, "data-id": "setup-said", text: tell()})];
        }
        const {text, games: [game, ...others]} = this.#source || {games: []};
        return !game ? [] : [
            others.length > 0 ? note(t("setup.first", {n: others.length + 1})) : null,
            game.plies.length > 0 ? note(t("setup.moves", {n: game.plies.length})) : null,
            ...[game.fault, ...(game.remarks || [])].filter(Boolean).map((line) => note(readerText(line))),
            account(text, game),
        ];
    }

    /** Plays on from the position, once the text that may have been written last is read. */
    async #play() {
        await this.#reading;
        if (this.#open && !this.#unread) {
            this.#app.game.load(this.#position);
            this.#app.choosePanel("analysis");
        }
    }

    /** What a sound position is like. */
    #state() {
        const p = this.#position;
        const n = total(p.cowries);
        const [move] = legalMoves(p);
        const parts = [t("setup.counts", {
            seeds: t("seeds", {n: total(p.seeds)}), cowries: t("cowries", {n}),
            captured: p.score.S + p.score.N,
        })];
        if (move === undefined || move === PASS) {
            parts.push(t(move ? "setup.mustPass" : "setup.over", {side: nameOf(p.side)}));
        }
        if (n !== MOST_COWRIES && p.seeds.S.length === 6) {
            parts.push(t("setup.otherCowries", {most: MOST_COWRIES}));
        }
        return parts.join(" ");
    }
}

export const panel = {
    mount(root, app) {
        this.view = new Setup(root, app);
    },
    show() {
        this.view.show();
    },
    hide() {
        this.view.hide();
    },
};
