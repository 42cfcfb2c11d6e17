/** What is proven of all moves in one sentence, and the button that searches those that are open. */
import {el, put} from "../base/dom.js";
import {faultOf} from "../base/faults.js";
import {button} from "../base/parts.js";
import {addWords, t} from "../texts/texts.js";
import {judgedMoves} from "./moves.js";
import {nameOfMove} from "./values.js";

addWords({
    "others.win": ["{moves} {n|wins|win}", "{moves} {n|gewinnt|gewinnen}"],
    "others.draw": ["{moves} {n|draws|draw}", "{moves} {n|hält|halten} remis"],
    "others.loss": ["{moves} {n|loses|lose}", "{moves} {n|verliert|verlieren}"],
    "others.open": ["{moves} {n|is|are} open.", "{moves} {n|ist|sind} offen."],
    "others.search": ["Search the open moves", "Offene Züge durchsuchen"],
    "others.searching": ["Searching {move} …", "{move} wird durchsucht …"],
});

/**
 * Fills an element with "b wins; a, e and f are open.", where some moves have a proven result and others
 * do not. onSearch(moves) searches these.
 */
export function drawOpenMoves(element, value, onSearch) {
    const judged = judgedMoves(value);
    const open = judged.filter(({result}) => result === null);
    if (open.length === 0 || open.length === judged.length) {
        put(element);
        return;
    }
    const said = ["win", "draw", "loss", null].map((result) => {
        const moves = judged.filter((one) => one.result === result).map(({move}) => nameOfMove(move)).sort();
        return moves.length > 0 && t(`others.${result || "open"}`, {moves: moves.join(", "), n: moves.length});
    });
    put(element, el("p", {class: "verdict-detail row"},
        el("span", {text: said.filter(Boolean).join("; ")}),
        value.others ? [el("span", {text: t("others.searching", {move: nameOfMove(value.others)})}),
            el("span", {class: "pulse", "aria-hidden": "true"})] : null,
        value.state === "exact" && value.refused ? el("span", {text: faultOf(value.refused)}) : null,
        value.others || value.searching ? null
            : button("others.search", () => onSearch(open.map(({move}) => move)))));
}
