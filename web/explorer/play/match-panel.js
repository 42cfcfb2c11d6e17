/** What the tab to play shows during a game: how it stands, what can be done next, the record. */
import {copyField, isLocal} from "../base/copy-field.js";
import {el} from "../base/dom.js";
import {faultOf} from "../base/faults.js";
import {button, note, row, says} from "../base/parts.js";
import {winnerOf} from "../game/rules.js";
import {nameOf, t} from "../texts/texts.js";
import {opponentName} from "./match-choice.js";
import {isBetween, isTurn, isWon} from "./match-state.js";

const playerName = (names, side) => (names ? t(names[side]) : nameOf(side));

/** What is said when a side passes; `names` are those of mode.js. */
export const passText = (names, side) => (names?.you === side ? t("play.youPass")
    : t("play.passes", {name: playerName(names, side)}));

/** What is said in a state. */
export function matchText(state, {names, position, rules, strength, error}) {
    if (state === "play.passes") {
        return passText(names, position.side);
    }
    const winner = winnerOf(position, rules);
    const {S, N} = position.score;
    return t(state, {
        S, N, score: winner === "N" ? `${N}:${S}` : `${S}:${N}`,
        winner: winner && playerName(names, winner), text: error && faultOf(error),
        name: opponentName(strength), side: nameOf(state === "play.over" ? winner : position.side),
    });
}

/** The link that the other player gets. */
function sentLink() {
    return el("div", {class: "stack"},
        copyField("play.link", location.href),
        isLocal() ? note(t("play.local")) : null,
        navigator.share ? row(button("play.share", () => navigator.share({
            title: t("title"), url: location.href,
        }).catch(() => {}), "accent")) : null);
}

/** The button for a hint, which keeps its room between two turns, so that nothing jumps. */
function hintButton({match: {people}, state, hints}) {
    const shown = isTurn(state) || isBetween(state);
    const hint = !people && shown && hints?.button();
    hint?.classList?.toggle("absent", !isTurn(state));
    return hint || null;
}

/** The buttons; `on` has what they do. */
function actions(view) {
    const {match, state, over, next, waiting, failed, on} = view;
    const {people, hidden} = match;
    const decided = over || ["play.isWon", "play.isLost"].includes(state);
    return row(
        failed ? button("again", on.asks, "") : null,
        waiting ? button("play.continue", on.continues, "accent") : null,
        next ? button("play.next", on.next, "accent",
            {text: t("play.next", {name: opponentName(next)})}) : null,
        decided && people !== "H" ? button("play.mistakes", on.findsMistakes, next ? "" : "accent") : null,
        over ? button(people ? "play.again" : "play.rematch", on.rematch, "", {"data-id": "play.rematch"}) : null,
        hintButton(view),
        people === "L" ? null : button("play.takeBack", on.takesBack),
        over ? null : hidden ? button("button.values", on.shows) : button("play.hide", on.hides),
        button(over ? "play.others" : "play.stop", on.ends, "quiet", {"data-id": "play.stop"}));
}

/**
 * The elements, first those of the state. `match` is that of mode.js, `state` the key of what is said and
 * `text` what that is, `passed` the text of a pass before it or "", `proven` what proves the program's last
 * move or "", `hints` null if there are none in this game, `why` says why the game is being lost, `next` the opponent that is offered or
 * null, `record` the element with the moves; `waiting` and `failed` say that the game is to be continued,
 * or an answer did not come.
 */
export function drawMatch(view) {
    const {match, state, text, passed, proven, why, next, hints, record} = view;
    return [[
        passed ? note(passed) : null,
        says(state, text),
        proven ? note(proven) : null,
        hints?.text(),
        isWon(match, state) && !next ? note(t("play.champion")) : null,
        state === "play.send" ? sentLink() : null,
        actions(view)],
    why || null,
    el("div", {class: "game-record"}, el("h3", {text: t("game.heading")}), record)];
}
