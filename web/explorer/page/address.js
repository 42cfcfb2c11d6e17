/** The address: has the state of the page behind its "#" (hash.js), and an entry for each move. */
import {setSetting, settings} from "../base/settings.js";
import {readHash, writeHash} from "./hash.js";

const OWN = "own"; // the state of history entries that the page has written

/** Whether the address is that of a link: neither this page nor a step through its history set it. */
export const isLink = () => Boolean(location.hash) && history.state !== OWN;

export class Address {
    #app;
    reading = false; // the state comes from the address, which gets no other entry for it

    constructor(app) {
        this.#app = app;
        addEventListener("hashchange", () => this.read());
        addEventListener("popstate", () => this.read());
    }

    /** Writes the state; in an entry of its own if push is true. */
    write(push) {
        const hash = writeHash(this.#app.state);
        const address = hash ? `#${hash}` : location.pathname + location.search;
        if (hash !== location.hash.slice(1)) {
            history[push && !this.reading ? "pushState" : "replaceState"](OWN, "", address);
        }
        if (hash !== settings.last) {
            setSetting("last", hash);
        }
    }

    /** The address of a later visit, which goes on where the last one ended, unless it is a link. */
    goOn(last) {
        if (last && !location.hash) {
            history.replaceState(OWN, "", `#${last}`);
        }
    }

    /** Lets action() change the state as if the address said so. */
    takes(action) {
        this.reading = true;
        action();
        this.reading = false;
    }

    /** Takes the state from the address. */
    read() {
        const linked = isLink();
        if (location.hash.slice(1) !== writeHash(this.#app.state)) {
            this.takes(() => this.#app.restore(readHash(location.hash), linked));
        }
        if (history.state !== OWN) {
            history.replaceState(OWN, "");
        }
    }
}
