/**
 * The sign of a result, told by its shape as well as its colour: a disc with + for a win, a ring
 * with = for a draw, a square with a minus for a loss. And the value of a move beside its hole.
 */
import {svg} from "./dom.js";
import {signed} from "./values.js";

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

/** A value beside a hole: `middle` and `top` of a room 96 wide and 54 high. */
export function drawValue(value, middle, top) {
    const group = svg("g", {class: `value${value.best ? " best" : ""}`});
    if (value.result === null && value.estimate === null) {
        return group;
    }
    if (value.result === null) {
        group.classList.add("estimated");
        group.classList.toggle("likely", value.likely);
        group.append(frame(middle, top), svg("text", {
            class: "score", x: middle, y: top + 22, text: `\u2248 ${signed(value.estimate)}`,
        }));
        return group;
    }
    const label = value.score || (value.net === null ? "" : signed(value.net));
    if (value.best) {
        group.append(frame(middle, top));
    }
    group.append(sign(value.result, middle - (label ? 33 : 0), top + 16));
    if (label) {
        group.append(svg("text", {class: "score", x: middle + 12, y: top + 22, text: label}));
    }
    const below = value.distance !== null ? `in ${value.distance}`
        : value.estimate !== null ? `\u2248 ${signed(value.estimate)}` : "";
    if (below) {
        group.append(svg("text", {class: "distance", x: middle, y: top + 51, text: below}));
    }
    return group;
}

function frame(middle, top) {
    return svg("rect", {class: "frame", x: middle - 48, y: top, width: 96, height: 32, rx: 9});
}
