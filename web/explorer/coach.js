/**
 * What a game teaches: the mistakes that are proven, those that are likely, and where the result
 * changes hands, from the answer of annotate.
 */
import {moveNumber} from "./game.js";
import {t} from "./texts.js";
import {nameOf, nameOfMove} from "./values.js";

const RULES = {standard: "standard", tiebreak: "tie_breaker"};

/** "16. c" or "16... C" of a node. */
export function moveName(node) {
    const {number, side} = moveNumber(node);
    return `${number}${side === "S" ? "." : "..."} ${nameOfMove(node.move)}`;
}

/** A mistake {sign, proven, text(name)} of a ply of annotate, or null. */
function mistakeOf({standard, tie_breaker: tiebreak, loss, alternative, estimate}, rules) {
    const {sign, before, after} = {standard, tie_breaker: tiebreak}[RULES[rules]];
    if (sign === "?" || sign === "??") {
        const [least, most] = loss;
        const texts = (move) => [
            before && after && before !== after
                ? t("coach.result", {move, before: t(`result.${before}`), after: t(`result.${after}`)})
                : t("coach.mistake", {move}),
            least > 0 ? t(least === most ? "coach.gives" : "coach.givesLeast", {n: least}) : "",
            alternative ? t("coach.better", {best: nameOfMove(alternative.move)}) : "",
        ];
        return {sign, proven: true, text: (move) => texts(move).filter(Boolean).join(" ")};
    }
    if (estimate && estimate.mistake) {
        return {
            sign: "?!", proven: false,
            text: (move) => t("coach.likely", {
                move, n: estimate.loss, best: nameOfMove(estimate.best),
            }),
        };
    }
    return sign === "!" ? {sign, proven: true, text: null} : null;
}

/** "South wins or draw" for results that South may have. */
const resultsText = (results) => results.map((one) => t(one === "draw" ? "result.draw"
    : "verdict.winsOpen", {side: nameOf(one === "win" ? "S" : "N")})).join(t("coach.or"));

/**
 * {mistakes: [{node, sign, proven, text()}], turns: [{node, text()}]} of a line and what annotate
 * says of it, for one set of rules. Each node of the line gets its sign.
 */
export function lessons(line, answer, rules) {
    const mistakes = [];
    answer.plies.forEach((ply, i) => {
        const node = line[i + 1];
        const found = mistakeOf(ply, rules);
        node.sign = found ? found.sign : "";
        if (found && found.text) {
            mistakes.push({node, ...found, text: () => found.text(moveName(node))});
        }
    });
    const turns = answer.turning_points.filter((one) => one.rules === RULES[rules])
        .map(({ply, to}) => ({
            node: line[ply],
            text: () => (ply === 0 ? resultsText(to)
                : t("coach.turn", {move: moveName(line[ply]), results: resultsText(to)})),
        }));
    return {mistakes, turns};
}

/** "1 proven mistake, 20 likely ones." */
export function summary({mistakes}) {
    const proven = mistakes.filter((one) => one.proven).length;
    return t("coach.summary", {proven, likely: mistakes.length - proven});
}
