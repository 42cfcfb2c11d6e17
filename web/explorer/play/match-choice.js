/** What the tab to play shows before a game: the next opponent, the ladder, and two people. */
import {nameOf} from "../analysis/values.js";
import {el, svg} from "../base/dom.js";
import {button, labelled, part, radios, row} from "../base/parts.js";
import {settings} from "../base/settings.js";
import {t} from "../texts/texts.js";
import {challengePart} from "./challenge.js";
import {STRENGTHS, chanceAgainst} from "./opponents.js";

export const opponentName = (strength) => t(`opponent.${strength}`);

const DRAWINGS = new URL("opponents.svg", import.meta.url);

/** The drawing of an opponent. */
export const portrait = (strength) => svg("svg", {
    class: "portrait", viewBox: "0 0 96 96", "aria-hidden": "true",
}, svg("use", {href: `${DRAWINGS}#opponent-${strength}`}));

/** Wins against an opponent that the browser remembers. */
const winsAgainst = (strength) => settings.wins[strength] || 0;

/** The first opponent that has not been beaten, or the last one. */
export const nextOpponent = () =>
    STRENGTHS.find((strength) => winsAgainst(strength) === 0) || STRENGTHS.at(-1);

/** The strongest opponent that was beaten, or 0. */
const strongestBeaten = () => STRENGTHS.findLast((strength) => winsAgainst(strength) > 0) || 0;

/** What is expected against an opponent; nothing is known before one was beaten. */
function chanceText(strength) {
    const beaten = strongestBeaten();
    const n = beaten && chanceAgainst(strength, beaten);
    return !beaten ? "" : n < 5 ? t("play.chance.least") : t("play.chance", {n: Math.min(n, 95)});
}

function rung(strength, chosen, onChoose) {
    const wins = winsAgainst(strength);
    return el("li", {}, el("button", {
        class: "list-button", "data-id": `play.opponent${strength}`,
        "aria-current": strength === chosen ? "true" : null, onclick: () => onChoose(strength),
    },
    el("span", {class: "rung", "aria-hidden": "true", text: strength}),
    portrait(strength),
    el("span", {text: opponentName(strength)}),
    wins > 0 ? el("span", {class: "small won"},
        el("span", {"aria-hidden": "true", text: "\u2713 "}), t("play.wins", {n: wins})) : null));
}

/**
 * The elements. `chosen` is a strength, `side` "S", "N" or "any"; what the person does is told to
 * `on`: chooses(strength), sides(side), starts(), startsHere() (null: there is no other position),
 * invites("H" or "L"), challenges() and learns().
 */
export function drawChoice({chosen, side, on}) {
    return [
        el("div", {class: "next-match stack"},
            el("div", {class: "row portrayed"}, portrait(chosen), el("div", {}, el("h3", {text: opponentName(chosen)}),
                el("p", {class: "muted", text: t("play.rung", {n: chosen, all: STRENGTHS.length})}),
                el("p", {class: "small", text: t(`opponent.${chosen}.is`)}),
                chanceText(chosen) && el("p", {class: "small chance", text: chanceText(chosen)}))),
            chosen === 1 ? el("p", {class: "small", text: t("play.tip")}) : null,
            labelled("play.side", radios("play.side", [
                ["S", nameOf("S")], ["N", nameOf("N")], ["any", t("play.any")],
            ], side, on.sides)),
            row(button("play.start", on.starts, "accent", {"data-id": "play.start"}),
                on.startsHere ? button("play.here", on.startsHere) : null)),
        part("play.ladder", el("ol", {class: "list ladder"},
            ...STRENGTHS.map((strength) => rung(strength, chosen, on.chooses)))),
        challengePart(on.challenges),
        part("play.two", row(
            button("play.twoHere", () => on.invites("H"), ""),
            button("play.twoLink", () => on.invites("L"), ""))),
        part(settings.learned > 0 ? "play.again" : "play.new", row(button("play.learn", on.learns, ""), button("help.rules", on.rules))),
    ];
}
