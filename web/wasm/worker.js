/**
 * A worker that answers requests to the API with the module. The first message is {module, tables,
 * weights}; tables are [{name, size, part, path}], parts of `part` bytes in the files path/0, path/1,
 * ...; weights is the address of their file, or "". Each further one is a request; back come
 * {event, text} and in the end {status, text}, or {failed} if the module does not start.
 */
import {unpacked} from "./unpack.js";
import {startModule} from "./module.js";

const KEPT_BYTES = 64 << 20; // of parts

/** The tables; read() waits for the network, as workers may. */
function tablesOf(list) {
    const kept = new Map(); // address -> bytes, the oldest first
    let keptBytes = 0;
    const part = (address) => {
        const known = kept.get(address);
        if (known) {
            return known;
        }
        const request = new XMLHttpRequest();
        request.open("GET", address, false);
        request.responseType = "arraybuffer";
        try {
            request.send();
        } catch {
            return null;
        }
        if (request.status !== 200) {
            return null;
        }
        const bytes = new Uint8Array(request.response);
        kept.set(address, bytes);
        keptBytes += bytes.length;
        for (const [oldest, old] of kept) {
            if (keptBytes <= KEPT_BYTES || oldest === address) {
                break;
            }
            kept.delete(oldest);
            keptBytes -= old.length;
        }
        return bytes;
    };
    return {
        names: list.map(({name}) => name),
        size: (index) => list[index].size,
        read(index, offset, size) {
            const {path, part: partSize} = list[index];
            const out = new Uint8Array(size);
            for (let at = 0; at < size;) {
                const number = Math.floor((offset + at) / partSize);
                const from = offset + at - number * partSize;
                const count = Math.min(size - at, partSize - from);
                const bytes = part(`${path}/${number}`);
                if (!bytes || bytes.length < from + count) {
                    return null;
                }
                out.set(bytes.subarray(from, from + count), at);
                at += count;
            }
            return out;
        },
    };
}

let answer = null;

async function start({module, tables, weights}) {
    const bytes = weights
        ? new Uint8Array(await (await unpacked(weights)).arrayBuffer()) : null;
    return startModule(module, {tables: tablesOf(tables), weights: bytes,
        onEvent: (event, text) => postMessage({event, text})});
}

onmessage = async ({data}) => {
    if (data.module) {
        answer = start(data);
        return;
    }
    try {
        postMessage((await answer)(data));
    } catch (error) {
        postMessage({failed: error.message});
    }
};
