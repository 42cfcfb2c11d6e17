/**
 * The values of a game from move to move: South's lead at the end with best play (plot-layout.js says
 * where what stands, plot-picture.js draws it). Values of positions that were looked at are kept; a
 * button asks the server for all of them, and names the mistakes.
 */
import {announce} from "../base/announce.js";
import {byId, el} from "../base/dom.js";
import {faultOf} from "../base/faults.js";
import {badge, button, list, note, refill, row} from "../base/parts.js";
import {formatPosition} from "../game/notation.js";
import {seedsOnBoard} from "../game/rules.js";
import {beside, keepPlaced, low, placeRecord} from "../page/places.js";
import {language, t} from "../texts/texts.js";
import * as api from "./api.js";
import {layoutOf, middle, pointOf} from "./plot-layout.js";
import {plotLegend, plotPicture} from "./plot-picture.js";
import {widestBounds} from "./proofs-memory.js";
import {proofs} from "./proofs-store.js";

const DEAREST = 3; // mistakes that are shown after a game
const SECONDS = [10, 20, 40, 60]; // of the first evaluation of a game, and of those after it

const widest = (position) => widestBounds(seedsOnBoard(position));

/** What an evaluation needs, which is fetched when the first one is asked for. */
async function fetchReview() {
    const modules = await Promise.all([
        import("../study/coach.js"), import("../game/recordtext.js"), import("../study/turning.js"), import("./locate.js"),
    ]);
    return Object.assign({}, ...modules);
}

class Plot {
    #root;
    #app;
    #estimates = new Map(); // of net captures, by the text of the position
    #mistakes = new Map(); // that are proven, see together()
    #asking = null;
    #evaluated = null; // the promise of the evaluation that is under way
    #message = () => ""; // what is said beside the button
    #seconds = null; // {key, last} of the last evaluation
    #found = null; // {key, ...lessons()}: what the evaluation of a line has found
    #news = 0; // counts what changes the drawing, but for the current move
    #drawn = null; // {state, points, layout, table, now} of the drawing
    #learner = null; // mistakes.js, once it is needed

    constructor(root, app) {
        this.#root = root;
        this.#app = app;
        app.on("game", () => this.#draw());
        app.on("language", () => this.#draw());
        app.on("rules", () => this.#draw());
        app.on("value", (value) => this.#learn(value));
        this.#draw();
    }

    /** Keeps the estimate of a position; what is proven is in the memory of proofs. */
    #remember(position, estimate) {
        const key = formatPosition(position);
        if (typeof estimate === "number" && this.#estimates.get(key) !== estimate) {
            this.#estimates.set(key, estimate);
            this.#news += 1;
        }
    }

    /** Takes what evaluate.js has found out about the current position. */
    #learn({state, position, estimate}) {
        if (state === "open") {
            this.#remember(position, estimate && estimate.estimate);
        }
        this.#draw();
    }

    /** What is known of a position, or an empty object. */
    #pointOf(position) {
        const estimate = this.#estimates.get(formatPosition(position)) ?? null;
        const bounds = proofs.bounds(position);
        return bounds || estimate !== null ? pointOf(position, bounds || widest(position), estimate) : {};
    }

    /** What the line and the rules are, by which a finding is told from one of another game. */
    #key(line) {
        return `${this.#app.rules()} ${line[0].id} ${line.at(-1).id}`;
    }

    /** Evaluates the game, which is told under the board meanwhile, and opens the first mistake. */
    async findMistakes() {
        const learner = await this.#fetchLearner();
        const key = this.#key(this.#app.game.line());
        if (learner && (!this.#found || this.#found.key !== key)) {
            learner.wait(() => this.#asking?.abort());
            await this.evaluate();
            learner.close();
        }
        if (learner && this.#found?.key === this.#key(this.#app.game.line())) {
            this.#openLearner();
        } else if (this.#message()) {
            this.#app.notice(this.#message);
        }
    }

    /**
     * Finds the mistake of a side that cost most: null if there is none, undefined if the game could
     * not be evaluated. Values stay hidden if they are.
     */
    async costliest(side, signal) {
        const key = this.#key(this.#app.game.line());
        if (this.#found?.key !== key) {
            signal.addEventListener("abort", () => this.#asking?.abort());
            await this.evaluate(false);
        }
        return this.#found?.key !== key ? undefined
            : this.#found.mistakes.filter(({known, node}) => known && node.parent.position.side === side)
                .reduce((most, one) => (most && most.cost >= one.cost ? most : one), null);
    }

    /** The values of all positions of the line and its mistakes, from the server. */
    evaluate(shown = true) {
        this.#evaluated = this.#asking ? this.#evaluated : this.#evaluate(shown);
        return this.#evaluated;
    }

    async #evaluate(shown) {
        if (shown) {
            this.#app.showValues();
        }
        const line = this.#app.game.line();
        const key = this.#key(line);
        const end = line.at(-1).position;
        this.#asking = new AbortController();
        this.#say(() => t("plot.asking"));
        const review = await fetchReview().catch(() => null);
        if (!review) {
            this.#asking = null;
            this.#say(() => t("say.notLoaded"));
            return;
        }
        try {
            const answer = await api.annotate(review.recordText(line, {plain: true}),
                {seconds: this.#secondsFor(key), signal: this.#asking.signal});
            answer.plies.forEach(({bounds, estimate, played, alternative, source}, i) => {
                const {position} = line[i];
                const moves = [played, alternative].filter(Boolean);
                proofs.noteAnswer(position, {bounds, moves}, source === "search" ? "search" : "tables");
                this.#remember(position, estimate && estimate.value);
            });
            proofs.noteAnswer(end, {bounds: answer.end.bounds}, "search");
            this.#remember(end, answer.end.estimate);
            this.#asking = null;
            this.#seconds = {key, last: this.#secondsFor(key)};
            this.#judge(review, line, key, answer);
            this.#say(() => "");
            announce(shown && this.#found.summary());
        } catch (error) {
            this.#asking = null;
            this.#say(() => (error.name === "AbortError" ? "" : faultOf(error)));
        }
    }

    #boundsOf(line) {
        return line.map(({position}) => proofs.bounds(position) || widest(position));
    }

    /** Says what an answer of annotate and all that is proven by now teach. */
    #judge(review, line, key, answer) {
        const all = review.together(line, answer, this.#boundsOf(line), this.#mistakes);
        const found = review.lessons(line, all, this.#app.rules());
        this.#found = {key, review, answer, ...found, summary: () => review.summary(found)};
        this.#app.evaluation.refresh();
        this.#app.rated();
    }

    /** Searches for the moves that changed a result, where several moves may have. */
    async #locate() {
        const {key, review, answer} = this.#found;
        const line = this.#app.game.line();
        this.#asking = new AbortController();
        const {signal} = this.#asking;
        this.#say(() => t("plot.asking"));
        try {
            await review.locate(line, this.#app.rules(), {
                signal, boundsOf: () => this.#boundsOf(line), onNews: () => {
                    if (this.#key(line) === key) {
                        this.#judge(review, line, key, answer);
                    }
                },
            });
            this.#asking = null;
            this.#say(() => "");
            announce(this.#found.summary());
        } catch (error) {
            this.#asking = null;
            this.#say(() => (error.name === "AbortError" ? "" : faultOf(error)));
        }
    }

    /** The time of the next evaluation of a line, which is longer than the one before. */
    #secondsFor(key) {
        return this.#seconds?.key === key ? SECONDS.find((n) => n > this.#seconds.last) || SECONDS.at(-1) : SECONDS[0];
    }

    #say(message) {
        this.#message = message;
        this.#news += 1;
        this.#draw();
        announce(message());
    }

    /** Draws again what has changed: while one steps through a game, only the current move. */
    #draw() {
        const line = this.#app.game.line();
        this.#root.hidden = line.length < 2 || this.#app.mode.hides;
        if (this.#root.hidden) {
            this.#drawn = null;
            this.#root.replaceChildren();
            return;
        }
        const state = [this.#news, proofs.version, this.#key(line), this.#app.game.version, this.#app.valuesHidden,
            language()].join(" ");
        if (!this.#drawn || this.#drawn.state !== state) {
            this.#drawAll(line);
            this.#drawn.state = state;
        }
        this.#mark();
    }

    /** Marks the current move. */
    #mark() {
        const {points, layout, now, table} = this.#drawn;
        const at = points.findIndex((one) => one.node === this.#app.game.node);
        if (now) {
            now.setAttribute("x1", layout.x(at));
            now.setAttribute("x2", layout.x(at));
        }
        table.querySelectorAll("tbody tr").forEach((one, ply) => {
            one.classList.toggle("best", ply === at);
            one.querySelector("button").setAttribute("aria-current", ply === at);
        });
    }

    #drawAll(line) {
        const points = line.map((node, ply) => {
            const {position} = node;
            const {S, N} = position.score;
            return {node, ply, ...seedsOnBoard(position) === 0 ? {low: S - N, high: S - N}
                : this.#pointOf(position)};
        });
        const busy = this.#asking !== null;
        const shown = !this.#app.valuesHidden; // else there is only the button that shows them
        const drawn = shown && points.filter((one) => typeof middle(one) === "number").length > 2;
        const layout = drawn ? layoutOf(points) : null;
        const picture = drawn ? plotPicture(points, layout, (node) => this.#app.game.go(node)) : null;
        const table = el("details", {"data-id": "plot-table"}, el("summary", {text: t("plot.table")}));
        table.addEventListener("toggle", () => { // a long table that few open
            if (table.open && table.children.length === 1) {
                this.#fillTable(table, points, picture);
            }
        });
        this.#drawn = {points, layout, table, now: picture && picture.querySelector(".now")};
        refill(this.#root,
            el("h3", {text: t("plot.title")}), drawn ? [picture, plotLegend()] : null,
            row(
                button(busy ? "plot.stop" : this.#seconds?.key === this.#key(line) ? "plot.deeper" : "plot.annotate",
                    () => (busy ? this.#asking.abort() : this.evaluate()), "",
                    {"data-id": "annotate"}),
                el("span", {class: "muted small", text: this.#message()})),
            shown ? this.#lessons(line) : null, drawn ? table : null);
    }

    /** The same as a table, for those who cannot see the picture, and as files. */
    async #fillTable(table, points, picture) {
        try {
            const {plotTable} = await import("./plot-table.js");
            if (table.children.length === 1) {
                table.append(plotTable(points, picture, (node) => this.#app.game.go(node)));
                this.#mark();
            }
        } catch {
            this.#say(() => t("say.notLoaded"));
        }
    }

    /** The mistakes and turning points that the evaluation has found; a click goes before one. */
    #lessons(line) {
        if (!this.#found || this.#found.key !== this.#key(line)) {
            return null;
        }
        const {mistakes} = this.#found;
        const unlocated = mistakes.some(({known}) => !known) && !this.#asking;
        const go = (node) => () => this.#app.game.go(node);
        return el("div", {class: "stack lessons"}, el("p", {text: this.#found.summary()}),
            row(mistakes.some(({known}) => known) ? button("coach.learn", () => this.#openLearner(), "accent") : null,
                unlocated ? button("locate.search", () => this.#locate()) : null,
                mistakes.some(({proven}) => proven)
                    ? button("proven.how", () => this.#app.late.askHow({text: "how.mistakes"}), "quiet", {"data-id": "how-mistakes"})
                    : null),
            el("div", {class: "scroll"}, list(mistakes.map(({node, sign, proven, text}, i) => [
                `mistake-${i}`, go(node.parent), badge(sign, proven ? "refuted" : ""), text(),
            ]))),
            ["turns", "expected"].map((name) => [
                this.#found[name].length > 0 ? note(t(`coach.${name}`)) : null,
                list(this.#found[name].map(({node, text}, i) => [`${name}-${i}`, go(node), text()])),
            ]).flat());
    }

    /** The part of the page in which mistakes are learned from; null if it cannot be fetched. */
    async #fetchLearner() {
        try {
            this.#learner ??= (await import("../study/mistakes.js")).mountMistakes(byId("coach"), this.#app);
        } catch {
            this.#say(() => t("say.notLoaded"));
        }
        return this.#learner;
    }

    /** Lets the mistakes be learned from whose moves are known, after a game against the program the person's dearest. */
    async #openLearner() {
        const {own} = this.#app.mode;
        const known = this.#found.mistakes.filter((one) => one.known && (!own || one.node.parent.position.side === own));
        const dearest = [...known].sort((a, b) => b.cost - a.cost).slice(0, own ? DEAREST : known.length);
        (await this.#fetchLearner())?.start(known.filter((one) => dearest.includes(one)), own || "");
    }

    /** Lets other mistakes be learned from, such as those of earlier games. */
    async learn(mistakes) {
        (await this.#fetchLearner())?.start(mistakes, "");
    }
}

/** Fills a section of the page; it is hidden while there is no move. On phones it comes last. */
export function mountPlot(element, app) {
    const home = element.parentElement;
    placeRecord(element, () => (beside.matches ? home : home.parentElement));
    const coach = el("section", {id: "coach", class: "task stack", hidden: true});
    keepPlaced(() => (low.matches ? byId("tools").prepend(coach) : byId("under-board").append(coach)), low);
    return new Plot(element, app);
}
