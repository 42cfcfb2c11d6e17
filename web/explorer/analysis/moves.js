/** The list of the legal moves: what each is worth, and why it is worse than the best. */
import {el, put, svg} from "../base/dom.js";
import {downloads} from "../base/save.js";
import {signIcon, valueText} from "../board/marks.js";
import {PASS, legalMoves, seedsOnBoard} from "../game/rules.js";
import {t} from "../texts/texts.js";
import {
    capturesText, endOfScale, judge, leadParts, leadScale, nameOf, nameOfMove, narrow, netOf, signed, southLead,
} from "./values.js";

const PHASE = {"1": "win", "0": "draw", "-1": "loss"};

/**
 * The moves of the current position as judge() describes them, best first; empty if unknown. With
 * `secret`, no reason names the best move.
 */
export function judgedMoves(value, secret = false) {
    const {state, position, rules, answer, estimate, remembered = []} = value;
    if (state !== "exact" && state !== "open") {
        return [];
    }
    const lines = new Map(((estimate && estimate.lines) || []).map((m) => [m.move, m]));
    const proven = new Map(((answer && answer.moves) || []).map((m) => [m.move, m]));
    const kept = new Map(remembered.map((m) => [m.move, m]));
    const [low, high] = value.bounds;
    const all = legalMoves(position).map((move) => {
        const bounds = [lines, proven, kept].map((known) => known.get(move)?.bounds)
            .reduce(narrow, [-3 * seedsOnBoard(position) - 1, high]);
        return {
            move, captured: [0, 0], ...lines.get(move), ...proven.get(move),
            bounds: Number.isInteger(proven.get(move)?.r) ? null : bounds,
            estimate: lines.has(move) ? lines.get(move).estimate : null,
        };
    });
    // One move is worth as much as the position: if only one can be, that.
    const [best, ...others] = all.filter((m) => !m.bounds || m.bounds[1] >= low);
    if (best && best.bounds && others.length === 0) {
        best.bounds = narrow(best.bounds, [low, high]);
    }
    return judge(position, all, rules, secret);
}

/** What is said where all moves lose, with those that lose the least seeds, or else resist longest; or "". */
export function lostText(value) {
    const all = judgedMoves(value);
    const [first] = all;
    if (!first?.lost) {
        return "";
    }
    const best = all.filter((m) => m.best);
    const longest = Math.max(...(value.solution?.moves || []).map(({answer}) => answer?.plies ?? 0));
    const [key, moves] = best.length === all.length ? ["", []]
        : best.length > 0 ? [all.some((m) => m.worth[1] < first.worth[0]) ? "least" : "longest", best]
            : longest > 0 ? ["proof", value.solution.moves.filter(({answer}) => answer?.plies === longest)] : ["", []];
    return t(`lost.${key || "all"}`, {n: moves.length, moves: moves.map(({move}) => nameOfMove(move)).join(", ")});
}

/** What is spoken of a move: "win 33:27 in 5 plies", or "loss, estimated lead -3". */
export function spokenValue(move) {
    const estimate = move.expected === null ? null : t("say.estimate", {n: signed(move.expected)});
    if (move.result === null || estimate !== null) {
        return [move.result && t(`result.${move.result}`), estimate].filter(Boolean).join(", ");
    }
    return [t(`result.${move.result}`), move.score,
        move.distance === null ? null : t("say.distance", {n: move.distance})]
        .filter(Boolean).join(" ");
}

const resultCell = ({result}) => el("td", {class: `result ${result}`}, signIcon(result),
    el("span", {text: t(`result.${result}`)}));

/** Where not all is proven: the result as far as it is, and the score or the lead that is expected. */
function expectedCell(move) {
    const {result, expected} = move;
    const text = valueText(move);
    return el("td", {class: result ? `result ${result}` : ""},
        result ? [signIcon(result), el("span", {
            class: text ? "hidden" : null, text: `${t(`result.${result}`)} `,
        })] : null,
        el("span", {class: expected === null ? null : "estimated", text}));
}

const number = (text) => el("td", {class: "number", text});

const EXACT = [
    ["result", resultCell],
    ["score", (m) => number(m.score || "\u2013")],
    ["captured", (m) => number(capturesText(...m.captured))],
    ["net", (m) => el("td", {class: "number wide", text: signed(m.net)})],
    ["cowries", (m) => el("td", {class: "wide"}, signIcon(PHASE[m.cowries]),
        el("span", {class: "hidden", text: t(`result.${PHASE[m.cowries]}`)}))],
    ["distance", (m) => number(m.distance ?? "\u2013")],
];

/** South's final lead: a light bar for what is proven, a diamond for the estimate, and as text. */
function leadCell({bounds, estimate}, p) {
    const {part} = leadScale(p);
    const at = (lead) => `${100 * part(lead)}%`;
    const [low, high] = bounds.map((r) => southLead(p, netOf(r))).sort((a, b) => a - b);
    const text = t(low < high ? "open.range" : "open.exact",
        {side: nameOf("S"), low: signed(low), high: signed(high)});
    return el("td", {class: "lead", title: text}, svg("svg", {class: "scale", "aria-hidden": "true"},
        svg("line", {class: "axis", x1: "0", x2: "100%", y1: 9, y2: 9}),
        ...leadParts(low, high).map(([side, from, to]) => svg("line", {
            class: `range${low < high ? "" : " exact"}`, "data-side": side, x1: at(from), x2: at(to), y1: 9, y2: 9,
        })),
        svg("line", {class: "zero", x1: at(0), x2: at(0), y1: 0, y2: 18}),
        estimate === null ? null : svg("svg", {x: at(southLead(p, estimate)), y: 9},
            svg("path", {class: "estimate", d: "M0-6.5l5 6.5l-5 6.5l-5-6.5z"}))),
    el("span", {class: "hidden", text}));
}

const leadHead = (p) => el("th", {scope: "col", class: "lead"},
    el("span", {class: "hidden", text: t("open.axis")}),
    el("span", {class: "lead-ends", "aria-hidden": "true"},
        ...leadScale(p).ends.map((lead) => el("span", endOfScale(lead)))));

const OPEN = [
    ["result", expectedCell],
    ["lead", leadCell],
    ["captured", (m) => number(capturesText(...m.captured))],
];

function rowsOf(move, position, columns, onPlay) {
    const row = el("tr", {"data-move": move.move, class: move.best ? "best" : ""},
        el("th", {scope: "row"}, el("button", {
            class: "move", text: move.move === PASS ? "\u2013" : move.move,
            "aria-label": `${nameOf(position.side)} ${nameOfMove(move.move)}`,
            title: move.best ? t("moves.best") : null, onclick: () => onPlay(move.move),
        })),
        ...columns.map(([, cell]) => cell(move, position)));
    const why = move.reason ? el("tr", {class: "why"},
        el("td", {colspan: columns.length + 1, text: move.reason})) : null;
    return [row, why];
}

/** The rows of a file; net captures of the player to move, those of the move included, as far as they are proven. */
const fileRows = (all) => [["move", "result", "score", "captured", "given", "net_low", "net_high", "distance"],
    ...all.map(({move, result, score, captured, bounds, r, distance}) =>
        [move, result, score, ...captured, ...(bounds || [r, r]).map(netOf), distance])];

/**
 * Fills an element with the table of moves. onPlay(move) plays one; onMark(move or null) is told
 * when the pointer or the focus is on its row.
 */
export function drawMoves(element, value, {onPlay, onMark}) {
    const all = judgedMoves(value);
    if (all.length === 0) {
        put(element);
        return;
    }
    const columns = all.every((m) => m.r !== null) ? EXACT : OPEN;
    const focused = document.activeElement && element.contains(document.activeElement)
        ? document.activeElement.closest("tr").dataset.move : null;
    const head = (name) => (name === "lead" ? leadHead(value.position) : el("th", {
        scope: "col", text: t(`moves.${name}`),
        class: ["net", "cowries"].includes(name) ? "wide" : null,
        title: ["captured", "net", "cowries", "distance"].includes(name)
            ? t(`moves.${name}.title`) : null,
    }));
    const table = el("table", {class: `moves${all[0].lost ? " lost" : ""}`, id: "moves", "aria-label": t("moves.heading")},
        el("thead", {}, el("tr", {}, head("move"), ...columns.map(([name]) => head(name)))),
        el("tbody", {}, ...all.flatMap((move) => rowsOf(move, value.position, columns, onPlay))));
    const mark = (event) => {
        const row = event.target.closest("tr[data-move]");
        onMark(row && row.dataset.move !== PASS ? row.dataset.move : null);
    };
    table.addEventListener("pointerover", mark);
    table.addEventListener("focusin", mark);
    table.addEventListener("pointerleave", () => onMark(null));
    table.addEventListener("focusout", () => onMark(null));
    put(element, table, downloads("moves", t("moves.heading"), () => fileRows(all)));
    if (focused) {
        const button = element.querySelector(`tr[data-move="${focused}"] button`);
        if (button) {
            button.focus();
        }
    }
}
