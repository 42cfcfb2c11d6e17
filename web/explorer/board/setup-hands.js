/** Setting up by hand: counters are dragged from hole to hole, and a hole is written by keys. */
import {letterOf} from "../game/notation.js";

const PAUSE = 1500; // milliseconds after which a digit begins a new number

const holeOf = (element) => element?.closest?.("[data-hole]")?.dataset.hole || null;

/**
 * Listens on a board while isOpen(): drag(from, to, all) is told of a drag, with Shift of all counters,
 * and write(letter, text) of what was typed in a hole, such as "3" or "3+2" as in the text of a position.
 */
export function mountHands(board, {isOpen, drag, write}) {
    let from = null;
    let typed = {letter: "", text: "", time: 0};

    board.svg.addEventListener("pointerdown", ({target, pointerId}) => {
        from = isOpen() ? holeOf(target) : null;
        if (from && target.hasPointerCapture?.(pointerId)) {
            target.releasePointerCapture(pointerId); // of a finger, so that it is told where it ends
        }
    });
    addEventListener("pointerup", ({clientX, clientY, shiftKey}) => {
        const to = from && holeOf(document.elementFromPoint(clientX, clientY));
        if (to && to !== from) {
            drag(from, to, shiftKey);
        }
        from = null;
    });
    addEventListener("pointercancel", () => { from = null; });

    board.svg.addEventListener("keydown", (event) => {
        const letter = isOpen() && holeOf(event.target);
        if (!letter || event.altKey || event.ctrlKey || event.metaKey) {
            return;
        }
        const {key} = event;
        if (/^[0-9]$/.test(key) || (key === "+" && typed.letter === letter && /^\d+$/.test(typed.text))) {
            const goesOn = typed.letter === letter && event.timeStamp - typed.time < PAUSE;
            typed = {letter, text: (goesOn ? typed.text : "") + key, time: event.timeStamp};
            if (key !== "+") {
                write(letter, typed.text);
            }
        } else if (key === "Backspace" || key === "Delete") {
            typed = {letter: "", text: "", time: 0};
            write(letter, "0+0");
        } else if (/^[a-f]$/i.test(key)) {
            board.focusHole(letterOf(key === key.toLowerCase() ? "S" : "N", key.toLowerCase().charCodeAt(0) - 97));
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }, true);
}
