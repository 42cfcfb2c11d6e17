/** The focus: where something that has it is taken away, it goes to what stands there next. */

const MAY_HAVE_IT = "button, a[href], input, select, textarea, summary, [tabindex='0']";

/** Gives the focus to the next step in the first of these elements that has one; says whether one has. */
export function focusIn(...elements) {
    for (const element of elements) {
        const all = [...element.querySelectorAll(MAY_HAVE_IT)].filter((one) =>
            one.tabIndex >= 0 && !one.disabled && one.checkVisibility());
        const next = all.find((one) => one.classList.contains("accent")) || all[0];
        if (next) {
            next.focus({preventScroll: true});
            return true;
        }
    }
    return false;
}

const isThere = (element) => element.isConnected && element.checkVisibility();

/** The element and those around it. */
const outwards = (element) => (element ? [element, ...outwards(element.parentElement)] : []);

/** Gives the focus to something in an element, or else near it. */
export const focusNear = (element) => focusIn(...outwards(element));

let pointing = false; // a pointer is down
let pointed = false;

/** Whether a pointer has given the focus; then arrows step through the game, also on tabs and choices. */
export const isPointed = () => pointed;

/** Keeps the focus when a click or a key takes away what has it. */
export function mountFocus() {
    const rescue = () => {
        const last = document.activeElement;
        const around = outwards(last);
        setTimeout(() => {
            // What was hidden still has the focus until the page is drawn.
            const stays = ![last, document.body].includes(document.activeElement);
            if (last !== document.body && !stays && !document.querySelector("dialog[open]") && !isThere(last)) {
                focusNear(around.find(isThere));
            }
        });
    };
    addEventListener("pointerdown", () => { pointing = pointed = true; }, true);
    ["pointerup", "pointercancel"].forEach((name) =>
        addEventListener(name, () => { pointing = false; }, true));
    addEventListener("focusin", () => { pointed = pointing; });
    addEventListener("click", rescue, true);
    addEventListener("keydown", rescue, true);
}
