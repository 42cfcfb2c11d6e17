/**
 * The card over the board at the end of a game: who has won, the heap of seeds, the move that cost
 * most, and what to play next.
 */
import {announce} from "../base/announce.js";
import {el, svg} from "../base/dom.js";
import {button, row} from "../base/parts.js";
import {trayHeap} from "../board/counters.js";
import {addWords, t} from "../texts/texts.js";

addWords({
    "end.title": ["End of the game", "Ende der Partie"],
    "end.costliest": ["Your costliest move", "Dein teuerster Zug"],
    "end.looking": ["Looking for it …", "Er wird gesucht …"],
    "end.clean": ["No mistake of yours was found.", "In deinem Spiel wurde kein Fehler gefunden."],
    "end.rematch": ["Rematch", "Revanche"],
    "end.show": ["Show me", "Zeig ihn mir"],
    "end.board": ["Look at the board", "Brett ansehen"],
});

const WIDTH = 300; // of the heap
const HEIGHT = 64;
const MOST = 60; // seeds of a game
const EDGE = 8; // pixels between the card and the edges of the window

/** The seeds that the winner has captured. */
function heapOf(seeds) {
    const shape = {length: WIDTH - 24, width: HEIGHT - 12, at: (along, across) => [12 + along, HEIGHT / 2 + across]};
    const width = 24 + (WIDTH - 24) * Math.max(0.2, seeds / MOST);
    return svg("svg", {class: "end-heap", viewBox: `0 0 ${width} ${HEIGHT}`, height: HEIGHT, "aria-hidden": "true"},
        trayHeap(seeds, shape, 12));
}

class EndCard {
    #app;
    #root = el("section", {class: "end-card stack", "data-id": "end", hidden: true});
    #what = null; // of show()
    #costliest = null; // {node, text()}, or null if there is none
    #looking = null; // the AbortController of the search for it

    constructor(app) {
        this.#app = app;
        document.querySelector("#board .stage").append(this.#root);
        this.#root.addEventListener("keydown", ({key}) => key === "Escape" && this.#close());
        app.on("language", () => this.#what && this.#build());
        app.on("game", () => this.#close());
        addEventListener("resize", () => this.#what && this.#place());
    }

    /**
     * Shows the card. title() is who has won, `seeds` the heap, `own` the person's side against the
     * program or null, `next` and `again` are {text(), go()} or null, more() other elements.
     */
    show(what) {
        this.#close();
        this.#what = what;
        this.#costliest = null;
        this.#build();
        this.#root.querySelector(".accent").focus({preventScroll: true});
        if (what.own) {
            this.#look();
        }
    }

    async #look() {
        const looking = new AbortController();
        this.#looking = looking;
        this.#build();
        const found = await this.#app.plot.costliest(this.#what.own, looking.signal);
        if (this.#looking === looking) {
            this.#looking = null;
            this.#costliest = found;
            this.#build();
            announce(this.#said());
        }
    }

    #close() {
        this.#looking?.abort();
        this.#looking = this.#what = null;
        this.#root.hidden = true;
    }

    /** Moves the card, which style sheets have over the middle of the board, into the window. */
    #place() {
        this.#root.style.marginTop = "";
        const {top, bottom} = this.#root.getBoundingClientRect();
        this.#root.style.marginTop = `${Math.max(EDGE - top, Math.min(0, innerHeight - EDGE - bottom))}px`;
    }

    /** What is said of the costliest move; "" if the game could not be evaluated. */
    #said() {
        return this.#looking ? t("end.looking")
            : this.#costliest ? this.#costliest.text()
                : this.#costliest === null && this.#what.own ? t("end.clean") : "";
    }

    /** Goes to the position before the costliest move, which is marked. */
    #show() {
        const {node} = this.#costliest;
        this.#app.game.go(node.parent);
        this.#app.board.mark(node.move);
        this.#app.board.focusHole(node.move);
    }

    #build() {
        const {title, seeds, next, again, more = () => []} = this.#what;
        const had = this.#root.contains(document.activeElement) && document.activeElement.dataset.id;
        const said = this.#said();
        const action = (id, one, kind) => one && button("", one.go, kind, {"data-id": id, text: one.text()});
        this.#root.setAttribute("aria-label", t("end.title"));
        this.#root.setAttribute("role", "group");
        this.#root.replaceChildren(...[
            el("p", {class: "end-title", text: title().replace(/\.$/, "")}),
            heapOf(seeds),
            said && el("p", {class: "end-said"}, this.#looking || this.#costliest
                ? el("span", {class: "muted small", text: t("end.costliest")}) : null,
            el("span", {text: said})),
            ...more(),
            row(...[
                action("end.next", next, "accent"),
                action("end.again", again, next ? "" : "accent"),
                this.#costliest ? button("end.show", () => this.#show(), "") : null,
                button("end.board", () => {
                    this.#close();
                    this.#app.focusBoard();
                }),
            ].filter(Boolean)),
        ].filter(Boolean));
        this.#root.hidden = false;
        this.#place();
        this.#root.querySelector(`[data-id="${had}"]`)?.focus({preventScroll: true});
    }
}

let card = null;

/** Shows the card for a game of the page; see EndCard.show(). */
export function showEnd(app, what) {
    card ??= new EndCard(app);
    card.show(what);
}
