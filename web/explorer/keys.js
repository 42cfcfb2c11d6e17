/** The keys of the page, outside fields and menus. On the board, arrows are those of board.js. */
import {byId} from "./dom.js";
import {letterOf} from "./notation.js";
import {PASS} from "./rules.js";
import {settings} from "./settings.js";

const inField = (target) =>
    target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, dialog[open]");

export function mountKeys(app) {
    const steps = {
        ArrowLeft: () => app.actions.back(),
        ArrowRight: () => app.actions.forward(),
        ArrowUp: () => app.game.sibling(-1),
        ArrowDown: () => app.game.sibling(1),
        PageUp: () => app.actions.back(),
        PageDown: () => app.actions.forward(),
        Backspace: () => app.actions.back(),
        Home: () => app.actions.first(),
        End: () => app.actions.last(),
        Escape: () => app.line.leave(),
        "?": () => byId("help-open").click(),
    };

    function letter(key) {
        const index = key.length === 1 ? "abcdef".indexOf(key.toLowerCase()) : -1;
        return index < 0 ? null : letterOf(app.game.node.position.side, index);
    }

    addEventListener("keydown", (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || inField(event.target)) {
            return;
        }
        if (event.key.length === 1 && !settings.letters && !event.target.closest(".board")) {
            return; // speech input types letters, too
        }
        const step = steps[event.key];
        const inGroup = event.target.closest("[type=radio], [role=tablist]:not([data-pointed])");
        const move = event.key === "-" || event.key === "p" ? PASS : letter(event.key);
        if (event.repeat && (move || event.key === "Enter")) {
            // One press is one move, also on a button.
        } else if (move) {
            app.play(move);
        } else if (step && !(inGroup && event.key.startsWith("Arrow"))) {
            step();
        } else {
            return;
        }
        event.preventDefault();
    });
}
