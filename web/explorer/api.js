/**
 * The server's answers (docs/HTTP.md). Every function rejects with ApiError; its httpStatus is 0
 * when the server cannot be reached, and then it is asked again now and then until it is back.
 */
import {formatPosition} from "./notation.js";

const BASE = new URL("/api/v1/", location.href).pathname;
const FIRST_RETRY = 1500; // milliseconds; doubles up to
const LAST_RETRY = 12000;

export class ApiError extends Error {
    constructor(httpStatus, message, status = 0) {
        super(message);
        this.httpStatus = httpStatus;
        this.status = status; // of the error, as commands exit
    }
}

const listeners = new Set();
let up = true;
let retry = null;

export const serverUp = () => up;

/** Calls the listener with false when the server is gone and with true when it is back. */
export function onServer(listener) {
    listeners.add(listener);
}

function setUp(state) {
    if (state !== up) {
        up = state;
        listeners.forEach((listener) => listener(state));
    }
    if (state) {
        clearTimeout(retry);
        retry = null;
    } else if (retry === null) {
        askAgain(FIRST_RETRY);
    }
}

function askAgain(delay) {
    retry = setTimeout(async () => {
        try {
            await fetch(`${BASE}rules`, {cache: "no-store"});
            retry = null;
            setUp(true);
        } catch {
            askAgain(Math.min(2 * delay, LAST_RETRY));
        }
    }, delay);
}

const textOf = (position) => (typeof position === "string" ? position : formatPosition(position));

function gone() {
    setUp(false);
    return new ApiError(0, "");
}

/** What comes from the server, which may be gone before or in the middle of an answer. */
async function arriving(promise) {
    try {
        return await promise;
    } catch (error) {
        throw error.name === "AbortError" ? error : gone();
    }
}

async function request(path, parameters, options = {}) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
        if (value !== null && value !== undefined) {
            query.set(name, value);
        }
    }
    const response = await arriving(
        fetch(`${BASE}${path}?${query}`, {cache: "no-cache", ...options}));
    setUp(true);
    if (!response.ok) {
        const answer = await response.json().catch(() => ({}));
        throw new ApiError(response.status, answer.error || response.statusText, answer.status);
    }
    return response;
}

async function ask(path, parameters, options) {
    return arriving((await request(path, parameters, options)).json());
}

/** Value and moves of a position that the tables hold. */
export const probe = (p, {signal} = {}) => ask("probe", {position: textOf(p)}, {signal});

/** The same for every position: above the tables, values are null and bounds wide. */
export const moves = (p, {signal} = {}) => ask("moves", {position: textOf(p)}, {signal});

/** Best play by both sides. */
export const line = (p, {signal} = {}) => ask("line", {position: textOf(p)}, {signal});

/** The engine's estimate of a position. */
export const analyse = (p, {lines = 6, seconds = 1, rules, signal} = {}) =>
    ask("analyse", {position: textOf(p), lines, seconds, rules}, {signal});

/** A move for the player to move after `moves` (letters) from p, at strength 1 to 5. */
export const reply = (p, {rules, strength, moves: played, signal} = {}) =>
    ask("reply", {position: textOf(p), moves: played, rules, strength}, {signal});

/** The layers of the tables. */
export const layers = ({signal} = {}) => ask("layers", {}, {signal});

const post = (path, body, {signal} = {}) =>
    ask(path, {}, {method: "POST", body, headers: {"Content-Type": "text/plain"}, signal});

/** What is proven and estimated of every ply of a record. */
export const annotate = (record, options) => post("annotate", record, options);

/** A record read, checked and repaired. */
export const replay = (record, options) => post("replay", record, options);

/**
 * Searches a position above the tables. onBounds is told of every event before the last; the
 * result is that of docs/JSON.md, "search". Aborting the signal ends the search on the server.
 */
export async function search(p, {rules: ruleset, seconds, onBounds = () => {}, signal} = {}) {
    const response = await request("search", {position: textOf(p), rules: ruleset, seconds},
        {signal, headers: {Accept: "text/event-stream"}});
    if (!(response.headers.get("Content-Type") || "").startsWith("text/event-stream")) {
        return arriving(response.json());
    }
    for await (const event of events(response.body)) {
        const data = JSON.parse(event.data);
        if (event.name === "result") {
            return data;
        }
        if (event.name === "error") {
            throw new ApiError(503, data.error, data.status);
        }
        onBounds(data);
    }
    throw gone();
}

/** The server-sent events of a body: {name, data}. */
async function* events(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
        const {done, value} = await arriving(reader.read());
        if (done) {
            return;
        }
        text += value;
        const blocks = text.split(/\r?\n\r?\n/);
        text = blocks.pop();
        for (const block of blocks) {
            const event = {name: "message", data: ""};
            for (const row of block.split(/\r?\n/)) {
                const [, field, content] = /^(\w*):? ?(.*)$/.exec(row) || [];
                if (field === "event") {
                    event.name = content;
                } else if (field === "data") {
                    event.data += content;
                }
            }
            if (event.data) {
                yield event;
            }
        }
    }
}
