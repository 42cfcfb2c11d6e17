/**
 * What the address says after "#", where no crawler looks: p the first position (the start of the
 * game when left out), m the moves of game.js, r the rules, l the language (read, never written), fl
 * the flipped board, g a game: the person's side and the strength of the program, or H for two
 * people here, or L for two by link, and v if the values are shown; n the names, the date and the
 * result of a record, problem the name of a problem, t the step of the lesson. Links are data of this
 * page, which reads them without its server; everything else that people paste is read by pasted.js.
 */
import {ABOUT, cleanAbout} from "../game/game.js";
import {formatPosition, parsePosition, startPosition} from "../game/notation.js";
import {LANGUAGES} from "../texts/texts.js";

const START = formatPosition(startPosition());

/** {side, strength, hidden} of "S3" or "S3v", {people, hidden} of "H" or "L", or null. */
function readMatch(text) {
    const [, side, strength, people, shown] = /^(?:([SN])([1-9]|1[01])|([HL]))(v?)$/.exec(text) || [];
    return side ? {side, strength: Number(strength), hidden: !shown}
        : people ? {people, hidden: !shown} : null;
}

const matchText = ({side, strength, people, hidden}) =>
    `g=${people || side + strength}${hidden ? "" : "v"}`;

const PARTNERS = {")": "(", "]": "[", ">": "<", "\u00bb": "\u00ab"};

/** Says whether a text ends in a bracket or a quote that was not opened in it. */
function endsOutside(text) {
    const end = text.at(-1);
    const count = (signs) => [...text].filter((sign) => signs.includes(sign)).length;
    return PARTNERS[end] ? count(PARTNERS[end]) < count(end)
        : /["`\u201c\u201d]$/.test(text) && count("\"`\u201c\u201d\u201e") % 2 > 0;
}

/** Reads names, date and result between bars, without a bracket that closes behind the link. */
function readAbout(text) {
    let rest = text.trim();
    while (endsOutside(rest)) {
        rest = rest.slice(0, -1).trim();
    }
    return cleanAbout(Object.fromEntries(
        rest.split("|").slice(0, ABOUT.length).map((value, i) => [ABOUT[i], value])));
}

/** The link of a tree alone: {position, moves, rules, about}. */
export const treeHash = (tree) => writeHash({...tree, flipped: false, match: null, problem: null});

/**
 * Punctuation after a field belongs to the text around the link. Moves and names may end in it: Game
 * reads the end of m, and a name that ends in a dot or a mark has it as "%2E" or "%21".
 */
const BEHIND = {m: /$/, n: /[.,;:!?*_~']+$/};

/** Decodes signs such as "%28"; those that are cut off are left out, and onFault() is called. */
const decoded = (text, onFault) => text.replace(/(?:%[0-9a-f]{2})+|%[0-9a-f]?/gi, (signs) => {
    try {
        return decodeURIComponent(signs);
    } catch {
        onFault?.();
        return "";
    }
});

/** Splits and decodes the text behind "#": {fields, cut}, where `cut` says that a part is missing. */
function fieldsOf(hash) {
    const fields = {};
    let cut = false;
    const read = (text) => decoded(text, () => { cut = true; });
    hash.replace(/^#?[!/]*/, "").split(/&(?:amp;)?/).forEach((field, i) => {
        const [head, ...parts] = field.replace(/\\/g, "").split("=");
        const name = head.toLowerCase();
        const text = parts.join("=");
        fields[name] = BEHIND[name] ? read(text.replace(BEHIND[name], ""))
            : read(text).replace(/[^\p{L}\p{N}]+$/u, "");
        cut ||= i > 0 && parts.length === 0 && /\w/.test(name);
    });
    return {fields, cut};
}

/**
 * {position, moves, rules, language, flipped, match, about, problem, lesson, cut}; position null if p
 * cannot be read, and then neither moves nor a match. What a field may not be is left out, since all
 * of it is written again; `cut` says that something was, or is missing.
 */
export function readHash(hash) {
    const {fields, cut: missing} = fieldsOf(hash);
    let cut = missing;
    let position = null;
    try {
        position = "p" in fields ? parsePosition(fields.p.replace(/_|\+(?=[SN])|(?<=[SN])\+/gi, " ")) : startPosition();
    } catch {
        position = null;
    }
    /** Returns the text of a field, or "" if the pattern does not match. */
    const one = (name, pattern) => {
        const text = fields[name] || "";
        const right = pattern.test(text);
        cut ||= text !== "" && !right;
        return right ? text : "";
    };
    return {
        position,
        moves: (position && fields.m) || "",
        rules: one("r", /^(standard|tiebreak)$/) || "standard",
        language: one("l", new RegExp(`^(${LANGUAGES.join("|")})$`)),
        flipped: one("fl", /^[01]$/) === "1",
        match: position && readMatch(one("g", /^([SN]([1-9]|1[01])|[HL])v?$/)),
        about: position ? readAbout(fields.n || "") : {},
        problem: (position && one("problem", /^[0-9a-f]{6}$/)) || null,
        lesson: (position && Number(one("t", /^[1-7]$/))) || null,
        cut,
    };
}

/** A link of any host, or its part behind "#" alone. The position may have blanks in place of "_". */
const LINK = /(?:^\W*(?=[pm]=)|\S*#[!/]*)((?:[pmrlgnt]|fl|problem)=[^\s"<>`[\]]+(?: [SN] \d+:\d+)?)/i;

/**
 * Returns the part behind "#" of a text that is a link or a sentence with one; null for any other text,
 * such as a record that mentions a link.
 */
export function linkIn(text) {
    // Mail filters put a link into another one, as a field that is encoded once more.
    const whole = text.includes("#") ? text : text.replace(/%23\S+/, (part) => decoded(part));
    const [link, hash] = LINK.exec(whole) || [];
    return hash && !/\d\W+[a-f]\b|,\S*\//i.test(whole.replace(link, "")) ? hash : null;
}

/** Writes a sign as "%28", also one that encodeURIComponent() leaves as it is. */
const encoded = (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * The part after "#" for a state of the page; empty for the beginning of everything. It contains no
 * brackets, quotes and marks, which chats take for the end of a link.
 */
export function writeHash({position, moves, rules, flipped, match, about, problem, lesson}) {
    const text = formatPosition(position);
    const said = ABOUT.map((name) => about[name] || "").join("|").replace(/\|+$/, "");
    return [
        problem ? `problem=${problem}` : "",
        text === START ? "" : `p=${text.replace(/ /g, "_")}`,
        moves ? `m=${encodeURIComponent(moves)}` : "",
        rules === "tiebreak" ? "r=tiebreak" : "",
        flipped ? "fl=1" : "",
        match ? matchText(match) : "",
        said ? `n=${encodeURIComponent(said)}` : "",
        lesson ? `t=${lesson}` : "",
    ].filter(Boolean).join("&").replace(/[!'()*]|[._~](?=&|$)/g, encoded);
}
