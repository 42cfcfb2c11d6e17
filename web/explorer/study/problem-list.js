/** The list of problems: what is done of it, the problem of the day, filters, and mistakes of own games. */
import {nameOfMove} from "../analysis/values.js";
import {el} from "../base/dom.js";
import {badge, button, checkbox, list, note, part, row, shortcut} from "../base/parts.js";
import {setSetting, settings} from "../base/settings.js";
import {seedsOnBoard} from "../game/rules.js";
import {language, t} from "../texts/texts.js";
import {openOwn, ownProblems} from "./ownproblems.js";
import {choicesIn} from "./problem-place.js";
import {GRADES, THEMES, nextProblem, problemOfDay, progress, progressByTheme} from "./problemset.js";

const SHOWN = 12; // problems at first
const TICKS = {first: "\u2713", later: "(\u2713)", failed: "\u2717"};

export class ProblemList {
    #app;
    #all;
    #on;
    #filter = {theme: "", grade: ""};
    #count = SHOWN;

    /** Lists `all`. on.opens(problem) opens one, on.begins() the next one, on.changes() draws the list again. */
    constructor(app, all, on) {
        this.#app = app;
        this.#all = all;
        this.#on = on;
    }

    find(id) {
        return this.#all.find((one) => one.id === id);
    }

    /** The next problem of those that are chosen, or undefined. */
    next() {
        return nextProblem(this.#filtered());
    }

    /** The elements; fewer while a problem is being solved. */
    draw(solving) {
        return [
            solving ? null : note(t("problems.how")),
            list([this.#ofToday()]),
            el("section", {class: "row"},
                solving ? null : button("problems.begin", this.#on.begins, "accent", shortcut("n")),
                this.#progress(),
                checkbox("problems.phase", settings.phase, (chosen) => setSetting("phase", chosen))),
            this.#themes(),
            solving ? null : this.#own(),
            part("problems.all", this.#filters(), this.#list()),
        ];
    }

    #ofToday() {
        const date = new Date().toLocaleDateString(language(), {weekday: "long", day: "numeric", month: "long"});
        return this.#item(problemOfDay(this.#all, new Date()), t("problems.today"), date);
    }

    /** Rating, problems solved, and the streak. */
    #progress() {
        const {rating, count, done, streak, longest} = progress();
        const solved = Object.values(done).filter((result) => result === "first").length;
        return el("span", {class: "small"},
            el("strong", {text: t("problems.rating", {rating: Math.round(rating)})}),
            count > 0 ? ` \u00b7 ${t("problems.count", {solved, n: count})}` : "",
            longest > 1 ? ` \u00b7 ${t("problems.streak", {streak, longest})}` : "");
    }

    /** What came of the problems of each theme; a press chooses those of one. */
    #themes() {
        const all = progressByTheme(this.#all);
        return all.length === 0 ? null : el("details", {"data-id": "problems.themes"},
            el("summary", {text: t("problems.byTheme")}),
            el("div", {class: "themes"}, ...all.flatMap(({theme, solved, tried}) => [
                button(`problems.of.${theme}`, () => {
                    this.#filter.theme = theme;
                    this.#on.changes();
                }),
                el("meter", {min: 0, max: tried, value: solved, "aria-label": t(`problems.of.${theme}`)}),
                el("span", {class: "small", text: `${solved}/${tried}`}),
            ])));
    }

    /** Mistakes of earlier games, to be found better moves for. */
    #own() {
        const own = ownProblems();
        return own.length === 0 ? null : part("own.title", note(t("own.how")),
            list(own.slice(0, SHOWN).map((one, i) => [`own-${i}`, () => openOwn(this.#app, one),
                el("span", {text: t("own.item", {move: nameOfMove(one.move)})}),
                el("span", {class: "muted small", text: t("seeds", {n: seedsOnBoard(one.position)})})])));
    }

    #filtered() {
        const {theme, grade} = this.#filter;
        return this.#all.filter((one) => (!theme || one.themes.includes(theme)) &&
            (!grade || one.grade === Number(grade)));
    }

    #filters() {
        const select = (name, values, text) => el("label", {class: "row small"},
            el("span", {text: t(`problems.${name}`)}),
            el("select", {
                class: "field", "data-id": `problems.${name}`,
                onchange: ({target}) => {
                    this.#filter[name] = target.value;
                    this.#count = SHOWN;
                    this.#on.changes();
                },
            }, el("option", {value: "", text: t("problems.any")}), ...values.map((value) => el("option", {
                value, text: text(value), selected: this.#filter[name] === String(value),
            }))));
        return row(
            select("theme", THEMES.filter((theme) => this.#all.some(({themes}) => themes.includes(theme))),
                (theme) => t(`problems.of.${theme}`)),
            select("grade", GRADES, (grade) => grade));
    }

    #list() {
        const found = this.#filtered();
        const rest = found.length - this.#count;
        return el("div", {}, list(found.slice(0, this.#count).map((one) => this.#item(one))),
            rest > 0 ? button("problems.more", () => {
                this.#count += 4 * SHOWN;
                this.#on.changes();
            }, "quiet", {text: t("problems.more", {n: rest})}) : null);
    }

    #item(problem, title, detail) {
        const {id, grade, line, position} = problem;
        const result = progress().done[id];
        const choices = choicesIn(line);
        return [`${title ? "today" : "problem"}-${id}`, () => this.#on.opens(problem),
            badge(TICKS[result] || String(grade), result === "failed" ? "refuted" : result ? "confirmed" : ""),
            result ? el("span", {class: "hidden", text: t(`problems.tick.${result}`)}) : null,
            el("span", {text: title || t("problems.item", {choices, seeds: t("seeds", {n: seedsOnBoard(position)})})}),
            el("span", {class: "muted small", text: detail || id})];
    }
}
