/**
 * Where the result of a game changes hands, from bounds of its positions, and what several evaluations of
 * a game have proven together. games/analysis/annotate.c finds the same turning points.
 */
import {resultOf, turned} from "../analysis/values.js";

/** The rules as answers of the API name them. */
export const API_RULES = {standard: "standard", tiebreak: "tie_breaker"};
const RESULTS = ["loss", "draw", "win"]; // of South

/** The lowest and highest result that South may have, as places in RESULTS. */
function southResults(position, bounds, rules) {
    const places = bounds.map((r) => resultOf(position, r, rules))
        .map((result) => RESULTS.indexOf(position.side === "S" ? result : turned(result)));
    return {low: Math.min(...places), high: Math.max(...places)};
}

const excludes = (a, b) => a.high < b.low || b.high < a.low;
const isDecided = ({low, high}) => low === high;
const isOpen = ({low, high}) => high - low === 2;
const isWithin = (inner, outer) => outer.low <= inner.low && inner.high <= outer.high;
const listed = ({low, high}) => RESULTS.slice(low, high + 1);

/** The kind of turn at a position where the result is `now`, and the result before it; or null. */
function turnOf({before, known, decided}, now) {
    if (excludes(now, before)) { // the result is known on both sides of a move
        return {turn: "lost", from: before};
    }
    if (excludes(now, known)) {
        return {turn: "changed", from: known};
    }
    return isDecided(now) && !isDecided(known) ? {turn: decided ? "decided" : "first", from: known} : null;
}

/** The first and last ply after the position `since` of the player whose result became worse. */
function pliesOf(line, since, ply, from, to) {
    const loser = to.high < from.low ? "S" : "N";
    let [first, last] = [since, ply - 1];
    while (line[first].position.side !== loser) { first += 1; }
    while (line[last].position.side !== loser) { last -= 1; }
    return [first, last];
}

/** The turning points of a line, as annotate has them; bounds[i] are those of line[i]. */
export function turningPoints(line, bounds, rules) {
    const course = {before: {low: 0, high: 2}, known: {low: 0, high: 2}, knownAt: 0, decided: false};
    const points = [];
    line.forEach(({position}, ply) => {
        const now = southResults(position, bounds[ply], rules);
        const found = turnOf(course, now);
        if (found) {
            const {turn, from} = found;
            const since = {lost: ply - 1, changed: course.knownAt}[turn];
            points.push({
                ply, rules: API_RULES[rules], turn,
                between: since === undefined ? null : pliesOf(line, since, ply, from, now),
                from: turn === "first" ? null : listed(from), to: listed(now),
            });
            course.known = now;
            course.decided = true;
        } else if (isOpen(course.known)) {
            course.known = now;
        }
        course.knownAt = isWithin(now, course.known) ? ply : course.knownAt;
        course.before = now;
    });
    return points;
}

/** A mistake that follows from the results before and after a move alone. */
function mistakeAt(line, {between: [ply], from, to}) {
    const own = ([result]) => (line[ply].position.side === "S" ? result : turned(result));
    return {
        ply, sign: "??", proven: true, before: from.length === 1 ? own(from) : null,
        after: to.length === 1 ? own(to) : null, loss: [0, 0], better: null,
    };
}

/**
 * An answer of annotate with the turning points that all bounds of the line give, and with the mistakes
 * that are proven in `known`, a map from the id of a node and the rules, which gets those of this answer.
 */
export function together(line, answer, bounds, known) {
    const points = Object.keys(API_RULES).flatMap((rules) => turningPoints(line, bounds, rules));
    const mistakes = {};
    for (const name of Object.values(API_RULES)) {
        const idOf = (ply) => `${line[ply + 1].id} ${name}`;
        answer.mistakes[name].filter(({proven}) => proven).forEach((one) => known.set(idOf(one.ply), one));
        const likely = new Map(answer.mistakes[name].map((one) => [one.ply, one]));
        const sharp = new Map(points.filter((one) => one.rules === name && one.turn !== "decided" &&
            one.between && one.between[0] === one.between[1]).map((one) => [one.between[0], mistakeAt(line, one)]));
        mistakes[name] = line.slice(1).map((_, ply) => known.get(idOf(ply)) || sharp.get(ply) || likely.get(ply))
            .filter(Boolean);
    }
    // One that is located is among the mistakes.
    const turning_points = points.map((one) => (one.turn === "changed" && one.between[0] === one.between[1]
        ? {...one, turn: "lost"} : one));
    return {...answer, mistakes, turning_points};
}
