/** What a screen reader is told of moves. */
import {judgedMoves, spokenValue} from "./moves.js";
import {PASS, isOver} from "./rules.js";
import {t} from "./texts.js";
import {nameOf} from "./values.js";

/** The move that led to a node, what it captured, and who is to move. */
export function moveText(node, rules) {
    const parts = [];
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
        if (own + lost > 0) {
            const {S, N} = node.position.score;
            parts.push(t("say.score", {south: S, north: N}));
        }
    } else {
        parts.push(t("say.start"));
    }
    parts.push(isOver(node.position, rules) ? t("verdict.over")
        : t("say.turn", {side: nameOf(node.position.side)}));
    return parts.join(" ");
}

/** The best moves and what they are worth, if that is known; otherwise empty. */
export function bestText(value) {
    const best = value.state === "exact" ? judgedMoves(value).filter((move) => move.best) : [];
    if (best.length === 0) {
        return "";
    }
    const moves = best.map((m) => (m.move === PASS ? t("button.pass") : m.move)).join(", ");
    return `${t("say.best", {moves})} ${spokenValue(best[0])}`;
}
