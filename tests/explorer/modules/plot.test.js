/** Where what stands in the plot of a game (web/explorer/analysis/plot-layout.js). */
import "./browser.js";
import assert from "node:assert/strict";
import test from "node:test";

const {BOX, layoutOf, plotRows, pointOf} = await import("../../../web/explorer/analysis/plot-layout.js");
const {parsePosition, startPosition} = await import("../../../web/explorer/game/notation.js");
const {endOfScale, leadScale} = await import("../../../web/explorer/analysis/values.js");
const {legalMoves, play} = await import("../../../web/explorer/game/rules.js");
const {Game, moveNumber} = await import("../../../web/explorer/game/game.js");

/** The points of a game of so many moves, of which nothing is known but what is given by ply. */
function pointsOf(moves, known = {}, position = startPosition()) {
    const game = new Game();
    game.fromText(position, moves, {});
    return game.line().map((node, ply) => ({node, ply, ...known[ply]}));
}

test("bounds are South's final lead, whoever moves, and an estimate lies between them", () => {
    const south = parsePosition("0,0,1,0+1,0+3,1/0,0+1,0+2,1+1,0+2,0+2 S 26:31");
    const north = {...south, side: "N"};
    assert.deepEqual(pointOf(south, [-2, 4], 9), {low: -6, high: -4, estimate: -4});
    assert.deepEqual(pointOf(north, [-2, 4], 0), {low: -6, high: -4, estimate: -5});
    assert.deepEqual(pointOf(south, [4, 4], 0), {low: -4, high: -4, estimate: null});
});

test("the picture has room for all leads, and the middle is zero", () => {
    const points = pointsOf("aBcD", {0: {low: -50, high: 54, estimate: 3}, 2: {low: 7, high: 7}, 3: {low: 1, high: 9, estimate: 8}});
    const {x, y, top, leads, curve, nearest} = layoutOf(points);
    assert.equal(top, 54);
    assert.deepEqual(leads, [54, 27, 0, -27, -54]);
    assert.equal(y(54), BOX.top);
    assert.equal(y(0) - y(54), y(-54) - y(0));
    assert.equal(y(60), y(54)); // what is beyond stands at the edge
    assert.ok(x(0) > BOX.left && x(4) < BOX.width);
    assert.deepEqual(points.map(({ply}) => nearest(x(ply) + 3)), [0, 1, 2, 3, 4]);
    assert.deepEqual([nearest(-100), nearest(2000)], [0, 4]);
    assert.deepEqual(curve, [[[2, 7], [3, 8]]]); // not over what is not known
});

test("the axis counts moves, as the record does", () => {
    assert.deepEqual(layoutOf(pointsOf("aBcDe")).ticks, [[0, 0], [2, 1], [4, 2], [5, 3]]);
    const north = {...startPosition(), side: "N"};
    assert.deepEqual(layoutOf(pointsOf("BcD", {}, north)).ticks, [[0, 0], [1, 1], [3, 2]]);
    let moves = "";
    for (let position = startPosition(); moves.length < 150; ({position} = play(position, moves.at(-1)))) {
        moves += legalMoves(position).at(moves.length % 2 - 1);
    }
    const points = pointsOf(moves);
    const {ticks} = layoutOf(points);
    assert.ok(ticks.length <= 14, `${ticks.length} numbers`);
    assert.ok(ticks.every(([ply, number]) => number % 5 === 0 &&
        (ply === 0 || moveNumber(points[ply].node).number === number)), ticks.join(" "));
});

test("as rows it has the names of moves, and no estimate beside a proof", () => {
    const rows = plotRows(pointsOf("aB", {1: {low: 2, high: 2, estimate: null}, 2: {low: -4, high: 6, estimate: 1}}));
    assert.deepEqual(rows.slice(1), [[0, "", undefined, undefined, null], [1, "1. a", 2, 2, null],
        [2, "1... B", -4, 6, 1]]);
});

test("the scale of a lead runs over what is possible, and 0", () => {
    const position = parsePosition("0,0,0,0,1,4+1/0+5,0+6,0,4,0,0 S 30:21");
    const {ends, part} = leadScale(position);
    assert.deepEqual(ends, [0, 18]);
    assert.deepEqual([0, 9, 18, 60, -3].map(part), [0, 0.5, 1, 1, 0]);
    assert.deepEqual(leadScale(startPosition()).ends, [-60, 60]);
    assert.deepEqual([endOfScale(-9).text, endOfScale(0).text, endOfScale(18)["data-side"]], ["North +9", "0", "S"]);
});
