/**
 * Positions that were examined: whether a single move gets the result, and the problem that the
 * position is (`GET problem`, docs/reference/HTTP.md). What was asked once is not asked again; what is
 * proven of the moves is in the one memory of proofs, from which an answer takes what is known by now.
 */
import * as api from "../analysis/api.js";
import {proofs} from "../analysis/proofs-store.js";
import {narrow, resultOf} from "../analysis/values.js";
import {formatPosition, parsePosition} from "../game/notation.js";

const KEPT = 40; // answers
const RESULTS = ["loss", "draw", "win"];
const answers = new Map(); // by rules and position
let wish = null; // the problem that is to be shared next

const keyOf = (position, rules) => `${rules} ${formatPosition(position)}`;
const isSettled = ({moves}) => moves.every(({holds}) => holds !== null);

/** An answer with what is proven of the moves by now; the tables' has everything. */
export function completed(answer, rules) {
    if (answer.source === "tables") {
        return answer;
    }
    const position = parsePosition(answer.position);
    const known = new Map(proofs.moves(position).map(({move, bounds}) => [move, bounds]));
    const moves = answer.moves.map((one) => ({...one, bounds: narrow(one.bounds, known.get(one.move))}));
    const rankOf = (r) => RESULTS.indexOf(resultOf(position, r, rules));
    const most = (end) => Math.max(...moves.map(({bounds}) => rankOf(bounds[end])));
    const [low, high] = [most(0), most(1)];
    const rank = answer.result === null && low === high ? low : RESULTS.indexOf(answer.result);
    for (const one of moves.filter(({holds}) => holds === null && rank >= 0)) {
        const [least, best] = one.bounds.map(rankOf);
        one.holds = least >= rank ? true : best < rank ? false : null;
    }
    const sure = moves.filter(({holds}) => holds).length;
    const open = moves.some(({holds}) => holds === null);
    return {...answer, moves, result: RESULTS[rank] || null, unique: sure < 2 && open ? null : sure === 1};
}

/** What is known already, or null. */
export function answerOf(position, rules) {
    const answer = answers.get(keyOf(position, rules));
    return answer ? completed(answer, rules) : null;
}

/** Keeps an answer, with the refutations of the one before it, and notes what it proves. */
function take(answer, position, rules) {
    const key = keyOf(position, rules);
    const before = answers.get(key)?.moves || [];
    const refutationOf = (move) => before.find((one) => one.move === move)?.refutation ?? null;
    proofs.noteAnswer(position, {moves: answer.moves}, answer.source);
    answers.delete(key);
    answers.set(key, {...answer, moves: answer.moves.map((one) =>
        ({...one, refutation: one.refutation ?? refutationOf(one.move)}))});
    if (answers.size > KEPT) {
        answers.delete(answers.keys().next().value);
    }
    return answerOf(position, rules);
}

/** The answer about a position; onMoves(answer) is told of what is known before the last. */
export async function examine(position, rules, {seconds, onMoves = () => {}, signal} = {}) {
    const known = answerOf(position, rules);
    return known && isSettled(known) ? known : take(await api.problem(position, {
        rules, seconds, signal, onMoves: (answer) => onMoves(take(answer, position, rules)),
    }), position, rules);
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
