/** Positions in the markup of others: a table and a caption for MediaWiki, and `<kauri-board>` for a page. */
import {letterOf} from "../game/notation.js";
import {nameOf, t} from "../texts/texts.js";

/** Signs that a wiki would take for markup. */
const plain = (text) => text.replace(/[[\]{}|<>']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const html = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** What lies in a hole, as `kauri` draws it: seeds, and cowries with a sign. */
const holeText = (seeds, cowries) =>
    [seeds > 0 ? seeds : "", cowries > 0 ? `${cowries}@` : ""].filter(Boolean).join(" ");

/** A table of MediaWiki: North's row above South's, with the letters, the captures, and values. */
export function wikiTable(position, {caption, values = {}, lines = []}) {
    const holes = position.seeds.S.map((_, i) => i);
    const order = {N: [...holes].reverse(), S: holes};
    const letters = (side) => `! ${[nameOf(side), ...order[side].map((i) => letterOf(side, i))].join(" !! ")}`;
    const contents = (side) => `! ${position.score[side]}\n| ${order[side]
        .map((i) => holeText(position.seeds[side][i], position.cowries[side][i])).join(" || ")}`;
    const worth = Object.keys(values).length === 0 ? null
        : `! ${["", ...order[position.side].map((i) => values[letterOf(position.side, i)] || "")].join(" !! ")}`;
    const own = (side) => (worth && position.side === side ? [worth] : []);
    const turn = t("say.turn", {side: nameOf(position.side)});
    return [
        "{| class=\"wikitable\" style=\"text-align: center\"", `|+ ${plain(caption || turn)}`,
        [...own("N"), letters("N"), contents("N"), contents("S"), letters("S"), ...own("S")].join("\n|-\n"),
        "|}", `${turn} ${t("wiki.signs")}`, ...lines.map((line) => `:${plain(line)}`), "",
    ].join("\n");
}

/** A line that shows the picture of the position in a wiki. */
export const wikiFile = (position, {caption, lines = []}) => `[[File:kauri.svg|thumb|${
    plain([caption || t("say.turn", {side: nameOf(position.side)}), ...lines].join("; "))}]]`;

/** The element that shows a game or a position on any page (docs/guide/BOARD.md). */
export function embedCode({position, moves, ply, values = {}, proof, flipped, caption, lines = []}) {
    const list = Object.entries(values).map(([letter, value]) => `${letter}=${value}`).join(" ");
    const given = {position, moves, ply: ply || "", values: list, proof: list && proof, flipped: flipped ? "flipped" : ""};
    const attributes = Object.entries(given).filter(([, value]) => value)
        .map(([name, value]) => ` ${name}="${html(String(value))}"`).join("");
    return `<script src="kauri-board.js" defer></script>\n<kauri-board${attributes}>${
        [caption, ...lines].filter(Boolean).map(html).join("<br>")}</kauri-board>\n`;
}
