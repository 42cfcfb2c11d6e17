/** The language of the page, and its texts: those of words.js, and of parts that are loaded later. */
import {page} from "../base/dom.js";
import {words} from "./words.js";

export const LANGUAGES = ["en", "de"];
const listeners = new Set();

/** The texts by language, {en: {key: text}, de: {...}}. */
export const texts = Object.fromEntries(LANGUAGES.map((name) => [name, {}]));
addWords(words);

let current = preferred();

/** Adds texts, {key: [English, German]}, before the part of the page that needs them is built. */
export function addWords(more) {
    for (const [key, row] of Object.entries(more)) {
        LANGUAGES.forEach((name, i) => {
            texts[name][key] = row[i];
        });
    }
}

function preferred() {
    for (const wish of navigator.languages || []) {
        const name = wish.slice(0, 2).toLowerCase();
        if (LANGUAGES.includes(name)) {
            return name;
        }
    }
    return "en";
}

export const language = () => current;

/** Uses a language for the texts that follow; anything but "en" and "de" is that of the browser. */
export function speak(name) {
    current = LANGUAGES.includes(name) ? name : preferred();
}

/** Chooses a language as speak() does, for the whole page. */
export function setLanguage(name) {
    const wish = LANGUAGES.includes(name) ? name : preferred();
    page.lang = wish;
    if (wish !== current) {
        current = wish;
        translate(document);
        listeners.forEach((listener) => listener(wish));
    }
}

/** Calls the listener whenever the language changes. */
export function onLanguage(listener) {
    listeners.add(listener);
}

/**
 * The text of a key. {name} stands for a value, {name|one|many} for the one text if the value is 1
 * and for the other if it is not; they may have gaps themselves.
 */
export function t(key, values = {}) {
    const text = texts[current][key];
    return text === undefined ? key : gaps(text, values);
}

function gaps(text, values) {
    const chosen = text.replace(/\{(\w+)\|((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}/g,
        (_, name, one, many) => (Math.abs(values[name]) === 1 ? one : many));
    return chosen.replace(/\{(\w+)\}/g,
        (gap, name) => (name in values ? String(values[name]) : gap));
}

export const nameOf = (side) => t(side === "S" ? "south" : "north");

/** A number with the separators of the language. */
export const number = (n) => n.toLocaleString(current);

/** "+2", "0" or the true minus sign with a whole number. */
export function signed(n) {
    return n === 0 ? "0" : `${n > 0 ? "+" : "\u2212"}${number(Math.abs(n))}`;
}

/** Fills elements: data-t is their text, data-t-label their name and title, data-t-title the title. */
export function translate(root) {
    for (const element of root.querySelectorAll("[data-t]")) {
        element.textContent = t(element.dataset.t);
    }
    for (const element of root.querySelectorAll("[data-t-label]")) {
        element.title = t(element.dataset.tLabel);
        element.setAttribute("aria-label", element.title);
    }
    for (const element of root.querySelectorAll("[data-t-title]")) {
        element.title = t(element.dataset.tTitle);
    }
}
