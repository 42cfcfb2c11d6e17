/**
 * What a game teaches: the mistakes that are proven, those that are likely, and where the result
 * changes hands, from the answer of annotate. `kauri annotate` prints the same sentences
 * (games/cli/annotate_review.c).
 */
import {nameOf} from "../analysis/values.js";
import {moveName} from "../game/game.js";
import {addWords, t} from "../texts/texts.js";
import {API_RULES} from "./turning.js";

addWords({
    "coach.summary": ["{proven} proven {proven|mistake|mistakes}, {likely} likely {likely|one|ones}.",
        "{proven} {proven|bewiesener|bewiesene} Fehler, {likely} {likely|wahrscheinlicher|wahrscheinliche}."],
    "coach.seeds": ["{n|a seed|{n} seeds}", "{n|einen Samen|{n} Samen}"],
    "coach.result": ["{move}: {after} instead of {before}.",
        "{move}: {after} statt {before}."],
    "coach.winLost": ["{move}: the win is lost.", "{move}: der Gewinn ist vertan."],
    "coach.drawLost": ["{move}: the draw is lost.", "{move}: das Unentschieden ist vertan."],
    "coach.mistake": ["{move}: a mistake.", "{move}: ein Fehler."],
    "coach.between": ["{first} to {last}: a mistake by {side}.",
        "{first} bis {last}: Einer dieser Züge von {side} ist ein Fehler."],
    "coach.gives": ["It gives away {seeds}.", "Er verschenkt {seeds}."],
    "coach.givesLeast": ["It gives away at least {seeds}.", "Er verschenkt mindestens {seeds}."],
    "coach.better": ["Better: {best}.", "Besser: {best}."],
    "coach.likely": ["{move}: probably gives away {seeds}; {best} looks better.",
        "{move}: verschenkt wohl {seeds}; {best} sieht besser aus."],
    "coach.learn": ["Learn from the mistakes", "Aus den Fehlern lernen"],
    "coach.turns": ["What is proven, and from where on:", "Was bewiesen ist, und von wo an:"],
    "coach.expected": ["What is expected, but not proven:",
        "Was zu erwarten, aber nicht bewiesen ist:"],
    "coach.start": ["At the start: {results}.", "Am Anfang: {results}."],
    "coach.after": ["After {move}: {results}.", "Nach {move}: {results}."],
    "coach.latest": ["After {move} at the latest: {results}.", "Spätestens nach {move}: {results}."],
    "coach.before": [" (before: {results})", " (vorher: {results})"],
    "coach.notWins": ["{side} does not win", "{side} gewinnt nicht"],
    "coach.open": ["not decided", "nicht entschieden"],
    "coach.expects": ["{side} is expected to win by about {seeds}",
        "{side} gewinnt voraussichtlich um etwa {seeds}"],
});

const seedsText = (n) => t("coach.seeds", {n});

/** The sentences on a mistake of annotate. */
function mistakeText(node, {sign, proven, before, after, loss: [least, most], better}) {
    const move = moveName(node);
    if (!proven) {
        return t("coach.likely", {move, seeds: seedsText(least), best: better});
    }
    const key = sign !== "??" || !before ? "coach.mistake" : after ? "coach.result"
        : before === "win" ? "coach.winLost" : "coach.drawLost";
    return [
        t(key, {move, before: t(`result.${before}`), after: t(`result.${after}`)}),
        least > 0 ? t(least === most ? "coach.gives" : "coach.givesLeast", {seeds: seedsText(least)}) : "",
        better ? t("coach.better", {best: better}) : "",
    ].filter(Boolean).join(" ");
}

/** "South wins", or what is left of the results that South may have. */
function resultsText(results) {
    const side = results.includes("loss") ? "N" : "S";
    if (results.length === 1) {
        return results[0] === "draw" ? t("result.draw") : t("verdict.winsOpen", {side: nameOf(side)});
    }
    return results.length === 3 ? t("coach.open")
        : t("coach.notWins", {side: nameOf(side === "N" ? "S" : "N")});
}

function turnText(line, {ply, turn, from, to}) {
    const results = resultsText(to) +
        (["lost", "changed"].includes(turn) ? t("coach.before", {results: resultsText(from)}) : "");
    const key = ply === 0 ? "coach.start" : turn === "changed" ? "coach.latest" : "coach.after";
    return t(key, {move: ply > 0 && moveName(line[ply]), results});
}

/** What a turn proves of several moves of a player, or of the one that is left. */
function betweenText(line, [first, last]) {
    const [node, end] = [line[first + 1], line[last + 1]];
    return first === last ? t("coach.mistake", {move: moveName(end)})
        : t("coach.between", {first: moveName(node), last: moveName(end), side: nameOf(line[last].position.side)});
}

function expectedText(line, {ply, to, margin}) {
    const results = t("coach.expects", {
        side: nameOf(to === "win" ? "S" : "N"), seeds: seedsText(Math.abs(margin)),
    });
    return t(ply === 0 ? "coach.start" : "coach.after", {move: ply > 0 && moveName(line[ply]), results});
}

/**
 * {mistakes: [{node, sign, proven, better, known: its move is known to be the one, cost: the least number
 * of seeds, text()}],
 * turns: [{node, text()}], expected: the same} of a line and what annotate says of it, for one set of
 * rules. Each node of the line gets its sign.
 */
export function lessons(line, answer, rules) {
    const name = API_RULES[rules];
    answer.plies.forEach((ply, i) => {
        line[i + 1].sign = ply[name].sign === "!" ? "!" : "";
    });
    const mistakes = answer.mistakes[name].map((one) => {
        const node = line[one.ply + 1];
        const {sign, proven, better} = one;
        node.sign = sign;
        return {node, sign, proven, better, known: true, cost: one.loss[0], text: () => mistakeText(node, one)};
    });
    const between = answer.turning_points.filter((one) => one.rules === name && one.turn === "changed")
        .map((one) => ({
            node: line[one.between[1] + 1], sign: "??", proven: true, better: null, known: false,
            text: () => betweenText(line, one.between),
        }));
    const turns = answer.turning_points.filter((one) => one.rules === name)
        .map((one) => ({node: line[one.ply], text: () => turnText(line, one)}));
    const expected = answer.expected_turns
        .map((one) => ({node: line[one.ply], text: () => expectedText(line, one)}));
    const order = new Map(line.map((node, i) => [node, i]));
    const all = [...mistakes, ...between].sort((a, b) => order.get(a.node) - order.get(b.node));
    return {mistakes: all, turns, expected};
}

/** "1 proven mistake, 20 likely ones." */
export function summary({mistakes}) {
    const proven = mistakes.filter((one) => one.proven).length;
    return t("coach.summary", {proven, likely: mistakes.length - proven});
}
