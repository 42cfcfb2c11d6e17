/** What the page says of the proofs of the start (web/explorer/analysis/proof-places.js) is what the files say. */
import "./browser.js";
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import test from "node:test";

const ROOT = new URL("../../../", import.meta.url);
const {formatPosition, parsePosition} = await import("../../../web/explorer/game/notation.js");
const {keyOf} = await import("../../../web/explorer/analysis/proofs-memory.js");
const {lineTo, nameOfProof, placeAt, statedBy} = await import("../../../web/explorer/analysis/proof-places.js");

const {reachOf} = await import("../../../web/explorer/analysis/evidence.js");

const read = (name) => JSON.parse(readFileSync(new URL(`web/explorer/analysis/${name}`, ROOT)));
const rows = read("proofs.json");

test("the list of proofs has what their heads state, and all that they cite", () => {
    for (const [name, row] of Object.entries(rows)) {
        const bytes = readFileSync(new URL(`proofs/${name}.proof`, ROOT));
        const head = bytes.subarray(0, bytes.indexOf("\nmoves ") + 40).toString("latin1").split("\n");
        const said = (word) => head.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
        const [low, high] = said("bounds")[0].split(" ").map(Number);
        const cited = said("cite").map((line) => line.split(" ").at(-1));
        assert.deepEqual(row, [said("root")[0], low, high, bytes.length, Number(said("moves")[0]), cited], name);
        assert.deepEqual(said("table"), [], name);
        cited.forEach((digest) => assert.ok(rows[`start/${digest}`], `${name} cites ${digest}`));
    }
});

test("the list of proofs has each that the tree of openings names", () => {
    const named = ({proof, moves = []}) => [...(proof ? [nameOfProof(proof)] : []), ...moves.flatMap(named)];
    assert.deepEqual(named(read("atlas.json").openings).filter((name) => !rows[name]), []);
});

test("tables reach to the first layer that is not there", () => {
    const reach = (...seeds) => reachOf(seeds.map((n) => ({seeds: n})));
    assert.deepEqual([reach(), reach(1, 2), reach(0), reach(0, 1, 2), reach(0, 1, 3)], [-1, -1, 0, 2, 1]);
});

test("a line leads from the start to a proof that the proof of the start cites, and North wins there", () => {
    const start = placeAt("start/0e72f99dfba912bb", []);
    const fileOf = ([root, low, high]) => ({position: parsePosition(root), low, high});
    const moves = rows[start.name].at(-1).map((digest) =>
        lineTo(start.position, keyOf(fileOf(rows[`start/${digest}`]).position)).join(""));
    assert.deepEqual(moves, ["a", "b", "c", "d"]);
    const after = placeAt("start/5644072a888bb623", ["a"]);
    assert.deepEqual(statedBy(fileOf(rows[after.name]), after.position), {side: "N", net: 1});
    assert.equal(lineTo(start.position, keyOf(parsePosition("1,0,0,0,0,0/1+12,0,0,0,0,0 S 0:0")), 2), null);
    assert.equal(formatPosition(start.position), rows[start.name][0]);
});
