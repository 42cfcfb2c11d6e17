/** Sharing: the link, and files of the board, the position, the game and all that is known. */
import {copyField, isLocal} from "../base/copy-field.js";
import {el, svg} from "../base/dom.js";
import {button, note, part, refill, row} from "../base/parts.js";
import {commentOf} from "../game/game.js";
import {formatPosition} from "../game/notation.js";
import {recordText} from "../game/recordtext.js";
import {treeHash} from "../page/hash.js";
import {addWords, nameOf, t} from "../texts/texts.js";
import {words} from "../texts/words-share.js";

addWords(words);

/** What a drawing needs of the style sheets to stand alone, and what it does not need. */
const INHERITED = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray",
    "stroke-linejoin", "paint-order", "font-family", "font-size", "font-style", "font-weight",
    "text-anchor"];
const OWN = {"stop-color": "rgb(0, 0, 0)", opacity: "1", filter: "none", transform: "none"};
const IDLE = ["class", "tabindex", "role", "aria-disabled", "aria-hidden", "data-hole", "data-side",
    "data-count"];
const MARGIN = 40; // for the names, above and below the board

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

/** What is drawn as an element of SVG with styles of its own. */
function styled(drawing) {
    const group = svg("g", {}, ...drawing.cloneNode(true).children);
    takeStyles(drawing, group);
    const copies = [...group.querySelectorAll("*")];
    drawing.querySelectorAll("*").forEach((one, i) => {
        if (one.matches(".value.estimated, .guess, .hand")) {
            copies[i].remove(); // not proven
        }
    });
    return group;
}

/** The board as an SVG file that needs no style sheet: a diagram, without what is only estimated. */
function boardSvg({svg: board, ground, position}, flipped) {
    const [, , width, height] = board.getAttribute("viewBox").split(" ").map(Number);
    const {color, fontFamily, backgroundColor} = getComputedStyle(document.body);
    const names = ["S", "N"].map((side) => svg("text", {
        x: 16, y: (side === "S") !== flipped ? height + 27 : -14, fill: color,
        "font-family": fontFamily, "font-size": 19, "font-weight": 600,
        text: `${nameOf(side)}: ${position.score[side]}${
            position.side === side ? ` \u00b7 ${t("toMove")}` : ""}`,
    }));
    const drawing = svg("svg", {
        xmlns: "http://www.w3.org/2000/svg", width, height: height + 2 * MARGIN, role: "img",
        viewBox: `0 ${-MARGIN} ${width} ${height + 2 * MARGIN}`,
        "aria-label": formatPosition(position),
    }, svg("rect", {y: -MARGIN, width, height: height + 2 * MARGIN, fill: backgroundColor}),
    styled(ground), styled(board), ...names);
    return `${new XMLSerializer().serializeToString(drawing)}\n`;
}

/** The same as a picture of points, two of them for a unit of the drawing. */
async function boardPng(text) {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([text], {type: "image/svg+xml"}));
    await image.decode();
    const canvas = el("canvas", {width: 2 * image.naturalWidth, height: 2 * image.naturalHeight});
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(image.src);
    return new Promise((resolve) => canvas.toBlob(resolve));
}

/**
 * The tree of the game as a list, which does not nest: `parent` is a place in it, null for the
 * first position. Of the moves after a position, the main one comes first.
 */
function nodesOf(root) {
    const all = [root];
    const places = new Map();
    for (const node of all) { // grows meanwhile
        places.set(node, places.size);
        all.push(...node.children);
    }
    return all.map((node) => ({
        parent: node.parent && places.get(node.parent), move: node.move,
        position: formatPosition(node.position),
        captured: node.captured && [node.captured.own, node.captured.other], comment: commentOf(node),
    }));
}

async function save(name, type, content) {
    const address = URL.createObjectURL(new Blob([await content], {type}));
    el("a", {href: address, download: name}).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
}

class Share {
    #root;
    #app;

    constructor(root, app) {
        this.#root = root;
        this.#app = app;
        ["language", "game", "rules"].forEach((name) => app.on(name, () => root.hidden || this.build()));
    }

    #json() {
        const app = this.#app;
        const {game, evaluation} = app;
        return `${JSON.stringify({
            position: formatPosition(game.node.position), rules: app.rules(),
            value: evaluation.value.answer || null, game: nodesOf(game.root),
        }, null, 2)}\n`;
    }

    build() {
        const {game, board} = this.#app;
        const text = formatPosition(game.node.position);
        const record = recordText(game.line(), {...game.about, hash: treeHash(this.#app.state)});
        const drawing = () => boardSvg(board, this.#app.flipped);
        const file = (key, name, type, make, more) =>
            button(key, () => save(name, type, make()), "", more);
        refill(this.#root,
            copyField("share.link", location.href),
            isLocal() ? el("p", {class: "notice", text: t("share.local")}) : null,
            record ? copyField("share.recordText", record, true) : null,
            copyField("board.position", text),
            part("share.files", row(
                file("share.svg", "kauri.svg", "image/svg+xml", drawing),
                file("share.png", "kauri.png", "image/png", () => boardPng(drawing())),
                file("share.position", "position.txt", "text/plain", () => `${text}\n`),
                file("share.record", "game.txt", "text/plain", () => record, {disabled: !record}),
                file("share.json", "kauri.json", "application/json", () => this.#json()))),
            note(t("share.private")));
    }
}

export const panel = {
    mount(root, app) {
        this.view = new Share(root, app);
    },
    show() {
        this.view.build();
    },
};
