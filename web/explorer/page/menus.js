/** The buttons below the board, and the menus. */
import {byId} from "../base/dom.js";
import {nextTheme, setSetting, settings} from "../base/settings.js";
import {startPosition} from "../game/notation.js";
import {PASS} from "../game/rules.js";
import {language, onLanguage, t} from "../texts/texts.js";

/** What the buttons do, by their ids; keys do the same. */
const actionsOf = (app) => ({
    first: () => app[app.mode.steps].first(),
    back: () => app[app.mode.steps].back(),
    forward: () => (app.ahead() ? app.play(app.ahead()) : app[app.mode.steps].forward()),
    last: () => app[app.mode.steps].last(),
    flip: () => app.flip(),
    reset: () => app.game.load(startPosition()),
    pass: () => app.play(PASS),
    skip: () => app.focusBoard(),
});

function nameTheme() {
    const label = `${t("menu.theme")}: ${t(`theme.${settings.theme}`)}`;
    byId("theme").title = label;
    byId("theme").setAttribute("aria-label", label);
}

function mountMenu(id, value, choose) {
    byId(id).value = value;
    byId(id).addEventListener("change", (event) => choose(event.target.value));
}

/** Marks the rules that are played by. */
export function showRules(rules) {
    for (const input of document.querySelectorAll("input[name=rules]")) {
        input.checked = input.value === rules;
    }
}

/** Gives the buttons their actions, and returns these. */
export function mountMenus(app) {
    const actions = actionsOf(app);
    for (const [id, action] of Object.entries(actions)) {
        byId(id).addEventListener("click", action);
    }
    mountMenu("language", language(), (value) => app.chooseLanguage(value));
    mountMenu("speed", settings.speed, (value) => setSetting("speed", value));
    mountMenu("style", settings.board, (value) => {
        setSetting("board", value);
        app.board.redraw();
    });
    byId("sound").checked = settings.sound;
    byId("sound").addEventListener("change", async ({target}) => {
        await app.late.useSound(target.checked);
        app.board.onDrop("cowrie"); // so that it can be heard what was chosen
    });
    if (settings.sound) {
        app.late.useSound(true);
    }
    addEventListener("pointerdown", ({target}) => {
        byId("more").open &&= Boolean(target.closest("#more"));
    });
    byId("more").addEventListener("keydown", ({key}) => {
        byId("more").open &&= key !== "Escape";
    });
    byId("values").checked = settings.values;
    byId("values").addEventListener("change", ({target}) => app.chooseValues(target.checked));
    for (const input of document.querySelectorAll("input[name=rules]")) {
        input.addEventListener("change", () => app.setRules(input.value));
    }
    byId("theme").addEventListener("click", () => {
        nextTheme();
        nameTheme();
    });
    nameTheme();
    onLanguage(nameTheme);
    return actions;
}
