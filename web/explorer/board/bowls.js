/** The wood of a board: where its bowls and trays are, and how they look. Light falls from above left. */
import {svg} from "../base/dom.js";
import {letterOf, placeOf} from "../game/notation.js";

const CELL = 100; // width of a hole with what is around it
const ROW = 140; // height
const TALL_ROW = 148; // with larger letters
const PAD = 14; // wood around all
const TRAY = 84; // room of a tray, across
const RX = 44;
const RY = 53;
const MOST_HOLES = 6; // boards with fewer are in the middle of the same room

/**
 * The places on a board with so many holes in a row: seen by North if flipped, with the trays above
 * and below the rows if tall, and left and right of them otherwise.
 */
export class Places {
    constructor(holes, flipped, tall) {
        Object.assign(this, {holes, flipped, tall});
        this.width = MOST_HOLES * CELL + 2 * PAD + (tall ? 0 : 2 * TRAY);
        this.row = tall ? TALL_ROW : ROW;
        this.height = 2 * (this.row + PAD + (tall ? TRAY : 0));
        this.left = 0.5 * CELL * (MOST_HOLES - holes); // edge of the wood
        this.first = this.left + PAD + (tall ? 0 : TRAY);
        this.top = PAD + (tall ? TRAY : 0);
        this.rx = RX;
        this.ry = RY;
    }

    isBelow(side) {
        return (side === "S") !== this.flipped;
    }

    /** The middle of a hole, and the direction to the edge of the board. */
    hole(letter) {
        const {side, index} = placeOf(letter);
        const below = this.isBelow(side);
        const column = below ? index : this.holes - 1 - index;
        return {
            x: this.first + (column + 0.5) * CELL,
            y: this.top + this.row + (below ? RY + 6 : -RY - 6), outer: below ? 1 : -1,
        };
    }

    /**
     * The tray of a player: its middle, width and height, where the number is (as seen from the
     * middle), and the heap for counters.js: the number is at the player's end.
     */
    tray(side) {
        const below = this.isBelow(side);
        const edge = PAD + TRAY / 2 - 6;
        if (this.tall) {
            const [width, height] = [this.holes * CELL - 6, TRAY - 18];
            const start = 72 - width / 2;
            return {
                x: this.width / 2, y: below ? this.height - edge : edge, width, height,
                number: {x: 38 - width / 2, y: 0},
                heap: {length: width - 90, width: height - 8, at: (u, v) => [start + u, v]},
            };
        }
        const [width, height] = [TRAY - 12, this.height - 2 * PAD - 4];
        const toward = below ? -1 : 1; // the other end
        const start = toward * (52 - height / 2);
        return {
            x: below ? this.width - this.left - edge : this.left + edge, y: this.height / 2, width,
            height, number: {x: 0, y: toward * (30 - height / 2)},
            heap: {length: height - 66, width: width - 8, at: (u, v) => [v, start + toward * u]},
        };
    }

    /** The letters of the upper and of the lower row, from left to right. */
    rows() {
        const letters = (side) => Array.from({length: this.holes}, (_, i) => letterOf(side, i));
        const [upper, lower] = this.flipped ? ["S", "N"] : ["N", "S"];
        return [letters(upper).reverse(), letters(lower)];
    }
}

const stop = (offset, name) => `<stop offset="${offset}" stop-color="var(--${name})"/>`;
const gradient = (id, place, ...stops) =>
    `<radialGradient id="${id}" ${place}>${stops.join("")}</radialGradient>`;
const seeds = ["", "-dark", "-light"].map((tint) => gradient(`seed${tint}`,
    'cx=".42" cy=".4" r=".62" fx=".33" fy=".27"', stop(0, "seed-shine"), stop(0.28, `seed${tint}`),
    stop(1, "seed-edge")));

const DEFS = [
    gradient("bowl", 'cx=".56" cy=".62" r=".6"', stop(0.2, "bowl-floor"), stop(0.75, "bowl"),
        stop(1, "bowl-edge")),
    `<linearGradient id="lip" x1=".25" y1="0" x2=".7" y2="1">${stop(0.15, "lip-dark")}${
        stop(0.95, "lip-light")}</linearGradient>`,
    ...seeds,
    gradient("shell", 'cx=".45" cy=".38" r=".7"', stop(0.25, "shell"), stop(1, "shell-shade")),
].join("");

const WOOD = `<linearGradient id="wood" x1="0" y1="0" x2=".12" y2="1">${stop(0, "wood-light")}${
    stop(1, "wood")}</linearGradient><filter id="grain" x="0" y="0" width="1" height="1">` +
    '<feTurbulence type="fractalNoise" baseFrequency=".004 .11" numOctaves="3" seed="4"/>' +
    '<feColorMatrix values="0 0 0 0 .2 0 0 0 0 .1 0 0 0 0 .02 0 0 0 2.2 -.85"/>' +
    '<feComposite in2="SourceAlpha" operator="in"/></filter>';

function defs(text) {
    const element = svg("defs");
    element.innerHTML = text;
    return element;
}

/** Colours of counters and bowls, which the drawings of board.js refer to. */
export const drawingDefs = () => defs(DEFS);

/**
 * The wood below all that moves. It is a drawing of its own, so that the grain, which takes time, is
 * drawn once.
 */
export function drawGround(ground, places) {
    const {left, width, height} = places;
    const board = {x: left + 1, y: 1, width: width - 2 * left - 2, height: height - 2, rx: 30};
    ground.setAttribute("viewBox", `0 0 ${width} ${height}`);
    ground.replaceChildren(defs(WOOD), svg("rect", {class: "wood", ...board}),
        svg("rect", {class: "grain", ...board}),
        svg("rect", {class: "bevel", ...board, x: left + 3, y: 3, width: board.width - 4,
            height: board.height - 4, rx: 28}),
        svg("line", {
            class: "middle", x1: places.first + 6, x2: width - places.first - 6,
            y1: height / 2, y2: height / 2,
        }));
}

/** A bowl around 0, 0. */
export const bowl = () => [
    svg("ellipse", {class: "lip", rx: RX + 2.5, ry: RY + 2.5}),
    svg("ellipse", {class: "well", rx: RX, ry: RY})];

/** The hollow of a tray around 0, 0. */
export function hollow({width, height}) {
    const shape = (more) => ({
        x: -width / 2 - more, y: -height / 2 - more, width: width + 2 * more,
        height: height + 2 * more, rx: 32 + more,
    });
    return [svg("rect", {class: "lip", ...shape(2.5)}), svg("rect", {class: "well", ...shape(0)})];
}
