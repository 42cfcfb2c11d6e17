/**
 * The panel of what is known for certain: the tree of the first plies with what is proven of them, and
 * the layers of the tables, with counts of their values, how long wins take, and the longest ones. All
 * of it is in atlas.json (scripts/documents/generate-explorer-data), so that the page needs no table for it.
 */
import {announce} from "../base/announce.js";
import {el, svg} from "../base/dom.js";
import {fetchedOnce, inPlace} from "../base/fetched.js";
import {button, list, note, part, radios, refill, row} from "../base/parts.js";
import {signIcon} from "../board/marks.js";
import {parsePosition, startPosition} from "../game/notation.js";
import {addWords, language, t} from "../texts/texts.js";
import {nameOfProof, placeAt} from "./proof-places.js";
import {cowriesOf, netOf, signed} from "./values.js";

addWords({
    "atlas.openings": ["Openings that are proven", "Bewiesene Eröffnungen"],
    "atlas.openingsHow": [
        "Who wins if both sides play as well as possible, as far as it is proven: an opening book without opinions.",
        "Wer gewinnt, wenn beide so gut wie möglich spielen, soweit es bewiesen ist: ein Eröffnungsbuch ohne Meinungen."],
    "atlas.firstMoves": ["Of South’s {all} first moves, {lost} {lost|loses|lose}.",
        "Von den {all} ersten Zügen von Süd {lost|verliert einer|verlieren {lost}}."],
    "atlas.solved": ["All of South’s {all} first moves lose: with best play by both sides, North wins the game.",
        "Alle {all} ersten Züge von Süd verlieren: Spielen beide so gut wie möglich, gewinnt Nord die Partie."],
    "atlas.notLost": ["North does not win after {moves}.", "Nach {moves} gewinnt Nord nicht."],
    "atlas.stillOpen": ["Still open: {moves}.", "Noch offen: {moves}."],
    "atlas.north": ["North wins", "Nord gewinnt"],
    "atlas.south": ["North does not win", "Nord gewinnt nicht"],
    "atlas.open": ["open", "offen"],
    "atlas.leans": ["open; {side} is {ratio} times nearer", "offen; {side} ist {ratio}-mal so nah"],
    "atlas.unasked": ["not needed for the proof", "für den Beweis nicht nötig"],
    "atlas.positions": ["{n} positions searched", "{n} Stellungen durchsucht"],
    "atlas.proof": ["Proof: {file}", "Beweis: {file}"],
    "atlas.efforts": [
        "“Nearer” compares how much a proof of either result still lacks, by the search’s own estimate. The proofs are in the source tree; “kauri check-proof proofs/start” checks them.",
        "„Nah“ vergleicht nach der Schätzung der Suche, wie viel einem Beweis für jedes der Ergebnisse noch fehlt. Die Beweise liegen beim Quelltext; „kauri check-proof proofs/start“ prüft sie."],
    "atlas.play": ["Play from here", "Von hier spielen"],
    "atlas.replies": ["Replies to {move}", "Antworten auf {move}"],
    "atlas.layers": ["Endings", "Endspiele"],
    "atlas.layersHow": ["Every position with at most three seeds is solved. Seeds on the board:",
        "Jede Stellung mit höchstens drei Samen ist gelöst. Samen auf dem Brett:"],
    "atlas.count": ["{n} positions; in {zugzwangs} of them neither player would like to be to move.",
        "{n} Stellungen; in {zugzwangs} davon wäre keiner gern am Zug."],
    "atlas.values": ["Captures of the player to move minus the opponent’s",
        "Fänge des Spielers am Zug minus die des Gegners"],
    "atlas.cowriesWon": ["cowries won", "Kauris gewonnen"],
    "atlas.cowriesLost": ["cowries lost", "Kauris verloren"],
    "atlas.plies": ["Plies to the next capture, or to the end",
        "Halbzüge bis zum nächsten Fang oder zum Ende"],
    "atlas.pliesHow": ["Positions by plies, each line ten times as many as the one below: {won} won, {lost} lost at {most} plies, the most.",
        "Stellungen nach Halbzügen, jede Linie zehnmal so viele wie die darunter: {won} gewonnene, {lost} verlorene bei {most} Halbzügen, dem Höchstwert."],
    "atlas.won": ["won", "gewonnen"],
    "atlas.lostPositions": ["lost", "verloren"],
    "atlas.longest": ["South’s longest wins, with three moves or more", "Die längsten Gewinne von Süd, mit mindestens drei Zügen"],
    "atlas.win": ["{n} plies", "{n} Halbzüge"],
});

const number = (n) => n.toLocaleString(language());

const fetchAtlas = fetchedOnce("atlas.json");

/** "1. a", "1... D" of a ply of the start, counted from 0. */
const plyName = (ply, move) => `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? "." : "..."} ${move}`;

/** What is proven of South's first moves, and which are not. */
function firstMoves(moves) {
    const which = (answer) => moves.filter((one) => one.answer === answer).map(({move}) => plyName(0, move));
    if (which(true).length === moves.length) {
        return t("atlas.solved", {all: moves.length});
    }
    const listed = (key, names) => (names.length > 0 ? t(key, {moves: names.join(", ")}) : "");
    return [t("atlas.firstMoves", {all: moves.length, lost: which(true).length}),
        listed("atlas.notLost", which(false)), listed("atlas.stillOpen", which(undefined))]
        .filter(Boolean).join(" ");
}

// Of the picture of plies: a step of ten, the room for text, and all of it.
const DECADE = 9;
const LEFT = 4;
const BOX = {width: 420, height: 190, middle: 86};

class Atlas {
    #root;
    #app;
    #atlas = null;
    #lost = false;
    #layer = 1;

    constructor(root, app) {
        this.#root = root;
        this.#app = app;
        app.on("language", () => this.#build());
        this.#build();
        this.#fetch();
    }

    async #fetch() {
        this.#lost = false;
        try {
            this.#atlas = await fetchAtlas();
        } catch {
            this.#lost = true;
        }
        this.#build();
    }

    #build() {
        refill(this.#root, ...(this.#atlas
            ? [this.#openings(), this.#layers()]
            : inPlace(this.#lost, () => this.#fetch())));
    }

    // ---------------------------------------------------------------------- openings

    #openings() {
        const {openings} = this.#atlas;
        return part("atlas.openings", note(t("atlas.openingsHow")), note(firstMoves(openings.moves)),
            ...openings.moves.map((node) => this.#opening(node, [])),
            row(button("atlas.play", () => this.#app.choosePanel("play"), "")),
            note(t("atlas.efforts")));
    }

    /** A move with the replies that are known, folded away. */
    #opening(node, before) {
        const moves = [...before, node.move];
        const text = moves.join("");
        const replies = node.moves || [];
        return el("div", {class: "opening"},
            this.#openingRow(node, moves),
            replies.length === 0 ? null : el("details", {"data-id": `replies-${text}`},
                el("summary", {class: "small", text: t("atlas.replies", {move: plyName(before.length, node.move)})}),
                ...replies.map((reply) => this.#opening(reply, moves))));
    }

    #openingRow({move, answer, proof, efforts, nodes}, moves) {
        const side = moves.length % 2 === 1 ? "S" : "N"; // who has made the move
        const result = answer === undefined ? null : answer === (side === "N") ? "win" : "loss";
        const facts = [
            proof && t("atlas.proof", {file: proof}),
            nodes && t("atlas.positions", {n: number(nodes)}),
        ].filter(Boolean).join(". ");
        return el("div", {class: "opening-row"},
            el("button", {
                class: "ply", "data-id": `opening-${moves.join("")}`, text: plyName(moves.length - 1, move),
                onclick: () => this.#show(moves),
            }),
            el("span", {class: `opening-result ${result || "open"}`},
                result ? signIcon(result) : null, " ", this.#said(answer, efforts, nodes)),
            facts ? el("span", {class: "muted small facts", text: facts}) : null,
            proof ? button("proven.how", () => this.#app.askHow(placeAt(nameOfProof(proof), moves)),
                "quiet", {"data-id": `how-${moves.join("")}`}) : null);
    }

    #said(answer, efforts, nodes) {
        if (answer !== undefined) {
            return t(answer ? "atlas.north" : "atlas.south");
        }
        if (!efforts) {
            return t(nodes ? "atlas.open" : "atlas.unasked");
        }
        const [yes, no] = efforts;
        const ratio = (Math.max(yes, no) / Math.min(yes, no)).toLocaleString(language(), {maximumSignificantDigits: 2});
        return t("atlas.leans", {side: t(yes < no ? "north" : "south"), ratio});
    }

    #show(moves) {
        this.#app.begin("standard", startPosition(), moves);
        this.#app.showBoard();
    }

    // ---------------------------------------------------------------------- layers

    #layers() {
        const {layers} = this.#atlas;
        const layer = layers.find(({seeds}) => seeds === this.#layer);
        return part("atlas.layers", note(t("atlas.layersHow")),
            radios("atlas.layers", layers.map(({seeds}) => [seeds, seeds]), this.#layer, (seeds) => {
                this.#layer = seeds;
                this.#build();
                announce(this.#counts(layers.find((one) => one.seeds === seeds)));
            }),
            el("p", {class: "small", text: this.#counts(layer)}),
            this.#values(layer),
            this.#plies(layer),
            el("h4", {text: t("atlas.longest")}),
            list(layer.longest.map(([position, rules, plies], i) => [
                `longest-${i}`, () => this.#open(position, rules),
                el("span", {text: t("atlas.win", {n: plies})}),
                el("code", {class: "muted", text: position}),
            ])));
    }

    #counts({positions, zugzwangs}) {
        return t("atlas.count", {n: number(positions), zugzwangs: number(zugzwangs)});
    }

    #open(position, rules) {
        this.#app.begin(rules, parsePosition(position));
        this.#app.showBoard();
    }

    /** A row for each value, with a bar. */
    #values({values, positions}) {
        const rows = Object.entries(values).map(([r, count]) => [Number(r), count])
            .sort(([a], [b]) => b - a);
        const most = Math.max(...rows.map(([, count]) => count));
        return el("table", {class: "bars small"},
            el("caption", {class: "muted", text: t("atlas.values")}),
            el("tbody", {}, ...rows.map(([r, count]) => {
                const bar = el("span", {class: `bar ${r > 0 ? "win" : "loss"}`});
                bar.style.width = `${100 * count / most}%`;
                return el("tr", {},
                    el("th", {scope: "row", class: "number", text: signed(netOf(r))}),
                    el("td", {class: "muted", text: t(cowriesOf(r) > 0 ? "atlas.cowriesWon" : "atlas.cowriesLost")}),
                    el("td", {class: "wide-bar"}, bar),
                    el("td", {class: "number", text: (count / positions).toLocaleString(language(), {
                        style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1,
                    })}));
            })));
    }

    /** How many positions are won (upwards) and lost (downwards) in so many plies. */
    #plies({won, lost}) {
        const most = won.length - 1;
        const step = (BOX.width - LEFT) / won.length;
        const height = (count) => (count > 0 ? DECADE * (Math.log10(count) + 0.3) : 0);
        const bars = (counts, kind, up) => counts.map((count, plies) => svg("rect", {
            class: kind, x: LEFT + plies * step, width: step * 0.85, height: height(count),
            y: up ? BOX.middle - height(count) : BOX.middle + 16,
        }));
        const ticks = [...Array(Math.floor(most / 20) + 1).keys()].map((i) => svg("text", {
            class: "tick", x: LEFT + (20 * i + 0.4) * step, y: BOX.middle + 12,
            "text-anchor": i === 0 ? "start" : "middle", text: 20 * i,
        }));
        const lines = [...Array(8).keys()].map((i) => svg("path", {
            class: "rule", d: `M${LEFT} ${BOX.middle - DECADE * (i + 1.3)}H${BOX.width}`,
        }));
        const text = t("atlas.pliesHow", {won: number(won[most]), lost: number(lost[most]), most});
        return el("figure", {class: "plies"},
            el("figcaption", {class: "muted small", text: t("atlas.plies")}),
            svg("svg", {
                viewBox: `0 0 ${BOX.width} ${BOX.height}`, role: "img", "aria-label": text,
            }, ...lines, ...bars(won, "won", true), ...bars(lost, "lost", false), ...ticks,
            svg("text", {class: "tick", x: BOX.width, y: 10, "text-anchor": "end", text: t("atlas.won")}),
            svg("text", {
                class: "tick", x: BOX.width, y: BOX.height - 3, "text-anchor": "end",
                text: t("atlas.lostPositions"),
            })),
            note(text));
    }
}

export const panel = {
    mount(root, app) {
        new Atlas(root, app);
    },
};
