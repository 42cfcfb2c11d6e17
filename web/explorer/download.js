/** Sharing: the link, and files of the board, the position, the game and all that is known. */
import {copyField, isLocal} from "./copy-field.js";
import {el, svg} from "./dom.js";
import {commentOf} from "./game.js";
import {treeHash} from "./hash.js";
import {formatPosition} from "./notation.js";
import {button, note, part, refill, row} from "./parts.js";
import {recordText} from "./recordtext.js";
import {addWords, t} from "./texts.js";
import {nameOf} from "./values.js";
import {words} from "./words-share.js";

addWords(words);

/** What a drawing needs of the style sheets to stand alone, and what it does not need. */
const STYLES = ["fill", "stop-color", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray",
    "opacity", "font-family", "font-size", "font-weight", "text-anchor"];
const IDLE = ["class", "tabindex", "role", "aria-disabled", "data-hole"];

function takeStyles(original, copy) {
    const style = getComputedStyle(original);
    STYLES.forEach((name) => copy.setAttribute(name, style.getPropertyValue(name)));
    IDLE.forEach((name) => copy.removeAttribute(name));
    [...original.children].forEach((child, i) => takeStyles(child, copy.children[i]));
}

/** The board as an SVG file that needs no style sheet: a diagram, without what is only estimated. */
function boardSvg({svg: board, position}, flipped) {
    const copy = board.cloneNode(true);
    takeStyles(board, copy);
    const copies = copy.querySelectorAll("g, text");
    board.querySelectorAll("g, text").forEach((one, i) => {
        const isGuess = one.matches("text") && one.textContent.startsWith("\u2248");
        if (isGuess || one.matches(".value.estimated")) {
            copies[i].remove();
        }
    });
    const [, , width, height] = board.getAttribute("viewBox").split(" ").map(Number);
    const {color, fontFamily} = getComputedStyle(document.body);
    for (const side of ["S", "N"]) {
        const below = (side === "S") !== flipped;
        const turn = position.side === side ? ` \u00b7 ${t("toMove")}` : "";
        copy.append(svg("text", {
            x: 16, y: below ? height - 14 : 24, fill: color, "font-family": fontFamily,
            "font-size": 19, "font-weight": 600,
            text: `${nameOf(side)}: ${position.score[side]}${turn}`,
        }));
    }
    for (const [name, value] of Object.entries({
        xmlns: "http://www.w3.org/2000/svg", width, height, role: "img",
        "aria-label": formatPosition(position),
    })) {
        copy.setAttribute(name, value);
    }
    const fill = getComputedStyle(document.body).backgroundColor;
    copy.prepend(svg("rect", {width, height, fill}));
    return `${new XMLSerializer().serializeToString(copy)}\n`;
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

function save(name, type, text) {
    const address = URL.createObjectURL(new Blob([text], {type}));
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
        const file = (key, name, type, make, more) =>
            button(key, () => save(name, type, make()), "", more);
        refill(this.#root,
            copyField("share.link", location.href),
            isLocal() ? el("p", {class: "notice", text: t("share.local")}) : null,
            record ? copyField("share.recordText", record, true) : null,
            copyField("board.position", text),
            part("share.files", row(
                file("share.svg", "kauri.svg", "image/svg+xml", 
                    () => boardSvg(board, this.#app.flipped)),
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
