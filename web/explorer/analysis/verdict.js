/**
 * Who wins the current position: what is proven, and apart from it what the engine expects. Above
 * the tables a scale shows the proven range of the final lead, which shrinks during a search.
 */
import {el, put, svg} from "../base/dom.js";
import {faultOf} from "../base/faults.js";
import {button} from "../base/parts.js";
import {signIcon} from "../board/marks.js";
import {opponent, seedsOnBoard, winnerOf} from "../game/rules.js";
import {number, t} from "../texts/texts.js";
import {judgedMoves} from "./moves.js";
import {
    estimateWithin, finalScore, leadOf, leadParts, leadScale, nameOf, netOf, resultOf, scoreWithin, signed, southLead,
} from "./values.js";

/** A final score "South:North" with the seeds of the winner first, who is named before it. */
const forWinner = (score, winner) => (winner === "N" ? score.split(":").reverse().join(":") : score);

/** The headline for a value r that is known. */
export function verdictText(p, r, rules) {
    const result = resultOf(p, r, rules);
    const score = finalScore(p, r);
    const lead = leadOf(p) + netOf(r);
    if (result === "draw") {
        return score ? t("verdict.draw", {score}) : t("verdict.drawEndless");
    }
    const winner = result === "win" ? p.side : opponent(p.side);
    const side = nameOf(winner);
    if (lead === 0) {
        return t("verdict.winsCowries", {side, score: score || ""});
    }
    return score ? t("verdict.wins", {side, score: forWinner(score, winner)})
        : t("verdict.winsBy", {side, n: Math.abs(lead)});
}

/** Who has won a game that is over. */
export function endText(p, rules) {
    const winner = winnerOf(p, rules);
    const key = winner === null ? "verdict.draw"
        : p.score.S === p.score.N ? "verdict.winsCowries" : "verdict.wins";
    return t(key, {score: forWinner(`${p.score.S}:${p.score.N}`, winner), side: nameOf(winner)});
}

/** The headline with the sign of a win, whoever wins, or of a draw; null is neither. */
function title(result, text) {
    const sign = result === null ? null : signIcon(result === "draw" ? "draw" : "win");
    return el("p", {class: "verdict"}, sign, el("strong", {text}));
}

function head(result, text, detail) {
    return [title(result, text), el("p", {class: "verdict-detail", text: detail})];
}

function exact(value, onHow) {
    const {position: p, rules, answer, source} = value;
    const end = seedsOnBoard(p) > 0 ? "verdict.capture" : "verdict.end";
    const [best] = judgedMoves(value); // the rules chosen may prefer another one than r
    const plies = best ? best.distance : answer.dtc;
    const parts = [
        t("verdict.bestPlay"),
        plies === null ? null : t(end, {n: plies}),
        sourceText(source, value.nodes),
    ];
    return [
        title(resultOf(p, answer.r, rules), verdictText(p, answer.r, rules)),
        el("p", {class: "verdict-detail row"}, el("span", {text: parts.filter(Boolean).join(" \u00b7 ")}),
            button("proven.how", onHow)),
    ];
}

/** What proves a result: a source, after so many positions of a search, or with the digest of a book. */
const sourceText = (source, nodes, digest = "") => t(`proven.${source}`, {n: number(nodes || 0), digest});

/** The headline for bounds of r: as much as they decide. */
function openTitle(p, bounds, rules) {
    const [first, last] = bounds.map((r) => resultOf(p, r, rules));
    const score = scoreWithin(p, bounds) || "";
    if (bounds[0] === bounds[1]) {
        return title(first, verdictText(p, bounds[0], rules));
    }
    if (first !== last) {
        return title(null, t("verdict.undecided"));
    }
    const winner = first === "win" ? p.side : opponent(p.side);
    return title(first, first === "draw" ? t("verdict.draw", {score})
        : t(score ? "verdict.wins" : "verdict.winsOpen",
            {side: nameOf(winner), score: forWinner(score, winner)}));
}

/** What is expected where nothing is proven: a lead, or who wins the cowrie phase; or "". */
function expectedText(p, expected, {estimating, estimate}, [low, high]) {
    if (expected !== null) {
        return t("open.estimateText", {lead: expected === 0 ? t("open.even")
            : t("open.ahead", {side: nameOf(expected > 0 ? "S" : "N"), n: Math.abs(expected)})});
    }
    const phase = estimate && low < high && netOf(low) === netOf(high) && estimate.estimate_tiebreak;
    if (phase) {
        return t("open.estimateText", {lead: phase === "draw" ? t("open.endless")
            : t("open.cowries", {side: nameOf(phase === "win" ? p.side : opponent(p.side))})});
    }
    return estimating && netOf(low) < netOf(high) ? t("open.none") : "";
}

function open(value, onMore, onHow) {
    const {position: p, rules, bounds, estimate, searching, refused, nodes, more} = value;
    const leads = bounds.map((r) => southLead(p, netOf(r))).sort((a, b) => a - b);
    const net = estimateWithin(estimate && estimate.estimate, bounds);
    const expected = net === null ? null : southLead(p, net);
    const guess = expectedText(p, expected, value, bounds);
    const {winner, source, book, nodes: short} = value.solution || {};
    return [
        openTitle(p, bounds, rules),
        winner ? el("p", {class: "verdict-detail", text: sourceText(source, short, book)}) : null,
        el("dl", {class: "open-facts"},
            el("dt", {class: "proven", text: t("open.proven")}),
            el("dd", {class: "proven", text: t(leads[0] < leads[1] ? "open.range" : "open.exact", {
                side: nameOf("S"), low: signed(leads[0]), high: signed(leads[1]),
            })}),
            guess && el("dt", {class: "estimate", text: t("open.estimate")}),
            guess && el("dd", {class: "estimate", text: guess})),
        scale(p, leads, expected),
        button("proven.how", onHow),
        el("p", {class: "verdict-detail row"},
            el("span", {text: refused ? faultOf(refused)
                : t(searching ? "open.searching" : "open.searched", {n: number(nodes || 0)})}),
            searching ? el("span", {class: "pulse", "aria-hidden": "true"})
                : more || refused ? button("open.more", onMore) : null),
    ];
}

/** The scale of South's final lead: the proven range as a bar, the estimate as a diamond. */
function scale(p, [low, high], expected) {
    const {most, part} = leadScale(p);
    const x = (lead) => 20 + 360 * part(lead);
    const label = (at, text, anchor) =>
        svg("text", {x: at, y: 47, "text-anchor": anchor, text});
    return svg("svg", {
        class: "scale", viewBox: "0 0 400 52", role: "img", "aria-label": t("open.axis"),
    },
    svg("line", {class: "axis", x1: 20, x2: 380, y1: 20, y2: 20}),
    ...leadParts(low, high).map(([side, from, to]) => svg("rect", {
        class: "range", "data-side": side, x: x(from) - 1, width: x(to) - x(from) + 2, y: 13, height: 14, rx: 2,
    })),
    svg("line", {class: "zero", x1: 200, x2: 200, y1: 7, y2: 33}),
    expected === null ? null : svg("path", {
        class: "estimate", d: `M${x(expected)} 9l8 11l-8 11l-8-11z`,
    }),
    label(20, `${nameOf("N")} +${most}`, "start"),
    label(200, "0", "middle"),
    label(380, `${nameOf("S")} +${most}`, "end"));
}

/**
 * Fills an element with the verdict on a value of evaluate.js. onMore() searches on, and onHow() says
 * what is proven by what. In a game against the program, `own` is the person's side, whose defeat has no
 * sign of a win.
 */
export function drawVerdict(element, value, {onMore, onHow, own = null}) {
    const {state, position: p, rules} = value;
    const kept = element.contains(document.activeElement);
    const parts = {
        exact: () => exact(value, onHow),
        open: () => open(value, onMore, onHow),
        over: () => {
            const winner = winnerOf(p, rules);
            return head(!winner ? "draw" : own && winner !== own ? null : "win", endText(p, rules),
                t("verdict.over"));
        },
        waiting: () => head(null, t("verdict.waiting"), "\u00a0"),
        offline: () => [title(null, t("verdict.offline"))],
        error: () => head(null, t("verdict.error"), faultOf(value.error)),
    };
    put(element, ...(parts[state] ? parts[state]() : []),
        value.lacking ? el("p", {class: "verdict-detail", text: t(...value.lacking)}) : null);
    if (kept) {
        (element.querySelector("button") || element).focus();
    }
}
