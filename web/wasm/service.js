/**
 * Keeps the site for times without a network (docs/SITE.md). scripts/make-site puts the lists of
 * files in place of LISTS: `page` is fetched when the site is first visited, and right after it the
 * pieces of the tables in `later`, [{path, size, part, piece}]. The parts of other tables are kept
 * when they are read. Files of the last two have names that are never used for other bytes, so what
 * is kept is not asked for again.
 */
const {version, page, later} = LISTS;
const PAGE = `page-${version}`;
const PARTS = "tables";

self.addEventListener("install", (event) => {
    event.waitUntil(caches.open(PAGE).then((cache) => cache.addAll(page))
        .then(() => self.skipWaiting()));
});

async function tidy() {
    for (const name of await caches.keys()) {
        if (name !== PAGE && name !== PARTS) {
            await caches.delete(name);
        }
    }
}

async function fetchLater() {
    const cache = await caches.open(PARTS);
    for (const {path, size, piece} of later) {
        for (let number = 0; number * piece < size; number++) {
            const address = `${path}/piece${number}`;
            if (!await cache.match(address)) {
                await cache.add(address).catch(() => {}); // it is tried again at the next visit
            }
        }
    }
}

/** A part of a table of which the piece is kept, or null. */
async function cutOut(pathname) {
    const table = later.find(({path}) => pathname.includes(`/${path}/`));
    const number = Number(pathname.slice(pathname.lastIndexOf("/") + 1));
    if (!table || !Number.isInteger(number)) {
        return null;
    }
    const from = number * table.part;
    const kept = await caches.match(`${table.path}/piece${Math.floor(from / table.piece)}`);
    return kept && new Response((await kept.blob())
        .slice(from % table.piece, from % table.piece + table.part));
}

self.addEventListener("activate", (event) => {
    event.waitUntil(tidy().then(() => self.clients.claim()));
    fetchLater();
});

async function answer(request) {
    const {pathname} = new URL(request.url);
    const root = new URL("./", self.location).pathname;
    const isPage = request.mode === "navigate";
    const kept = await caches.match(request, {ignoreSearch: isPage}) || await cutOut(pathname);
    if (kept && !isPage) {
        return kept;
    }
    try {
        const fresh = await fetch(request);
        if (fresh.ok && pathname.startsWith(`${root}tables/`)) {
            (await caches.open(PARTS)).put(request, fresh.clone());
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
