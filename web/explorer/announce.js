/**
 * What a screen reader is told. The live region is a log: each text that is added to it is read,
 * and none replaces another that is still being read, as in a status.
 */
import {byId, el} from "./dom.js";

const KEPT = 5;

export function announce(text) {
    const log = byId("log");
    if (text) {
        log.append(el("p", {text}));
    }
    while (log.children.length > KEPT) {
        log.firstChild.remove();
    }
}
