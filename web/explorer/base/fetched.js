/** Data of the page that is fetched when something first needs it, and what is shown until it is there. */
import {addWords, t} from "../texts/texts.js";
import {button, note, row} from "./parts.js";

addWords({
    "fetched.loading": ["This is being fetched …", "Das wird geholt …"],
    "fetched.lost": ["This could not be fetched.", "Das ließ sich nicht holen."],
});

/** What stands in place of data that is not there: it is on its way, or lost, and again() fetches it. */
export const inPlace = (lost, again) => [note(t(lost ? "fetched.lost" : "fetched.loading")),
    lost ? row(button("again", again, "")) : null];

/**
 * Returns a function that resolves with read(value) of the JSON file beside the scripts. The file is
 * fetched once; if that fails, the function rejects, and fetches it again when it is next called.
 */
export function fetchedOnce(name, read = (value) => value) {
    let fetched = null;
    return () => {
        fetched = fetched || fetch(new URL(name, import.meta.url))
            .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.status))))
            .then(read);
        fetched.catch(() => { fetched = null; });
        return fetched;
    };
}
