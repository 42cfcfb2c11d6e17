/**
 * Games: a position, a record or a link is pasted, or one of the four recorded games is chosen, or a
 * claim of the article is stepped through.
 */
import {announce} from "../base/announce.js";
import {el} from "../base/dom.js";
import {badge, button, list, note, part, refill, row} from "../base/parts.js";
import {readHash} from "../page/hash.js";
import {gameTexts} from "../texts/gametexts.js";
import {addWords, t} from "../texts/texts.js";
import {claims, games} from "./data.js";
import {Game} from "./game.js";
import {formatPosition, parsePosition} from "./notation.js";
import {Reader, account, readerText} from "./pasted.js";
import {treesOf, withPasses} from "./recordtext.js";

addWords(gameTexts);

/** The claims on the cowrie phase. */
const OF_TIEBREAK = [2, 3, 4, 6];

/** "4. South – North – date" of the first line of a record. */
const header = (text) => text.replace(/^\((\d+)\)/, "$1.").replace(/ - /g, " \u2013 ");

/** Says whether a record is only a position. */
const isPosition = ({plies, start, fault}) => plies.length === 0 && start !== null && !fault;

const nameOfGame = (record) => {
    const {game, south, north, date, start} = record;
    const names = isPosition(record) && !south && !north ? [`${t("board.position")} ${start}`]
        : [south || t("south"), north || t("north")];
    return header((game ? `(${game}) ` : "") + [...names, date].filter(Boolean).join(" - "));
};

/** "24... D" of a ply. */
const nameOfPly = (ply) => `${ply.number}${ply.side === "S" ? "." : "..."} ${ply.move}`;

/** Texts of a recorded result by `agrees`, which is null if the result was not compared. */
const RESULT = {true: "games.result", false: "games.resultWrong", null: "games.resultUnchecked"};

/** What the server found out about a game: sentences. */
function remarks({plies, missing, result, fault, remarks: more = []}) {
    const wrong = plies.filter((ply) => ply.differs).map(nameOfPly);
    return [
        missing && t("games.missing", {move: nameOfPly(plies[missing.ply])}),
        wrong.length && t("games.differs", {moves: wrong.join(", ")}),
        result && result.text && t(RESULT[result.agrees], result),
        ...more.map(readerText),
        fault && t("games.fault", {text: readerText(fault)}),
    ].filter(Boolean);
}

class Games {
    #root;
    #app;
    #found = []; // games of the text that was read last
    #source = ""; // that text
    #trees = []; // links in it
    #reader = new Reader();
    #chosen = null;
    #message = () => "";
    #text = "";

    constructor(root, app) {
        this.#root = root;
        this.#app = app;
        app.on("language", () => this.#build());
        this.#build();
    }

    /**
     * Shows a game as far as it can be played, with what its record leaves out if this page has
     * written its tree.
     */
    #take(game) {
        if (game.position && !this.#trees.some((hash) => this.#grow(hash, game))) {
            this.#app.game.loadRecord(game.position, game);
        }
        this.#chosen = game;
        this.#say(() => (isPosition(game) ? t("games.position") : ""));
        announce([nameOfGame(game), ...remarks(game)].join(" "));
        if (game.position) {
            this.#app.showBoard();
        }
    }

    /** Takes the tree of a link; false if it cannot be read, or is not one of this game. */
    #grow(hash, {start, plies}) {
        const {position, moves, about} = readHash(hash);
        try {
            const tree = new Game();
            tree.fromText(position, moves);
            const end = plies.reduce((node, {move}) =>
                node && node.children.find((child) => child.move === move), tree.root);
            if (!end || formatPosition(position) !== start) {
                return false;
            }
            this.#app.game.fromText(position, moves, about);
            this.#app.game.first();
            return true;
        } catch {
            return false;
        }
    }

    /** Forgets the games that were found, and ends the reading of more. */
    #forget() {
        this.#reader.stop();
        this.#found = [];
        this.#chosen = null;
    }

    /** Reads a text: follows a link, or shows the first game that can be shown. */
    async #read(text) {
        this.#forget();
        const found = await this.#reader.read(text, (tell) => this.#say(tell));
        if (!found) {
            return;
        }
        if (found.link) {
            this.#say(() => "");
            location.hash = found.link;
            return;
        }
        this.#found = found.games;
        this.#source = text;
        this.#trees = treesOf(text);
        this.#take(found.games.find(({position}) => position) || found.games[0]);
    }

    #say(text) {
        this.#message = text;
        this.#build();
        announce(text());
    }

    #build() {
        const area = el("textarea", {
            class: "field", id: "record", rows: 4, spellcheck: "false", "data-id": "record",
            placeholder: "1. c D; 2. f E; 3. b (+1) D",
            oninput: ({target}) => { this.#text = target.value; },
        });
        area.value = this.#text;
        refill(this.#root,
            el("section", {class: "stack"},
                el("h3", {}, el("label", {for: "record", text: t("games.paste")})),
                area, note(t("games.how")),
                row(
                    button("games.load", () => (this.#text.trim() ? this.#read(this.#text) : area.focus()), "accent"))),
            this.#outcome(),
            part("games.recorded", list(games.map((text, i) =>
                [`game-${i + 1}`, () => this.#read(text), header(text.split("\n")[0])]))),
            part("games.claims", note(t("games.claimsHow")),
                ...claims.map((claim) => this.#claim(claim))));
    }

    #outcome() {
        const {length: n} = this.#found;
        const broken = this.#found.filter(({fault}) => fault).length;
        return el("div", {class: "stack outcome"},
            this.#message() ? el("p", {class: "notice", text: this.#message()}) : null,
            n > 1 && broken > 0 ? note(t("games.broken", {n, broken})) : null,
            n > 1 ? list(this.#found.map((game, i) => [`found-${i}`, () => this.#take(game),
                el("span", {text: nameOfGame(game)}),
                game.fault ? el("span", {class: "muted small", text: readerText(game.fault)}) : null])) : null,
            this.#chosen ? el("h4", {text: nameOfGame(this.#chosen)}) : null,
            this.#chosen ? el("ul", {class: "remarks"},
                ...remarks(this.#chosen).map((text) => el("li", {text}))) : null,
            this.#chosen ? account(this.#source, this.#chosen) : null);
    }

    #claim([number, verdict, position, moves, marks]) {
        return el("details", {class: "claim", "data-id": `details-${number}`},
            el("summary", {}, badge(t(`claim.${verdict}`), verdict),
                el("span", {text: t(`claim.${number}`)})),
            el("div", {class: "stack"}, el("p", {text: t(`claim.${number}.why`)}),
                position ? button(moves ? "claim.line" : "claim.show",
                    () => this.#step(position, moves, number), "", {"data-id": `claim-${number}`})
                    : null,
                list(marks.map(([game, move, mark, right, before], i) => [
                    `mark-${i}`, () => this.#step(before, ""), badge(t(`claim.${right}`), right),
                    t("claim.mark", {game, move, mark}),
                ]))));
    }

    #step(text, moves, number = 0) {
        const position = parsePosition(text);
        this.#app.begin(OF_TIEBREAK.includes(number) ? "tiebreak" : "standard", position,
            withPasses(position, [...moves]));
        this.#app.game.first();
        this.#forget();
        this.#say(() => t(moves ? "claim.loaded" : "games.position"));
        this.#app.showBoard();
    }
}

export const panel = {
    mount(root, app) {
        new Games(root, app);
    },
};
