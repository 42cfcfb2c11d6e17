/** The tree of the first plies with what is proven of them. Results are in the colour of who has them. */
import {el} from "../base/dom.js";
import {button, note, part, row} from "../base/parts.js";
import {downloads} from "../base/save.js";
import {sideIcon} from "../board/marks.js";
import {startPosition} from "../game/notation.js";
import {language, number, t} from "../texts/texts.js";
import {openingRows} from "./atlas-tables.js";
import {nameOfProof, placeAt} from "./proof-places.js";

/** "1. a", "1... D" of a ply of the start, counted from 0. */
const plyName = (ply, move) => `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? "." : "..."} ${move}`;

/** What is proven of South's first moves, and which are not. */
function firstMoves(moves) {
    const which = (answer) => moves.filter((one) => one.answer === answer).map(({move}) => plyName(0, move));
    if (which(true).length === moves.length) {
        return t("atlas.solved", {all: moves.length});
    }
    const listed = (key, names) => (names.length > 0 ? t(key, {moves: names.join(", ")}) : "");
    return [t("atlas.firstMoves", {all: moves.length, lost: which(true).length}),
        listed("atlas.notLost", which(false)), listed("atlas.stillOpen", which(undefined))]
        .filter(Boolean).join(" ");
}

function said({answer, efforts, nodes, net}) {
    if (net) {
        return t("atlas.northBy", {low: net[0], high: net[1]});
    }
    if (answer !== undefined) {
        return t(answer ? "atlas.north" : "atlas.south");
    }
    if (!efforts) {
        return t(nodes ? "atlas.open" : "atlas.unasked");
    }
    const [yes, no] = efforts;
    const ratio = (Math.max(yes, no) / Math.min(yes, no)).toLocaleString(language(), {maximumSignificantDigits: 2});
    return t("atlas.leans", {side: t(yes < no ? "north" : "south"), ratio});
}

function openingRow(node, moves, app) {
    const {move, answer, proof, nodes} = node;
    const side = answer === undefined ? null : answer ? "N" : "S";
    const facts = [
        proof && t("atlas.proof", {file: proof}),
        nodes && t("atlas.positions", {n: number(nodes)}),
    ].filter(Boolean).join(". ");
    return el("div", {class: "opening-row"},
        el("button", {
            class: "ply", "data-id": `opening-${moves.join("")}`, text: plyName(moves.length - 1, move),
            "data-side": moves.length % 2 === 1 ? "S" : "N",
            onclick: () => {
                app.begin("standard", startPosition(), moves);
                app.showBoard();
            },
        }),
        el("span", {class: `opening-result${side ? "" : " open"}`, "data-side": side},
            side ? sideIcon(side) : null, " ", said(node)),
        facts ? el("span", {class: "muted small facts", text: facts}) : null,
        proof ? button("proven.how", () => app.late.askHow(placeAt(nameOfProof(proof), moves)),
            "quiet", {"data-id": `how-${moves.join("")}`}) : null);
}

/** A move with the replies that are known, folded away. */
function opening(node, before, app) {
    const moves = [...before, node.move];
    const replies = node.moves || [];
    return el("div", {class: "opening"},
        openingRow(node, moves, app),
        replies.length === 0 ? null : el("details", {"data-id": `replies-${moves.join("")}`},
            el("summary", {class: "small", text: t("atlas.replies", {move: plyName(before.length, node.move)})}),
            ...replies.map((reply) => opening(reply, moves, app))));
}

const hasEfforts = ({efforts, moves = []}) => Boolean(efforts) || moves.some(hasEfforts);

/** The part of the panel about openings. */
export const openingsPart = (openings, app) => part("atlas.openings",
    note(t("atlas.openingsHow")), note(firstMoves(openings.moves)),
    ...openings.moves.map((node) => opening(node, [], app)),
    row(button("atlas.play", () => app.choosePanel("play"), ""),
        downloads("openings", t("atlas.openings"), () => openingRows(openings))),
    hasEfforts(openings) ? note(t("atlas.efforts")) : null, note(t("atlas.proofs")));
