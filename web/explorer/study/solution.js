/**
 * The solution of a problem as people write it, as `kauri problem` prints it: a line for each ply, with
 * what refutes the other moves, or still holds after North's other replies.
 */
import {capturesText, nameOfMove} from "../analysis/values.js";
import {el} from "../base/dom.js";
import {isOver, legalMoves} from "../game/rules.js";
import {t} from "../texts/texts.js";

const withCaptures = ({move, captured}) =>
    [nameOfMove(move), capturesText(...captured)].filter(Boolean).join(" ");

/** Whether a reply of North costs no more than the best one: as kauri_problem_resists has it. */
const resists = ({rules}, ply, other) => (rules === "standard"
    ? Math.round(other.r / 3) === Math.round(ply.r / 3) : other.r === ply.r);

/** {number, move, others}: each ply as texts, "1." and "1..." before South's and North's. */
export function pliesOf(problem) {
    return problem.line.map((ply, i) => {
        const solver = i % 2 === 0;
        const others = ply.others.map((other) => {
            const wrong = solver || !resists(problem, ply, other);
            const sole = solver && other.answers.length === 1 ? "!" : "";
            return `${withCaptures(other)}${wrong ? "?" : ""}${other.answers.length > 0
                ? ` ${other.answers.join(" ")}${sole}` : ""}`;
        });
        return {
            number: `${Math.floor(i / 2) + 1}.${solver ? "" : ".."}`,
            move: withCaptures(ply) + (solver ? "!" : ""), others: others.join(", "),
        };
    });
}

/** The whole solution as lines of text. */
export const solutionLines = (problem) =>
    pliesOf(problem).map(({number, move, others}) => `${number} ${move}${others ? `; ${others}` : ""}`);

/** "South to move and win". */
export const stipulation = ({result, position}) =>
    t(`only.task.${result}.${position.split(" ")[1]}`);

/** The solution as a list; with `first`, the first move alone. */
export const Solution = (problem, {first = false} = {}) => el("ol", {class: "solution"},
    ...pliesOf(problem).slice(0, first ? 1 : Infinity).map(({number, move, others}) => el("li", {},
        first ? null : el("span", {class: "muted", text: `${number} `}), el("strong", {text: move}),
        others ? el("span", {text: `; ${others}`}) : null)));

/** Whether nothing is to be asked: the game is over, or the values are hidden. */
export function isQuiet(app) {
    const {position} = app.game.node;
    return app.valuesHidden || isOver(position, app.rules()) || legalMoves(position).length === 0;
}
