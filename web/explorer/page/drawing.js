/** Draws what the mode of the page shows: the board, its buttons and the title. */
import {judgedMoves, spokenValue} from "../analysis/moves.js";
import {provenResult} from "../analysis/verdict.js";
import {byId} from "../base/dom.js";
import {formatPosition} from "../game/notation.js";
import {PASS, isOver} from "../game/rules.js";
import {t} from "../texts/texts.js";

/** What board.js marks the moves with. */
const marksOf = (value) => Object.fromEntries(judgedMoves(value).filter(({move}) => move !== PASS)
    .map((move) => [move.move, {...move, spoken: spokenValue(move)}]));

/** The names of the players; null until the part of the page is here that has their texts. */
function spelled(names) {
    return names && ["S", "N"].every((side) => t(names[side]) !== names[side])
        ? {...names, S: t(names.S), N: t(names.N)} : null;
}

export function drawPage(app) {
    const {mode, game: {node, root, about}} = app;
    const rules = app.rules();
    const {position, move, live} = mode.view(node);
    const legal = mode.moves(node, rules);
    const value = live && !app.valuesHidden ? app.evaluation.value : {};
    const proven = provenResult(value);
    app.board.draw(position, {
        legal,
        values: marksOf(value),
        seal: proven && {...proven, text: t("proven.sealed", proven), go: () => app.late.askHow()},
        last: move,
        flipped: app.flipped,
        editing: Boolean(mode.editing),
        names: spelled(mode.names),
        passed: live && move === PASS,
        over: live && isOver(position, rules),
    });
    byId("position-text").textContent = formatPosition(position);
    document.title = [about.south && about.north && `${about.south} \u2013 ${about.north}`, t("title")]
        .filter(Boolean).join(" \u00b7 ");
    byId("pass").hidden = !legal.includes(PASS);
    byId("back").disabled = byId("first").disabled = !mode.shown && node === root;
    byId("forward").disabled = byId("last").disabled = !mode.shown && node.children.length === 0;
    byId("forward").disabled &&= !app.ahead();
}
