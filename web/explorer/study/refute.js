/**
 * Whether a move is right, and if not, why: in a sentence that does not give the right one away, and
 * by the line that punishes it. Tables, search and engine are asked through evaluate.js, so that what
 * the page knows already is not asked again.
 */
import * as api from "../analysis/api.js";
import {Evaluation} from "../analysis/evaluate.js";
import {judgedMoves} from "../analysis/moves.js";
import {capital, nameOfMove, netOf} from "../analysis/values.js";
import {formatPosition} from "../game/notation.js";
import {play} from "../game/rules.js";
import {addWords, t} from "../texts/texts.js";

const PATIENCE = 12000; // milliseconds for what no proof decides
const NEAR = 1; // seeds by which an estimate may miss the best one
const LONGEST = 12; // plies of a refutation that captures; of others
const SHORTEST = 4;

addWords({
    "refute.heading": ["The refutation", "Die Widerlegung"],
    "refute.expected": ["Expected refutation (not proven)", "Erwartete Widerlegung (nicht bewiesen)"],
    "refute.best": ["No move is better than {move}.", "Kein Zug ist besser als {move}."],
    "refute.near": ["{move} looks as good as any.", "{move} sieht so gut aus wie jeder andere."],
    "refute.why": ["{move}: {reason}", "{move}: {reason}"],
    "refute.least": ["gives away at least {n|a seed|{n} seeds}.",
        "verschenkt mindestens {n|einen Samen|{n} Samen}."],
    "refute.likely": ["probably gives away {n|a seed|{n} seeds}.",
        "verschenkt wohl {n|einen Samen|{n} Samen}."],
    "refute.unknown": ["Nobody knows yet whether {move} is right.",
        "Ob {move} richtig ist, weiß noch niemand."],
});

/** What is known of a value about a move: {move, top} of judge(), and whether that is proven. */
function standing(value, letter) {
    const judged = judgedMoves(value, true);
    const move = judged.find((one) => one.move === letter);
    const [top] = judged;
    const right = move && move.worth[0] >= Math.max(...judged.map((one) => one.worth[1]));
    const wrong = move && move.worth[1] < Math.max(...judged.map((one) => one.worth[0]));
    return {move, top, right, wrong};
}

/** The value of evaluate.js once it decides about a move, or cannot; rejects when `signal` aborts. */
async function settled(app, position, rules, letter, signal) {
    const {value: shown} = app.evaluation;
    const own = shown.position && shown.rules === rules &&
        formatPosition(shown.position) === formatPosition(position) ? null : new Evaluation();
    const evaluation = own || app.evaluation;
    const done = new AbortController();
    const {signal: over} = done;
    try {
        return await new Promise((resolve, reject) => {
            const look = () => {
                const {value} = evaluation;
                const {right, wrong} = standing(value, letter);
                if (value.state === "error") {
                    reject(value.error);
                } else if (right || wrong || !(value.state === "waiting" || value.searching ||
                    value.estimating)) {
                    resolve(value);
                }
            };
            signal.addEventListener("abort", () => reject(signal.reason), {signal: over});
            evaluation.addEventListener("change", look, {signal: over});
            setTimeout(() => resolve(evaluation.value), PATIENCE);
            evaluation.ask(position, rules);
            look();
        });
    } finally {
        done.abort();
        if (own) {
            own.leave();
        }
    }
}

/** The sentence on a wrong move, without its letter. */
function reasonOf({move, top, wrong}) {
    if (move.reason) {
        return move.reason;
    }
    const results = {"win loss": "why.losesWin", "win draw": "why.onlyDraws", "draw loss": "why.losesDraw"};
    const key = results[`${top.results[0]} ${move.results[1]}`];
    const least = netOf(top.bounds[0]) - netOf(move.bounds[1]);
    return wrong && key ? capital(t(key, {best: t("why.another")}))
        : wrong && least > 0 ? t("refute.least", {n: least})
            : t("refute.likely", {n: loss({move, top})});
}

/** Net seeds, proven or estimated, that a move loses against the one that comes first; or null. */
function loss({move, top}) {
    const [own, best] = [move, top].map((one) => one.net ?? one.estimate);
    return own === null || best === null ? null : best - own;
}

/** The beginning of the line, as far as it captures. */
function cut(position, moves) {
    let from = position;
    let last = SHORTEST;
    moves.slice(0, LONGEST).forEach((move, i) => {
        const {position: to, captured} = play(from, move);
        last = captured.own + captured.other > 0 ? Math.max(last, i + 1) : last;
        from = to;
    });
    return moves.slice(0, last);
}

/** {moves, heading}: the answers to a move, proven or expected. */
async function punishment(value, position, letter, signal) {
    const after = play(position, letter).position;
    if (value.source === "tables") {
        const {line} = await api.line(after, {signal});
        return {moves: cut(after, line.map(({move}) => move)), heading: "refute.heading"};
    }
    const lines = value.estimate ? value.estimate.lines : [];
    const expected = lines.find(({move, line}) => move === letter && line.length > 1);
    const moves = expected ? expected.line.slice(1)
        : (await api.analyse(after, {lines: 1, rules: value.rules, signal})).lines[0]?.line || [];
    return {moves: cut(after, moves), heading: "refute.expected"};
}

/**
 * Judges a move; `expected` is the verdict of a longer look, for where nothing is proven. Resolves
 * with {verdict: "right", "wrong" or "unknown"; proven; loss: net seeds or null; text(): a sentence;
 * moves: the line that answers a wrong move, as letters; heading: its key}. Rejects with ApiError, or
 * when the signal aborts.
 */
export async function judgeMove(app, position, move, rules, signal, expected = null) {
    const value = await settled(app, position, rules, move, signal);
    const found = standing(value, move);
    const given = found.move ? loss(found) : null;
    const verdict = found.right ? "right" : found.wrong ? "wrong"
        : expected || (given === null ? "unknown" : given > NEAR ? "wrong" : "right");
    const {moves, heading} = verdict === "wrong" ? await punishment(value, position, move, signal)
        : {moves: [], heading: ""};
    const name = () => ({move: nameOfMove(move)});
    const texts = {
        right: () => t(found.right ? "refute.best" : "refute.near", name()),
        wrong: () => t("refute.why", {...name(), reason: reasonOf(standing(value, move))}),
        unknown: () => t("refute.unknown", name()),
    };
    return {
        verdict, proven: Boolean(found.right || found.wrong), loss: given, text: texts[verdict],
        moves, heading,
    };
}
