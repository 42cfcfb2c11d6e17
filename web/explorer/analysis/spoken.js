/** What a screen reader is told of moves and values. */
import {announce} from "../base/announce.js";
import {letterOf, sum} from "../game/notation.js";
import {PASS, isOver} from "../game/rules.js";
import {t} from "../texts/texts.js";
import {judgedMoves, spokenValue} from "./moves.js";
import {nameOf, nameOfMove} from "./values.js";
import {endText} from "./verdict.js";

/** Announces what the best moves are worth: once as an estimate, once when it is proven. */
export function announceValues(app) {
    let told = ""; // the state of the value that was announced for the current position
    app.on("game", () => { told = ""; });
    app.evaluation.addEventListener("change", () => {
        const {value} = app.evaluation;
        const best = app.valuesHidden || value.estimating ? "" : bestText(value);
        if (best && told !== value.state) {
            announce(best);
            told = value.state;
        }
    });
}

/** The move that led to a node, what it captured, and who is to move. */
export function moveText(node, rules) {
    const parts = [];
    const over = isOver(node.position, rules);
    if (node.move) {
        const side = nameOf(node.parent.position.side);
        const other = nameOf(node.position.side);
        const {own, other: lost} = node.captured;
        parts.push(t(node.move === PASS ? "say.pass" : "say.move", {side, move: node.move}));
        if (own > 0) {
            parts.push(t("say.own", {side, n: own}));
        }
        if (lost > 0) {
            parts.push(t("say.own", {side: other, n: lost}));
        }
        if (own + lost > 0 && !over) {
            const {S, N} = node.position.score;
            parts.push(t("say.score", {south: S, north: N}));
        }
    } else {
        parts.push(t("say.start"));
    }
    parts.push(...over
        ? [t("verdict.over"), `${endText(node.position, rules)}.`]
        : [t("say.turn", {side: nameOf(node.position.side)})]);
    return parts.join(" ");
}

/** What lies in the row of a player, hole by hole. */
export function rowText({seeds, cowries}, side) {
    const lies = (n, m) => [n > 0 || m === 0 ? t("seeds", {n}) : "", m > 0 ? t("cowries", {n: m}) : ""]
        .filter(Boolean).join(", ");
    return [`${nameOf(side)}: ${lies(sum(seeds[side]), sum(cowries[side]))}.`, ...seeds[side].map((n, i) =>
        `${letterOf(side, i)}: ${lies(n, cowries[side][i])}.`)].join(" ");
}

/** What both players have captured, and the cowries in their rows. */
export function scoreText({score, cowries}) {
    return [t("say.score", {south: score.S, north: score.N}),
        t("say.cowries", {south: sum(cowries.S), north: sum(cowries.N)})].join(" ");
}

/** The best moves and what they are worth, proven or estimated; empty if neither is known. */
export function bestText(value) {
    const all = judgedMoves(value);
    const proven = all.filter((move) => move.best);
    const best = proven.length > 0 ? proven : all.filter((move) => move.likely);
    const moves = best.map((m) => nameOfMove(m.move)).join(", ");
    return moves && `${t(proven.length > 0 ? "say.best" : "say.likely", {moves})} ${spokenValue(best[0])}`;
}
