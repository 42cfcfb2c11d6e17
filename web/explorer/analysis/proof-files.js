/**
 * The files that prove openings: what each states and cites, from proofs.json
 * (scripts/documents/generate-proof-list), and the ones that atlas.json names for positions.
 */
import {el} from "../base/dom.js";
import {fetchedOnce} from "../base/fetched.js";
import {button, list, note, row} from "../base/parts.js";
import {formatPosition, parsePosition, startPosition} from "../game/notation.js";
import {opponent, play} from "../game/rules.js";
import {nameOf, number, t} from "../texts/texts.js";
import {proofFile} from "./api.js";
import {lineText, lineTo, nameOfProof, placeAt, statedBy} from "./proof-places.js";
import {keyOf} from "./proofs-memory.js";

/** name -> {name, position, low, high, bytes, moves, cites: names}. */
export const proofFiles = fetchedOnce("proofs.json", (rows) => new Map(Object.entries(rows).map(
    ([name, [position, low, high, bytes, moves, digests]]) => [name, {
        name, position: parsePosition(position), low, high, bytes, moves,
        cites: digests.map((digest) => `${name.replace(/[^/]*$/, "")}${digest}`),
    }])));

const openings = fetchedOnce("atlas.json", (atlas) => atlas.openings);

/** What is known of the opening that a position is, {name (or null), nodes, moves}; null if it is none. */
export async function openingOf(position) {
    const wanted = keyOf(position);
    const find = (at, node, moves) => (keyOf(at) === wanted ? {...node, moves}
        : (node.moves || []).reduce((found, next) => found
            || find(play(at, next.move).position, next, [...moves, next.move]), null));
    const {answer, proof, nodes, moves} = find(startPosition(), await openings(), []) || {};
    return answer === undefined ? null : {name: proof ? nameOfProof(proof) : null, nodes, moves};
}

/** The statement in a sentence. */
function statement(file, position) {
    const {side, net} = statedBy(file, position);
    const key = net === 1 ? "win" : net > 1 ? "by" : net === 0 ? "holds" : "behind";
    return t(`proof.states.${key}`, {side: nameOf(side), other: nameOf(opponent(side)), n: Math.abs(net)});
}

/** The place of a file that another one cites: the same player is sure of the result there. */
function placeOfCited(files, place, name) {
    const line = place.moves && lineTo(place.position, keyOf(files.get(name).position));
    if (line) {
        return placeAt(name, [...place.moves, ...line]);
    }
    const position = files.get(name).position;
    const {side} = statedBy(files.get(place.name), place.position);
    const right = statedBy(files.get(name), position).side === side;
    return {name, moves: null, position: right ? position : turned(position)};
}

/** A position with the players exchanged. */
function turned({seeds, cowries, side, score}) {
    const swap = ({S, N}) => ({S: N, N: S});
    return {seeds: swap(seeds), cowries: swap(cowries), side: opponent(side), score: swap(score)};
}

/** The link that gets a file from the server. */
export const downloadLink = (name, kind = "") => el("a", {
    class: `button ${kind}`.trim(), href: proofFile(name), download: `${name.split("/").at(-1)}.proof`, text: t("proof.download"),
});

/** The line that leads to a place, or the position where none is known. */
const nameOfPlace = ({moves, position}) => (moves ? lineText(moves) : formatPosition(position));

const factsList = (facts) => el("dl", {class: "facts-list small"}, ...facts.flatMap(([key, value]) =>
    [el("dt", {class: "muted", text: t(key)}), el("dd", {}, value)]));

/**
 * What the file of a place proves, and on what it rests; show(place) goes to another, onBoard(place) leaves,
 * walk(place) leaves for the board to follow the solution, and isServed says that the server has the file.
 */
export function fileView(files, place, nodes, {show, onBoard, walk, isServed}) {
    const file = files.get(place.name);
    const path = `proofs/${place.name}.proof`;
    const where = ["proof.after", nameOfPlace(place) || t("proof.start")];
    const check = ["proof.check", el("code", {text: `kauri check-proof ${path}`})];
    const board = button("proof.board", () => onBoard(place), "");
    if (!file) {
        return [
            el("p", {text: t("proof.unlisted")}),
            factsList([where, ["proof.file", el("code", {text: path})], check]),
            note(t("proof.where")), row(isServed ? downloadLink(place.name) : null, board),
        ];
    }
    const {side: prover} = statedBy(file, place.position);
    const side = nameOf(prover);
    const facts = [
        where,
        ["proof.file", el("code", {text: path})],
        ["proof.size", t("proof.bytes", {n: number(file.bytes)})],
        ["proof.replies", t("proof.repliesHow", {n: number(file.moves), side})],
        ["proof.rests", t(file.cites.length > 0 ? "proof.rulesAnd" : "proof.rules", {n: file.cites.length})],
        nodes ? ["proof.effort", t("proof.searched", {n: number(nodes)})] : null,
        check,
    ].filter(Boolean);
    const cited = file.cites.map((name) => placeOfCited(files, place, name));
    return [
        el("p", {text: statement(file, place.position)}),
        factsList(facts),
        note(isServed ? t("proof.where") : `${t("proof.where")} ${t("proof.walkHow")}`),
        row(button("proof.walk", () => walk(place), "accent"),
            isServed ? downloadLink(place.name) : null, board),
        cited.length === 0 ? null : el("h4", {text: t("proof.cited")}),
        cited.length === 0 ? null : list(cited.map((next) => [
            `proof-${next.name}`, () => show(next),
            el("span", {class: next.moves ? null : "small", text: nameOfPlace(next)}),
            el("span", {class: "muted small", text: t("proof.bytes", {n: number(files.get(next.name).bytes)})}),
        ])),
    ];
}
