/**
 * The API in the page itself (docs/guide/SITE.md): send() as in remote.js, with workers of one module.
 * One looks positions up; one searches, and is ended when its request is aborted, because it hears
 * nothing while it works; and one looks up places of the solution, for which it searches a moment.
 */
import {unpacked} from "./unpack.js";

const SEARCHES = /^\/api\/v1\/(search|analyse|reply|annotate|find|problem)\b/;
const SOLUTION = /^\/api\/v1\/solution\b/;
const LATER = 1500; // milliseconds from the first answer to what the next visits need

const site = JSON.parse(document.querySelector("meta[name=kauri-api]").content);
const absolute = (path) => new URL(path, document.baseURI).href;
let parts = null; // the promise of what workers start with

async function load() {
    const [module, heads] = await Promise.all([
        unpacked(absolute(site.module), {"Content-Type": "application/wasm"})
            .then((response) => WebAssembly.compileStreaming(response)),
        unpacked(absolute(site.heads)).then((response) => response.arrayBuffer()),
    ]);
    return {module, heads: new Uint8Array(heads)};
}

function loaded() {
    parts ??= load();
    parts.catch(() => {
        parts = null; // to be tried again
    });
    return parts;
}

function makeWorker() {
    const worker = new Worker(new URL("worker.js", import.meta.url), {type: "module"});
    worker.onerror = () => {
        worker.broken = true; // before it was used
    };
    return worker;
}

/** A worker and the requests that wait for it; one is under way at a time. */
class Lane {
    #searches; // whether it has the weights
    #ends; // whether it ends its worker when a request is aborted
    #spare = null; // a worker that waits to be started; null if there is none
    #worker = null;
    #current = null;
    #waiting = [];

    constructor({searches = false, ends = false} = {}) {
        this.#searches = searches;
        this.#ends = ends;
    }

    send(request, {signal, onEvent = () => {}}) {
        return new Promise((resolve, reject) => {
            const one = {request, onEvent, resolve, reject};
            signal?.throwIfAborted();
            signal?.addEventListener("abort", () => this.#abort(one, signal.reason), {once: true});
            this.#waiting.push(one);
            this.#next();
        });
    }

    #abort(one, reason) {
        one.reject(reason);
        this.#waiting = this.#waiting.filter((other) => other !== one);
        if (this.#current === one && this.#ends) {
            this.#end();
            this.#next();
        }
    }

    #end() {
        this.#worker?.terminate();
        this.#worker = this.#current = null;
    }

    async #next() {
        if (this.#current || this.#waiting.length === 0) {
            return;
        }
        const one = this.#current = this.#waiting.shift();
        if (!this.#worker) {
            this.#spare ??= makeWorker(); // while the module is still on its way
        }
        try {
            const started = await loaded();
            if (this.#current !== one) {
                return; // it was aborted
            }
            this.#worker ??= this.#make(started);
            this.#worker.postMessage(one.request);
        } catch (error) {
            this.#finish((current) => current.reject(error));
        }
    }

    #make(started) {
        const worker = this.#spare && !this.#spare.broken ? this.#spare : makeWorker();
        this.#spare = null;
        worker.postMessage({
            ...started,
            weights: this.#searches ? site.weights.map(absolute) : [],
            book: site.book ? absolute(site.book) : "",
            searches: this.#searches,
            tables: site.tables.map((table) => ({...table, path: absolute(table.path)})),
        });
        worker.onmessage = ({data}) => this.#take(data);
        worker.onerror = (event) => this.#take({failed: event.message});
        return worker;
    }

    #take(data) {
        if (data.event) {
            this.#current?.onEvent(data.event, data.text);
        } else if (data.failed !== undefined) {
            const one = this.#current;
            this.#end(); // the next request begins with a new one
            one?.reject(new Error(data.failed));
            this.#next();
        } else {
            this.#finish((one) => one.resolve(data));
        }
    }

    #finish(settle) {
        const one = this.#current;
        this.#current = null;
        if (one) {
            settle(one);
        }
        this.#next();
    }
}

const lookUps = new Lane();
const searches = new Lane({searches: true, ends: true});
const places = new Lane({searches: true});

/** Lets the service worker keep what works without a network, once the page has its first answer. */
let kept = false;
function keep() {
    if (!kept && navigator.serviceWorker) {
        kept = true;
        setTimeout(() => navigator.serviceWorker.register(absolute("service.js"))
            .then(() => navigator.serviceWorker.ready)
            .then((registration) => registration.active.postMessage("visited"))
            .catch(() => {}), LATER);
    }
}

export async function send(target, {method = "GET", accept, body, signal, onEvent} = {}) {
    const lane = SEARCHES.test(target) ? searches : SOLUTION.test(target) ? places : lookUps;
    const answer = await lane.send({method, target, accept, body}, {signal, onEvent});
    keep();
    return answer;
}
