/** Data of the page that is fetched when something first needs it. */

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
