/** Searches the positions between two results that exclude one another, to find the move that changed it. */
import {turningPoints} from "../study/turning.js";
import {addWords} from "../texts/texts.js";
import * as api from "./api.js";
import {proofs} from "./proofs-store.js";
import {resultOf} from "./values.js";

addWords({
    "locate.search": ["Search for the move that changed it", "Den entscheidenden Zug suchen"],
});

const SECONDS = 8; // of the first search of a position; each later one takes twice as long, up to
const SECONDS_MOST = 60;

/** The plies after which the position is still to be decided, from the middle of what is open outwards. */
function openPlies(line, bounds, rules) {
    const isOpen = (ply) => new Set(bounds[ply].map((r) => resultOf(line[ply].position, r, rules))).size > 1;
    return turningPoints(line, bounds, rules).filter(({turn}) => turn === "changed")
        .flatMap(({between: [first, last]}) => {
            const middle = (first + 1 + last) / 2;
            return line.map((_, ply) => ply).filter((ply) => ply > first && ply <= last && isOpen(ply))
                .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
        });
}

/**
 * Searches until the moves are found, or each position has been searched once. boundsOf() gives the bounds
 * of the positions of the line, and onNews() is called after each search. Rejects with ApiError, or when
 * the signal aborts.
 */
export async function locate(line, rules, {boundsOf, onNews, signal}) {
    const tried = new Set();
    for (;;) {
        const ply = openPlies(line, boundsOf(), rules).find((one) => !tried.has(one));
        if (ply === undefined) {
            return;
        }
        tried.add(ply);
        const {position} = line[ply];
        const seconds = Math.min(SECONDS_MOST, Math.max(SECONDS, 2 * proofs.tried(position)));
        proofs.noteAnswer(position, await api.search(position, {rules, seconds, signal}), "search");
        proofs.try(position, seconds);
        onNews();
    }
}
