/**
 * The panel of what is known for certain: the tree of the first plies with what is proven of them, and
 * the layers of the tables, with counts of their values, how long wins take, and the longest ones. All
 * of it is in atlas.json and layers.json (scripts/documents/generate-explorer-data), so that the page
 * needs no table for it.
 */
import {copyField} from "../base/copy-field.js";
import {fetchedOnce, inPlace} from "../base/fetched.js";
import {part, refill} from "../base/parts.js";
import {addWords} from "../texts/texts.js";
import {words} from "../texts/words-atlas.js";
import * as api from "./api.js";
import {citation} from "./atlas-tables.js";
import {Endings, answersFrom} from "./endings.js";
import {openingsPart} from "./opening-tree.js";

addWords(words);

const files = ["atlas.json", "layers.json", "cite.json"].map((name) => fetchedOnce(name));

class Atlas {
    #root;
    #app;
    #found = null; // {openings, layers, cite}
    #endings = null;
    #tables = null; // the answer of layers
    #lost = false;

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
            const [{openings}, layers, cite] = await Promise.all(files.map((file) => file()));
            this.#found = {openings, layers, cite};
            this.#endings = new Endings(this.#app, this.#found, () => this.#build());
        } catch {
            this.#lost = true;
        }
        this.#build();
        this.#tables ??= await api.layers().catch(() => null);
        this.#build();
    }

    #build() {
        refill(this.#root, ...(this.#found ? [
            openingsPart(this.#found.openings, this.#app),
            this.#endings.part(answersFrom(this.#tables, !api.IS_SERVER)),
            part("atlas.cite", copyField("atlas.citeAll", citation(this.#found.cite), true)),
        ] : inPlace(this.#lost, () => this.#fetch())));
    }
}

export const panel = {
    mount(root, app) {
        new Atlas(root, app);
    },
};
