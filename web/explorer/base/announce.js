/**
 * What a screen reader is told. The live region is a log: each text that is added to it is read,
 * and none replaces another that is still being read, as in a status. What is told at the same time
 * is one text, since readers may change the order of several.
 */
import {byId, el} from "./dom.js";

const KEPT = 5;
let texts = [];

function tell() {
    const log = byId("log");
    log.append(el("p", {text: texts.join(" ")}));
    texts = [];
    while (log.children.length > KEPT) {
        log.firstChild.remove();
    }
}

export function announce(text) {
    if (text && texts.push(text) === 1) {
        setTimeout(tell);
    }
}
