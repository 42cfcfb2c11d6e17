/**
 * What a visitor has chosen and the browser keeps: appearance, language, speed and sound of sowing, values
 * shown, whether keys of one character work outside the board, and what came of problems,
 * whether they may be of the cowrie phase, and the mistakes that come back as problems;
 * whether the page was ever used, and where it was left: what followed the "#", and
 * the tab; the step of the lesson that is learned; wins by strength of the opponent, and the last
 * links with a move that were to be sent; whether the place in the solution is shown, and the records of
 * games against it.
 */
import {page} from "./dom.js";

const KEY = "kauri-explorer";
const DEFAULTS = {
    theme: "auto", board: "wood", speed: "normal", values: true, letters: true, language: "",
    problems: null, phase: false, mistakes: [], visited: false, last: "", tab: "", learned: 0, wins: {}, sent: [],
    sound: false, walk: true, lasting: [],
};
const SPEEDS = {slow: 650, normal: 330, fast: 130, off: 0};

function stored() {
    try {
        return JSON.parse(localStorage.getItem(KEY)) || {};
    } catch {
        return {}; // no storage, or not ours
    }
}

export const settings = {...DEFAULTS, ...stored()};

export function setSetting(name, value) {
    settings[name] = value;
    try {
        localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
        // The choice lasts as long as the page.
    }
}

const darkSystem = matchMedia("(prefers-color-scheme: dark)");

/** Sets the appearance, and keeps to the system's while nothing else is chosen. */
export function applyTheme() {
    const dark = settings.theme === "auto" ? darkSystem.matches : settings.theme === "dark";
    page.dataset.theme = dark ? "dark" : "light";
    page.dataset.choice = settings.theme;
}

darkSystem.addEventListener("change", applyTheme);

/** Goes on from the system's appearance to the other one, then to the same but fixed, and back. */
export function nextTheme() {
    const [first, second] = darkSystem.matches ? ["light", "dark"] : ["dark", "light"];
    const next = {auto: first, [first]: second, [second]: "auto"};
    setSetting("theme", next[settings.theme]);
    applyTheme();
}

/** The time of a step of sowing in milliseconds; 0 is no animation. */
export function stepTime() {
    const fixed = new URLSearchParams(location.search).get("speed");
    if (fixed !== null) {
        return Math.max(0, Number(fixed) || 0);
    }
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return still ? 0 : SPEEDS[settings.speed] ?? SPEEDS.normal;
}
