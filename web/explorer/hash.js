/**
 * What the address says after "#", where no crawler looks: p the first position (the start of the
 * game when left out), m the moves of game.js, r the rules, l the language (read, never written), fl
 * the flipped board, g a game: the person's side and the strength of the program, or H for two
 * people here, or L for two by link, and v if the values are shown; n the names, the date and the
 * result of a record, problem the name of a problem, t the step of the lesson.
 */
import {formatPosition, parsePosition, startPosition} from "./notation.js";
import {LANGUAGES} from "./texts.js";

const START = formatPosition(startPosition());

/** {side, strength, hidden} of "S3" or "S3v", {people, hidden} of "H" or "L", or null. */
function readMatch(text = "") {
    const [, side, strength, people, shown] = /^(?:([SN])([1-9])|([HL]))(v?)$/.exec(text) || [];
    return side ? {side, strength: Number(strength), hidden: !shown}
        : people ? {people, hidden: !shown} : null;
}

const matchText = ({side, strength, people, hidden}) =>
    `g=${people || side + strength}${hidden ? "" : "v"}`;

const ABOUT = ["south", "north", "date", "result"];

/** What a record says of a game, from its parts between bars. */
const readAbout = (text = "") => Object.fromEntries(text.slice(0, 300).split("|")
    .map((value, i) => [ABOUT[i], value]).filter(([name, value]) => name && value));

/** The link of a tree alone: {position, moves, rules, about}. */
export const treeHash = (tree) => writeHash({...tree, flipped: false, match: null, problem: null});

const aboutText = (about) => encodeURIComponent(
    ABOUT.map((name) => (about[name] || "").replace(/\|/g, "/")).join("|").replace(/\|+$/, ""));

/**
 * {position, moves, rules, language, flipped, match, about, problem, lesson}; position null if p
 * cannot be read, and then neither moves nor a match. What a field may not be is left out, since all
 * of it is written again.
 */
export function readHash(hash) {
    const fields = {};
    for (const field of hash.replace(/^#/, "").split("&")) {
        const [name, ...value] = field.split("=");
        try {
            fields[name] = decodeURIComponent(value.join("="));
        } catch {
            fields[name] = "?"; // neither a position nor a move
        }
    }
    let position = null;
    try {
        position = fields.p ? parsePosition(fields.p.replace(/_/g, " ")) : startPosition();
    } catch {
        position = null;
    }
    return {
        position,
        moves: (position && fields.m) || "",
        rules: fields.r === "tiebreak" ? "tiebreak" : "standard",
        language: LANGUAGES.includes(fields.l) ? fields.l : "",
        flipped: fields.fl === "1",
        match: position && readMatch(fields.g),
        about: position ? readAbout(fields.n) : {},
        problem: position && /^[0-9a-f]{6}$/.test(fields.problem || "") ? fields.problem : null,
        lesson: position && /^[1-7]$/.test(fields.t || "") ? Number(fields.t) : null,
    };
}

/** The part after "#" for a state of the page; empty for the beginning of everything. */
export function writeHash({position, moves, rules, flipped, match, about, problem, lesson}) {
    const text = formatPosition(position);
    return [
        problem ? `problem=${problem}` : "",
        text === START ? "" : `p=${text.replace(/ /g, "_")}`,
        moves ? `m=${moves}` : "",
        rules === "tiebreak" ? "r=tiebreak" : "",
        flipped ? "fl=1" : "",
        match ? matchText(match) : "",
        Object.keys(about).length > 0 ? `n=${aboutText(about)}` : "",
        lesson ? `t=${lesson}` : "",
    ].filter(Boolean).join("&");
}
