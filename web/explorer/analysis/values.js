/**
 * What values mean for a score and a set of rules: results, final scores, and why a move is worse
 * than the best. Values are those of docs/guide/RULES.md: r = 3 x net + t for the player who moves.
 */
import {total} from "../game/notation.js";
import {PASS, opponent} from "../game/rules.js";
import {nameOf, signed, t} from "../texts/texts.js";

export {nameOf, signed};

const signOf = (number) => (number > 0 ? "win" : number < 0 ? "loss" : "draw");

/** The captures of the player to move minus the opponent's. */
export const leadOf = (p) => p.score[p.side] - p.score[opponent(p.side)];

/** South's final lead if the player to move gets so much net. */
export const southLead = (p, net) => (p.side === "S" ? 1 : -1) * (leadOf(p) + net);

/** The scale of South's final lead over what is possible, and 0: {ends: [low, high], part(lead)}, 0 to 1. */
export function leadScale(p) {
    const [now, seeds] = [p.score.S - p.score.N, total(p.seeds)];
    const [low, high] = [Math.min(0, now - seeds), Math.max(0, now + seeds)];
    return {ends: [low, high], part: (lead) => (Math.max(low, Math.min(high, lead)) - low) / (high - low || 1)};
}

/** A lead at an end of that scale, "North +9", with the side. */
export const endOfScale = (lead) => ({
    "data-side": lead < 0 ? "N" : lead > 0 ? "S" : null,
    text: lead === 0 ? "0" : `${nameOf(lead < 0 ? "N" : "S")} +${Math.abs(lead)}`,
});

/** The parts of a range of South's final lead by who leads: [side (null in a draw), from, to] of each. */
export const leadParts = (low, high) => (low === high ? [[low < 0 ? "N" : low > 0 ? "S" : null, low, high]]
    : [["N", low, Math.min(high, 0)], ["S", Math.max(low, 0), high]].filter(([, from, to]) => from < to));

/** "win", "draw" or "loss" for the player to move if the value is r. */
export function resultOf(p, r, rules) {
    const lead = leadOf(p);
    return signOf(rules === "tiebreak" ? 3 * lead + r : lead + netOf(r));
}

/** Net captures of a value. */
export const netOf = (r) => Math.round(r / 3);

/** The cowrie phase of a value: 1 won, -1 lost, 0 without end. */
export const cowriesOf = (r) => r - 3 * netOf(r);

/** Final captures "South:North", or null if play never ends with seeds on the board. */
export function finalScore(p, r) {
    const seeds = total(p.seeds);
    const net = netOf(r);
    if ((cowriesOf(r) === 0 && Math.abs(net) !== seeds) || (seeds + net) % 2 !== 0) {
        return null;
    }
    const own = p.score[p.side] + (seeds + net) / 2;
    const other = p.score[opponent(p.side)] + (seeds - net) / 2;
    return p.side === "S" ? `${own}:${other}` : `${other}:${own}`;
}

/** The same result for the other player. */
export const turned = (result) => ({win: "loss", loss: "win", draw: "draw"})[result];

export const nameOfMove = (move) => (move === PASS ? t("button.pass") : move);

/** What a move captures, for the player who moves and for the other: "+2 \u22121". */
export const capturesText = (own, other) =>
    [own ? `+${own}` : "", other ? `\u2212${other}` : ""].filter(Boolean).join(" ");

/**
 * What the game is worth at its end under the rules, for the player to move, if the value is r: three
 * times the lead, and with equal captures the cowrie phase where the rules have one.
 */
export function worthOf(p, r, rules) {
    const lead = leadOf(p) + netOf(r);
    return 3 * lead + (rules === "tiebreak" && lead === 0 ? cowriesOf(r) : 0);
}

/** Bounds that hold if the old and the new ones do; the new ones may be missing. */
export const narrow = ([low, high], bounds) =>
    (bounds ? [Math.max(low, bounds[0]), Math.min(high, bounds[1])] : [low, high]);

/** The final captures that all values within bounds have in common, or null. */
export function scoreWithin(p, [low, high]) {
    const seeds = total(p.seeds);
    const net = netOf(low);
    if (net !== netOf(high)) {
        return null;
    }
    const endless = low < 3 * net && high > 3 * net && Math.abs(net) !== seeds;
    return endless ? null : finalScore(p, low) || finalScore(p, high);
}

/** An estimate of net captures, moved into bounds of r; null where these leave no choice. */
export function estimateWithin(estimate, [low, high]) {
    const [least, most] = [netOf(low), netOf(high)];
    return least === most || typeof estimate !== "number" ? null
        : Math.max(least, Math.min(most, Math.round(estimate)));
}

/** What is proven about a result: its place among the others, the best first. */
function placeOf([low, high], sure) {
    return low === "win" ? 0
        : high === "loss" || (high === "draw" && sure === "win") ? 3
            : high === "draw" && low === "loss" && sure === "draw" ? 2 : 1;
}

/**
 * The moves in their order: what is proven under the rules decides, then the net captures that are
 * proven or estimated, what is proven before what is not; then a sooner win and a later loss.
 */
function compare(a, b) {
    const net = (m) => m.net ?? m.estimate ?? -Infinity;
    return a.place - b.place || net(b) - net(a) || b.worth[0] - a.worth[0]
        || ({win: 1, loss: -1}[a.result] || 0) * ((a.distance ?? 0) - (b.distance ?? 0));
}

/**
 * What a line of the list, a hole and the announcement say of a move, the best first: {move,
 * captured, result (null: open), score, net, lead (the player's at the end), cowries, distance (each
 * null: open), bounds, worth (bounds of worthOf), best (proven: no move is worth more), likely (it
 * comes first, and no move is proven best), lost (so are all moves), estimate (of net; null: none, or there is a proof in its
 * place), expected (lead by that estimate), reason}.
 * `all` are the moves of an answer of probe, search or analyse; with `secret`, no reason names the
 * best move.
 */
export function judge(p, all, rules, secret = false) {
    const judged = all.map((m) => {
        const bounds = m.bounds || [m.r, m.r];
        const [low, high] = bounds;
        const results = bounds.map((r) => resultOf(p, r, rules));
        const known = low === high;
        const net = netOf(low) === netOf(high) ? netOf(low) : null;
        const estimate = estimateWithin(m.estimate, bounds);
        return {
            move: m.move, captured: m.captured, bounds, results,
            result: results[0] === results[1] ? results[0] : null,
            r: known ? low : null,
            score: scoreWithin(p, bounds),
            net, lead: net === null ? null : leadOf(p) + net,
            cowries: known ? cowriesOf(low) : null,
            distance: known ? m.dtc ?? null : null,
            worth: bounds.map((r) => worthOf(p, r, rules)),
            estimate, expected: estimate === null ? null : leadOf(p) + estimate,
        };
    });
    const sure = judged.some((m) => m.results[0] === "win") ? "win"
        : judged.some((m) => m.results[0] === "draw") ? "draw" : "loss";
    judged.forEach((m) => { m.place = placeOf(m.results, sure); });
    judged.sort(compare);
    const most = Math.max(...judged.map((m) => m.worth[1]));
    const [first] = judged;
    for (const m of judged) {
        const alike = m.distance === null || first.distance === null ||
            m.distance === first.distance || first.result === "draw";
        m.best = m.worth[0] >= most && alike;
        m.lost = judged.length > 1 && judged.every(({result}) => result === "loss");
        m.reason = first.worth[0] >= most && m !== first ? reason(p, m, first, rules, secret) : "";
    }
    judged.forEach((m) => { m.likely = m === first && !m.best && m.estimate !== null; });
    return judged;
}

/** Why a move is worse than the best one, in a sentence; empty if it is not, or not known. */
function reason(p, move, top, rules, secret) {
    const mover = nameOf(p.side);
    const other = nameOf(opponent(p.side));
    if (move.net === null || (move.r === null && move.worth[0] !== move.worth[1])) {
        return "";
    }
    const fall = top.net - move.net;
    const best = top.result;
    const values = {
        mover, other, n: fall, best: secret ? t("why.another") : top.move,
        own: move.captured[0], fed: move.captured[1], plies: move.distance, fewest: top.distance,
    };
    if (move.worth[0] === top.worth[0]) {
        return move.best || move.distance === null || move.distance === top.distance ? ""
            : t(best === "win" ? "why.slower" : "why.sooner", values);
    }
    const cowries = move.cowries < 0 ? "why.cowries" : "why.cowriesEndless";
    const first = fall > 0 ? given(move, values) : t(cowries, values);
    const kept = {
        win: "why.stillWins", draw: "why.stillDraws",
        loss: fall > 0 ? "why.lostAnyway" : "why.lostToo",
    };
    const second = move.result === best ? t(kept[best], values)
        : lost(p, move, top, best, rules, values);
    return `${first} ${secret ? capital(second) : second}`;
}

/** A sentence that may begin with words for a move. */
export const capital = (text) => text[0].toUpperCase() + text.slice(1);

function given(move, values) {
    if (values.fed > 0) {
        return t(values.fed >= values.n ? "why.feeds" : "why.feedsAndGives", values);
    }
    return t(values.own > 0 ? "why.takesButGives" : "why.gives", values);
}

/** What the move throws away: the win or the draw, and what would have decided. */
function lost(p, move, top, best, rules, values) {
    if (rules === "tiebreak" && move.result === "loss" && leadOf(p) + move.net === 0) {
        return t("why.cowriesLost", values);
    }
    if (rules === "tiebreak" && best === "win" && leadOf(p) + top.net === 0) {
        return t("why.cowriesDecided", values);
    }
    return t(best === "draw" ? "why.losesDraw"
        : move.result === "draw" ? "why.onlyDraws" : "why.losesWin", values);
}
