/**
 * Games as text in the notation of docs/guide/RULES.md, and moves without passes. Readers of records skip
 * what follows an empty line; there stand the comments, for people, and the whole tree as in a link,
 * for this page.
 */
import {moveName} from "./game.js";
import {formatPosition, startPosition} from "./notation.js";
import {PASS, legalMoves, play} from "./rules.js";

const WIDTH = 99;

function captures({own, other}) {
    const parts = [own ? `+${own}` : "", other ? `-${other}` : ""].filter(Boolean);
    return parts.length ? ` (${parts.join(";")})` : "";
}

/** The words of the record: "1.", "f", "D;", with moves joined while the other player passes. */
function words(nodes, plain) {
    const list = [];
    let number = 0;
    let side = null;
    for (const node of nodes) {
        const mover = node.parent.position.side;
        if (node.move === PASS) {
            continue;
        }
        const marks = plain ? "" : node.marks;
        const note = !plain && node.note ? ` (${node.note})` : "";
        const text = node.move + marks + captures(node.captured) + note;
        if (mover === side) {
            list[list.length - 1] += `-${text}`;
            continue;
        }
        const begins = mover === "S" || number === 0; // a number, which stays with its move
        number += begins ? 1 : 0;
        if (begins && list.length) {
            list[list.length - 1] += ";";
        }
        side = mover;
        list.push(begins ? `${number}. ${text}` : text);
    }
    return list;
}

/** Writes a text of a person into a record, where "<" would begin a tag. */
const said = (text) => text.replace(/</g, "&lt;");

/** A score or a token, such as "34:4", "1-0" and "*". */
const SCORE = /^(?:\*|(?:\d{1,2}|\u00bd|1\/2)(?: ?[-:\u2013] ?(?:\d{1,2}|\u00bd|1\/2))?)$/;
/** The beginning of a sentence: a word, but neither that of a pass nor moves. */
const WORD = /^(?!(?:[a-fp]|pas\p{L}*|gepasst|skip|setzt|aussetzen|ausgesetzt|note)(?!\p{L}))\p{L}/iu;
/** What may be a number before a move, or markup. */
const MOVES = /\d\s*[.\u2026)](?!$)|\d\s+[a-f](?!\p{L})|[[\]{}<>|#]/iu;

/** Says whether readers of records take all of a text for the result, and none of it for moves. */
const isPlainResult = (text) => SCORE.test(text) || (WORD.test(text) && !MOVES.test(text));

const TREE = "Kauri explorer: #";

/**
 * "Note on 16... C: ..." for each comment, "Note on the result: ..." for one that could be taken for
 * moves, and the tree if the record cannot hold all of it.
 */
function appendix(line, result, hash) {
    const notes = line.slice(1).filter(({comment}) => comment)
        .map((node) => `Note on ${moveName(node)}: ${node.comment}`);
    if (result && !isPlainResult(result)) {
        notes.push(`Note on the result: ${said(result)}`);
    }
    const whole = line.some(({children}) => children.length > 1) || notes.length > 0;
    return whole ? ["", ...notes, TREE + hash, ""] : [];
}

/** The links in the last lines of such texts, each from its "#" on. */
export const treesOf = (text) =>
    [...text.matchAll(new RegExp(`^[> ]*${TREE}(\\S+)`, "gm"))].map(([, hash]) => hash);

/** Writes a name for the head of a record, in which " - " separates names. */
const inHead = (name) => said(name).replace(/ [\p{Pd}\u2212] /gu, "-");

/**
 * The record of a line of nodes, the root first, with what is known about the game; empty if it has no
 * moves. A plain one leaves out marks and notes; hash is that of the game's link.
 */
export function recordText(line, {south = "South", north = "North", date, result, plain, hash} = {}) {
    const list = words(line.slice(1), plain);
    if (list.length === 0) {
        return "";
    }
    if (result && isPlainResult(result)) {
        list.push(`- ${result}`);
    }
    const rows = [""];
    for (const word of list) {
        const row = rows.at(-1);
        if (row && row.length + 1 + word.length > WIDTH) {
            rows.push(word);
        } else {
            rows[rows.length - 1] = row ? `${row} ${word}` : word;
        }
    }
    const start = formatPosition(line[0].position);
    const head = [`(1) ${[south, north, date].filter(Boolean).map(inHead).join(" - ")}`];
    if (start !== formatPosition(startPosition())) {
        head.push(`Position ${start}`);
    }
    return [...head, "", ...rows, "", ...(plain ? [] : appendix(line, result, hash))].join("\n");
}

/** Moves with the passes that lie between them, which records leave out; throws RangeError. */
export function withPasses(position, moves) {
    const all = [];
    let p = position;
    for (const move of moves) {
        while (move !== PASS && legalMoves(p)[0] === PASS) {
            all.push(PASS);
            p = play(p, PASS).position;
        }
        all.push(move);
        p = play(p, move).position;
    }
    return all;
}
