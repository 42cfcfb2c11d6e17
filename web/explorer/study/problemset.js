/**
 * The problems of problems.json (scripts/documents/generate-problems says what it holds), the one of a day, and
 * what a person has solved: a rating and ticks, which the browser keeps.
 */
import {fetchedOnce} from "../base/fetched.js";
import {setSetting, settings} from "../base/settings.js";
import {parsePosition} from "../game/notation.js";

export const THEMES = ["zugzwang", "trap", "gift", "waiting", "cowries", "draw"];
export const GRADES = [1, 2, 3, 4, 5];

const RULES = {s: "standard", t: "tiebreak"};
const RESULTS = {w: "win", d: "draw"};

/** A ply {move, wrong}, wrong: {move: {r, line}} of a word "f,c-5DbA,e-2E". */
function readPly(word) {
    const [move, ...others] = word.split(",");
    const wrong = Object.fromEntries(others.map((other) => {
        const [, letter, r, line] = /^(.)(-?\d+)(.*)$/.exec(other);
        return [letter, {r: Number(r), line: [...line]}];
    }));
    return {move, wrong};
}

function readProblem([id, position, task, grade, themes, line]) {
    const [board, score] = position.split(" ");
    return {
        id, grade,
        position: parsePosition(`${board} S ${score}`),
        rules: RULES[task[0]],
        result: RESULTS[task[1]],
        themes: THEMES.filter((theme) => themes.includes(theme[0])),
        line: line.split(" ").map(readPly),
    };
}

/** All problems, from easy to hard; rejects if they cannot be fetched, and may be called again then. */
export const loadProblems = fetchedOnce("problems.json", (rows) => rows.map(readProblem));

// Grades from Sunday to Saturday, and a step that visits all problems of a grade, being prime.
const DAYS = [5, 1, 2, 2, 3, 3, 4];
const STEP = 7919;

/**
 * The problem of the day that a date has where the visitor is: easy on Monday, hard on Sunday. None
 * comes again before all others of its grade.
 */
export function problemOfDay(problems, date) {
    const weekday = date.getDay();
    const grade = DAYS[weekday];
    const day = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86400000;
    const week = Math.round((day - weekday) / 7);
    const before = DAYS.slice(0, weekday).filter((one) => one === grade).length;
    const count = week * DAYS.filter((one) => one === grade).length + before;
    const equal = problems.filter((one) => one.grade === grade);
    return equal[count * STEP % equal.length];
}

// ------------------------------------------------------------------------------ the rating

const FIRST = 1000; // that of grade 1
/** The rating of a problem of a grade, as if it were an opponent. */
export const ratingOf = (grade) => 800 + 200 * grade;

/** How far a result moves the rating at most: less, the more results there are. */
const weight = (count) => Math.max(16, 64 - 3 * count);

/**
 * {rating, count, done: {id: "first" (solved at once), "failed" or "later" (failed, then solved)},
 * streak: how many of the last ones were solved at once, longest: the most that ever were}.
 */
export const progress = () => ({rating: FIRST, count: 0, done: {}, streak: 0, longest: 0, ...settings.problems});

/**
 * Keeps what has come of a problem. The first result of each changes the rating, as by Elo: it rises
 * by weight x (1 - expected) or falls by weight x expected, and the result is expected to be
 * 1 / (1 + 10^((problem - own) / 400)). Returns by how much it has changed.
 */
export function keepResult({id, grade}, solved) {
    const {rating, count, done, longest, ...before} = progress();
    const expected = 1 / (1 + 10 ** ((ratingOf(grade) - rating) / 400));
    if (!done[id]) {
        const change = Math.round(weight(count) * ((solved ? 1 : 0) - expected));
        const streak = solved ? before.streak + 1 : 0;
        setSetting("problems", {
            rating: rating + change, count: count + 1, streak, longest: Math.max(longest, streak),
            done: {...done, [id]: solved ? "first" : "failed"},
        });
        return change;
    }
    if (solved && done[id] === "failed") {
        setSetting("problems", {rating, count, longest, ...before, done: {...done, [id]: "later"}});
    }
    return 0;
}

/**
 * A problem that has no result yet, of those given, with a rating near the person's own; or null. It is of
 * the standard rules while there are any, unless the cowrie phase was asked for.
 */
export function nextProblem(problems, random = Math.random) {
    const {rating, done} = progress();
    const open = problems.filter(({id}) => !done[id]);
    const standard = settings.phase ? [] : open.filter(({rules}) => rules === "standard");
    const left = standard.length > 0 ? standard : open;
    const far = ({grade}) => Math.abs(ratingOf(grade) - rating);
    const least = Math.min(...left.map(far));
    const near = left.filter((one) => far(one) === least);
    return near[Math.floor(random() * near.length)] || null;
}

/** [{theme, solved (at once), tried}] of the themes that were tried. */
export function progressByTheme(problems) {
    const {done} = progress();
    const tried = problems.filter(({id}) => done[id]);
    return THEMES.map((theme) => {
        const these = tried.filter(({themes}) => themes.includes(theme));
        return {theme, tried: these.length, solved: these.filter(({id}) => done[id] === "first").length};
    }).filter((one) => one.tried > 0);
}
