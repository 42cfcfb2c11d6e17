/** The question "by how much?" of "How do we know?": whether who moves captures so many seeds more. */
import {announce} from "../base/announce.js";
import {el} from "../base/dom.js";
import {faultOf} from "../base/faults.js";
import {button, note, part, row} from "../base/parts.js";
import {opponent, seedsOnBoard} from "../game/rules.js";
import {t} from "../texts/texts.js";
import * as api from "./api.js";
import {proofs} from "./proofs-store.js";
import {nameOf, netOf, signed} from "./values.js";

const SECONDS = 30;

const namesOf = ({side}) => ({side: nameOf(side), other: nameOf(opponent(side))});

export class Margin {
    #onChange;
    #typed = null; // in the field, for the position
    #asked = {}; // {position, net, answer, fault, asking}; without answer and fault, it is searched

    constructor(onChange) {
        this.#onChange = onChange;
    }

    /** The part of the dialog; null if the bounds leave nothing to ask. */
    part({position, bounds}) {
        const [low, high] = [netOf(bounds[0]) + 1, netOf(bounds[1])];
        const asked = this.#asked.position === position ? this.#asked : {};
        if (low > high && !asked.position) {
            return null;
        }
        const names = namesOf(position);
        const seeds = seedsOnBoard(position);
        const field = el("input", {
            type: "number", min: -seeds, max: seeds, class: "field small", "data-id": "margin",
            value: this.#typed ?? asked.net ?? Math.max(low, Math.min(high, 0)),
            oninput: ({target}) => { this.#typed = target.value; },
        });
        return part("how.margin",
            el("label", {class: "row"}, el("span", {text: t("how.marginAsk", names)}), field),
            row(button("how.ask", () => this.#ask(position, Math.trunc(field.valueAsNumber) || 0), "")),
            asked.position ? el("p", {"data-id": "margin-answer", text: this.#told(asked, names)}) : null,
            note(t("how.marginHow")));
    }

    forget() {
        this.#asked.asking?.abort();
        this.#asked = {};
        this.#typed = null;
    }

    #told({net, answer, fault}, names) {
        return fault ? faultOf(fault)
            : t(`how.margin.${answer || "asking"}`, {...names, net: signed(net)});
    }

    async #ask(position, net) {
        this.forget();
        const asked = this.#asked = {position, net, asking: new AbortController()};
        this.#onChange();
        try {
            const found = await api.search(position, {ask: `net${net}`, seconds: SECONDS, signal: asked.asking.signal});
            proofs.noteAnswer(position, found, "search");
            asked.answer = found.question.answer;
        } catch (error) {
            asked.fault = error;
        }
        if (this.#asked === asked) {
            this.#onChange();
            announce(this.#told(asked, namesOf(position)));
        }
    }
}
