/**
 * Pictures of counters. A seed is round and a cowrie an oval shell with a toothed slit, so that they
 * differ in shape and not in colour alone. Each seed of a hole has its place, and keeps it when
 * others come: what is sown can be followed.
 */
import {svg} from "../base/dom.js";

const GOLDEN = Math.PI * (3 - Math.sqrt(5));
const LAYERS = [15, 12, 10, 9, 14]; // seeds that lie on each other in a hole
const TINTS = ["", "dark", "light"];

const round = (number) => Math.round(number * 10) / 10;

/** A number from 0 to 1 that looks random, and is the same for the same numbers. */
function noise(a, b) {
    let mixed = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 7, 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
}

function seed(place, i, x, y) {
    return svg("circle", {
        class: `seed ${TINTS[Math.floor(noise(i, place) * 3)]}`, cx: round(x), cy: round(y),
        r: round(7.7 + noise(place, i + 70)),
    });
}

/** Where the i-th seed of a hole lies: layers of spirals, each a little disordered. */
function scattered(place, i) {
    let layer = 0;
    let rest = i;
    while (rest >= LAYERS[layer] && layer + 1 < LAYERS.length) {
        rest -= LAYERS[layer++];
    }
    const angle = (rest + 7 * noise(place, layer)) * GOLDEN;
    const reach = 8.5 * Math.sqrt(rest + 0.4);
    const shift = (k) => 3.4 * (noise(place + k, i) - 0.5);
    return [Math.cos(angle) * reach + shift(20), Math.sin(angle) * reach - 2 * layer + shift(40)];
}

/** The seeds of a hole around its middle; `place` is a number of the hole. */
export function seedHeap(n, place) {
    const group = svg("g", {class: "seeds"});
    for (let i = 0; i < n; i++) {
        group.append(seed(place, i, ...scattered(place, i)));
    }
    return group;
}

/** Seeds as a diagram has them: flat discs that never overlap, smaller as there are more. */
export function seedDiscs(n) {
    const radius = Math.min(6.5, 25 / (Math.sqrt(n) + 0.87));
    const group = svg("g", {class: "seeds"});
    for (let i = 0; i < n; i++) {
        const reach = n === 1 ? 0 : n < 6 ? 4 + 2 * n
            : (29 - radius) * Math.sqrt((i + 0.5) / (n - 0.5));
        const angle = n < 6 ? (i / n) * 2 * Math.PI + Math.PI / 4 : i * GOLDEN;
        group.append(svg("circle", {
            class: "seed", cx: round(Math.cos(angle) * reach), cy: round(Math.sin(angle) * reach),
            r: round(radius),
        }));
    }
    return group;
}

/**
 * Captured seeds in a tray, heaped from one end: at(along, across) is the place of a seed, of
 * `length` along the tray and `width` across.
 */
export function trayHeap(n, {length, width, at}, place) {
    const group = svg("g", {class: "seeds"});
    const lines = Math.floor(width / 14.5);
    const step = Math.min(12.5, length / Math.ceil(60 / lines));
    for (let i = 0; i < n; i++) {
        const along = Math.floor(i / lines);
        const across = (i % lines) - (lines - 1) / 2 + (along % 2 ? 0.2 : -0.2);
        const shift = (k) => 5 * (noise(place + k, i) - 0.5);
        group.append(seed(place, i, ...at((along + 0.5) * step + shift(20), across * 12.5 + shift(40))));
    }
    return group;
}

/** One cowrie; at scale 1 it is 34 wide and 23 high. */
export function cowrie(x, y, scale = 1, turn = 0) {
    return svg("g", {
        class: "cowrie",
        transform: `translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${scale})`,
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

/** The cowries of a hole around its middle: shells of one size, those in front over the others. */
export function cowrieHeap(n, place, flat) {
    const group = svg("g", {class: "cowries"});
    const rows = Math.ceil(n / 4);
    for (let row = rows - 1, i = 0; row >= 0; row--) {
        const inRow = Math.ceil((n - i) / (row + 1));
        for (let j = 0; j < inRow; j++, i++) {
            const wide = inRow > 2 ? 17 : 24;
            const turn = flat ? 0 : 26 * (noise(place, i) - 0.5);
            group.append(cowrie((j - (inRow - 1) / 2) * wide, -14 * row, 1.02, turn));
        }
    }
    return group;
}

/** How many counters of a kind a hole has, on a ground that looks like them. */
export const count = (kind, n, x, y) => svg("g", {
    class: `count count-${kind}`, transform: `translate(${x} ${y})`,
}, svg("g", {}, svg("rect", {
    x: n > 9 ? -15 : -11.5, y: -10.5, width: n > 9 ? 30 : 23, height: 21, rx: 10.5,
}), svg("text", {y: 6, text: n})));

/** Cowries in a row, as high as a line of text. */
export function cowrieRow(n) {
    const [step, width] = [21, 36 + 21 * (n - 1)];
    return svg("svg", {
        class: "cowrie-row", viewBox: `-18 -13 ${width} 26`, width: `${round(width / 26)}em`, height: "1em", "aria-hidden": "true",
    }, ...Array.from({length: n}, (_, i) => cowrie(step * i, 0)));
}

/** A small picture of a counter for a line of text. */
export function icon(kind) {
    const round = kind === "seed";
    return svg("svg", {
        class: `icon icon-${kind}`, viewBox: round ? "0 0 20 20" : "-18 -13 36 26",
        "aria-hidden": "true",
    }, round ? svg("circle", {class: "seed", cx: 10, cy: 10, r: 7}) : cowrie(0, 0));
}
