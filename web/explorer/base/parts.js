/** What several panels are made of. Elements that may be focused again have an id in data-id. */
import {t} from "../texts/texts.js";
import {el} from "./dom.js";
import {focusNear} from "./focus.js";

/** A button with the text of a key. */
export const button = (key, onclick, kind = "quiet", more = {}) => el("button", {
    class: `button ${kind}`, text: t(key), "data-id": key, onclick, ...more,
});

/** Attributes of a button that a key presses, too (keys.js). */
export const shortcut = (key) => ({"data-key": key, "aria-keyshortcuts": key});

export const note = (text) => el("p", {class: "muted small", text});

export const row = (...children) => el("div", {class: "row"}, ...children);

/** A heading with what belongs to it. */
export const part = (key, ...children) =>
    el("section", {class: "stack"}, el("h3", {text: t(key)}), ...children);

export const labelled = (key, ...children) =>
    el("div", {class: "labelled"}, el("span", {text: t(key)}), ...children);

/** One of several: choices are [value, text]. */
export const radios = (name, choices, chosen, onChoose) =>
    el("div", {class: "choices", role: "radiogroup", "aria-label": t(name)},
        ...choices.map(([value, text]) => el("label", {class: "choice"},
            el("input", {
                type: "radio", name, value, checked: value === chosen,
                "data-id": name + value, onchange: () => onChoose(value),
            }), el("span", {text}))));

export const checkbox = (key, checked, onChoose) => el("label", {class: "row small"}, el("input", {
    type: "checkbox", checked, "data-id": key, onchange: ({target}) => onChoose(target.checked),
}), el("span", {text: t(key)}));

/** A list of buttons: entries are [id, action, ...contents]. */
export const list = (entries) => el("ul", {class: "list"},
    ...entries.map(([id, onclick, ...contents]) => el("li", {}, el("button", {
        class: "list-button", "data-id": id, onclick,
    }, ...contents))));

export const badge = (text, kind = "") => el("span", {class: `badge ${kind}`, text});

export const says = (state, text) =>
    el("p", {class: "state", "data-state": state, text});

/** Replaces all that is in an element, but the open details stay, and the focus where it can. */
export function refill(root, ...children) {
    keep(root, () => root.replaceChildren(...children.flat().filter(Boolean)));
}

/** Changes what is in an element, as refill() does. */
export function keep(root, change) {
    const {activeElement} = document;
    const find = (id) => id && root.querySelector(`[data-id="${id}"]`);
    const had = root.contains(activeElement);
    const focus = had ? activeElement.dataset.id : null;
    const open = [...root.querySelectorAll("details[open]")].map((one) => one.dataset.id);
    change();
    open.map(find).filter(Boolean).forEach((one) => { one.open = true; });
    const again = find(focus);
    if (again && again !== activeElement) {
        again.focus({preventScroll: true});
    } else if (had && !again && !root.contains(document.activeElement)) {
        focusNear(root);
    }
}
