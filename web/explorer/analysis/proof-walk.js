/**
 * A walk through a proof, place by place: the moves that need an answer, the answers, and where the proof
 * ends. The server reads the files (docs/reference/HTTP.md, "proof-place").
 */
import {el} from "../base/dom.js";
import {faultOf} from "../base/faults.js";
import {button, list, note, row} from "../base/parts.js";
import {stillBoard} from "../board/board.js";
import {parsePosition} from "../game/notation.js";
import {opponent, play} from "../game/rules.js";
import {nameOf, number, t} from "../texts/texts.js";
import * as api from "./api.js";
import {downloadLink} from "./proof-files.js";
import {lineText} from "./proof-places.js";
import {keyOf} from "./proofs-memory.js";
import {nameOfMove} from "./values.js";

/** Whether memory does not suffice for a file. */
const isTooLarge = ({httpStatus, status}) => httpStatus === 503 && status === 6;

/** The first place of a walk through a file, whose result is that of `prover`. */
export const walkFrom = ({name, moves, position}, prover) => ({
    name, position, moves, prover, walk: true, answer: null, fault: null, last: null, before: [],
});

/** Asks the server about a place, until the signal is aborted. */
export async function askPlace(place, signal) {
    if (place.answer) {
        return;
    }
    place.fault = null;
    try {
        place.answer = await api.proofPlace(place.name, place.position, place.prover, {signal});
    } catch (error) {
        place.fault = signal.aborted ? null : error;
    }
}

/** The place after a move and, if the file has one, the answer to it. */
function placeAfter(place, {move, reply, file}) {
    const played = reply ? [move, reply] : [move];
    return {
        ...walkFrom({
            name: file || place.name,
            moves: place.moves && [...place.moves, ...played],
            position: played.reduce((at, one) => play(at, one).position, place.position),
        }, place.prover),
        last: played.at(-1), before: [...place.before, keyOf(place.position)],
    };
}

/** What makes sure of the result after a move and the answer to it. */
const groundOf = ({ground, reply_ground: after}) => after || ground;

/** What follows a move: how much of the proof, or why it ends there. */
function followsText(turn, side) {
    const {steps} = turn;
    const ground = groundOf(turn);
    return ground !== "step" ? t(`walk.${ground}`, {side})
        : steps === null ? t("walk.many") : t("walk.steps", {n: number(steps)});
}

/** What a place says of its moves, or why it says nothing. */
export function headline({position, prover, answer, fault}) {
    if (!answer) {
        return !fault ? t("walk.asking") : isTooLarge(fault) ? t("walk.large") : faultOf(fault);
    }
    const {moves} = answer;
    const [side, other] = [nameOf(prover), nameOf(opponent(prover))];
    if (position.side === prover) {
        return t("walk.own", {side});
    }
    if (moves.length === 0) {
        return t("walk.stuck", {side, other});
    }
    const answered = moves.filter(({ground}) => ground === "step" || ground === "citation");
    const all = answered.reduce((sum, {replies}) => sum + replies, 0);
    return answered.length === 0 ? t("walk.endsAll", {other})
        : t(answered.length < moves.length ? "walk.needsSome" : "walk.needs",
            {side, other, n: answered.length, count: moves.length, needed: answered.length, all});
}

/** The moves at a place; show(place) goes on. */
function turns(place, show) {
    const side = nameOf(place.prover);
    const rows = place.answer.moves.map((turn) => {
        const text = [nameOfMove(turn.move), turn.reply && nameOfMove(turn.reply)].filter(Boolean).join(" \u2192 ");
        const what = el("span", {class: "muted small", text: followsText(turn, side)});
        return {turn, parts: [el("span", {text}), what], goes: ["step", "citation"].includes(groundOf(turn))};
    });
    const ends = rows.filter(({goes}) => !goes);
    return [
        list(rows.filter(({goes}) => goes).map(({turn, parts}) =>
            [`walk-${turn.move}`, () => show(placeAfter(place, turn)), ...parts])),
        ends.length === 0 ? null : el("ul", {class: "list"}, ...ends.map(({parts}) =>
            el("li", {class: "list-end"}, ...parts))),
    ];
}

/** Shows a place; show(place) goes to another, onBoard(place) leaves, again() asks anew. */
export function walkView(place, {show, onBoard, again}) {
    const {answer, fault, position, last} = place;
    const side = nameOf(place.prover);
    const isAgain = place.before.includes(keyOf(position));
    return [
        stillBoard(position, {last}),
        place.moves ? el("p", {class: "small", text: lineText(place.moves) || t("proof.start")}) : null,
        isAgain ? el("p", {text: t("walk.again", {side})}) : null,
        el("p", {class: fault ? "notice" : null, text: headline(place)}),
        ...(answer ? [...turns(place, show),
            note(t("walk.file", {file: `proofs/${place.name}.proof`, n: number(answer.steps)}))]
            : []),
        fault && !isTooLarge(fault) ? row(button("again", again, "")) : null,
        row(button("proof.board", () => onBoard(place), ""),
            downloadLink(place.name, "quiet")),
    ];
}
