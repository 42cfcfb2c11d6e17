/**
 * Mistakes of the visitor's own games, which come back as problems until a better move was found; the
 * browser keeps them.
 */
import {setSetting, settings} from "../base/settings.js";
import {formatPosition, parsePosition} from "../game/notation.js";
import {addWords, t} from "../texts/texts.js";

const KEPT = 40;

addWords({
    "own.title": ["From your own games", "Aus deinen eigenen Partien"],
    "own.how": ["Mistakes that you have seen come back here until you find a better move.",
        "Fehler, die du gesehen hast, kommen hier wieder, bis du einen besseren Zug findest."],
    "own.item": ["{move} was a mistake", "{move} war ein Fehler"],
    "own.text": ["{move} was a mistake. Better: {better}.", "{move} war ein Fehler. Besser: {better}."],
});

const keyOf = ({p, m, r}) => `${r} ${p} ${m}`;

/** What is kept of a mistake of coach.js under the rules, or null if no better move is known. */
function kept({node, better, known, proven}, rules) {
    return known && proven && better
        ? {p: formatPosition(node.parent.position), m: node.move, r: rules, better} : null;
}

/** [{position, move, rules, better}], the latest first. */
export const ownProblems = () => settings.mistakes.map(({p, m, r, better}) =>
    ({position: parsePosition(p), move: m, rules: r, better}));

/** Keeps mistakes that are being learned from. */
export function keepMistakes(mistakes, rules) {
    const more = mistakes.map((one) => kept(one, rules)).filter(Boolean);
    const keys = new Set(more.map(keyOf));
    if (more.length > 0) {
        setSetting("mistakes", [...more, ...settings.mistakes.filter((one) => !keys.has(keyOf(one)))].slice(0, KEPT));
    }
}

/** Leaves out one whose better move was found. */
export function dropMistake(node, rules) {
    const key = keyOf({p: formatPosition(node.parent.position), m: node.move, r: rules});
    setSetting("mistakes", settings.mistakes.filter((one) => keyOf(one) !== key));
}

/** Puts such a problem on the board: the game of the one wrong move, before it. */
export function openOwn(app, {position, move, rules, better}) {
    app.begin(rules, position, [move]);
    const node = app.game.root.children[0];
    app.game.first();
    app.plot.learn([{node, better, known: true, proven: true, text: () => t("own.text", {move, better})}]);
}
