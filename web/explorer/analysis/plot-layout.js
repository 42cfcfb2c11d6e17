/** Where what stands in the plot of a game. A point is {ply, node} with {low, high, estimate} if it is known. */
import {moveName, moveNumber} from "../game/game.js";
import {estimateWithin, netOf, southLead} from "./values.js";

export const BOX = {width: 640, height: 190, left: 86, top: 8, foot: 22};

/** {low, high, estimate}: South's final lead, from bounds of r and an estimate in seeds or null. */
export function pointOf(position, bounds, estimate) {
    const [a, b] = bounds.map((r) => southLead(position, netOf(r)));
    const net = estimateWithin(estimate, bounds);
    return {
        low: Math.min(a, b), high: Math.max(a, b),
        estimate: net === null ? null : southLead(position, net),
    };
}

/** The value that the curve goes through, if there is one. */
export const middle = ({low, high, estimate}) => (low === high ? low : estimate);

/** Numbers of moves at the positions after them, [ply, number]: at most some 14, and 0 at the start. */
function ticksOf(points) {
    const last = new Map([[0, 0]]); // number -> the last ply that has it
    points.slice(1).forEach(({node, ply}) => last.set(moveNumber(node).number, ply));
    const moves = Math.max(...last.keys());
    const step = [1, 2, 5, 10, 20, 50, 100].find((n) => moves / n < 14) || 200;
    return [...last].filter(([number]) => number % step === 0).map(([number, ply]) => [ply, number]);
}

/**
 * {x(ply), y(lead), top (the lead at the upper edge), leads (of the lines across), ticks ([ply, number of
 * the move]), curve ([[ply, lead], [ply, lead]] of each piece), nearest(x) (the ply at an abscissa)}
 */
export function layoutOf(points) {
    const leads = points.filter(({low}) => low !== undefined)
        .flatMap(({low, high}) => [low, high].map(Math.abs)).filter((lead) => lead <= 60);
    const top = Math.ceil(Math.max(6, ...leads) / 6) * 6;
    const {width, height, left, foot} = BOX;
    const x = (ply) => left + 14 + (ply / (points.length - 1)) * (width - left - 28);
    return {
        x, top,
        y: (lead) => BOX.top + (0.5 - Math.max(-1, Math.min(1, lead / top)) / 2) * (height - foot - 2 * BOX.top),
        leads: [1, 0.5, 0, -0.5, -1].map((part) => part * top),
        ticks: ticksOf(points),
        curve: points.slice(1).map((point, i) => [[i, middle(points[i])], [i + 1, middle(point)]])
            .filter((piece) => piece.every(([, lead]) => typeof lead === "number")),
        nearest: (at) => points.reduce((a, b) => (Math.abs(x(b.ply) - at) < Math.abs(x(a.ply) - at) ? b : a)).ply,
    };
}

/** The plot as rows of cells, the first of which are names. */
export const plotRows = (points) => [
    ["ply", "move", "South's lead proven from", "to", "estimated"],
    ...points.map(({ply, node, low, high, estimate}) =>
        [ply, ply > 0 ? moveName(node) : "", low, high, low === high ? null : estimate]),
];
