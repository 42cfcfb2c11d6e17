/**
 * "How do we know?": the dialog that says what a proven value rests on. Tables: their digests, and how
 * to verify them. A search: how far it went, and how to get its proof. An opening: the file with the
 * proof, what it cites, and these in turn. It says no more than what page and program know.
 */
import {announce} from "../base/announce.js";
import {copyField} from "../base/copy-field.js";
import {el} from "../base/dom.js";
import {faultOf} from "../base/faults.js";
import {button, note, part, refill, row} from "../base/parts.js";
import {inPlace} from "../base/fetched.js";
import {formatPosition, startPosition} from "../game/notation.js";
import {legalMoves, seedsOnBoard} from "../game/rules.js";
import {addWords, number, onLanguage, t} from "../texts/texts.js";
import {words} from "../texts/words-evidence.js";
import * as api from "./api.js";
import {Margin} from "./margin.js";
import {fileView, openingOf, proofFiles} from "./proof-files.js";
import {placeAt} from "./proof-places.js";
import {widestBounds} from "./proofs-memory.js";
import {nameOf, nameOfMove, netOf, signed, southLead} from "./values.js";
import {verdictText} from "./verdict.js";

addWords(words);

const OPENING = 48; // seeds on the board, from which on there are proofs of openings

const PROOF_SECONDS = 30;
const HEAD_BYTES = 400; // of a file of a proof, with its bounds

/** Bounds of r as text, as South's final lead; a bound that holds everywhere is left out. */
function boundsText(p, bounds) {
    const widest = widestBounds(seedsOnBoard(p));
    const leads = bounds.map((r, end) => (r === widest[end] && bounds[0] < bounds[1] ? null : signed(southLead(p, netOf(r)))));
    const [low, high] = p.side === "S" ? leads : leads.reverse();
    return low === high && low !== null ? low
        : low === null && high === null ? "\u2013"
            : t(low === null ? "how.most" : high === null ? "how.least" : "how.between", {low, high});
}

/** How the bounds of a value are known, each way once, the most telling first. */
export function sourcesOf({state, position, bounds, from, source, remembered = []}) {
    if (!["exact", "open"].includes(state)) {
        return [];
    }
    if (source === "tables") {
        return ["tables"];
    }
    const widest = widestBounds(seedsOnBoard(position));
    const known = bounds.map((r, end) => (r === widest[end] ? null : from?.[end] || source));
    if (known.includes("moves") && remembered.some((move) => move.from.includes("search"))) {
        known.push("search");
    }
    return ["opening", "book", "search", "tables", "moves"].filter((one) => known.includes(one));
}

/** The most seeds up to which every layer is there; -1 without layer 0. */
export function reachOf(layers) {
    const there = new Set(layers.map(({seeds}) => seeds));
    let seeds = 0;
    while (there.has(seeds)) {
        seeds++;
    }
    return seeds - 1;
}

class Evidence {
    #app;
    #dialog;
    #heading = el("h2", {id: "evidence-heading", tabindex: "-1"});
    #body = el("div", {class: "help-body stack"});
    #close = el("button", {class: "button help-close", onclick: () => this.#dialog.close()});
    #back = el("button", {class: "button quiet", onclick: () => this.#goBack()});
    #value = null;
    #places = []; // in a proof, which are looked at, the last one in sight
    #layers = null; // of the answer of layers; false: it cannot be had
    #opening = null; // what openingOf() says of the position
    #made = null; // a proof of a search: {asking, bounds, bytes, address, fault}
    #margin = new Margin(() => this.#build());
    #proofs = null; // what proofFiles() says; false: it cannot be had

    constructor(app) {
        this.#app = app;
        this.#dialog = el("dialog", {
            id: "evidence", "aria-labelledby": "evidence-heading", tabindex: "-1",
            onclose: () => this.#forgetProof(),
            onclick: ({target}) => target === this.#dialog && this.#dialog.close(),
        }, el("div", {class: "help-top row"}, this.#back, this.#heading, this.#close), this.#body);
        document.body.append(this.#dialog);
        onLanguage(() => this.#build());
        app.on("value", (value) => {
            if (this.#dialog.open && this.#value && value.position === this.#value.position) {
                this.#value = value;
                this.#build();
            }
        });
    }

    /**
     * Shows what the value of the position on the board rests on, or a place in a proof (proof-places.js),
     * or the text of a key: {text}.
     */
    async open(place = null) {
        this.#value = place ? null : this.#app.evaluation.value;
        this.#places = place ? [place] : [];
        this.#opening = null;
        this.#forgetProof();
        this.#build();
        this.#dialog.showModal();
        this.#show();
        await this.#fetch();
        this.#build();
    }

    /** Fetches what the dialog needs to say. */
    async #fetch() {
        const {position} = this.#value || {};
        const sources = this.#value ? sourcesOf(this.#value) : [];
        const isEarly = sources.length > 0 && seedsOnBoard(position) >= OPENING;
        const hasFile = this.#places.some(({name}) => name);
        const wants = [];
        if (sources.length > 0 || hasFile) {
            wants.push(api.layers().then((answer) => { this.#layers = answer; },
                () => { this.#layers = false; }));
        }
        if (isEarly) {
            // By then, the dialog may be about another position, or have a newer value of this one.
            wants.push(openingOf(position).then((found) => {
                this.#opening = this.#value?.position === position ? found : this.#opening;
            }, () => {}));
        }
        if (isEarly || hasFile) {
            wants.push(proofFiles().then((files) => { this.#proofs = files; }, () => { this.#proofs = false; }));
        }
        await Promise.all(wants);
    }

    /** Puts the focus where the reading begins. */
    #show() {
        this.#heading.focus();
        this.#body.scrollTop = 0;
    }

    #showPlace(place) {
        this.#places.push(place);
        this.#build();
        this.#show();
    }

    #goBack() {
        this.#places.pop();
        this.#build();
        this.#show();
    }

    #build() {
        const place = this.#places.at(-1);
        const isInner = this.#places.length > (this.#value ? 0 : 1);
        this.#close.textContent = t("button.close");
        this.#back.textContent = t("proof.back");
        this.#back.hidden = !isInner;
        this.#heading.textContent = t(place?.name ? "how.file" : "how.heading");
        refill(this.#body, ...(place?.text ? [el("p", {text: t(place.text)})] : place ? this.#file(place) : this.#reasons()));
    }

    #file(place, nodes = null) {
        if (!this.#proofs) {
            return inPlace(this.#proofs === false, () => {
                this.#proofs = null;
                this.#build();
                this.#fetch().then(() => this.#build());
            });
        }
        return fileView(this.#proofs, place, nodes, {
            show: (cited) => this.#showPlace(cited),
            onBoard: (one) => this.#onBoard(one),
            walk: (one) => {
                this.#onBoard(one);
                this.#app.late.walk();
            },
            isServed: Boolean(this.#layers?.proofs),
        });
    }

    /** Leaves for the board, with a place. */
    #onBoard({moves, position}) {
        this.#dialog.close();
        this.#app.begin("standard", moves ? startPosition() : position, moves || []);
        this.#app.showBoard();
    }

    // ---------------------------------------------------------------------- the reasons

    #reasons() {
        const value = this.#value;
        if (value.state === "over") {
            return [el("p", {text: t("how.over")})];
        }
        const sources = sourcesOf(value);
        if (sources.length === 0) {
            return [el("p", {text: t("how.nothing")}), ...(value.bounds ? [this.#margin.part(value)] : [])];
        }
        // A search may have proven more than the opening, but it began with that.
        const book = value.solution?.source === "book";
        const all = [...new Set([...(this.#opening ? ["opening"] : []), ...(book ? ["book"] : []), ...sources])];
        const {position, bounds, rules} = value;
        const parts = {
            tables: () => this.#tables(), search: () => this.#search(),
            opening: () => this.#byOpening(), book: () => this.#byBook(), moves: () => this.#moves(),
        };
        return [
            el("div", {}, el("p", {class: "muted small", text: t("how.here")}),
                el("p", {}, el("strong", {text: bounds[0] === bounds[1]
                    ? verdictText(position, bounds[0], rules)
                    : `${t("how.lead", {side: nameOf("S")})}: ${boundsText(position, bounds)}`})),
                el("code", {class: "muted", text: formatPosition(position)})),
            ...all.map((source) => parts[source]()),
            this.#margin.part(value),
            row(button("proof.walk", () => {
                this.#dialog.close();
                this.#app.late.walk();
            }, "")),
        ];
    }

    #tables() {
        const seeds = seedsOnBoard(this.#value.position);
        const layers = this.#layers ? this.#layers.layers.filter((layer) => layer.seeds <= seeds) : [];
        return part("how.tables", el("p", {text: t("how.tablesHow", {n: seeds})}),
            ...(this.#layers === false ? [note(t("how.noLayers"))] : [this.#digests(layers)]),
            note(t("how.publishedHow")), note(t("how.verifyHow")),
            copyField("how.verify", `kauri verify --tables DIR --seeds ${seeds}`));
    }

    #digests(layers) {
        return el("table", {class: "facts-table small"},
            el("thead", {}, el("tr", {}, ...["layer", "digest", "published", "writtenBy"].map((key) =>
                el("th", {scope: "col", text: t(`how.${key}`)})))),
            el("tbody", {}, ...layers.map(({seeds, digest, published, program}) => el("tr", {},
                el("th", {scope: "row", class: "number", text: seeds}),
                el("td", {}, el("code", {text: digest})),
                el("td", {class: published === "another" ? "result loss" : null,
                    text: t(`how.published.${published || "none"}`)}),
                el("td", {text: program || "\u2013"})))));
    }

    #search() {
        const {position, nodes, state, source} = this.#value;
        const here = nodes > 0 && (state === "open" || source === "search");
        const layers = this.#layers ? this.#layers.layers : [];
        const reach = reachOf(layers);
        const isEarly = seedsOnBoard(position) >= OPENING;
        const tables = this.#layers && layers.length === 0 ? " --no-tables" : " --tables DIR";
        return part("how.search", el("p", {text: t("how.searchHow")}),
            el("p", {text: here ? t("how.searched", {n: number(nodes)}) : t("how.searchKept")}),
            reach >= 0 ? el("p", {text: t("how.searchTables", {n: reach})}) : null,
            isEarly ? el("p", {text: t("how.searchOpenings")}) : null,
            this.#madeProof(),
            note(t("how.searchProof")),
            copyField("how.verify", `kauri search${tables} --proof FILE '${formatPosition(position)}'`));
    }

    /** The button that lets the server make a proof, or what has become of it. */
    #madeProof() {
        const {position} = this.#value;
        const made = this.#made;
        if (!api.IS_SERVER) {
            return null;
        }
        if (!made || made.fault) {
            return el("div", {class: "stack"},
                made ? el("p", {class: "notice", text: made.fault.httpStatus === 404 ? t("how.noProof") : faultOf(made.fault)}) : null,
                row(button("how.makeProof", () => this.#makeProof(position), "")));
        }
        return made.address ? el("p", {class: "row"},
            el("span", {text: t("how.proofMade", {
                n: number(made.bytes), side: nameOf("S"), lead: boundsText(position, made.bounds),
            })}),
            el("a", {class: "button", href: made.address, download: "kauri.proof", text: t("proof.download"), "data-id": "made"}))
            : el("p", {class: "row"}, el("span", {text: t("how.makingProof")}),
                el("span", {class: "pulse", "aria-hidden": "true"}));
    }

    async #makeProof(position) {
        const made = this.#made = {asking: new AbortController()};
        this.#build();
        try {
            const file = await api.searchProof(position, {seconds: PROOF_SECONDS, signal: made.asking.signal});
            const head = await file.slice(0, HEAD_BYTES).text();
            if (this.#made !== made) {
                return; // the dialog is closed, and nothing would free the address
            }
            made.bounds = /^bounds (-?\d+) (-?\d+)$/m.exec(head).slice(1).map(Number);
            made.bytes = file.size;
            made.address = URL.createObjectURL(file);
        } catch (error) {
            made.fault = error;
        }
        if (this.#made === made) {
            this.#build();
            announce(this.#body.querySelector("[data-id=made]")?.previousSibling.textContent
                || faultOf(made.fault));
        }
    }

    /** Forgets a proof that was made, or is being made. */
    #forgetProof() {
        this.#margin.forget();
        this.#made?.asking.abort();
        if (this.#made?.address) {
            URL.revokeObjectURL(this.#made.address);
        }
        this.#made = null;
    }

    #byOpening() {
        const {name, nodes, moves} = this.#opening || {};
        return part("how.opening", ...(name ? this.#file(placeAt(name, moves), nodes) : [
            el("p", {text: t("how.openingFar")}),
            row(button("how.theory", () => {
                this.#dialog.close();
                this.#app.choosePanel("atlas", true);
            }, "")),
        ]));
    }

    #byBook() {
        const {book} = this.#value.solution || {};
        return part("how.book", el("p", {text: t("how.bookHow")}),
            book ? el("p", {}, el("span", {text: `${t("how.bookDigest")}: `}), el("code", {text: book})) : null,
            note(t("how.bookCheck")), copyField("how.verify", "kauri check-book proofs/start.book"));
    }

    /** What is proven of the moves, from which the value follows. */
    #moves() {
        const {position, remembered} = this.#value;
        const letters = legalMoves(position);
        const known = remembered.filter(({move}) => letters.includes(move));
        const ways = (from) => [...new Set(from)].map((one) => t(`how.from.${one}`)).join(", ");
        return part("how.moves", el("p", {text: t("how.movesHow")}),
            known.length === 0 ? null : el("table", {class: "facts-table small"},
                el("thead", {}, el("tr", {}, el("th", {scope: "col", text: t("how.move")}),
                    el("th", {scope: "col", text: t("how.lead", {side: nameOf("S")})}),
                    el("th", {scope: "col", text: t("how.from")}))),
                el("tbody", {}, ...known.map(({move, bounds, from}) => el("tr", {},
                    el("th", {scope: "row", text: nameOfMove(move)}),
                    el("td", {text: boundsText(position, bounds)}),
                    el("td", {text: ways(from)}))))));
    }
}

/** Makes the dialog; open() shows it. */
export const mount = (app) => new Evidence(app);
