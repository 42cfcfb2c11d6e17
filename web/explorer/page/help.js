/** The dialog that explains the rules, the signs and the keys. */
import {nameOf} from "../analysis/values.js";
import {byId, el, svg} from "../base/dom.js";
import {button, checkbox, row} from "../base/parts.js";
import {setSetting, settings} from "../base/settings.js";
import {Board} from "../board/board.js";
import {icon} from "../board/counters.js";
import {sealIcon, signIcon} from "../board/marks.js";
import {parsePosition} from "../game/notation.js";
import {play} from "../game/rules.js";
import {addWords, onLanguage, t} from "../texts/texts.js";
import {words} from "../texts/words-help.js";

addWords(words);

const KEYS = [
    ["a \u2013 f", "help.letters"], ["p", "help.pass"], ["\u2190 \u2192", "help.step"],
    ["key.home", "help.home"], ["\u2191 \u2193", "help.holes"], ["key.enter", "help.enter"],
    ["t", "help.turn"], ["1 2", "help.rows"], ["3", "help.score"], ["4", "help.last"], ["n", "help.next"],
    ["h s r", "help.problem"], ["Esc", "help.escape"], ["?", "help.this"],
];

// Positions with a move of South, of the lesson; without a move, one board is drawn.
const START = ["5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S 0:0", "c"];
const DIRECT = ["2+1,0,1,3+1,0,2+1/1+3,2+3,4,0,1+1,2+2 S 22:20", "f"];
const INDIRECT = ["0,3+1,0,4+1,2+1,1+1/0+3,2+2,0+1,3,1,0+2 S 24:20", "f"];
const STUCK = ["0,0+1,0+4,0+1,0+3,0+3/0,0,0,0,0,0 N 30:30"];

/** A board that is only looked at. */
function stillBoard(position, options) {
    const box = el("div", {class: "board-box", inert: true});
    new Board(box, {onHole: null}).draw(position, options);
    return box;
}

/** The board before and after a move, with what is said of it. */
function drawing([text, move], key) {
    const position = parsePosition(text);
    const said = t(key, {side: nameOf(position.side), move});
    return el("figure", {role: "img", "aria-label": said, class: move ? "pair" : null},
        stillBoard(position), move ? stillBoard(play(position, move).position, {last: move}) : null,
        el("figcaption", {class: "muted small", text: said}));
}

const picture = (...parts) => svg("svg", {viewBox: "-20 -20 40 40", width: 22, height: 22, "aria-hidden": "true"},
    ...parts);

/** A ring as the board has it around a hole. */
const ring = (kind) => picture(svg("g", {class: `value ${kind}`}, svg("circle", {class: "ring", r: 15})));

/** The bar and the diamond of the list of moves. */
const lead = () => picture(
    svg("path", {d: "M-19 0H19", stroke: "currentColor", "stroke-width": 6, "stroke-opacity": 0.4}),
    svg("path", {d: "M0 -7L7 0L0 7L-7 0Z", fill: "none", stroke: "currentColor", "stroke-width": 2}));

function fill(body, parts, {onExample, onLesson}) {
    const signs = [
        [icon("seed"), "help.seed"], [icon("cowrie"), "help.cowrie"],
        [signIcon("win"), "help.win"], [signIcon("draw"), "result.draw"],
        [signIcon("loss"), "help.loss"], [sealIcon(), "plot.proven"],
        [ring("win best"), "help.best"], [ring("estimated"), "help.guess"], [lead(), "help.lead"],
    ];
    const list = (rows) => el("dl", {class: "help-list"}, ...rows.flatMap(([sign, key]) =>
        [el("dt", {}, sign), el("dd", {text: t(key)})]));
    const keys = [
        el("h2", {text: t("help.keys")}),
        list(KEYS.map(([keys, key]) => [el("kbd", {text: t(keys)}), key])),
        checkbox("help.anywhere", settings.letters, (chosen) => setSetting("letters", chosen)),
    ];
    const touched = matchMedia("(hover: none) and (pointer: coarse)").matches; // without keys
    body.replaceChildren(
        ...(touched ? [] : keys),
        el("h2", {text: t("help.rules")}),
        el("p", {text: t("rules.board")}),
        el("p", {text: t("rules.sow")}), drawing(START, "rules.sow.drawing"),
        el("p", {text: t("rules.direct")}), drawing(DIRECT, "rules.direct.drawing"),
        el("p", {text: t("rules.indirect")}), drawing(INDIRECT, "rules.indirect.drawing"),
        el("p", {text: t("rules.pass")}),
        el("p", {text: t("rules.end")}),
        el("p", {text: t("rules.tie")}), drawing(STUCK, "rules.tie.drawing"),
        row(button("rules.lesson", onLesson, "accent"), button("rules.example", onExample, "")),
        el("h2", {text: t("help.signs")}), list(signs),
        ...(touched ? keys : []));
    parts.replaceChildren(...[...body.querySelectorAll("h2")].map((heading) => el("button", {
        class: "button quiet", text: heading.textContent, onclick: () => heading.scrollIntoView(),
    })));
}

// South's move f makes a capture of each kind (queries/answers/rules_text.h).
const EXAMPLE = ["0,1+2,0+1,0,2,2+2/0+1,1,3,1+3,0,2+3 S 24:24", "f"];

/** Fills the dialog; open() shows it. */
export function mount(app) {
    const dialog = byId("help");
    const body = dialog.querySelector(".help-body");
    const actions = {
        onExample: () => {
            dialog.close();
            app.game.load(parsePosition(EXAMPLE[0]));
            app.showBoard();
            app.play(EXAMPLE[1]);
        },
        onLesson: () => {
            dialog.close();
            app.late.learn(1);
        },
    };
    const parts = dialog.querySelector(".help-parts");
    fill(body, parts, actions);
    onLanguage(() => fill(body, parts, actions));
    dialog.querySelector(".help-close").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => {
        if (event.target === dialog) {
            dialog.close();
        }
    });
    return {
        open() {
            dialog.showModal();
            dialog.focus(); // so that its name is read, and its text before its fields
            body.scrollTop = 0;
        },
    };
}
