/**
 * Answers a request to the API with the module, the worker and the tables of a site, without a browser:
 *
 *     node tests/explorer/ask-site.mjs SITE TARGET
 *
 * Prints the answer, or on standard error why there is none, and ends with the status of that.
 */
import {readFile} from "node:fs/promises";
import {resolve} from "node:path";
import {gunzipSync} from "node:zlib";

const [site, target] = process.argv.slice(2);
const file = (path) => readFile(resolve(site, path));
const [, listed] = (await file("index.html")).toString().match(/<meta name="kauri-api" content="([^"]*)">/);
const {module, heads, tables} = JSON.parse(listed.replaceAll("&quot;", '"'));
const sent = []; // to the page
Object.assign(globalThis, {
    onmessage: null,
    postMessage: (message) => sent.push(message),
    fetch: (path) => file(path).then((bytes) => new Response(bytes), () => new Response(null, {status: 404})),
});
await import(resolve(site, module, "../worker.js"));
await onmessage({data: {module: await WebAssembly.compile(gunzipSync(await file(module))), tables,
    heads: gunzipSync(await file(heads)), weights: [], book: "", searches: false}});
await onmessage({data: {method: "GET", target: `/api/v1/${target}`}});
const [{status, text, failed}] = sent;
if (status === 200) {
    console.log(text);
} else {
    const fault = failed ? {error: failed, status: 1} : JSON.parse(text);
    console.error(fault.error);
    process.exitCode = fault.status;
}
