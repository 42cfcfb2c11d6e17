/**
 * Games against the solution: as South from the start against Kauri, a lost game from the first move on. What
 * proves each of Kauri's moves, how close people have come, and the visitor's own records.
 */
import {el} from "../base/dom.js";
import {button, note, part, row} from "../base/parts.js";
import {setSetting, settings} from "../base/settings.js";
import {formatPosition, startPosition} from "../game/notation.js";
import {addWords, t} from "../texts/texts.js";
import {STRENGTHS} from "./opponents.js";

addWords({
    "challenge.title": ["Play against the solution", "Gegen die Lösung spielen"],
    "challenge.what": [
        "You are South, and you have lost since move 0: North’s win is proven, and Kauri plays only proven moves. How long can you last, and how close can you come?",
        "Du bist Süd, und du hast seit Zug 0 verloren: Der Gewinn von Nord ist bewiesen, und Kauri spielt nur bewiesene Züge. Wie lange hältst du durch, und wie nah kommst du heran?"],
    "challenge.start": ["Try it", "Versuchen"],
    "challenge.best": ["The best known so far: {score}.", "Bisher bestes bekanntes Ergebnis: {score}."],
    "challenge.own": ["Your records", "Deine Bestleistungen"],
    "challenge.score": ["Score", "Endstand"],
    "challenge.plies": ["Plies", "Halbzüge"],
    "challenge.closest": ["Closest game", "Knappste Partie"],
    "challenge.longest": ["Longest game", "Längste Partie"],
    "challenge.lasted": ["You lasted {n|one ply|{n} plies}.", "Du hast {n|einen Halbzug|{n} Halbzüge} durchgehalten."],
    "challenge.record.closest": ["No game of yours came closer.", "Näher kamst du noch nie heran."],
    "challenge.record.longest": ["No game of yours lasted longer.", "Länger hast du noch nie durchgehalten."],
    "challenge.proven.book": ["Kauri’s {move} is proven, by the book: at most {n|one ply|{n} plies} to the next capture.",
        "Kauris {move} ist bewiesen, durch das Buch: höchstens {n|ein Halbzug|{n} Halbzüge} bis zum nächsten Fang."],
    "challenge.proven.search": ["Kauri’s {move} is proven, by search.", "Kauris {move} ist bewiesen, durch Suche."],
    "challenge.proven.tables": ["Kauri’s {move} is proven, by the tables.", "Kauris {move} ist bewiesen, durch die Tabellen."],
    "challenge.proven.rules": ["Kauri has won already.", "Kauri hat schon gewonnen."],
    "challenge.guess": ["Kauri’s {move} is not proven: neither book nor search had a proof in time.",
        "Kauris {move} ist nicht bewiesen: Weder Buch noch Suche hatten rechtzeitig einen Beweis."],
});

/** The closest that anybody is known to have come, South:North. */
const KNOWN = [29, 31];

/** Whether a game is one against the solution. */
export const isChallenge = ({side, strength, people} = {}, root, rules) => !people && side === "S"
    && strength === STRENGTHS.at(-1) && rules === "standard"
    && formatPosition(root.position) === formatPosition(startPosition());

/** What proves a move of Kauri; `reply` is an answer of the API. */
export const provenText = ({move, proof, source, plies}) => t(
    !proof ? "challenge.guess" : `challenge.proven.${source === "book" && !plies ? "search" : source}`, {move, n: plies});

const closer = (a, b) => b.score[0] - a.score[0] || b.plies - a.plies;
const longer = (a, b) => b.plies - a.plies || b.score[0] - a.score[0];

/** The records among games {score: [S, N], plies}: {closest, longest}, or null without a game. */
export const recordsOf = (games) => (games.length === 0 ? null
    : {closest: [...games].sort(closer)[0], longest: [...games].sort(longer)[0]});

/** Adds a game to those that are kept: the closest and the longest one. */
export function keptOf(games, game) {
    const {closest, longest} = recordsOf([...games, game]);
    return closest === longest ? [closest] : [closest, longest];
}

/** Keeps a game that has ended, if it is a record. */
export const noteGame = (game) => setSetting("lasting", keptOf(settings.lasting, game));

const scoreText = (score) => score.join(":");

/** The visitor's records as a table. */
function recordTable() {
    const records = recordsOf(settings.lasting);
    return records && el("table", {class: "facts-table small", "aria-label": t("challenge.own")},
        el("thead", {}, el("tr", {}, el("th", {scope: "col", text: t("challenge.own")}),
            ...["score", "plies"].map((key) => el("th", {scope: "col", class: "number", text: t(`challenge.${key}`)})))),
        el("tbody", {}, ...["closest", "longest"].map((name) => el("tr", {},
            el("th", {scope: "row", text: t(`challenge.${name}`)}),
            el("td", {class: "number", text: scoreText(records[name].score)}),
            el("td", {class: "number", text: records[name].plies})))));
}

/** The part of the choice of a game; begins() begins one. */
export const challengePart = (begins) => part("challenge.title",
    note(t("challenge.what")), note(t("challenge.best", {score: scoreText(KNOWN)})), recordTable(),
    row(button("challenge.start", begins, "", {"data-id": "challenge.start"})));

/** What the card at the end says of a game, beside the records before it was noted. */
export function endPart(game, before) {
    const records = recordsOf(before);
    const news = !records ? [] : ["closest", "longest"].filter((name) => keptOf([records[name]], game).includes(game)
        && (name === "closest" ? closer : longer)(game, records[name]) < 0);
    return [
        el("p", {class: "end-said", text: [t("challenge.lasted", {n: game.plies}),
            ...news.map((name) => t(`challenge.record.${name}`))].join(" ")}),
        recordTable(), note(t("challenge.best", {score: scoreText(KNOWN)})),
    ];
}
