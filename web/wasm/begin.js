/**
 * Runs the scripts of the page, which lie beside the module, compressed, for hosts that compress nothing.
 * They run as scripts of the page itself, whose policy has their digests: scripts/packages/make-site puts
 * window.kauriScripts in place of their imports and exports. The module is fetched after the first ones.
 */
import {unpacked} from "./unpack.js";

const {module, heads} = JSON.parse(document.querySelector("meta[name=kauri-api]").content);
const place = new URL(module, document.baseURI).href;

/** Resolves with what the script exports. */
async function run(name) {
    const text = await (await unpacked(new URL(name, place))).text();
    return new Promise((take) => {
        window.kauriScripts.take = take;
        document.head.append(Object.assign(document.createElement("script"), {type: "module", textContent: text}));
    });
}

let late = null;
window.kauriScripts = {
    place,
    late() {
        late ??= run("late.bin");
        late.catch(() => { late = null; }); // to be tried again
        return late;
    },
};
if (location.protocol === "file:") { // from which browsers fetch nothing
    document.getElementById("from-file").hidden = false;
} else {
    run("app.bin").then((shared) => {
        window.kauriScripts.shared = shared;
        for (const href of [heads, module]) {
            document.head.append(Object.assign(document.createElement("link"),
                {rel: "preload", as: "fetch", crossOrigin: "", fetchPriority: "low", href}));
        }
    });
}
