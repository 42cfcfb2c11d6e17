/** Files that the page makes, and the buttons that save them. */
import {el} from "./dom.js";

/** Saves a file; the content may be a promise. */
export async function save(name, type, content) {
    const address = URL.createObjectURL(new Blob([await content], {type}));
    el("a", {href: address, download: name}).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
}

const cell = (value) => {
    const text = String(value ?? "");
    return /[",\n]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text;
};

/** Rows of cells, the first of which are names, as RFC 4180 has them. */
export const csv = (rows) => rows.map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");

/**
 * Buttons that save a table, and its drawing if there is one. `name` is that of the files, `title`
 * says of what they are, rows() and drawing() make their contents.
 */
export function downloads(name, title, rows, drawing = null) {
    const files = [["CSV", "text/csv", () => csv(rows())], ["SVG", "image/svg+xml", drawing]];
    return el("div", {class: "row files"}, ...files.filter(([, , make]) => make).map(([kind, type, make]) => el("button", {
        class: "button quiet", "data-id": `${kind}-${name}`, "aria-label": `${kind}: ${title}`, text: kind,
        onclick: () => save(`kauri-${name}.${kind.toLowerCase()}`, type, make()),
    })));
}
