/** The one memory of proofs of the page, which the browser keeps in IndexedDB. */
import {ProofsMemory} from "./proofs-memory.js";

/** Raised whenever what is kept means something else; then the browser drops what it has. */
const VERSION = 1;
const NAME = "kauri-proofs";
const PAUSE = 500; // milliseconds between writes
const PATIENCE = 1000; // milliseconds for reading, after which the page goes on without

export const proofs = new ProofsMemory();

const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error);
});

function open() {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
        const {result} = request;
        [...result.objectStoreNames].forEach((name) => result.deleteObjectStore(name));
        result.createObjectStore(NAME);
    };
    return done(request);
}

async function read() {
    const database = await open();
    database.onversionchange = () => database.close(); // for a newer page in another tab
    const store = database.transaction(NAME).objectStore(NAME);
    const [keys, rows] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    const news = proofs.taken(); // before the browser has answered
    proofs.load(keys.map((key, i) => [key, rows[i]]));
    let waiting = null;
    const write = (changed) => {
        waiting = null;
        try {
            const to = database.transaction(NAME, "readwrite").objectStore(NAME);
            changed.forEach((key) => (proofs.row(key) ? to.put(proofs.row(key), key) : to.delete(key)));
        } catch {
            // The database was closed: the page remembers, the browser does not.
        }
    };
    proofs.onChange = () => {
        waiting ??= setTimeout(() => write(proofs.taken()), PAUSE);
    };
    addEventListener("pagehide", () => write(proofs.taken()));
    write(news);
}

let reading = null;

/** Resolves when what the browser has kept is there, or when there is no hope for it. */
export function proofsRead() {
    reading ??= Promise.race([
        read().catch(() => {}), // no storage: the page remembers until it is closed
        new Promise((resolve) => { setTimeout(resolve, PATIENCE); }),
    ]);
    return reading;
}
