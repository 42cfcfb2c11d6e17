/**
 * Keeps the site for times without a network (docs/SITE.md). scripts/make-site puts the list of
 * files in place of LISTS: `page` is fetched when the site is first visited, `later` right after,
 * and the parts of other tables when they are read. Files of the last two have names that are
 * never used for other bytes, so what is kept is not asked for again.
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
    for (const path of later) {
        if (!await cache.match(path)) {
            await cache.add(path).catch(() => {}); // it is tried again when it is read
        }
    }
}

self.addEventListener("activate", (event) => {
    event.waitUntil(tidy().then(() => self.clients.claim()));
    fetchLater();
});

async function answer(request) {
    const {pathname} = new URL(request.url);
    const root = new URL("./", self.location).pathname;
    const isPage = request.mode === "navigate";
    const kept = await caches.match(request, {ignoreSearch: isPage});
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
