/** The moves of the game with their variations; a click goes to a position. */
import {theoryIcon, theoryText} from "../analysis/theory-marks.js";
import {capturesText, nameOf, nameOfMove} from "../analysis/values.js";
import {announce} from "../base/announce.js";
import {byId, el, put} from "../base/dom.js";
import {button} from "../base/parts.js";
import {language, t} from "../texts/texts.js";
import {moveNumber} from "./game.js";
import {PASS} from "./rules.js";

function label(node) {
    return node.move === PASS ? "\u2013" : node.move;
}

function item(game, node, withNumber, markOf) {
    const {number, side, first} = moveNumber(node);
    const parts = [];
    if (first || withNumber) {
        parts.push(el("span", {class: "ply-number",
            text: `${number}${side === "S" ? "." : "\u2026"}`}));
    }
    const {own, other} = node.captured;
    const captures = capturesText(own, other);
    const comment = [
        node.note && `(${node.note})`, node.inserted && t("games.inserted"), node.comment,
    ].filter(Boolean).join(" ");
    const mark = markOf(node);
    parts.push(el("button", {
        class: node.move === PASS ? "ply pass" : "ply", "data-node": node.id,
        "data-side": side,
        // What is seen is a part of it, for who speaks to the page.
        "aria-label": [`${number}. ${nameOf(side)} ${nameOfMove(node.move)}${node.marks}${node.sign || ""}`, captures, comment,
            mark && theoryText(mark)].filter(Boolean).join(" "),
        onclick: () => game.go(node),
    }, label(node) + node.marks,
    node.sign ? el("span", {class: "ply-sign", text: node.sign}) : null,
    mark ? theoryIcon(mark) : null,
    captures ? [" ", el("span", {class: "ply-captured", text: captures})] : null,
    comment ? [" ", el("span", {class: "ply-comment", text: comment})] : null));
    return [el("span", {class: "ply-group"}, ...parts), el("wbr")]; // Firefox ends a line only there
}

/** The moves after a node: its main line, and each variation in a list of its own. */
function branch(game, node, parts, markOf, first = false) {
    let numbered = first;
    for (let n = node; n.children.length > 0; [n] = n.children) {
        const [main, ...others] = n.children;
        parts.push(...item(game, main, numbered, markOf));
        numbered = others.length > 0;
        for (const other of others) {
            const inner = [...item(game, other, true, markOf)];
            branch(game, other, inner, markOf);
            parts.push(el("span", {
                class: "variation", role: "group", "aria-label": t("game.variation"),
            }, ...inner));
        }
    }
}

/** Whether a node lies outside the main line. */
function isAside(node) {
    for (let n = node; n.parent; n = n.parent) {
        if (n.parent.children[0] !== n) {
            return true;
        }
    }
    return false;
}

/** Lets a person write on the current move, or at the start on the game. */
async function describe(game) {
    try {
        (await import("./remarks.js")).openRemarks(game);
    } catch {
        announce(t("say.notLoaded"));
    }
}

/** By element: {state, plies, current} of the tree that is drawn in it. */
const drawn = new WeakMap();

/** The buttons of all moves, drawn again only if the tree, the language or its marks have changed. */
function plies(element, game, {state: marks, of: markOf}) {
    const state = `${game.version} ${language()} ${marks}`;
    const known = drawn.get(element);
    if (known && known.state === state) {
        return known;
    }
    const parts = [];
    branch(game, game.root, parts, markOf, true);
    const tree = game.root.children.length > 0 ? el("div", {class: "tree"}, ...parts)
        : el("p", {class: "row muted"}, el("span", {text: t("game.empty")}),
            button("help.rules", () => byId("help-open").click(), "quiet", {"data-id": null}));
    const tools = el("div", {class: "row tree-tools"});
    const made = {state, tree, tools, current: null};
    drawn.set(element, made);
    element.replaceChildren(tree, tools);
    return made;
}

/**
 * Shows the tree in an element, with the current move marked and in sight. `marks` has of(node), what
 * theoryMark() says of a move, and a state that changes with the marks.
 */
export function drawTree(element, game, marks = {state: "", of: () => null}) {
    const focused = element.contains(document.activeElement);
    const view = plies(element, game, marks);
    const {node} = game;
    const current = view.tree.querySelector(`[data-node="${node.id}"]`);
    if (view.current !== current) {
        view.current?.removeAttribute("aria-current");
        current?.setAttribute("aria-current", "true");
        view.current = current;
    }
    put(view.tools,
        node.parent && isAside(node)
            ? button("game.promote", () => game.promote(game.node)) : null,
        button(node.parent ? "game.remark" : "game.about", () => describe(game)),
        node.parent ? button("game.delete", () => game.remove(game.node)) : null);
    if (current) {
        view.tree.scrollTop = Math.max(0, current.offsetTop - view.tree.clientHeight / 2);
        if (focused) {
            current.focus({preventScroll: true});
        }
    }
}
