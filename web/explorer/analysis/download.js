/** Sharing: the link, texts and files of the board, the position, the game and all that is known. */
import {announce} from "../base/announce.js";
import {copyField, isLocal} from "../base/copy-field.js";
import {el, page} from "../base/dom.js";
import {faultOf} from "../base/faults.js";
import {button, checkbox, note, part, refill, row} from "../base/parts.js";
import {save} from "../base/save.js";
import {commentOf} from "../game/game.js";
import {formatPosition} from "../game/notation.js";
import {recordText} from "../game/recordtext.js";
import {PASS, isOver} from "../game/rules.js";
import {treeHash} from "../page/hash.js";
import {answerOf, examine, problemOf, takeWish} from "../study/composed.js";
import {factsText, onlyText} from "../study/onlymove.js";
import {Solution, solutionLines, stipulation} from "../study/solution.js";
import {addWords, t} from "../texts/texts.js";
import {words} from "../texts/words-share.js";
import {judgedMoves} from "./moves.js";
import {boardPng, boardSvg} from "./picture.js";
import {embedCode, wikiFile, wikiTable} from "./wiki.js";

addWords(words);

const SECONDS = 12; // of a search for the solution

/** The moves that lead to a node. */
const pathOf = (node) => (node.parent ? pathOf(node.parent) + node.move : "");

/**
 * The tree of the game as a list, which does not nest: `parent` is a place in it, null for the
 * first position. Of the moves after a position, the main one comes first.
 */
function nodesOf(root) {
    const all = [root];
    const places = new Map();
    for (const node of all) { // grows meanwhile
        places.set(node, places.size);
        all.push(...node.children);
    }
    return all.map((node) => ({
        parent: node.parent && places.get(node.parent), move: node.move,
        position: formatPosition(node.position),
        captured: node.captured && [node.captured.own, node.captured.other], comment: commentOf(node),
    }));
}

class Share {
    #root;
    #app;
    #caption = ""; // that was written
    #values = null; // whether they are given away; null: as they are shown
    #solution = false; // whether it is given away
    #about = ""; // the position and the rules that the problem is of
    #answer = null; // of composed.js
    #message = () => "";
    #asking = null; // a search for the solution
    #sheet = el("figure", {class: "sheet", id: "sheet"});
    #texts = el("div", {class: "stack"}); // what follows from the choices

    constructor(root, app) {
        this.#root = root;
        this.#app = app;
        ["language", "game", "rules"].forEach((name) => app.on(name, () => root.hidden || this.build()));
        app.on("value", ({searching, estimating}) => root.hidden || searching || estimating || this.#fill());
        addEventListener("afterprint", () => page.classList.remove("sheet-only", "no-values"));
    }

    #json() {
        const app = this.#app;
        const {game, evaluation} = app;
        return `${JSON.stringify({
            position: formatPosition(game.node.position), rules: app.rules(),
            value: evaluation.value.answer || null, game: nodesOf(game.root),
        }, null, 2)}\n`;
    }

    // ---------------------------------------------------------------------- the choices

    get #withValues() {
        return !this.#app.valuesHidden && (this.#values ?? true);
    }

    /** What is proven of the moves: {letter: "30:30", or "win"}. */
    get #known() {
        return Object.fromEntries((this.#withValues ? judgedMoves(this.#app.evaluation.value) : [])
            .filter(({result, expected, move}) => result !== null && expected === null && move !== PASS)
            .map(({move, score, result}) => [move, score || result]));
    }

    get #problem() {
        return this.#answer && problemOf(this.#answer);
    }

    /** The caption: what was written, or what is asked for in a problem. */
    get #title() {
        const problem = this.#caption ? null : this.#problem;
        return problem ? `${stipulation(problem)}${this.#app.rules() === "tiebreak"
            ? ` (${t("share.tiebreak")})` : ""}` : this.#caption;
    }

    get #lines() {
        return this.#solution && this.#problem ? solutionLines(this.#problem) : [];
    }

    /** Forgets the problem of another position, and takes the one that is to be shared. */
    #lookAt(position) {
        const about = `${this.#app.rules()} ${formatPosition(position)}`;
        if (about !== this.#about) {
            this.#asking?.abort();
            this.#about = about;
            this.#solution = false;
            this.#answer = null;
            this.#message = () => "";
        }
        if (takeWish(position)) {
            this.#values = false;
            this.#answer = answerOf(position, this.#app.rules());
            this.#choose(true);
        }
    }

    async #choose(solution) {
        const {position} = this.#app.game.node;
        const about = this.#about;
        this.#solution = solution;
        this.#message = () => "";
        if (solution && !this.#answer) {
            this.#message = () => t("only.asking");
            this.#fill();
            this.#asking?.abort();
            this.#asking = new AbortController();
            const {signal} = this.#asking;
            try {
                const answer = await examine(position, this.#app.rules(), {seconds: SECONDS, signal});
                this.#answer = about === this.#about ? answer : this.#answer;
                this.#message = () => "";
            } catch (error) {
                this.#message = error.name === "AbortError" ? this.#message : () => faultOf(error);
            }
        }
        if (about === this.#about && this.#solution === solution) {
            const answer = this.#answer;
            this.#message = solution && answer && !this.#problem ? () => onlyText(answer) : this.#message;
            announce(this.#message());
            this.#fill();
        }
    }

    #print() {
        page.classList.add("sheet-only");
        page.classList.toggle("no-values", !this.#withValues);
        print();
    }

    // ------------------------------------------------------------------------ the panel

    build() {
        const {position} = this.#app.game.node;
        this.#lookAt(position);
        refill(this.#root,
            copyField("share.link", location.href),
            isLocal() ? el("p", {class: "notice", text: t("share.local")}) : null,
            part("share.what",
                el("label", {class: "labelled"}, el("span", {text: t("share.caption")}), el("input", {
                    type: "text", class: "field", "data-id": "share.caption", maxlength: 200, value: this.#caption,
                    oninput: ({target}) => {
                        this.#caption = target.value.trim();
                        this.#fill();
                    },
                })),
                row(
                    this.#app.mode.hides ? null : checkbox("share.values", this.#withValues, (chosen) => {
                        this.#values = chosen;
                        if (chosen && this.#app.valuesHidden) {
                            this.#app.showValues();
                        }
                        this.#fill();
                    }),
                    this.#app.mode.hides || isOver(position, this.#app.rules()) ? null
                        : checkbox("share.solution", this.#solution, (chosen) => this.#choose(chosen)))),
            this.#sheet, this.#texts, note(t("share.private")));
        this.#fill();
    }

    /** What depends on the choices. */
    #fill() {
        const {game, board} = this.#app;
        const {position} = game.node;
        const text = formatPosition(position);
        const record = recordText(game.line(), {...game.about, hash: treeHash(this.#app.state)});
        const about = {caption: this.#title, values: this.#known, lines: this.#lines};
        const lines = [about.caption, ...about.lines].filter(Boolean);
        const drawing = () => boardSvg(board, this.#app.flipped, {values: this.#withValues, lines});
        const file = (key, name, type, make, more) =>
            button(key, () => save(name, type, make()), "", more);
        const path = about.lines.length > 0 ? {position: text} : {
            position: formatPosition(game.root.position), moves: pathOf(game.node), ply: game.node.parent ? "last" : "",
        };
        refill(this.#sheet,
            about.caption ? el("figcaption", {text: about.caption}) : null,
            this.#message() ? el("p", {class: "muted", text: this.#message()}) : null,
            about.lines.length > 0 ? Solution(this.#problem) : null,
            this.#solution && this.#problem?.grade ? note(factsText(this.#problem)) : null);
        refill(this.#texts,
            part("share.files", row(
                file("share.svg", "kauri.svg", "image/svg+xml", drawing),
                file("share.png", "kauri.png", "image/png", () => boardPng(drawing())),
                button("share.print", () => this.#print(), ""),
                file("share.position", "position.txt", "text/plain", () => `${text}\n`),
                file("share.record", "game.txt", "text/plain", () => record, {disabled: !record}),
                file("share.json", "kauri.json", "application/json", () => this.#json()))),
            record ? copyField("share.recordText", record, true) : null,
            copyField("board.position", text),
            copyField("share.embed", embedCode({
                ...path, ...about, proof: isLocal() ? "" : location.href, flipped: this.#app.flipped,
            }), true),
            copyField("share.wiki", wikiTable(position, about), true),
            copyField("share.wikiFile", wikiFile(position, about)));
    }
}

export const panel = {
    mount(root, app) {
        this.view = new Share(root, app);
    },
    show() {
        this.view.build();
    },
};
