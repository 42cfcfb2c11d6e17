/**
 * What values mean for a score and a set of rules: results, final scores, and why a move is worse
 * than the best. Values are those of docs/RULES.md: r = 3 x net + t for the player who moves.
 */
import {total} from "./notation.js";
import {PASS, opponent} from "./rules.js";
import {language, t} from "./texts.js";

const signOf = (number) => (number > 0 ? "win" : number < 0 ? "loss" : "draw");

/** The captures of the player to move minus the opponent's. */
export const leadOf = (p) => p.score[p.side] - p.score[opponent(p.side)];

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

export const nameOf = (side) => t(side === "S" ? "south" : "north");

export const nameOfMove = (move) => (move === PASS ? t("button.pass") : move);

/** "+2", "0" or the true minus sign with a number. */
export function signed(number, digits = 0) {
    const size = Number(Math.abs(number).toFixed(digits));
    const text = size.toLocaleString(language(), {minimumFractionDigits: digits});
    return size === 0 ? "0" : `${number > 0 ? "+" : "\u2212"}${text}`;
}

/** What a move captures, for the player who moves and for the other: "+2 \u22121". */
export const capturesText = (own, other) =>
    [own ? `+${own}` : "", other ? `\u2212${other}` : ""].filter(Boolean).join(" ");

/**
 * What a line of the list, a hole and the announcement say of a move: {move, captured, best,
 * result (null: open), r (null: open), score, net, cowries, distance, bounds, estimate,
 * likely (no move has a higher estimate), reason}.
 * `all` are the moves of an answer of probe, search or analyse.
 */
export function judge(p, all, rules) {
    const exact = all.filter((m) => Number.isInteger(m.r));
    const top = exact.length === all.length && all.length > 0 ? all[0] : null;
    const hope = Math.max(...all.map((m) => m.estimate ?? -Infinity));
    return all.map((m) => {
        const [low, high] = m.bounds || [m.r, m.r];
        const least = resultOf(p, low, rules);
        const known = Number.isInteger(m.r);
        const judged = {
            move: m.move,
            captured: m.captured,
            best: Boolean(m.best),
            result: least === resultOf(p, high, rules) ? least : null,
            r: known ? m.r : null,
            score: known ? finalScore(p, m.r) : null,
            net: known ? netOf(m.r) : null,
            cowries: known ? cowriesOf(m.r) : null,
            distance: m.dtc ?? null,
            bounds: [low, high],
            estimate: known ? null : m.estimate ?? null,
            likely: !known && m.estimate === hope,
        };
        judged.reason = top ? reason(p, judged, top, rules) : "";
        return judged;
    });
}

/** Why a move is worse than the best one, in a sentence; empty if it is not. */
function reason(p, move, top, rules) {
    const mover = nameOf(p.side);
    const other = nameOf(opponent(p.side));
    const fall = netOf(top.r) - move.net;
    const best = resultOf(p, top.r, rules);
    const values = {
        mover, other, n: fall, best: top.move, own: move.captured[0], fed: move.captured[1],
        plies: move.distance, fewest: top.dtc,
    };
    if (move.r === top.r) {
        return move.best || move.distance === null ? ""
            : t(move.r > 0 ? "why.slower" : "why.sooner", values);
    }
    const cowries = move.cowries < 0 ? "why.cowries" : "why.cowriesEndless";
    const first = fall > 0 ? given(move, values) : t(cowries, values);
    const kept = {
        win: "why.stillWins", draw: "why.stillDraws",
        loss: fall > 0 ? "why.lostAnyway" : "why.lostToo",
    };
    return `${first} ${move.result === best ? t(kept[best], values)
        : lost(p, move, top, best, rules, values)}`;
}

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
    if (rules === "tiebreak" && best === "win" && leadOf(p) + netOf(top.r) === 0) {
        return t("why.cowriesDecided", values);
    }
    return t(best === "draw" ? "why.losesDraw"
        : move.result === "draw" ? "why.onlyDraws" : "why.losesWin", values);
}
