/**
 * What the address says after "#", where no crawler looks: p the first position (the start of the
 * game when left out), m the moves of game.js, r the rules, l the language, fl the flipped board, g a
 * game against the program: the person's side, the strength, and v if the values are shown.
 */
import {formatPosition, parsePosition, startPosition} from "./notation.js";
import {LANGUAGES} from "./texts.js";

const START = formatPosition(startPosition());

/** {side, strength, hidden} of "S3" or "S3v", or null. */
function readMatch(text = "") {
    const [, side, strength, shown] = /^([SN])([1-5])(v?)$/.exec(text) || [];
    return side ? {side, strength: Number(strength), hidden: !shown} : null;
}

const matchText = ({side, strength, hidden}) => `g=${side}${strength}${hidden ? "" : "v"}`;

/**
 * {position, moves, rules, language, flipped, match}; position null if p cannot be read, and then
 * neither moves nor a match. What a field may not be is left out, since all of it is written again.
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
    };
}

/** The part after "#" for a state of the page; empty for the beginning of everything. */
export function writeHash({position, moves, rules, language, flipped, match}) {
    const text = formatPosition(position);
    return [
        text === START ? "" : `p=${text.replace(/ /g, "_")}`,
        moves ? `m=${moves}` : "",
        rules === "tiebreak" ? "r=tiebreak" : "",
        language ? `l=${language}` : "",
        flipped ? "fl=1" : "",
        match ? matchText(match) : "",
    ].filter(Boolean).join("&");
}
