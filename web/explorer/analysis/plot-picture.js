/** The plot of a game. Seals are proven, bars are proven ranges, open circles are estimates. */
import {el, svg} from "../base/dom.js";
import {sealEdge} from "../board/marks.js";
import {t} from "../texts/texts.js";
import {BOX, middle} from "./plot-layout.js";
import {nameOf, signed} from "./values.js";

const SIZE = 3.4; // of a mark

const circle = (cx, cy) => svg("circle", {class: "estimate", cx, cy, r: SIZE});

const line = (kind, x1, y1, x2, y2) => svg("line", {class: kind, x1, y1, x2, y2});

const tick = (text, x, y, anchor) => svg("text", {class: "tick", x, y, "text-anchor": anchor, text});

/** A lead at the edge: by name where the half of a player ends. */
function leadText(lead, top) {
    const name = Math.abs(lead) === top ? `${nameOf(lead > 0 ? "S" : "N")} ` : "";
    return name + signed(Math.abs(lead));
}

/** The drawing of points; a click goes to the node of the nearest one. */
export function plotPicture(points, {x, y, top, leads, ticks, curve, nearest}, go) {
    const {width, height, left, foot} = BOX;
    const known = points.filter(({low}) => low !== undefined);
    const picture = svg("svg", {
        class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img",
        "aria-label": t("plot.label", {n: known.length, all: points.length}),
    },
    ["S", "N"].map((side) => svg("rect", {
        class: "half", "data-side": side, x: left, y: side === "S" ? BOX.top : y(0),
        width: width - left, height: y(0) - BOX.top,
    })),
    leads.flatMap((lead) => [
        line(lead ? "rule" : "zero", left, y(lead), width, y(lead)),
        tick(leadText(lead, top), left - 6, y(lead) + 4, "end"),
    ]),
    line("now", x(0), 6, x(0), height - foot + 2),
    curve.map(([[from, a], [to, b]]) => line("curve", x(from), y(a), x(to), y(b))),
    known.flatMap(({ply, low, high, estimate}) => (low === high ? [sealEdge(x(ply), y(low), SIZE + 1)] : [
        line("range", x(ply), y(low), x(ply), y(high)),
        estimate === null ? null : circle(x(ply), y(estimate)),
    ])),
    points.filter(({node}) => node.sign && node.sign !== "!").map((point) => svg("path", {
        class: `mistake${point.node.sign === "?!" ? " likely" : ""}`, d: `M${x(point.ply)} ${
            Math.max(17, y(middle(point) ?? top) - 7)}l-4.5-8h9z`,
    })),
    tick(t("plot.move"), left - 6, height - 5, "end"),
    ticks.map(([ply, number]) => tick(number, x(ply), height - 5, "middle")));
    picture.addEventListener("click", ({clientX}) => {
        const box = picture.getBoundingClientRect();
        go(points[nearest(((clientX - box.left) / box.width) * width)].node);
    });
    return picture;
}

export function plotLegend() {
    const signs = {
        proven: sealEdge(8, 8, 7),
        range: svg("line", {class: "range", x1: 8, x2: 8, y1: 1, y2: 15}),
        estimate: circle(8, 8),
    };
    return el("p", {class: "row muted small"}, ...Object.entries(signs).map(([name, sign]) =>
        el("span", {class: "row"}, svg("svg", {
            class: "plot key", viewBox: "0 0 16 16", "aria-hidden": "true",
        }, sign), t(`plot.${name}`))));
}
