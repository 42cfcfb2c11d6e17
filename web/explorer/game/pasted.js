/**
 * What people paste. A link is read by this page (hash.js); everything else, positions, drawings and records,
 * by the one reader of texts (docs/guide/RECORDS.md), which the server or the module has. It returns an
 * account of the text, from which the page shows what was passed over.
 */
import * as api from "../analysis/api.js";
import {el} from "../base/dom.js";
import {faultOf} from "../base/faults.js";
import {note} from "../base/parts.js";
import {linkIn, readHash} from "../page/hash.js";
import {addWords, language, t} from "../texts/texts.js";
import {pastedTexts} from "../texts/words-pasted.js";
import {Game} from "./game.js";
import {NotationError, parsePosition} from "./notation.js";

addWords(pastedTexts);

const LONGEST = 300; // signs of a part that are shown
const PASSED_OVER = ["skipped", "not checked"];

/** Games as replay answers them, with `position`, in which a game begins; null if it cannot be read. */
const withPositions = (games) =>
    games.map((game) => ({...game, position: game.start && parsePosition(game.start)}));

/** The position that a link shows. */
function shownBy(link) {
    const {position, moves} = readHash(link);
    if (!position) {
        throw new NotationError("say.badLink");
    }
    const game = new Game();
    game.fromText(position, moves, {}, true);
    return game.node.position;
}

/**
 * Reads a text: {games}, of which there is one at least, and {link} if it is a link; the position of a link
 * or a drawing is a game without moves. While the API cannot be reached, it waits, after a call of onWait().
 * Throws ApiError and NotationError.
 */
export async function readPasted(text, {signal, onWait = () => {}} = {}) {
    const link = linkIn(text);
    if (link) {
        return {link, games: [{position: shownBy(link), plies: []}]};
    }
    for (;;) {
        try {
            const {games, drawn} = await api.replay(`${text}\n`, {signal});
            return {games: withPositions(drawn ? [{start: drawn, plies: []}] : games)};
        } catch (error) {
            if (error.httpStatus !== 0) {
                throw error;
            }
            onWait();
            await api.whenBack();
        }
    }
}

/** Reads texts one at a time: the next one ends the reading of the one before. */
export class Reader {
    #asking = null;

    stop() {
        this.#asking?.abort();
    }

    /** What a text has, or null; says(tell, failed) is given what is to be said until then. */
    async read(text, says) {
        this.stop();
        const {signal} = this.#asking = new AbortController();
        says(() => t("pasted.reading"));
        try {
            return await readPasted(text, {signal, onWait: () => says(() => t("pasted.waiting"))});
        } catch (error) {
            if (!signal.aborted) {
                says(() => faultOf(error), true);
            }
            return null;
        }
    }
}

/** The parts of a text that were passed over: [{line, part, why}]; `at` and `length` count bytes. */
export function passedOver(text, pieces) {
    const bytes = new TextEncoder().encode(text);
    return pieces.filter(({kind}) => PASSED_OVER.includes(kind)).map(({at, length, line, kind, why}) => ({
        line, part: new TextDecoder().decode(bytes.subarray(at, at + length)), why: why || kind,
    }));
}

/** A remark of the reader is its own key, with # for each number. */
function remarkText(remark) {
    const key = remark.replace(/\d+/g, "#");
    const text = t(key, remark.match(/\d+/g) || {});
    return text === key ? remark : text;
}

/** A remark or a fault of the reader in the language of the page: of a fault, the place, but in English all of it. */
export function readerText(line) {
    const text = remarkText(line);
    const [place] = /^line \d+(, column \d+)?(, move \d+)?/.exec(line) || [];
    return text === line && place && language() !== "en" ? remarkText(place) : text;
}

/**
 * What of a text was passed over and why, to be opened; null for a drawing, of which there is no account, and for
 * a game that ends early, of which the rest is read but not played.
 */
export function account(text, {pieces, fault}) {
    const parts = passedOver(text, pieces || []);
    if (parts.length === 0) {
        return pieces && !fault ? note(t("account.all")) : null;
    }
    const shown = (part) => (part.length > LONGEST ? `${part.slice(0, LONGEST)} \u2026` : part);
    return el("details", {class: "small", "data-id": "account"},
        el("summary", {text: t("account.parts", {n: parts.length})}),
        el("ul", {class: "remarks"}, ...parts.map(({line, part, why}) => el("li", {
            text: t("account.part", {line, part: shown(part), why: t(why)}),
        }))));
}
