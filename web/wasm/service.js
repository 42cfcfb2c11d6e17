/**
 * Keeps the site for times without a network (docs/guide/SITE.md). scripts/packages/make-site puts the lists of
 * files in place of LISTS: `page` is fetched when the site is first visited, and after it the pieces
 * of the tables in `later`, [{path, size, part, piece}]. The parts of all `tables` are kept when they
 * are read. Files of tables have names that are never used for other bytes, so what is kept is not
 * asked for again.
 */
const {version, page, tables, later} = LISTS;
// Other sites may share the origin, and with it the caches.
const SCOPE = new URL("./", self.location).pathname;
const PAGE = `${SCOPE} page ${version}`;
const PARTS = `${SCOPE} tables`;

/** The table of a file, {path, size, part, piece}, and the bytes that the file must have. */
function tableFile(pathname) {
    const table = tables.find(({path}) => pathname.startsWith(`${SCOPE}${path}/`));
    const [, piece, number] = pathname.match(/\/(piece)?(\d+)$/) ?? [];
    if (!table || number === undefined) {
        return null;
    }
    const step = piece ? table.piece : table.part;
    return {table, number: Number(number), piece,
        bytes: Math.min(step, table.size - step * Number(number))};
}

self.addEventListener("install", (event) => {
    // What has no version in its name may be an older one that the browser still keeps.
    const requests = page.map((path) =>
        new Request(path, {cache: path.includes(version) ? "default" : "no-cache"}));
    event.waitUntil(caches.open(PAGE).then((cache) => cache.addAll(requests))
        .then(() => self.skipWaiting()));
});

async function tidy() {
    for (const name of await caches.keys()) {
        if (name.startsWith(`${SCOPE} `) && name !== PAGE && name !== PARTS) {
            await caches.delete(name);
        }
    }
    const cache = await caches.open(PARTS);
    for (const request of await cache.keys()) {
        if (!tableFile(new URL(request.url).pathname)) {
            await cache.delete(request);
        }
    }
}

/** Keeps a file of a table unless it is something else, such as the page of a captive portal. */
async function keep(request, response) {
    const content = await response.blob();
    if (response.ok && content.size === tableFile(new URL(request.url).pathname)?.bytes) {
        await (await caches.open(PARTS)).put(request, new Response(content));
    }
}

async function fetchLater() {
    const cache = await caches.open(PARTS);
    for (const {path, size, piece} of later) {
        for (let number = 0; number * piece < size; number++) {
            const address = `${path}/piece${number}`;
            if (!await cache.match(address)) {
                await fetch(address).then((response) => keep(new Request(address), response))
                    .catch(() => {}); // it is tried again at the next visit
            }
        }
    }
}

/** A part of a table of which the piece is kept, or null. */
async function cutOut(pathname) {
    const {table, number, piece} = tableFile(pathname) ?? {};
    if (!table || piece) {
        return null;
    }
    const from = number * table.part;
    const kept = await caches.match(`${table.path}/piece${Math.floor(from / table.piece)}`);
    return kept && new Response((await kept.blob())
        .slice(from % table.piece, from % table.piece + table.part));
}

self.addEventListener("activate", (event) => {
    event.waitUntil(tidy().then(() => self.clients.claim()));
});

// The page says at each visit that it has its first answer.
self.addEventListener("message", (event) => {
    event.waitUntil(fetchLater());
});

async function answer(request) {
    const {pathname} = new URL(request.url);
    const isPage = request.mode === "navigate";
    const kept = await caches.match(request, {ignoreSearch: isPage}) || await cutOut(pathname);
    if (kept && !isPage) {
        return kept;
    }
    try {
        const fresh = await fetch(request);
        if (tableFile(pathname)) {
            keep(request, fresh.clone());
        }
        return fresh;
    } catch (error) {
        const old = kept || (isPage && await caches.match("./"));
        if (old) {
            return old;
        }
        throw error;
    }
}

self.addEventListener("fetch", (event) => {
    if (event.request.method === "GET" && event.request.url.startsWith(self.location.origin)) {
        event.respondWith(answer(event.request));
    }
});
