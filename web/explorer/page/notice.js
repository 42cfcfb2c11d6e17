/** The notice above the board. */
import {announce} from "../base/announce.js";
import {byId} from "../base/dom.js";
import {onLanguage} from "../texts/texts.js";

let text = null; // a function, for another language

function show() {
    byId("notice").textContent = text ? text() : "";
    byId("notice").hidden = !text;
}

/** Shows what next() gives until the next notice, or null, and announces it. */
export function notice(next, {spoken = true} = {}) {
    text = next;
    show();
    announce(spoken && text && text());
}

onLanguage(show);
