/**
 * The sign of a result, told by its shape as well as its colour: a disc with + for a win, a ring
 * with = for a draw, a square with a minus for a loss. And the value of a move at its hole.
 */
import {svg} from "../base/dom.js";
import {signed, t} from "../texts/texts.js";

/** The sign of a result ("win", "draw", "loss") around a point. */
export function sign(result, x = 10, y = 10) {
    const shape = result === "loss"
        ? svg("rect", {class: "shape", x: x - 8, y: y - 8, width: 16, height: 16, rx: 3})
        : svg("circle", {class: "shape", cx: x, cy: y, r: 8.5});
    const strokes = {
        win: `M${x - 4.5} ${y}h9M${x} ${y - 4.5}v9`,
        draw: `M${x - 4} ${y - 2.2}h8M${x - 4} ${y + 2.2}h8`,
        loss: `M${x - 4.5} ${y}h9`,
    };
    return svg("g", {class: `sign sign-${result}`}, shape,
        svg("path", {class: "stroke", d: strokes[result]}));
}

/** The sign as a picture in a line of text. */
export function signIcon(result) {
    return svg("svg", {class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true"}, sign(result));
}

/** The sign of a player: a disc for South and a square for North, with the letter. */
export function sideIcon(side) {
    return svg("svg", {class: "icon side-icon", viewBox: "0 0 20 20", "aria-hidden": "true", "data-side": side},
        side === "S" ? svg("circle", {cx: 10, cy: 10, r: 8.5}) : svg("rect", {x: 2, y: 2, width: 16, height: 16, rx: 3}),
        svg("text", {x: 10, y: 14.5, "text-anchor": "middle", text: t(side === "S" ? "south" : "north")[0]}));
}

/** The edge of the seal around a point, which says everywhere that something is proven. */
export const sealEdge = (x, y, r) => svg("path", {class: "seal-edge", d: `M${Array.from({length: 16}, (_, i) =>
    [Math.sin, Math.cos].map((f, axis) => ((axis ? y : x) + (i % 2 ? 0.8 : 1) * r * f(i * Math.PI / 8)).toFixed(1)).join(" "))
    .join("L")}z`});

/** The seal as a picture in a line of text. */
export const sealIcon = () => svg("svg", {class: "icon seal", viewBox: "0 0 20 20", "aria-hidden": "true"},
    sealEdge(10, 10, 9.5), svg("path", {class: "seal-tick", d: "M6 10.5l3 3l5-7"}));

/** What is written beside the letter of a hole: the final score, or else the final lead, proven or expected. */
export const valueText = ({score, lead, expected}) => score || (lead !== null ? signed(lead)
    : Number.isInteger(expected) ? `\u2248\u2009${signed(expected)}` : "");

/**
 * The value of a move at its hole: a ring at the rim of the bowl, and the sign of the result on it.
 * The hole's middle is at 0, 0; `outer` is where the ring is nearest to the edge of the board. Where all is
 * lost, no move spoils anything: only the best ones have a ring.
 */
export function drawValue(value, {rx, ry, outer}) {
    if ((value.result === null && value.estimate === null) || (value.lost && !value.best)) {
        return null;
    }
    const kind = value.lost ? "lost" : value.result ?? `estimated${value.likely ? " likely" : ""}`;
    return svg("g", {class: `value ${kind}${value.best ? " best" : ""}`},
        svg("ellipse", {class: "halo", rx: rx + 1, ry: ry + 1}),
        svg("ellipse", {class: "ring", rx: rx + 1, ry: ry + 1}),
        value.result && !value.lost ? svg("g", {transform: `translate(0 ${outer})`},
            svg("circle", {class: "sign-ground", r: 11.5}), sign(value.result, 0, 0)) : null);
}
