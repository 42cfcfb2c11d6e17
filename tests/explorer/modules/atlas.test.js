/** The atlas (web/explorer/analysis): its figures are those of the documents, its tables, its marks. */
import "./browser.js";
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import test from "node:test";

const ROOT = new URL("../../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, ROOT), "utf8");
const EXPLORER = "../../../web/explorer/";
const {candidates, layers} = JSON.parse(read("web/explorer/analysis/layers.json"));
const {openings} = JSON.parse(read("web/explorer/analysis/atlas.json"));
const {citation, openingRows, plyRows, plyTicks, ranges, sortedWins, sumOf, valueRows, winRows} =
    await import(`${EXPLORER}analysis/atlas-tables.js`);
const {csv} = await import(`${EXPLORER}base/save.js`);
const {resultsOf, theoryMark} = await import(`${EXPLORER}analysis/theory-marks.js`);
const {parsePosition, startPosition} = await import(`${EXPLORER}game/notation.js`);
const {play} = await import(`${EXPLORER}game/rules.js`);
const {resultOf} = await import(`${EXPLORER}analysis/values.js`);
const {addWords} = await import(`${EXPLORER}texts/texts.js`);
addWords((await import(`${EXPLORER}texts/words-atlas.js`)).words);

/** The rows of the tables about layers in RESULTS.md with so many columns, without commas. */
const tableOf = (columns) => read("docs/results/RESULTS.md").split("## Waurie")[0].split("\n")
    .filter((line) => /^\| \d/.test(line)).map((line) => line.split("|").slice(1, -1)
        .map((cell) => cell.trim().replaceAll("`", "").replace(/(?<=\d),(?=\d{3}\b)/g, "")))
    .filter((cells) => cells.length === columns);

test("layers are those of the results", () => {
    const facts = tableOf(8);
    const zugzwangs = tableOf(4);
    const longest = tableOf(6);
    assert.deepEqual(layers.map(({seeds}) => seeds), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert.equal(facts.length, 8);
    layers.forEach((layer, i) => {
        const {seeds, positions, digest, values, plies} = layer;
        assert.deepEqual([`${seeds}`, `${positions}`, `${Math.max(...plies)}`, digest],
            [facts[i][0], facts[i][1], facts[i][2], facts[i][5]]);
        assert.deepEqual([positions, layer.zugzwangs].map(String), zugzwangs[i].slice(1, 3));
        assert.deepEqual(plies.map(String), longest[i].slice(2, 4));
        assert.deepEqual(Object.entries(values).map(([r, n]) => [Number(r), n]).sort(([a], [b]) => a - b),
            tableOf(5).filter(([of]) => of === `${seeds}`).map(([, r, , n]) => [Number(r), Number(n)]));
        assert.equal(sumOf(Object.values(values)), positions);
    });
    assert.equal(sumOf(layers.map(({positions}) => positions)), 68128506264);
});

test("counts by plies are those of the paper's data, and end at the longest", () => {
    const {layers: counted} = JSON.parse(read("docs/paper/data/distances.json"));
    assert.deepEqual(layers.filter(({won}) => won).map(({seeds, won, lost}) => ({seeds, won, lost})), counted);
    for (const {won, lost, plies} of layers.filter((one) => one.won)) {
        assert.deepEqual([won, lost].map((counts) => counts.findLastIndex((count) => count > 0)), plies);
    }
});

test("the longest wins only just are what they are, at scores of whole games", () => {
    for (const {seeds, wins, plies, values} of layers) {
        assert.equal(Math.max(...wins.map((win) => win[3])), seeds < 4 ? plies[0] : Math.max(...plies));
        assert.equal(new Set(wins.map(([position]) => position)).size, wins.length);
        for (const [text, rules, r] of wins) {
            const position = parsePosition(text);
            assert.ok(values[r], text);
            assert.equal(sumOf([...position.seeds.S, ...position.seeds.N]) + position.score.S + position.score.N, 60);
            assert.equal(resultOf(position, r, rules), r > 0 ? "win" : "loss", text);
            const sign = Math.sign(r);
            const less = {...position, score: {S: position.score.S - sign, N: position.score.N + sign}};
            assert.notEqual(resultOf(less, r, rules), r > 0 ? "win" : "loss", text);
        }
        for (const r of seeds < 4 ? Object.keys(values).map(Number).filter((value) => value > 0) : []) {
            assert.equal(sumOf(wins.filter((win) => win[2] === r).map((win) => win[4])), candidates);
        }
        const byValue = sortedWins({wins}, "value").map((win) => win[2]);
        assert.deepEqual(byValue, [...byValue].sort((a, b) => b - a));
    }
});

test("tables as CSV have all cells, quoted where they must be", () => {
    assert.equal(csv([["a", "b"], [1, "x,\"y\""], [null, undefined]]), "a,b\r\n1,\"x,\"\"y\"\"\"\r\n,\r\n");
    const layer = layers[7];
    assert.match(csv(valueRows(layer)), /^layer,r,net captures,cowries,positions\r\n7,22,7,won,4977537810\r\n/);
    assert.match(csv(winRows(layer)), /\r\n7,118,8,3,,"1\+1,.* S 26:27",standard\r\n$/);
    assert.equal(plyRows(layers[1]).length, 118);
    assert.deepEqual(plyRows(layers[1]).at(-1), [1, 116, layers[1].won[116], 0]);
    const rows = openingRows(openings);
    assert.deepEqual(rows.slice(1, 3).map((row) => row.slice(0, 2)), [["a", "North wins"], ["aA", "North does not win"]]);
    assert.ok(rows.every((row) => row.length === rows[0].length));
});

test("what is cited comes from CITATION.cff, and small texts", () => {
    const cite = {authors: ["the authors"], title: "Tables", version: "1.2.3", license: "MIT"};
    assert.equal(citation(cite), "The authors. Tables, version 1.2.3. Software, MIT licence.");
    assert.match(citation(cite, layers[4]), /version 1.2.3, table with 4 seeds, digest f7ef073e891d9ec8\./);
    assert.equal(ranges([0, 1, 2, 3, 5]), "0 to 3, 5");
    assert.equal(ranges([]), "");
    assert.deepEqual(plyTicks(116), [0, 20, 40, 60, 80, 100, 116]);
    assert.deepEqual(plyTicks(86), [0, 20, 40, 60, 86]);
});

/** The marks of a game of letters, from the start or another position. */
function marksOf(moves, tree = openings, rules = "standard", position = startPosition()) {
    const results = resultsOf(startPosition(), tree);
    let node = {parent: null, position};
    return [...moves].map((move) => {
        node = {parent: node, position: play(node.position, move).position};
        const mark = theoryMark(results, node, rules);
        return mark ? `${mark.kind} ${mark.side}` : null;
    });
}

test("moves keep a proven result or give it away, and games leave the proofs", () => {
    assert.deepEqual(marksOf("aB"), [null, "kept N"]);
    assert.deepEqual(marksOf("aA"), [null, "given N"]);
    assert.deepEqual(marksOf("aA", openings, "tiebreak"), [null, null]); // North may still win by cowries
    assert.deepEqual(marksOf("aB", openings, "tiebreak"), [null, "kept N"]);
    assert.deepEqual(marksOf("aC"), [null, null]);
    assert.deepEqual(marksOf("aCb"), [null, null, null]);
    // Results are known by position: from one that was set up, too.
    assert.deepEqual(marksOf("B", openings, "standard", play(startPosition(), "a").position), ["kept N"]);
    // Of South: a result that is not lost, kept and given away.
    const tree = {answer: false, moves: [{move: "a", answer: false}, {move: "b", answer: true}, {move: "c"}]};
    assert.deepEqual(["a", "b", "c"].map((move) => marksOf(move, tree)[0]), ["kept S", "given S", null]);
});
