/**
 * Positions that were examined: whether a single move gets the result, and the problem that the
 * position is (`GET problem`, docs/reference/HTTP.md). What was asked once is not asked again, and what
 * is proven of a move stays proven when it is asked for longer.
 */
import * as api from "../analysis/api.js";
import {formatPosition} from "../game/notation.js";

const KEPT = 40; // answers
const answers = new Map(); // by rules and position
let wish = null; // the problem that is to be shared next

const keyOf = (position, rules) => `${rules} ${formatPosition(position)}`;
const isSettled = ({moves}) => moves.every(({holds}) => holds !== null);

/** What is known already, or null. */
export const answerOf = (position, rules) => answers.get(keyOf(position, rules)) || null;

/** An answer with what an earlier one has proven. */
function joined(answer, earlier) {
    if (!earlier || earlier.result === null || answer.source === "tables") {
        return earlier && earlier.source === "tables" ? earlier : answer;
    }
    const moves = answer.moves.map((one) => {
        const old = earlier.moves.find(({move}) => move === one.move);
        return one.holds === null && old.holds !== null ? old : one;
    });
    const sure = moves.filter(({holds}) => holds).length;
    const open = moves.filter(({holds}) => holds === null).length;
    return {...answer, result: answer.result ?? earlier.result, moves,
        unique: sure < 2 && open > 0 ? null : sure === 1};
}

/** The answer about a position; onMoves(answer) is told of what is known before the last. */
export async function examine(position, rules, {seconds, onMoves = () => {}, signal} = {}) {
    const key = keyOf(position, rules);
    const earlier = answers.get(key);
    if (earlier && isSettled(earlier)) {
        return earlier;
    }
    const take = (answer) => {
        const all = joined(answer, earlier);
        answers.delete(key);
        answers.set(key, all);
        if (answers.size > KEPT) {
            answers.delete(answers.keys().next().value);
        }
        return all;
    };
    return take(await api.problem(position, {
        rules, seconds, signal, onMoves: (answer) => onMoves(take(answer)),
    }));
}

/**
 * The problem of an answer, as in docs/reference/JSON.md; above the tables the first move alone, with a
 * reply to each wrong one, and without a grade. Null if several moves get the result, or may.
 */
export function problemOf({problem, position, rules, result, unique, moves, source}) {
    if (problem || unique !== true || result === "loss" || moves.length < 2) {
        return problem;
    }
    const {captured, move} = moves.find(({holds}) => holds);
    const others = moves.filter(({holds}) => !holds).map((one) => ({
        move: one.move, captured: one.captured, answers: one.refutation ? [one.refutation] : [],
    }));
    return {position, rules, result, source, line: [{move, captured, others}]};
}

/** Remembers the problem that the panel that shares is to begin with. */
export function wishFor(problem) {
    wish = problem;
}

/** Whether a problem was made of this position, which is told once. */
export function takeWish(position) {
    const wished = wish && wish.position === formatPosition(position);
    wish = null;
    return Boolean(wished);
}
