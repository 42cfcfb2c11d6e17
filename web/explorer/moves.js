/** The list of the legal moves: what each is worth, and why it is worse than the best. */
import {el, put} from "./dom.js";
import {signIcon} from "./marks.js";
import {MOST_SEEDS} from "./notation.js";
import {PASS, legalMoves} from "./rules.js";
import {t} from "./texts.js";
import {capturesText, judge, nameOf, nameOfMove, narrow, netOf, signed} from "./values.js";

const PHASE = {"1": "win", "0": "draw", "-1": "loss"};

/**
 * The moves of the current position as judge() describes them, best first; empty if unknown. With
 * `secret`, no reason names the best move.
 */
export function judgedMoves(value, secret = false) {
    const {state, position, rules, answer, estimate} = value;
    if (state !== "exact" && state !== "open") {
        return [];
    }
    const lines = new Map(((estimate && estimate.lines) || []).map((m) => [m.move, m]));
    const proven = new Map(((answer && answer.moves) || []).map((m) => [m.move, m]));
    const [low, high] = value.bounds;
    const all = legalMoves(position).map((move) => {
        const bounds = [lines, proven].map((known) => known.get(move)?.bounds)
            .reduce(narrow, [-3 * MOST_SEEDS - 1, high]);
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

/** What is spoken of a move: "win 33:27 in 5 plies". */
export function spokenValue(move) {
    if (move.result === null) {
        return move.estimate === null ? ""
            : t("say.estimate", {n: signed(move.estimate)});
    }
    return [t(`result.${move.result}`), move.score,
        move.distance === null ? null : t("say.distance", {n: move.distance})]
        .filter(Boolean).join(" ");
}

function resultCell(move) {
    return move.result === null ? el("td", {class: "muted", text: t("moves.open")})
        : el("td", {class: `result ${move.result}`}, signIcon(move.result),
            el("span", {text: t(`result.${move.result}`)}));
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

/** Net captures between bounds of r; a bound that says nothing is left out. */
function rangeText([low, high]) {
    const values = {low: signed(netOf(low)), high: signed(netOf(high))};
    const none = 3 * MOST_SEEDS;
    return values.low === values.high ? values.low : low < -none ? (high > none ? "" : `\u2264 ${values.high}`)
        : high > none ? `\u2265 ${values.low}` : t("moves.range", values);
}

const OPEN = [
    ["result", resultCell],
    ["captured", (m) => number(capturesText(...m.captured))],
    ["proven", (m) => number(rangeText(m.bounds))],
    ["estimate", (m) => el("td", {
        class: "number estimated",
        text: m.estimate === null ? "" : `\u2248 ${signed(m.estimate)}`,
    })],
];

function rowsOf(move, {side}, columns, onPlay) {
    const row = el("tr", {"data-move": move.move, class: move.best ? "best" : ""},
        el("th", {scope: "row"}, el("button", {
            class: "move", text: move.move === PASS ? "\u2013" : move.move,
            "aria-label": `${nameOf(side)} ${nameOfMove(move.move)}`,
            title: move.best ? t("moves.best") : null, onclick: () => onPlay(move.move),
        })),
        ...columns.map(([, cell]) => cell(move)));
    const why = move.reason ? el("tr", {class: "why"},
        el("td", {colspan: columns.length + 1, text: move.reason})) : null;
    return [row, why];
}

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
    const head = (name) => el("th", {
        scope: "col", text: t(`moves.${name}`),
        class: ["net", "cowries"].includes(name) ? "wide" : null,
        title: ["captured", "net", "cowries", "distance"].includes(name)
            ? t(`moves.${name}.title`) : null,
    });
    const table = el("table", {class: "moves", id: "moves", "aria-label": t("moves.heading")},
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
    put(element, table);
    if (focused) {
        const button = element.querySelector(`tr[data-move="${focused}"] button`);
        if (button) {
            button.focus();
        }
    }
}
