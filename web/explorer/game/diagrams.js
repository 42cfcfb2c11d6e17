/**
 * Positions as people paste them: the text of a position in a sentence, a link, a diagram that `kauri`
 * prints, or a table of a wiki (wiki.js), with North's row above South's from his right to his left.
 */
import {linkIn, readHash} from "../page/hash.js";
import {NotationError, checkPosition, parsePosition, plain, sum} from "./notation.js";

const TEXT = /(?<![^\s"'`(:=])\d[\d,+ ]*\/[\d,+ ]*\d [SN](?: \d+:\d+)?(?![\d:])/i;
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g");
/** "North to move", "Nord ist am Zug", and as the program writes it, "North, to move". */
const NORTH = /\b(?:north,?(?: is)? to move|nord,?(?: ist)? am zug)/i;
const CELL = /^(?:\d+|\d*@+|\+|,|and|und|\s)*$/;

const parts = (text, pattern) => [...text.matchAll(pattern)];

/** {seeds, cowries} of a cell such as "3", "2@", "3 2@", "3+2" or "@@". */
function counters(text) {
    const [, seeds, cowries] = /^\s*(\d+)\s*\+\s*(\d+)\s*$/.exec(text) || [];
    if (cowries) {
        return {seeds: Number(seeds), cowries: Number(cowries)};
    }
    const signs = parts(text, /(\d+)?\s*(@+)/g).map(([, n, sign]) => Number(n ?? sign.length));
    const rest = text.replace(/\d*\s*@+/g, " ");
    return {seeds: sum(parts(rest, /\d+/g).map(Number)), cowries: sum(signs)};
}

/** The position of two rows, [{cells, score}], North's first; or null. */
function fromRows(rows, text) {
    const [north, south] = rows;
    if (rows.length !== 2 || north.cells.length !== south.cells.length || north.cells.length > 6) {
        return null;
    }
    const row = (kind) => ({S: south.cells.map((cell) => cell[kind]),
        N: north.cells.map((cell) => cell[kind]).reverse()});
    return {seeds: row("seeds"), cowries: row("cowries"), side: NORTH.test(text) ? "N" : "S",
        score: {S: south.score, N: north.score}};
}

/** A diagram of the program: each row is some lines between borders, with the captures beside it. */
function fromDiagram(text) {
    const groups = [[]];
    for (const line of text.replace(/[\u2502\u2503]/g, "|").split("\n")) {
        if ((line.match(/\|/g) || []).length > 1) {
            groups.at(-1).push(line.split("|"));
        } else if (/[\u2500-\u257f]|\+-|--/.test(line) && groups.at(-1).length > 0) {
            groups.push([]);
        }
    }
    const rows = groups.filter((group) => group.length > 0).map((lines) => {
        const cells = lines[0].slice(1, -1).map((_, i) => counters(lines.map((line) => line[i + 1] || "").join(" ")));
        const beside = lines.map((line) => `${line[0]} ${line.at(-1)}`).join(" ");
        return {cells, score: Number((/\d+/.exec(beside) || [0])[0])};
    });
    return fromRows(rows, text);
}

/** A table of a wiki: the two rows whose cells hold counters, with the captures as their heads. */
function fromTable(text) {
    const tags = text.replace(/<br\s*\/?>/gi, " ").replace(/<[^>]*>|'{2,}/g, "");
    const rows = tags.split(/^\s*\|-.*$/m).map((row) => row.split("\n")
        .filter((line) => /^\s*[|!](?![+}])/.test(line))
        .flatMap((line) => line.trim().slice(1).split(/\|\||!!/)
            .map((cell) => ({head: line.trim()[0] === "!", text: cell.replace(/^[^|]*=[^|]*\|/, "").trim()}))))
        .filter((cells) => cells.some(({head}) => !head) && cells.every(({text: one}) => CELL.test(one)))
        .map((cells) => ({
            cells: cells.filter(({head}) => !head).map((cell) => counters(cell.text)),
            score: Number(cells.find(({head, text: one}) => head && one)?.text || 0),
        }));
    return fromRows(rows, text);
}

/** Reads what was pasted; throws NotationError. A position that breaks a limit is named by that. */
export function readPosition(pasted) {
    const link = linkIn(pasted);
    const linked = link && readHash(link).position;
    if (linked) {
        return linked;
    }
    const text = plain(pasted.replace(COLOURS, ""));
    const [found] = TEXT.exec(text) || [];
    if (found || !/[|\u2502\u2503\n]/.test(text)) {
        return parsePosition(found && text.trim() !== found ? found : pasted);
    }
    const position = /^\s*\{\|/m.test(text) || /^\s*\|-/m.test(text) ? fromTable(text) : fromDiagram(text);
    if (!position) {
        throw new NotationError("notation.diagram");
    }
    const wrong = checkPosition(position);
    if (wrong) {
        throw wrong;
    }
    return position;
}
