/**
 * The answers of the API (docs/reference/HTTP.md), which is that of the server or in the page, as the page
 * says. Every function rejects with ApiError; its httpStatus is 0 when the API cannot be reached,
 * and then it is asked again now and then until it is back. An answer has unreached: true if tables
 * were left out that cannot be fetched now.
 */
import {formatPosition} from "../game/notation.js";
import * as remote from "./remote.js";

const BASE = "/api/v1/";
export const IS_SERVER = document.querySelector("meta[name=kauri-api]").content === "server";
// What sends a request (remote.js). The other file is only there if the page needs it (docs/guide/SITE.md).
const adapter = IS_SERVER ? Promise.resolve(remote) : import("../../wasm/local.js");
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

/** Resolves when the API answers again. */
export const whenBack = () => new Promise((resolve) => {
    const listener = (state) => {
        if (state) {
            listeners.delete(listener);
            resolve();
        }
    };
    listeners.add(listener);
});

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
            await (await adapter).send(`${BASE}rules`);
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

/** The answer to a request, or what the last event of one says; onEvent(data) gets those before. */
async function ask(path, parameters, {onEvent = () => {}, ...options} = {}) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
        if (value !== null && value !== undefined) {
            query.set(name, value);
        }
    }
    let answer;
    let last; // what the last event says, if there are any
    const take = (name, text) => {
        const status = {result: 200, error: 503}[name];
        if (status) {
            last = {status, text};
        } else {
            onEvent(JSON.parse(text));
        }
    };
    try {
        answer = await (await adapter).send(`${BASE}${path}?${query}`, {...options, onEvent: take});
    } catch (error) {
        throw error.name === "AbortError" ? error : gone();
    }
    const {unreached} = answer;
    answer = answer.status === 0 ? last : answer;
    if (!answer) {
        throw gone(); // in the middle of its answer
    }
    setUp(true);
    let data = {};
    try {
        data = JSON.parse(answer.text);
    } catch {
        // a proxy's answer
    }
    if (answer.status !== 200) {
        throw new ApiError(answer.status, data.error || `status ${answer.status}`, data.status);
    }
    return unreached ? {...data, unreached} : data;
}

/** Value and moves of a position that the tables hold. */
export const probe = (p, {signal} = {}) => ask("probe", {position: textOf(p)}, {signal});

/** The same for every position: above the tables, values are null and bounds wide. */
export const moves = (p, {signal} = {}) => ask("moves", {position: textOf(p)}, {signal});

/** Best play by both sides. */
export const line = (p, {signal} = {}) => ask("line", {position: textOf(p)}, {signal});

/** The engine's estimate of a position; onDepth is told of those that come before it. */
export const analyse = (p, {lines = 6, seconds = 1, rules, onDepth, signal} = {}) =>
    ask("analyse", {position: textOf(p), lines, seconds, rules},
        {accept: "text/event-stream", onEvent: onDepth, signal});

/** A move for the player to move after `moves` (letters) from p, at a strength of opponents.js. */
export const reply = (p, {rules, strength, moves: played, signal} = {}) =>
    ask("reply", {position: textOf(p), moves: played, rules, strength}, {signal});

/** Which moves get the result, and the problem that a position is; onMoves is told of answers before the last. */
export const problem = (p, {rules, seconds, onMoves, signal} = {}) =>
    ask("problem", {position: textOf(p), rules, seconds},
        {accept: "text/event-stream", onEvent: onMoves, signal});

/** A place of the solution: who wins, and by which move or answers. */
export const solution = (p, {rules, signal} = {}) => ask("solution", {position: textOf(p), rules}, {signal});

/** The layers of the tables. */
export const layers = ({signal} = {}) => ask("layers", {}, {signal});

/** The bytes of a proof of what a search of a position finds, which only servers send. */
export async function searchProof(p, {seconds, signal} = {}) {
    const query = new URLSearchParams({position: textOf(p), seconds});
    const answer = await fetch(`${BASE}search-proof?${query}`, {cache: "no-store", signal}).catch((error) => {
        throw error.name === "AbortError" ? error : gone();
    });
    if (!answer.ok) {
        const {error, status} = await answer.json().catch(() => ({error: "", status: 0}));
        throw new ApiError(answer.status, error, status);
    }
    return answer.blob();
}

/** The address of such a file. */
export const proofFile = (file) => `${BASE}proof-file?${new URLSearchParams({file})}`;

const post = (path, body, {signal, seconds} = {}) =>
    ask(path, {seconds}, {method: "POST", body, signal});

/** What is proven and estimated of every ply of a record. */
export const annotate = (record, options) => post("annotate", record, options);

/** A record read, checked and repaired. */
export const replay = (record, options) => post("replay", record, options);

/**
 * Searches a position above the tables. onBounds is told of every event before the last; the
 * result is that of docs/reference/JSON.md, "search". Aborting the signal ends the search.
 */
export const search = (p, {rules: ruleset, ask: question, seconds, onBounds, signal} = {}) =>
    ask("search", {position: textOf(p), rules: ruleset, ask: question, seconds},
        {accept: "text/event-stream", onEvent: onBounds, signal});
