/**
 * Who wins the current position: what is proven, and apart from it what the engine expects. Above
 * the tables a scale shows the proven range of the final lead, which shrinks during a search.
 */
import {el, put, svg} from "../base/dom.js";
import {faultOf} from "../base/faults.js";
import {button} from "../base/parts.js";
import {sealIcon, sideIcon, signIcon} from "../board/marks.js";
import {opponent, seedsOnBoard, winnerOf} from "../game/rules.js";
import {number, t} from "../texts/texts.js";
import {judgedMoves, lostText} from "./moves.js";
import {
    endOfScale, estimateWithin, finalScore, leadOf, leadParts, leadScale, nameOf, netOf, resultOf, scoreWithin, signed, southLead,
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

/** The headline with the sign of who wins, "S" or "N", or of a "draw"; null is none. */
function title(winner, text) {
    const sign = winner === null ? null : winner === "draw" ? signIcon(winner) : sideIcon(winner);
    return el("p", {class: "verdict"}, sign, el("strong", {text}));
}

function head(winner, text, detail) {
    return [title(winner, text), el("p", {class: "verdict-detail", text: detail})];
}

/** Who wins for a result of the player to move: "S", "N" or "draw". */
const winnerBy = (p, result) => (result === "draw" ? result : result === "win" ? p.side : opponent(p.side));

/** What is proven of the result of a value of evaluate.js, {winner ("S", "N" or "draw"), text}; null if nothing is. */
export function provenResult({state, position: p, rules, bounds}) {
    const [first, last] = ["exact", "open"].includes(state) ? bounds.map((r) => resultOf(p, r, rules)) : [0, 1];
    return first === last ? {winner: winnerBy(p, first), text: boundsText(p, bounds, rules)} : null;
}

/** The button that says how we know, with the seal if the result is proven. */
function howButton(value, onHow) {
    const how = button("proven.how", onHow);
    how.prepend(...provenResult(value) ? [sealIcon()] : []);
    return how;
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
        title(winnerBy(p, resultOf(p, answer.r, rules)), verdictText(p, answer.r, rules)),
        lostText(value) && el("p", {class: "verdict-lost", text: lostText(value)}),
        el("p", {class: "verdict-detail row"}, el("span", {text: parts.filter(Boolean).join(" \u00b7 ")}),
            howButton(value, onHow)),
    ];
}

/** What proves a result: a source, after so many positions of a search, or with the digest of a book. */
const sourceText = (source, nodes, digest = "") => t(`proven.${source}`, {n: number(nodes || 0), digest});

/** The headline for bounds of r that decide the result. */
function boundsText(p, bounds, rules) {
    const winner = winnerBy(p, resultOf(p, bounds[0], rules));
    const score = scoreWithin(p, bounds) || "";
    return bounds[0] === bounds[1] ? verdictText(p, bounds[0], rules)
        : winner === "draw" ? t("verdict.draw", {score})
            : t(score ? "verdict.wins" : "verdict.winsOpen", {side: nameOf(winner), score: forWinner(score, winner)});
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
    const {position: p, bounds, estimate, searching, refused, nodes, more} = value;
    const leads = bounds.map((r) => southLead(p, netOf(r))).sort((a, b) => a - b);
    const net = estimateWithin(estimate && estimate.estimate, bounds);
    const expected = net === null ? null : southLead(p, net);
    const guess = expectedText(p, expected, value, bounds);
    const {winner, source, book, nodes: short} = value.solution || {};
    const proven = provenResult(value);
    return [
        title(proven && proven.winner, proven ? proven.text : t("verdict.undecided")),
        lostText(value) && el("p", {class: "verdict-lost", text: lostText(value)}),
        winner ? el("p", {class: "verdict-detail", text: sourceText(source, short, book)}) : null,
        el("dl", {class: "open-facts"},
            el("dt", {class: "proven", text: t("open.proven")}),
            el("dd", {class: "proven", text: t(leads[0] < leads[1] ? "open.range" : "open.exact", {
                side: nameOf("S"), low: signed(leads[0]), high: signed(leads[1]),
            })}),
            guess && el("dt", {class: "estimate", text: t("open.estimate")}),
            guess && el("dd", {class: "estimate", text: guess})),
        scale(p, leads, expected),
        howButton(value, onHow),
        el("p", {class: "verdict-detail row"},
            el("span", {text: refused ? faultOf(refused)
                : t(searching ? "open.searching" : "open.searched", {n: number(nodes || 0)})}),
            searching ? el("span", {class: "pulse", "aria-hidden": "true"})
                : more || refused ? button("open.more", onMore) : null),
    ];
}

/** The scale of South's final lead: the proven range as a bar, the estimate as a diamond. */
function scale(p, [low, high], expected) {
    const {ends, part} = leadScale(p);
    const x = (lead) => 20 + 360 * part(lead);
    return svg("svg", {
        class: "scale", viewBox: "0 0 400 52", role: "img", "aria-label": t("open.axis"),
    },
    svg("line", {class: "axis", x1: 20, x2: 380, y1: 20, y2: 20}),
    ...leadParts(low, high).map(([side, from, to]) => svg("rect", {
        class: "range", "data-side": side, x: x(from) - 1, width: x(to) - x(from) + 2, y: 13, height: 14, rx: 2,
    })),
    svg("line", {class: "zero", x1: x(0), x2: x(0), y1: 7, y2: 33}),
    expected === null ? null : svg("path", {
        class: "estimate", d: `M${x(expected)} 9l8 11l-8 11l-8-11z`,
    }),
    ends.map((lead, i) => svg("text", {x: 20 + 360 * i, y: 47, "text-anchor": i ? "end" : "start", ...endOfScale(lead)})),
    Math.abs(part(0) - 0.5) < 0.2 ? svg("text", {x: x(0), y: 47, "text-anchor": "middle", text: "0"}) : null);
}

/**
 * Fills an element with the verdict on a value of evaluate.js. onMore() searches on, and onHow() says
 * what is proven by what.
 */
export function drawVerdict(element, value, {onMore, onHow}) {
    const {state, position: p, rules} = value;
    const kept = element.contains(document.activeElement);
    const parts = {
        exact: () => exact(value, onHow),
        open: () => open(value, onMore, onHow),
        over: () => head(winnerOf(p, rules) || "draw", endText(p, rules), t("verdict.over")),
        waiting: () => head(null, t("verdict.waiting"), "\u00a0"),
        offline: () => [title(null, t("verdict.offline"))],
        error: () => head(null, t("verdict.error"), faultOf(value.error)),
    };
    put(element, ...(parts[state] ? parts[state]().filter(Boolean) : []),
        value.lacking ? el("p", {class: "verdict-detail", text: t(...value.lacking)}) : null);
    if (kept) {
        (element.querySelector("button") || element).focus();
    }
}
