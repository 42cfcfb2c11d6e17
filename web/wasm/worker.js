/**
 * A worker that answers requests to the API with the module. The first message is {module, tables,
 * heads, weights, book, searches}; weights are addresses of networks, of which Egg needs none and other
 * weak opponents the first, and book is the address of its file, or "". Each further one is a request;
 * back come {event, text} and in the end {status, text}, or {failed} if the module does not
 * start. The end has unreached: true if a table was left out because parts of it cannot be loaded.
 *
 * tables are [{name, size, path, part, piece, head}]. The files path/0, path/1, ... have `part` bytes
 * of the table each, path/piece0, path/piece1, ... `piece` bytes. head, if any, is {at, first,
 * last}: `heads` has from `at` on the first bytes of the table, and those from `last` on.
 */
import {startModule} from "./module.js";
import {unpacked} from "./unpack.js";

const KEPT_BYTES = 64 << 20; // of parts
const USES_BOOK = /^\/api\/v1\/(moves|solution|search|analyse|reply)\b/;
const WAITS_FOR_BOOK = /^\/api\/v1\/(solution|reply)\b/;
const PATIENCE = 5000; // milliseconds for the book
const STRENGTH = /^\/api\/v1\/reply\?(?:.*&)?strength=([1-9]|10)(?:&|$)/; // of an opponent who knows no book
const WHOLE_LAYERS = /^\/api\/v1\/find\b/; // reads a layer from its beginning to its end

/** The files that were loaded, the latest up to KEPT_BYTES. */
class Files {
    #kept = new Map(); // address -> bytes, the oldest first
    #bytes = 0;
    waits = false; // whether to wait for a file, as workers may, or to note that it is missing
    missing = new Set();
    loaded = new Set(); // since a request began
    failed = new Set(); // those that cannot be loaded, since then

    begin() {
        [this.missing, this.loaded, this.failed].forEach((set) => set.clear());
    }

    /** The bytes of a file; null if it is missing or cannot be loaded. */
    get(address) {
        if (this.#kept.has(address)) {
            return this.#kept.get(address);
        }
        if (!this.waits) {
            this.missing.add(address);
            return null;
        }
        const request = new XMLHttpRequest();
        request.open("GET", address, false);
        request.responseType = "arraybuffer";
        try {
            request.send();
            if (request.status === 200) {
                return this.#keep(address, request.response);
            }
        } catch {
            // without a network
        }
        this.failed.add(address);
        return null;
    }

    #keep(address, buffer) {
        const bytes = new Uint8Array(buffer);
        this.#kept.set(address, bytes);
        this.#bytes += bytes.length;
        for (const [oldest, old] of this.#kept) {
            if (this.#bytes <= KEPT_BYTES || oldest === address) {
                break;
            }
            this.#kept.delete(oldest);
            this.#bytes -= old.length;
        }
        return bytes;
    }

    /** Loads all missing files at once; false if one cannot be loaded, or was not kept for long
     * enough because a request needs too many. */
    async load() {
        const wanted = [...this.missing];
        this.missing.clear();
        if (wanted.some((address) => this.loaded.has(address))) {
            return false;
        }
        wanted.forEach((address) => this.loaded.add(address));
        const loaded = await Promise.all(wanted.map(async (address) => {
            try {
                const response = await fetch(address);
                if (response.ok) {
                    return this.#keep(address, await response.arrayBuffer());
                }
            } catch {
                // without a network
            }
            this.failed.add(address);
            return false;
        }));
        return loaded.every(Boolean);
    }
}

/** The seeds on the board of a request's position; -1 if it has none. */
function seedsAsked(target) {
    const [rows] = (new URLSearchParams(target.split("?")[1]).get("position") || "").split(" ");
    return rows ? rows.split(/[,/]/).reduce((sum, hole) => sum + parseInt(hole, 10), 0) : -1;
}

/** How many of the networks a request needs. */
function networksFor(target, all) {
    const [, strength] = STRENGTH.exec(target) || [];
    return strength === "1" ? 0 : strength ? 1 : all;
}

/** The solution book, which is fetched when something is first asked above the tables. */
class Book {
    #address;
    #loading = null;
    bytes = null; // once they are there

    constructor(address) {
        this.#address = address;
    }

    async #load() {
        try {
            const response = await fetch(this.#address);
            this.bytes = response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
        } catch {
            // without a network
        }
        this.#loading = null; // the next request tries again, if it failed
    }

    /** Begins to fetch it for a request. What is about the solution waits, but not for long. */
    async begin({target}) {
        if (this.#address && !this.bytes && USES_BOOK.test(target) && !STRENGTH.test(target)) {
            this.#loading ??= this.#load();
            await Promise.race([this.#loading, new Promise((resolve) => {
                setTimeout(resolve, WAITS_FOR_BOOK.test(target) ? PATIENCE : 0);
            })]);
        }
    }
}

class Tables {
    #list;
    #heads;
    #files;
    wide = false; // whether to read large pieces

    constructor(list, heads, files) {
        this.#list = list;
        this.#heads = heads;
        this.#files = files;
        this.names = list.map(({name}) => name);
    }

    size(index) {
        return this.#list[index].size;
    }

    /** The bytes, or null if some of them are missing; then all of their files are noted. */
    read(index, offset, size) {
        const {path, part, piece, head} = this.#list[index];
        if (head && (offset + size <= head.first || offset >= head.last)) {
            const at = head.at + offset - (offset < head.first ? 0 : head.last - head.first);
            return this.#heads.subarray(at, at + size);
        }
        const [step, prefix] = this.wide ? [piece, `${path}/piece`] : [part, `${path}/`];
        const out = new Uint8Array(size);
        let complete = true;
        for (let at = 0; at < size;) {
            const number = Math.floor((offset + at) / step);
            const from = offset + at - number * step;
            const count = Math.min(size - at, step - from);
            const bytes = this.#files.get(`${prefix}${number}`);
            if (bytes && bytes.length >= from + count) {
                out.set(bytes.subarray(from, from + count), at);
            } else {
                complete = false;
            }
            at += count;
        }
        return complete ? out : null;
    }
}

let started = null; // the promise of what answers a request

async function start({module, tables, heads, weights, book: address, searches}) {
    const files = new Files();
    const book = new Book(address);
    const networks = []; // those that were fetched
    const fetchNetworks = async (count) => {
        const wanted = weights.slice(networks.length, count);
        networks.push(...await Promise.all(wanted.map(async (one) =>
            new Uint8Array(await (await unpacked(one)).arrayBuffer()))));
    };
    const answersWith = async (list) => {
        const source = new Tables(list, heads, files);
        const {answer, takeWeights, takeBook} = await startModule(module, {tables: source,
            onEvent: (event, text) => postMessage({event, text})});
        files.waits = searches;
        let taken = 0;
        let hasBook = false;
        // A look-up that lacks parts of tables fails and names them; it is asked again once they are
        // there, some two or three times.
        return async (request) => {
            source.wide = WHOLE_LAYERS.test(request.target);
            while (taken < networks.length) {
                takeWeights(networks[taken++]);
            }
            if (book.bytes && !hasBook) {
                takeBook(book.bytes);
                hasBook = true;
            }
            files.begin();
            let answered = answer(request);
            while (files.missing.size > 0 && await files.load()) {
                answered = answer(request);
            }
            return answered;
        };
    };
    const whole = await answersWith(tables);
    // Without a network, a table of which parts were never read is left out: the search does without.
    return async (request) => {
        await fetchNetworks(networksFor(request.target, weights.length));
        if (seedsAsked(request.target) >= tables.length) {
            await book.begin(request);
        }
        let answered = await whole(request);
        for (let rest = tables; files.failed.size > 0 && rest.length > 0;) {
            const failed = [...files.failed];
            rest = rest.filter(({path}) => !failed.some((address) => address.startsWith(`${path}/`)));
            files.waits = false; // while the module opens the tables, as at the first start
            answered = {...await (await answersWith(rest))(request), unreached: true};
        }
        return answered;
    };
}

onmessage = async ({data}) => {
    if (data.module) {
        started = start(data);
        return;
    }
    try {
        postMessage(await (await started)(data));
    } catch (error) {
        postMessage({failed: error.message});
    }
};
