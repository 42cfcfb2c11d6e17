/** A text to copy, with its button; and whether a link to this page is of use elsewhere. */
import {t} from "../texts/texts.js";
import {announce} from "./announce.js";
import {el} from "./dom.js";
import {button} from "./parts.js";

async function copy(field) {
    field.select();
    try {
        await navigator.clipboard.writeText(field.value);
    } catch {
        document.execCommand("copy"); // without https there is no clipboard
    }
    announce(t("copied"));
}

/** A text that cannot be changed, with the key of its name; in several lines if it is long. */
export function copyField(key, value, long = false) {
    const field = el(long ? "textarea" : "input", {
        type: long ? null : "text", rows: long ? 4 : null, class: "field", readonly: true,
        value: long ? null : value, "data-id": key, "aria-label": t(key), text: long ? value : null,
    });
    return el("div", {class: "labelled"}, el("span", {text: t(key)}),
        el("div", {class: "row grow"}, field, button("copy", () => copy(field), "quiet",
            {"data-id": `copy-${key}`, "aria-label": `${t("copy")}: ${t(key)}`})));
}

/** Whether the address leads to this computer alone. */
export const isLocal = () => location.protocol === "file:" ||
    /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
