/**
 * Where things are that move with the width of the window. The state of the chosen panel and what can
 * be done next are under the board in windows of one column, and else at the top of the panel. The
 * record of the game has a column of its own in the widest windows.
 */
import {byId, el} from "../base/dom.js";

/** Whether the panels lie beside the board, as in explorer.css. */
export const beside = matchMedia("(min-width: 62.5em), (min-width: 48em) and (max-height: 31.25em)");

/** Whether the window is a phone that lies, with too little room under the board. */
export const low = matchMedia("(min-width: 48em) and (max-width: 62.49em) and (max-height: 31.25em)");

/** Whether there is a third column, for the record of the game. */
const widest = matchMedia("(min-width: 106.25em)");

/** Calls a function that places something, now and whenever one of the queries changes. */
export function keepPlaced(place, ...queries) {
    queries.forEach((query) => query.addEventListener("change", place));
    place();
}

/** Keeps an element in the column of the record if there is one, and else where `home()` says. */
export function placeRecord(element, home, first = false) {
    keepPlaced(() => (widest.matches ? byId("record-column") : home())[
        first && widest.matches ? "prepend" : "append"](element), widest, beside);
}

/** Divides a panel into {state, rest}; `state` is the box that is under the board where that is better. */
export function divide(panel) {
    const rest = el("div", {class: "stack"});
    const state = el("div", {
        class: "stack panel-state", role: "group", "data-panel": panel.id,
        "aria-labelledby": panel.getAttribute("aria-labelledby"),
    });
    panel.append(rest);
    keepPlaced(() => (beside.matches ? panel.prepend(state) : byId("under-board").append(state)), beside);
    state.hidden = panel.hidden;
    return {state, rest};
}

/** Shows the state of this panel only. */
export function showStateOf(panel) {
    for (const state of document.querySelectorAll(".panel-state")) {
        state.hidden = state.dataset.panel !== panel.id;
    }
}
