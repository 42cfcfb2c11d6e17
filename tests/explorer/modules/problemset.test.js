/** The problem of a day, and the rating (web/explorer/study/problemset.js). */
import "./browser.js";
import assert from "node:assert/strict";
import test from "node:test";

const {keepResult, nextProblem, problemOfDay, progress} =
    await import("../../../web/explorer/study/problemset.js");

const PROBLEMS = [1, 2, 3, 4, 5].flatMap((grade) =>
    Array.from({length: 240}, (_, i) => ({id: `${grade}-${i}`, grade})));

test("no problem of a day comes again before all others of its grade", () => {
    const last = new Map(); // id -> how many of its grade came before
    const counts = new Map();
    for (let day = 0; day < 3000; day++) {
        const {id, grade} = problemOfDay(PROBLEMS, new Date(2026, 0, 1 + day));
        const count = counts.get(grade) || 0;
        counts.set(grade, count + 1);
        assert.ok(!last.has(id) || count - last.get(id) === 240, `${id} on day ${day}`);
        last.set(id, count);
    }
    const week = Array.from({length: 7}, (_, i) => problemOfDay(PROBLEMS, new Date(2026, 10, 22 + i)).grade);
    assert.deepEqual(week, [5, 1, 2, 2, 3, 3, 4]); // from a Sunday on
});

test("only the first result of a problem moves the rating", () => {
    const [easy] = PROBLEMS;
    const hard = PROBLEMS.at(-1);
    // By Elo: of 1000 against 1800, and then against 1000, with less weight.
    const gain = (grade, rating, weight) => Math.round(weight * (1 - 1 / (1 + 10 ** ((800 + 200 * grade - rating) / 400))));
    const first = gain(5, 1000, 64);
    assert.equal(keepResult(hard, true), first);
    assert.equal(keepResult(easy, true), gain(1, 1000 + first, 61));
    const {rating} = progress();
    assert.equal(keepResult(hard, false), 0);
    assert.equal(progress().rating, rating);
    assert.ok(keepResult(PROBLEMS[1], false) < 0);
    keepResult(PROBLEMS[1], true);
    assert.equal(progress().done[PROBLEMS[1].id], "later");
});

test("the next problem is new, and near the rating", () => {
    const {id, grade} = nextProblem(PROBLEMS, () => 0);
    assert.ok(!(id in progress().done));
    assert.ok(Math.abs(800 + 200 * grade - progress().rating) <= 100, `${grade}, ${progress().rating}`);
    assert.equal(nextProblem([]), null);
});
