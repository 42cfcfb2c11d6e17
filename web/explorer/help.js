/** The dialog that explains the rules, the signs and the keys. */
import {icon} from "./counters.js";
import {byId, el} from "./dom.js";
import {signIcon} from "./marks.js";
import {parsePosition} from "./notation.js";
import {button, checkbox} from "./parts.js";
import {setSetting, settings} from "./settings.js";
import {addWords, onLanguage, t} from "./texts.js";
import {signed} from "./values.js";
import {words} from "./words-help.js";

addWords(words);

const KEYS = [
    ["a \u2013 f", "help.letters"], ["\u2190 \u2192 \u2191 \u2193", "help.arrows"],
    ["key.enter", "help.enter"], ["key.pages", "help.pages"], ["key.home", "help.home"],
    ["p", "help.pass"], ["Esc", "help.escape"],
];

function fill(body, onExample) {
    const signs = [
        [icon("seed"), "help.seed"], [icon("cowrie"), "help.cowrie"],
        [signIcon("win"), "help.win"], [signIcon("draw"), "result.draw"],
        [signIcon("loss"), "help.loss"],
        [el("span", {class: "framed", text: "31:29"}), "help.frame"],
        ["in 5", "moves.distance.title"], [`\u2248 ${signed(1)}`, "help.estimate"],
    ];
    const list = (rows) => el("dl", {class: "help-list"}, ...rows.flatMap(([sign, key]) =>
        [el("dt", {}, sign), el("dd", {text: t(key)})]));
    body.replaceChildren(
        el("h2", {text: t("help.rules")}),
        el("p", {text: t("rules.board")}), el("p", {text: t("rules.sow")}),
        el("dl", {class: "help-list"},
            el("dt", {}, icon("cowrie")), el("dd", {text: t("rules.direct")}),
            el("dt", {}, icon("seed")), el("dd", {text: t("rules.indirect")})),
        el("p", {text: t("rules.end")}),
        el("p", {}, button("rules.example", onExample, "", {"data-id": null}), " ",
            t("rules.exampleText")),
        el("h2", {text: t("help.signs")}), list(signs),
        el("h2", {text: t("help.keys")}),
        list(KEYS.map(([keys, key]) => [el("kbd", {text: t(keys)}), key])),
        checkbox("help.anywhere", settings.letters, (chosen) => setSetting("letters", chosen)));
}

// South's move f makes a capture of each kind (cli/lookup/rules_text.h).
const EXAMPLE = ["0,1+2,0+1,0,2,2+2/0+1,1,3,1+3,0,2+3 S 24:24", "f"];

/** Fills the dialog; open() shows it. */
export function mount(app) {
    const dialog = byId("help");
    const body = dialog.querySelector(".help-body");
    const show = () => {
        dialog.close();
        app.game.load(parsePosition(EXAMPLE[0]));
        app.showBoard();
        app.play(EXAMPLE[1]);
    };
    fill(body, show);
    onLanguage(() => fill(body, show));
    dialog.querySelector(".help-close").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => {
        if (event.target === dialog) {
            dialog.close();
        }
    });
    return {
        open() {
            dialog.showModal();
            dialog.focus(); // so that its name is read, and its text before its fields
            dialog.scrollTop = 0;
        },
    };
}
