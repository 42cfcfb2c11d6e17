/** A dialog for what a person writes on a move, its marks and a comment, or on the game. */
import {el} from "../base/dom.js";
import {button, radios, row} from "../base/parts.js";
import {addWords, t} from "../texts/texts.js";
import {ABOUT, LONGEST, moveName} from "./game.js";

addWords({
    "remarks.move": ["On {move}", "Zu {move}"],
    "remarks.game": ["About the game", "Zur Partie"],
    "remarks.marks": ["Mark", "Zeichen"],
    "remarks.none": ["none", "keins"],
    "remarks.comment": ["Comment", "Kommentar"],
    "remarks.south": ["South", "Süd"],
    "remarks.north": ["North", "Nord"],
    "remarks.date": ["Date", "Datum"],
    "remarks.result": ["Result", "Ergebnis"],
    "remarks.save": ["Save", "Speichern"],
    "remarks.cancel": ["Cancel", "Abbrechen"],
});

const MARKS = ["", "!", "?", "!!", "??", "!?", "?!"];

function field(name, value, most, long = false) {
    const input = el(long ? "textarea" : "input", {
        class: "field", "data-id": `remarks.${name}`, maxlength: most, rows: long ? 3 : null,
        type: long ? null : "text",
    });
    input.value = value || "";
    return [input, el("label", {class: "labelled"}, el("span", {text: t(`remarks.${name}`)}), input)];
}

/** Opens the dialog for the current move of a game. */
export function openRemarks(game) {
    const {node} = game;
    const title = node.parent ? t("remarks.move", {move: moveName(node)}) : t("remarks.game");
    let {marks} = node;
    const names = node.parent ? ["comment"] : ABOUT;
    const fields = names.map((name) => (node.parent
        ? field(name, node.comment, LONGEST.comment, true) : field(name, game.about[name], LONGEST.name)));
    const dialog = el("dialog", {"aria-label": title, "data-id": "remarks"});
    const save = () => {
        const said = Object.fromEntries(fields.map(([input], i) => [names[i], input.value]));
        if (node.parent) {
            game.remark(node, {marks, ...said});
        } else {
            game.describe(said);
        }
        dialog.close();
    };
    dialog.append(el("div", {class: "stack"}, el("h2", {text: title}),
        node.parent ? el("div", {class: "labelled"}, el("span", {text: t("remarks.marks")}),
            radios("remarks.marks", MARKS.map((one) => [one, one || t("remarks.none")]), marks,
                (chosen) => { marks = chosen; })) : null,
        ...fields.map(([, label]) => label),
        row(button("remarks.save", save, "accent"), button("remarks.cancel", () => dialog.close()))));
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && event.target.tagName === "INPUT" && event.target.type === "text") {
            save();
        }
    });
    document.body.append(dialog);
    dialog.showModal();
    fields[0][0].focus();
}
