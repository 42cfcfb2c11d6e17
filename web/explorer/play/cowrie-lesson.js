/** What a game teaches about cowries: how many a player has given away, and what that costs. */
import {el} from "../base/dom.js";
import {note} from "../base/parts.js";
import {cowrieRow} from "../board/counters.js";
import {moveName} from "../game/game.js";
import {sum} from "../game/notation.js";
import {PASS, opponent} from "../game/rules.js";
import {addWords, t} from "../texts/texts.js";

addWords({
    "cowries.given": ["You let {given} of your cowries go. Only a hole with a cowrie can be played: without them you run out of moves.",
        "Du hast {given} deiner Kauris weggegeben. Nur eine Mulde mit Kauri ist spielbar: Ohne sie gehen dir die Züge aus."],
    "cowries.passed": ["You let {given} of your cowries go, and had to pass {n|once|{n} times}: only a hole with a cowrie can be played.",
        "Du hast {given} deiner Kauris weggegeben und musstest {n|einmal|{n}-mal} aussetzen: Nur eine Mulde mit Kauri ist spielbar."],
    "cowries.after": ["after {move}", "nach {move}"],
    "cowries.few": ["You have {n|one cowrie|{n} cowries}, {name} {m}. Only a hole with a cowrie can be played, and who has none passes: keep yours.",
        "Du hast {n|eine Kauri|{n} Kauris}, {name} {m}. Nur eine Mulde mit Kauri ist spielbar, und wer keine hat, setzt aus: Behalte deine."],
});

const LEAST = 3; // cowries that are worth a lesson

const cowriesOf = ({position}, side) => sum(position.cowries[side]);

/** {from, to, given, passes}: the nodes of a line between which a side lost most cowries, how many, and its passes after; or null. */
export function cowriesGiven(line, side) {
    let [most, found] = [line[0], null];
    for (const node of line) {
        const given = cowriesOf(most, side) - cowriesOf(node, side);
        if (given > (found?.given || LEAST - 1)) {
            found = {from: most, to: node, given};
        }
        most = given < 0 ? node : most;
    }
    return found && {...found, passes: line.slice(line.indexOf(found.from) + 1).filter(({move, parent}) =>
        move === PASS && parent.position.side === side).length};
}

/** A sentence and a picture for the end of a lost game; [] if cowries did not decide it. */
export function cowriePart(line, side) {
    const {from, to, given, passes} = cowriesGiven(line, side) || {};
    const at = (node) => el("p", {class: "row small"},
        el("span", {text: node.parent ? t("cowries.after", {move: moveName(node)}) : t("say.start")}),
        cowriesOf(node, side) > 0 ? cowrieRow(cowriesOf(node, side)) : null,
        el("span", {text: t("cowries", {n: cowriesOf(node, side)})}));
    return !given ? [] : [el("div", {class: "cowrie-lesson", "data-id": "cowries"},
        el("p", {text: t(passes > 0 ? "cowries.passed" : "cowries.given", {given, n: passes})}), at(from), at(to))];
}

/** Why a game is being lost: the other has at least twice as many cowries; or null. */
export function fewCowries(position, side, name) {
    const [n, m] = [side, opponent(side)].map((one) => cowriesOf({position}, one));
    return m >= 2 * n ? note(t("cowries.few", {n, m, name})) : null;
}
