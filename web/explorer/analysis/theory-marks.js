/**
 * What a move does with a result that is proven of the first plies (atlas.json): it keeps the result that
 * its player has, or gives it away. A move that leaves what is proven has no mark, and a game that comes
 * back to it by other moves has marks again, because results are known by position.
 */
import {svg} from "../base/dom.js";
import {formatPosition} from "../game/notation.js";
import {play} from "../game/rules.js";
import {addWords, t} from "../texts/texts.js";

addWords({
    "theory.kept.N": ["Proven: this keeps North’s win.", "Bewiesen: Das hält den Gewinn von Nord fest."],
    "theory.kept.S": ["Proven: North still does not win.", "Bewiesen: Nord gewinnt weiterhin nicht."],
    "theory.given.N": ["Proven: this gives North’s win away.", "Bewiesen: Das gibt den Gewinn von Nord her."],
    "theory.given.S": ["Proven: this lets North win.", "Bewiesen: Das lässt Nord gewinnen."],
});

/** Whether North wins under the standard rules, by the text of a position: of a tree of openings at `position`. */
export function resultsOf(position, {answer, moves = []}, found = new Map()) {
    if (answer !== undefined) {
        found.set(formatPosition(position), answer);
    }
    moves.forEach((node) => resultsOf(play(position, node.move).position, node, found));
    return found;
}

/** {kind: "kept" or "given", side: whose result it is} of a node of the game, or null. */
export function theoryMark(results, {parent, position}, rules) {
    const [before, after] = [parent?.position, position].map((one) => one && results.get(formatPosition(one)));
    const side = before ? "N" : "S";
    // Who does not win by captures may win by cowries.
    const sure = (answer) => answer || (answer === false && rules === "standard");
    return sure(before) && sure(after) && parent.position.side === side
        ? {kind: before === after ? "kept" : "given", side} : null;
}

export const theoryText = ({kind, side}) => t(`theory.${kind}.${side}`);

/** The mark as a picture: a tick or a cross, with its text for who points at it. */
export const theoryIcon = (mark) => svg("svg", {class: "theory", viewBox: "0 0 12 12", "aria-hidden": "true"},
    svg("title", {text: theoryText(mark)}),
    svg("path", {d: mark.kind === "kept" ? "M2 6.5l3 3l5-7" : "M2.5 2.5l7 7m0-7l-7 7"}));
