/** The dialog that explains the keys and the signs. */
import {icon} from "./counters.js";
import {byId, el} from "./dom.js";
import {signIcon} from "./marks.js";
import {checkbox} from "./parts.js";
import {setSetting, settings} from "./settings.js";
import {onLanguage, t} from "./texts.js";
import {signed} from "./values.js";

const KEYS = [
    ["a \u2013 f", "help.letters"], ["\u2190 \u2192 \u2191 \u2193", "help.arrows"],
    ["key.enter", "help.enter"], ["key.pages", "help.pages"], ["key.home", "help.home"],
    ["p", "help.pass"], ["Esc", "help.escape"],
];

function fill(body) {
    const signs = [
        [icon("seed"), "help.seed"], [icon("cowrie"), "help.cowrie"],
        [signIcon("win"), "help.win"], [signIcon("draw"), "result.draw"],
        [signIcon("loss"), "help.loss"],
        [el("span", {class: "framed", text: "31:29"}), "help.frame"],
        ["in 5", "moves.distance.title"], [`\u2248 ${signed(1.4, 1)}`, "help.estimate"],
    ];
    const list = (rows) => el("dl", {class: "help-list"}, ...rows.flatMap(([sign, key]) =>
        [el("dt", {}, sign), el("dd", {text: t(key)})]));
    body.replaceChildren(
        el("h2", {text: t("help.signs")}), list(signs),
        el("h2", {text: t("help.keys")}),
        list(KEYS.map(([keys, key]) => [el("kbd", {text: t(keys)}), key])),
        checkbox("help.anywhere", settings.letters, (chosen) => setSetting("letters", chosen)));
}

export function mountHelp(dialog) {
    const body = dialog.querySelector(".help-body");
    fill(body);
    onLanguage(() => fill(body));
    byId("help-open").addEventListener("click", () => {
        dialog.showModal();
        dialog.focus(); // so that its name is read, and its text before its fields
        dialog.scrollTop = 0;
    });
    dialog.querySelector(".help-close").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => {
        if (event.target === dialog) {
            dialog.close();
        }
    });
}
