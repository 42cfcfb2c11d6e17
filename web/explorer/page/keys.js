/** The keys of the page, outside fields and menus, and the wheel. Those that choose a hole are in board.js. */
import {moveText, rowText, scoreText} from "../analysis/spoken.js";
import {announce} from "../base/announce.js";
import {byId} from "../base/dom.js";
import {isPointed} from "../base/focus.js";
import {settings} from "../base/settings.js";
import {letterOf} from "../game/notation.js";
import {PASS} from "../game/rules.js";

const inField = (target) =>
    target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, dialog[open]");

const NOTCH = 60; // pixels of the wheel that are a step

/** The wheel over the board steps through the game, as long as there are moves that way. */
function mountWheel(app) {
    let turned = 0;
    byId("board").addEventListener("wheel", (event) => {
        const name = event.deltaY < 0 ? "back" : "forward";
        if (event.ctrlKey || app.mode.editing || byId(name).disabled) {
            return; // zooms, or scrolls the page
        }
        event.preventDefault();
        turned = (turned * event.deltaY < 0 ? 0 : turned) + event.deltaY * (event.deltaMode === 0 ? 1 : NOTCH);
        if (Math.abs(turned) >= NOTCH) {
            turned = 0;
            app.actions[name]();
        }
    }, {passive: false});
}

export function mountKeys(app) {
    mountWheel(app);
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
    const node = () => app.mode.shown || app.game.node;
    const spoken = {
        1: () => rowText(node().position, "S"),
        2: () => rowText(node().position, "N"),
        3: () => scoreText(node().position),
        4: () => moveText(node(), app.rules()),
    };

    /** The button that a key presses, such as "n" the one for the next problem. */
    const buttonOf = (key) => (/^[a-z]$/i.test(key) ? [...document.querySelectorAll(
        `[data-key="${key.toLowerCase()}"]`)].find((one) => one.checkVisibility()) : null);

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
        const inGroup = event.target.closest("[type=radio], [role=tablist]") && !isPointed();
        const move = event.key === "-" || event.key === "p" ? PASS : letter(event.key);
        if (event.repeat && (move || event.key === "Enter")) {
            // One press is one move, also on a button.
        } else if (move) {
            app.play(move);
        } else if (spoken[event.key]) {
            announce(spoken[event.key]());
        } else if (!event.repeat && buttonOf(event.key)) {
            buttonOf(event.key).click();
        } else if (step && !(inGroup && event.key.startsWith("Arrow"))) {
            step();
        } else {
            return;
        }
        event.preventDefault();
    });
}
