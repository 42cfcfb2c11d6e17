/** What modules of the explorer touch when they are loaded, and node lacks: to be imported first. */
const kept = new Map();

globalThis.document = {documentElement: {dataset: {}}, querySelector: () => ({content: "server"})};
globalThis.matchMedia = () => ({matches: false, addEventListener() {}});
globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
};
globalThis.CustomEvent ??= class extends Event { // node 18
    constructor(type, {detail = null} = {}) {
        super(type);
        this.detail = detail;
    }
};
Object.defineProperty(globalThis, "navigator", {value: {languages: ["en"]}, configurable: true});
