/** The panel that says what the position and its moves are worth, and shows the game. */
import {el} from "../base/dom.js";
import {settings} from "../base/settings.js";
import {seedsOnBoard} from "../game/rules.js";
import {drawTree} from "../game/tree.js";
import {placeRecord} from "../page/places.js";
import {Line} from "./line.js";
import {drawMoves, judgedMoves} from "./moves.js";
import {drawOpenMoves} from "./open-moves.js";
import {theoryMark} from "./theory-marks.js";
import {OPENING, theoryRead} from "./theory.js";
import {drawVerdict} from "./verdict.js";

/** The moves of the game, with marks of what is proven of the first ones where values may be seen. */
function mountRecord(element, app) {
    let results = null; // of theory.js, once a game needs them
    let hidden = null;
    const draw = () => {
        const {game} = app;
        hidden = app.valuesHidden;
        const known = !hidden && game.root.children.length > 0 && seedsOnBoard(game.root.position) >= OPENING;
        if (known && !results) {
            theoryRead().then((found) => {
                results = found;
                return found && draw();
            });
        }
        const rules = app.rules();
        drawTree(element, game, known && results
            ? {state: rules, of: (node) => theoryMark(results, node, rules)} : undefined);
    };
    ["game", "rated", "rules", "language"].forEach((name) => app.on(name, draw));
    app.on("value", () => hidden !== app.valuesHidden && draw());
    draw();
}

function mount(root, app) {
    const verdict = el("div", {class: "verdict-box", id: "verdict"});
    const moves = el("div", {id: "moves-box"});
    const openMoves = el("div", {id: "open-moves"});
    const lineBox = el("div", {id: "line-box"});
    const treeBox = el("div", {id: "tree-box"});
    const heading = el("h3", {"data-t": "moves.heading"});
    const hidden = el("p", {class: "row muted"}, el("span", {"data-t": "values.hidden"}),
        el("button", {
            class: "button quiet", "data-t": "button.values",
            onclick: () => app.showValues(),
        }));
    root.append(
        hidden,
        verdict,
        el("div", {}, heading, moves, openMoves),
        lineBox);
    placeRecord(el("div", {class: "game-record"}, el("h3", {"data-t": "game.heading"}), treeBox), () => root, true);
    const only = el("div", {class: "stack", id: "only-box", hidden: true},
        el("div", {class: "row"}, el("button", {
            class: "button", "data-t": "only.ask", "data-id": "only.ask", onclick: () => app.late.askOnlyMove(only),
        })));
    lineBox.before(only);
    const line = new Line(lineBox, app);
    app.line = line;

    const draw = () => {
        const secret = app.valuesHidden;
        const value = secret ? {state: "hidden"} : app.evaluation.value;
        hidden.hidden = !secret;
        verdict.hidden = secret;
        drawVerdict(verdict, value, {
            onMore: () => app.evaluation.searchOn(),
            onHow: () => app.late.askHow(),
        });
        if (settings.walk && value.solution?.winner) {
            app.late.walk();
        }
        only.hidden = secret || value.state === "over";
        heading.hidden = !["exact", "open"].includes(value.state);
        drawMoves(moves, value, {
            onPlay: (move) => app.play(move),
            onMark: (letter) => app.board.mark(letter),
        });
        if (secret || judgedMoves(value).every(({result}) => result !== null)) {
            openMoves.replaceChildren();
        } else {
            drawOpenMoves(openMoves, value, (open) => app.evaluation.searchMoves(open));
        }
        line.update(value);
    };
    app.on("value", draw);
    app.on("language", () => {
        draw();
        line.draw();
    });
    draw();
    mountRecord(treeBox, app);
}

export const panel = {id: "analysis", title: "panel.analysis", mount};
