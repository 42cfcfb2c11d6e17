/** The WebAssembly module with what it imports (web/wasm/wasm_main.h); runs in a worker. */

const CACHE_BYTES = 32 << 20; // of decoded pages
// That one search may take: twice the least of a prover at the start. The engine, which gets the
// other half, slows down with a larger table, for lack of huge pages and prefetching.
const ANSWER_BYTES = 64 << 20;
const ENOSYS = 52, EBADF = 8;

/**
 * Starts the compiled module. tables: {names, size(index), read(index, offset, bytes)}, read
 * returning bytes or null; onEvent(name, text). Returns answer({method, target, accept, body}) ->
 * {status, text}, with status 0 after events; takeWeights(bytes), which takes a file of networks, without
 * which the module only looks up; and takeBook(bytes), which takes a solution book; a damaged one is left out.
 */
export async function startModule(module, {tables, onEvent}) {
    let wasm = null;
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    const heap = () => new Uint8Array(wasm.memory.buffer);
    const textAt = (at) => decoder.decode(heap().subarray(at, heap().indexOf(0, at)));
    const system = {
        clock_time_get: (clock, precision, at) => {
            const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
            new DataView(wasm.memory.buffer).setBigUint64(at, nanoseconds, true);
            return 0;
        },
        fd_prestat_get: () => EBADF, // there are no folders
        proc_exit: (status) => {
            throw new Error(`the module ended with ${status}`);
        },
    };
    const kauri = {
        name: (index, at) => {
            const name = tables.names[index];
            heap().set(encoder.encode(`${name || ""}\0`), at);
            return name ? 1 : 0;
        },
        size: (index) => tables.size(index),
        read: (index, offset, at, size) => {
            const bytes = tables.read(index, offset, size);
            if (bytes) {
                heap().set(bytes, at);
            }
            return bytes ? 0 : 1;
        },
        event: (name, at, size) => onEvent(textAt(name), decoder.decode(heap().slice(at, at + size))),
    };
    const imports = {kauri, wasi_snapshot_preview1: {}};
    for (const {module: from, name} of WebAssembly.Module.imports(module)) {
        if (from !== "kauri") {
            imports[from][name] = system[name] || (() => ENOSYS);
        }
    }
    wasm = (await WebAssembly.instantiate(module, imports)).exports;
    wasm._initialize();
    if (wasm.start(tables.names.length > 0 ? 1 : 0, CACHE_BYTES, ANSWER_BYTES) !== 0) {
        throw new Error(textAt(wasm.message()));
    }
    const put = (text) => {
        const coded = encoder.encode(`${text}\0`);
        const at = wasm.allocate(coded.length);
        heap().set(coded, at);
        return [at, coded.length - 1];
    };
    const takeWeights = (weights) => {
        for (let at = 0; at < weights.length;) {
            const head = new DataView(weights.buffer, weights.byteOffset + at, 8);
            const size = head.getUint32(4, true);
            heap().set(weights.subarray(at + 8, at + 8 + size), head.getUint32(0, true));
            at += 8 + size;
        }
    };
    const takeBook = (bytes) => {
        const at = wasm.allocate(bytes.length);
        heap().set(bytes, at);
        wasm.book(at, bytes.length);
        wasm.release(at);
    };
    const answer = ({method, target, accept, body}) => {
        const texts = [method, target, accept || "", body || ""].map(put);
        const status = wasm.answer(...texts.slice(0, 3).map(([at]) => at), ...texts[3]);
        texts.forEach(([at]) => wasm.release(at));
        const from = wasm.body();
        return {status, text: decoder.decode(heap().slice(from, from + wasm.body_size()))};
    };
    return {answer, takeWeights, takeBook};
}
