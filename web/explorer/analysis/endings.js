/** The layers: their positions, and of one of them counts by value and by plies, and its longest wins. */
import {copyField} from "../base/copy-field.js";
import {announce} from "../base/announce.js";
import {el, svg} from "../base/dom.js";
import {list, note, part, radios} from "../base/parts.js";
import {downloads} from "../base/save.js";
import {parsePosition} from "../game/notation.js";
import {language, number, t} from "../texts/texts.js";
import {
    citation, layerRows, plyRows, plyTicks, ranges, sortedWins, sumOf, valueRows, valuesOf, winRows,
} from "./atlas-tables.js";
import {drawingSvg} from "./picture.js";
import {cowriesOf, netOf, signed} from "./values.js";

const percent = (part) => part.toLocaleString(language(),
    {style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1});

// The picture of plies: the room for numbers at its left, and for those between its halves.
const BOX = {width: 420, height: 212, left: 58, top: 20, between: 16};

/** The picture of how many positions are won (upwards) and lost (downwards) in so many plies. */
function pliesPicture({won, lost}, text) {
    const half = (BOX.height - BOX.between) / 2 - BOX.top;
    const middle = BOX.top + half;
    const decades = Math.ceil(Math.log10(Math.max(...won, ...lost)));
    const decade = half / (decades + 0.3);
    const height = (count) => (count > 0 ? decade * (Math.log10(count) + 0.3) : 0);
    const step = (BOX.width - BOX.left - 8) / won.length;
    const tick = (x, y, anchor, words) => svg("text", {class: "tick", x, y, "text-anchor": anchor, text: words});
    const bars = (counts, kind, up) => counts.map((count, plies) => svg("rect", {
        class: kind, x: BOX.left + plies * step, width: step * 0.85, height: height(count),
        y: up ? middle - height(count) : middle + BOX.between,
    }));
    const lines = [1, -1].flatMap((sign) => [...Array(decades + 1).keys()].flatMap((power) => {
        const from = sign > 0 ? middle : middle + BOX.between;
        const y = from - sign * height(10 ** power);
        return [
            svg("path", {class: "rule", d: `M${BOX.left} ${y}H${BOX.width - 8}`}),
            power % 2 === 0 ? tick(BOX.left - 4, y + 4, "end", (10 ** power).toLocaleString(language(), {
                notation: "compact",
            })) : null,
        ];
    }));
    return svg("svg", {viewBox: `0 0 ${BOX.width} ${BOX.height}`, role: "img", "aria-label": text},
        lines, bars(won, "won", true), bars(lost, "lost", false),
        plyTicks(won.length - 1).map((plies) =>
            tick(BOX.left + (plies + 0.4) * step, middle + 12, "middle", plies)),
        tick(0, middle + 12, "start", t("atlas.axisPlies")),
        tick(0, 11, "start", t("atlas.axisPositions")),
        tick(BOX.width - 8, 11, "end", t("atlas.won")),
        tick(BOX.width - 8, BOX.height - 4, "end", t("atlas.lostPositions")));
}

export class Endings {
    #app;
    #data; // layers.json
    #cite; // cite.json
    #refill;
    #layer = 1;
    #order = "plies";

    constructor(app, {layers, cite}, refill) {
        this.#app = app;
        this.#data = layers;
        this.#cite = cite;
        this.#refill = refill;
    }

    /** The part of the panel about layers; `tables` says from which of them answers come. */
    part(tables) {
        const {layers} = this.#data;
        const layer = layers.find(({seeds}) => seeds === this.#layer);
        return part("atlas.layers",
            note(t("atlas.layersHow", {
                last: layers.at(-1).seeds, n: number(sumOf(layers.map(({positions}) => positions))),
            })),
            tables ? note(tables) : null,
            this.#overview(),
            el("p", {class: "small", text: t("atlas.choose")}),
            radios("atlas.layers", layers.map(({seeds}) => [seeds, seeds]), this.#layer, (seeds) => {
                this.#layer = seeds;
                this.#refill();
                announce(this.#counts(layers.find((one) => one.seeds === seeds)));
            }),
            el("p", {class: "small", text: this.#counts(layer)}),
            this.#values(layer),
            this.#plies(layer),
            this.#wins(layer),
            copyField("atlas.citeLayer", citation(this.#cite, layer), true));
    }

    #counts({positions, zugzwangs}) {
        return t("atlas.count", {n: number(positions), zugzwangs: number(zugzwangs)});
    }

    #overview() {
        const {layers} = this.#data;
        const head = (key) => el("th", {scope: "col", class: "number", text: t(key)});
        const cell = (text) => el("td", {class: "number", text});
        return el("div", {class: "stack"},
            el("div", {class: "scroll"}, el("table", {class: "bars small layers", "aria-label": t("atlas.overview")},
                el("thead", {}, el("tr", {}, head("atlas.seeds"), head("atlas.positionsHead"),
                    head("atlas.longestWin"), head("atlas.longestLoss"))),
                el("tbody", {}, ...layers.map(({seeds, positions, plies}) => el("tr", {},
                    el("th", {scope: "row", class: "number", text: seeds}), cell(number(positions)),
                    ...plies.map((most) => cell(number(most)))))))),
            downloads("layers", t("atlas.overview"), () => layerRows(layers)));
    }

    /** A row for each value, with a bar. */
    #values(layer) {
        const rows = valuesOf(layer);
        const most = Math.max(...rows.map(([, count]) => count));
        return el("div", {class: "stack"}, el("table", {class: "bars small"},
            el("caption", {class: "muted", text: t("atlas.values")}),
            el("tbody", {}, ...rows.map(([r, count]) => {
                const bar = el("span", {class: `bar ${r > 0 ? "win" : "loss"}`});
                bar.style.width = `${100 * count / most}%`;
                return el("tr", {},
                    el("th", {scope: "row", class: "number", text: signed(netOf(r))}),
                    el("td", {class: "muted", text: t(cowriesOf(r) > 0 ? "atlas.cowriesWon" : "atlas.cowriesLost")}),
                    el("td", {class: "wide-bar"}, bar),
                    el("td", {class: "number", text: percent(count / layer.positions)}));
            }))),
        downloads(`layer-${layer.seeds}-values`, t("atlas.values"), () => valueRows(layer)));
    }

    #plies(layer) {
        const {won, lost, plies} = layer;
        if (!won) {
            const last = this.#data.layers.findLast((one) => one.won).seeds;
            return note(t("atlas.pliesNone", {won: plies[0], lost: plies[1], last}));
        }
        const most = won.length - 1;
        const text = t("atlas.pliesHow", {won: number(won[most]), lost: number(lost[most]), most});
        const picture = pliesPicture(layer, text);
        return el("div", {class: "stack"}, el("figure", {class: "plies"},
            el("figcaption", {class: "muted small", text: t("atlas.plies")}), picture, note(text)),
        downloads(`layer-${layer.seeds}-plies`, t("atlas.plies"), () => plyRows(layer), () => drawingSvg(picture)));
    }

    #wins(layer) {
        const families = layer.wins.some(([, , , , members]) => members);
        return el("div", {class: "stack"},
            el("h4", {text: t(families ? "atlas.longest" : "atlas.longestOne")}),
            families ? note(t("atlas.longestHow", {n: number(this.#data.candidates)})) : null,
            families && Object.keys(layer.values).length > 2
                ? radios("atlas.sort", ["plies", "value"].map((one) => [one, t(one === "plies" ? "atlas.byPlies" : "atlas.byValue")]),
                    this.#order, (order) => {
                        this.#order = order;
                        this.#refill();
                    }) : null,
            list(sortedWins(layer, this.#order).map((win, i) => this.#win(win, i))),
            downloads(`layer-${layer.seeds}-wins`, t(families ? "atlas.longest" : "atlas.longestOne"), () => winRows(layer)));
    }

    #win([position, rules, r, plies, members], i) {
        const value = `${signed(netOf(r))}, ${t(cowriesOf(r) > 0 ? "atlas.cowriesWon" : "atlas.cowriesLost")}`;
        return [`longest-${i}`, () => {
            this.#app.begin(rules, parsePosition(position));
            this.#app.showBoard();
        },
        el("span", {text: t(members ? "atlas.win" : r > 0 ? "atlas.wins" : "atlas.loses", {n: plies})}),
        el("span", {class: "muted", text: value}),
        members ? el("span", {class: "muted small", text: t("atlas.family", {n: number(members)})}) : null,
        el("code", {class: "muted", text: position})];
    }
}

/** From which layers answers come, in a sentence; "" if that could not be asked. */
export function answersFrom(found, site) {
    if (!found) {
        return "";
    }
    const {holes, cowries, layers} = found;
    const seeds = holes === 6 && cowries === 12 ? layers.map((layer) => layer.seeds) : [];
    return t(`atlas.${site ? "site" : "server"}${seeds.length > 0 ? "" : "None"}`, {seeds: ranges(seeds)});
}
