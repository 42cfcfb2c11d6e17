/** The plot of a game as a table, for those who cannot see the picture, and both as files. */
import {el} from "../base/dom.js";
import {downloads} from "../base/save.js";
import {addWords, t} from "../texts/texts.js";
import {drawingSvg} from "./picture.js";
import {plotRows} from "./plot-layout.js";
import {nameOfMove, signed} from "./values.js";

addWords({
    "plot.ply": ["Ply", "Halbzug"],
    "plot.value": ["South’s final lead", "Vorsprung von Süd am Ende"],
    "plot.start": ["start", "Anfang"],
    "plot.is": ["{low}, proven", "{low}, bewiesen"],
    "plot.between": ["{low} to {high}, proven", "{low} bis {high}, bewiesen"],
    "plot.about": ["about {lead}, estimated", "etwa {lead}, geschätzt"],
});

function valueOf({low, high, estimate}) {
    const range = {low: signed(low || 0), high: signed(high || 0)};
    return [
        low === undefined ? "\u2013" : t(low === high ? "plot.is" : "plot.between", range),
        typeof estimate === "number" && low !== high ? t("plot.about", {lead: signed(estimate)}) : null,
    ].filter(Boolean).join("; ");
}

export function plotTable(points, picture, go) {
    const head = (key) => el("th", {scope: "col", text: t(key)});
    return el("div", {class: "stack"},
        el("div", {class: "scroll", tabindex: 0, role: "group", "aria-label": t("plot.table")},
            el("table", {class: "moves"}, el("thead", {}, el("tr", {},
                head("plot.ply"), head("moves.move"), head("plot.value"))),
            el("tbody", {}, ...points.map((point) => el("tr", {}, el("td", {text: point.ply}),
                el("th", {scope: "row"}, el("button", {
                    class: "move", "data-id": `ply-${point.ply}`, onclick: () => go(point.node),
                    text: point.node.move === null ? t("plot.start") : nameOfMove(point.node.move),
                })), el("td", {text: valueOf(point)})))))),
        downloads("evaluation", t("plot.title"), () => plotRows(points), picture && (() => drawingSvg(picture))));
}
