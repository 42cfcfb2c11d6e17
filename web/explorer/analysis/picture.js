/** Drawings of the board as files: SVG with styles of its own, and points. */
import {el, svg} from "../base/dom.js";
import {formatPosition} from "../game/notation.js";
import {nameOf, t} from "../texts/texts.js";

/** What a drawing needs of the style sheets to stand alone, and what it does not need. */
const INHERITED = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray",
    "stroke-linejoin", "paint-order", "font-family", "font-size", "font-style", "font-weight",
    "text-anchor"];
const OWN = {"stop-color": "rgb(0, 0, 0)", opacity: "1", filter: "none", transform: "none"};
const IDLE = ["class", "tabindex", "role", "aria-disabled", "aria-hidden", "data-hole", "data-side",
    "data-count"];
const MARGIN = 40; // for the names, above and below the board
const LINE = 27; // of text below it
const SIGN = 10.5; // width of a sign of it, on the average

/** Writes the styles of a drawing into a copy of it. */
function takeStyles(original, copy, outer = null) {
    const style = getComputedStyle(original);
    for (const name of INHERITED) {
        const value = style.getPropertyValue(name);
        if (!outer || outer.getPropertyValue(name) !== value) {
            copy.setAttribute(name, value);
        }
    }
    for (const [name, none] of Object.entries(OWN)) {
        const value = style.getPropertyValue(name);
        if (value !== none && !(name === "transform" && original.hasAttribute(name))) {
            copy.setAttribute(name, value);
        }
    }
    IDLE.forEach((name) => copy.removeAttribute(name));
    [...original.children].forEach((child, i) => takeStyles(child, copy.children[i], style));
}

/** What is drawn as an element of SVG with styles of its own, without what `left` selects. */
function styled(drawing, left) {
    const group = svg("g", {}, ...drawing.cloneNode(true).children);
    takeStyles(drawing, group);
    const copies = [...group.querySelectorAll("*")];
    drawing.querySelectorAll("*").forEach((one, i) => {
        if (one.matches(left)) {
            copies[i].remove();
        }
    });
    return group;
}

/** A drawing of the page as an SVG file that needs no style sheet. */
export function drawingSvg(drawing) {
    const [, , width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
    const {backgroundColor} = getComputedStyle(document.body);
    return textOf(svg("svg", {
        xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}`, role: "img",
        "aria-label": drawing.getAttribute("aria-label"),
    }, svg("rect", {width, height, fill: backgroundColor}), styled(drawing, ".now")));
}

const textOf = (drawing) => `${new XMLSerializer().serializeToString(drawing)}\n`;

/** A text in lines of at most so many signs, broken at blanks. */
function broken(text, most) {
    const lines = [""];
    for (const word of text.split(" ")) {
        const longer = `${lines.at(-1)} ${word}`.trim();
        lines[longer.length > most ? lines.length : lines.length - 1] = longer.length > most ? word : longer;
    }
    return lines;
}

/**
 * The board as an SVG file that needs no style sheet: a diagram, without what is only estimated, or
 * without all values, with the seal of what is proven, and with lines of text below it.
 */
export function boardSvg({svg: board, ground, position, strips}, flipped, {values = true, lines = []} = {}) {
    const [, , width, height] = board.getAttribute("viewBox").split(" ").map(Number);
    const {color, fontFamily, backgroundColor} = getComputedStyle(document.body);
    const write = (x, y, text, weight) => svg("text", {
        x, y, fill: color, "font-family": fontFamily, "font-size": 19, "font-weight": weight, text,
    });
    const names = ["S", "N"].flatMap((side) => {
        const seal = values ? strips[side].seal.querySelector("svg") : null;
        const y = (side === "S") !== flipped ? height + 27 : -14;
        return [seal ? svg("g", {transform: `translate(16 ${y - 16})`}, styled(seal, ".now")) : null,
            write(seal ? 42 : 16, y, `${nameOf(side)}: ${position.score[side]}${
                position.side === side ? ` \u00b7 ${t("toMove")}` : ""}`, 600)];
    });
    const below = lines.flatMap((line, i) => broken(line, Math.floor((width - 32) / SIGN))
        .map((text) => ({text, weight: i === 0 ? 600 : 400})));
    const all = height + 2 * MARGIN + (below.length > 0 ? LINE * below.length + 8 : 0);
    const left = `.value.estimated, .guess, .hand${values ? "" : ", .value, .score"}`; // not proven
    const drawing = svg("svg", {
        xmlns: "http://www.w3.org/2000/svg", width, height: all, role: "img",
        viewBox: `0 ${-MARGIN} ${width} ${all}`,
        "aria-label": [formatPosition(position), ...lines].join(". "),
    }, svg("rect", {y: -MARGIN, width, height: all, fill: backgroundColor}),
    styled(ground, left), styled(board, left), ...names,
    ...below.map(({text, weight}, i) => write(16, height + MARGIN + 16 + LINE * i, text, weight)));
    return textOf(drawing);
}

/** The same as a picture of points, two of them for a unit of the drawing. */
export async function boardPng(text) {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([text], {type: "image/svg+xml"}));
    await image.decode();
    const canvas = el("canvas", {width: 2 * image.naturalWidth, height: 2 * image.naturalHeight});
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(image.src);
    return new Promise((resolve) => canvas.toBlob(resolve));
}
