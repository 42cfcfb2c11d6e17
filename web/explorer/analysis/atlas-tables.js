/**
 * The tables of the atlas as rows of cells, the first of which are names, and what to cite it as. The
 * data are those of atlas.json, layers.json and cite.json (scripts/documents/generate-explorer-data).
 */
import {t} from "../texts/texts.js";
import {cowriesOf, netOf} from "./values.js";

export const sumOf = (counts) => counts.reduce((sum, count) => sum + count, 0);

/** [[r, positions]] of a layer, the best value first. */
export const valuesOf = ({values}) => Object.entries(values).map(([r, count]) => [Number(r), count])
    .sort(([a], [b]) => b - a);

/** Every node of the tree of openings, before those below it. */
export function openingRows({moves = []}) {
    const rows = (nodes, before) => nodes.flatMap((node) => {
        const path = before + node.move;
        const result = node.answer === undefined ? "" : node.answer ? "North wins" : "North does not win";
        return [[path, result, node.proof, node.nodes], ...rows(node.moves || [], path)];
    });
    return [["moves", "result", "proof", "positions searched"], ...rows(moves, "")];
}

export const layerRows = (layers) => [
    ["layer", "positions", "mutual zugzwangs", "longest win", "longest loss", "digest of the entries"],
    ...layers.map(({seeds, positions, zugzwangs, plies, digest}) => [seeds, positions, zugzwangs, ...plies, digest]),
];

export const valueRows = (layer) => [
    ["layer", "r", "net captures", "cowries", "positions"],
    ...valuesOf(layer).map(([r, count]) =>
        [layer.seeds, r, netOf(r), cowriesOf(r) > 0 ? "won" : "lost", count]),
];

export const plyRows = ({seeds, won, lost}) => [
    ["layer", "plies", "positions won", "positions lost"],
    ...won.map((count, plies) => [seeds, plies, count, lost[plies]]),
];

export const winRows = ({seeds, wins}) => [
    ["layer", "plies", "r", "net captures", "members of the family", "position", "rules"],
    ...wins.map(([position, rules, r, plies, members]) => [seeds, plies, r, netOf(r), members, position, rules]),
];

/** The wins of a layer in an order: "plies", the most first, or "value", the best first. */
export const sortedWins = ({wins}, order) => (order === "plies" ? wins
    : [...wins].sort((a, b) => b[2] - a[2])); // stable: among equal values, the most plies first

/** "0 to 3", "0 to 2, 4" of ascending numbers. */
export function ranges(numbers) {
    const runs = [];
    for (const n of numbers) {
        if (runs.length > 0 && runs.at(-1)[1] === n - 1) {
            runs.at(-1)[1] = n;
        } else {
            runs.push([n, n]);
        }
    }
    return runs.map(([first, last]) => (first === last ? `${first}` : t("atlas.range", {first, last}))).join(", ");
}

/** What the program is cited as, or one of its layers. */
export function citation({authors, ...cite}, layer = null) {
    const names = authors.join(", ");
    return t(layer ? "atlas.citationLayer" : "atlas.citation",
        {...cite, authors: names[0].toUpperCase() + names.slice(1), ...layer});
}

/** The numbers below the picture of plies: every 20th, and the last, which has room for itself. */
export const plyTicks = (most) => [...Array(Math.ceil(most / 20)).keys()].map((i) => 20 * i)
    .filter((n) => most - n >= 10).concat(most);
