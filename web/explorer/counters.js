/**
 * Pictures of counters: a seed is a small disc, a cowrie an oval shell with a toothed slit, so that
 * they differ in shape and not in colour alone.
 */
import {svg} from "./dom.js";

const GOLDEN = Math.PI * (3 - Math.sqrt(5));
const HEAP = 24; // radius of a heap of seeds

const round = (number) => Math.round(number * 100) / 100;

/** A heap of seeds around a point: as many discs as there are seeds. */
export function seedHeap(n, x, y) {
    const radius = n < 8 ? 7 - n / 12 : (HEAP * 0.87) / (Math.sqrt(n) + 0.87);
    const group = svg("g", {class: "seeds"});
    for (let i = 0; i < n; i++) {
        const [dx, dy] = n < 8 ? ring(i, n) : spiral(i, n, HEAP - radius);
        group.append(svg("circle", {cx: round(x + dx), cy: round(y + dy), r: round(radius)}));
    }
    return group;
}

/** The places of up to seven seeds: from five on, one lies in the middle of the others. */
function ring(i, n) {
    const around = n < 5 ? n : n - 1;
    if (n === 1 || i === around) {
        return [0, 0];
    }
    const reach = [0, 0, 8.5, 9.5, 11.5, 14.5, 15.5, 15.5][n];
    const turn = around % 2 === 0 ? Math.PI / around : -Math.PI / 2;
    const angle = (n === 2 ? 0 : turn) + (2 * Math.PI * i) / around;
    return [Math.cos(angle) * reach, Math.sin(angle) * reach];
}

function spiral(i, n, radius) {
    const reach = radius * Math.sqrt((i + 0.5) / (n - 0.5));
    return [Math.cos(i * GOLDEN) * reach, Math.sin(i * GOLDEN) * reach];
}

/** One cowrie; at scale 1 it is 34 wide and 23 high. */
export function cowrie(x, y, scale = 1) {
    return svg("g", {
        class: "cowrie",
        transform: `translate(${round(x)} ${round(y)}) scale(${round(scale)})`,
    },
    svg("path", {
        class: "shell",
        d: "M-17 0.6C-17-6.5-9.5-11.5-1-11.5C8.5-11.5 17-7 17-0.4C17 6.8 8.5 11.5-1 11.5" +
            "C-9.5 11.5-17 7-17 0.6Z",
    }),
    svg("path", {class: "slit", d: "M-12.5 0.5C-6-1.8 6-1.8 12.5 0.3"}),
    svg("path", {
        class: "teeth",
        d: "M-8-4.2V3.6M-3.2-5V3.2M1.6-5.2V3M6.4-4.8V3.4",
    }));
}

/** Cowries in the same room as a heap: rows of shells that get smaller as there are more. */
export function cowrieHeap(n, x, y) {
    const columns = n === 1 ? 1 : n <= 4 ? 2 : 3;
    const rows = Math.ceil(n / columns);
    const scale = n === 1 ? 1 : Math.min(1.44 / columns, 1.95 / rows, 0.76);
    const group = svg("g", {class: "cowries"});
    for (let i = 0; i < n; i++) {
        const row = Math.floor(i / columns);
        const inRow = Math.min(columns, n - row * columns);
        group.append(cowrie(x + ((i % columns) - (inRow - 1) / 2) * 36 * scale,
            y + (row - (rows - 1) / 2) * 25.5 * scale, scale));
    }
    return group;
}

/** A small picture of a counter for a line of text. */
export function icon(kind) {
    const seed = kind === "seed";
    return svg("svg", {
        class: `icon icon-${kind}`, viewBox: seed ? "0 0 20 20" : "-18 -13 36 26",
        "aria-hidden": "true",
    }, seed ? svg("g", {class: "seeds"}, svg("circle", {cx: 10, cy: 10, r: 7})) : cowrie(0, 0));
}
