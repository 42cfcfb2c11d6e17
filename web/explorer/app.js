/** The page: wires the game, the board, the values, the address and the menus together. */
import {onServer, serverUp} from "./api.js";
import {Board} from "./board.js";
import {Evaluation} from "./evaluate.js";
import {Game} from "./game.js";
import {readHash, writeHash} from "./hash.js";
import {mountHelp} from "./help.js";
import {mountKeys} from "./keys.js";
import {judgedMoves, spokenValue} from "./moves.js";
import {formatPosition, startPosition} from "./notation.js";
import {mountPanels} from "./panels.js";
import {mountPlot} from "./plot.js";
import {PASS, isOver, legalMoves} from "./rules.js";
import {applyTheme, nextTheme, setSetting, settings, stepTime} from "./settings.js";
import {bestText, moveText} from "./spoken.js";
import {language, onLanguage, setLanguage, t, translate} from "./texts.js";

const byId = (id) => document.getElementById(id);

class App extends EventTarget {
    game = new Game();
    evaluation = new Evaluation();
    #rules = "standard";
    #language = ""; // chosen in the menu or by the link; "" is the browser's
    #flipped = false;
    #editing = null; // {position, onHole} of a panel that sets up a position
    #names = null;
    #allowed = null; // whether the board offers moves in a position
    #hidden = false; // values, by a panel
    #preview = null;
    #moving = Promise.resolve();
    #reading = false; // the state comes from the address, which gets no other entry for it
    #answering = false; // a move follows another that has an entry
    match = null; // the game against the program: {side, strength, hidden}
    #spoken = "";

    on(name, listener) {
        this.addEventListener(name, (event) => listener(event.detail));
    }

    #emit(name, detail) {
        this.dispatchEvent(new CustomEvent(name, {detail}));
    }

    rules() {
        return this.#rules;
    }

    setRules(rules) {
        if (rules !== this.#rules) {
            this.#rules = rules;
            this.#showRules();
            this.#emit("rules", rules);
            this.#ask();
            this.#write(false);
            this.draw();
        }
    }

    /** Begins a game under these rules; the one before keeps its own in the history. */
    begin(rules, position, moves = []) {
        this.#rules = rules;
        this.#showRules();
        this.game.load(position, moves);
    }

    #showRules() {
        for (const input of document.querySelectorAll("input[name=rules]")) {
            input.checked = input.value === this.#rules;
        }
    }

    /** The position on the board: of the game, unless a line is shown. */
    get position() {
        return this.#preview ? this.#preview.position : this.game.node.position;
    }

    /** Speaks through the live region. */
    announce(text) {
        byId("status").textContent = text;
    }

    /** Shows a quiet notice above the board until the next one; empty removes it. */
    notice(text) {
        byId("notice").textContent = text;
        byId("notice").hidden = !text;
    }

    // -------------------------------------------------------------------------- moves

    /** Plays a legal move of the current position; resolves when the board shows it. */
    play(move) {
        if (this.mayPlay(move)) {
            this.line.leave();
            this.game.playMove(move);
        }
        return this.settled();
    }

    /**
     * Plays a move without an entry in the history: "back" takes it back with the one before.
     * Returns the node after it.
     */
    answer(move) {
        this.#answering = true;
        try {
            return this.game.playMove(move);
        } finally {
            this.#answering = false;
        }
    }

    /** Begins or changes (null: ends) a game against the program; the address has it. */
    setMatch(match) {
        this.match = match;
        this.#write(false);
    }

    mayPlay(move) {
        return !this.#preview && this.#legal().includes(move);
    }

    /** Plays moves without showing them one by one; together they are one entry of the history. */
    playAll([first, ...others]) {
        this.game.playMove(first);
        others.forEach((move) => this.answer(move));
        this.board.skip();
    }

    /** Resolves when no move is being animated. */
    settled() {
        return this.#moving;
    }

    /** The moves that the board offers. */
    #legal() {
        const {position} = this.game.node;
        const closed = isOver(position, this.#rules) || this.#editing ||
            (this.#allowed && !this.#allowed(position));
        return closed ? [] : legalMoves(position);
    }

    /** Shows a position on the board for setting up, {position, onHole(letter, event)}, or null. */
    editing(state) {
        this.#editing = state;
        document.documentElement.classList.toggle("editing", Boolean(state));
        this.board.skip();
        this.draw();
    }

    /** Names of the players, {S, N}, or null for South and North. */
    names(names) {
        this.#names = names;
        this.draw();
    }

    /** The board offers moves only where allowed(position) is true; null: everywhere. */
    allow(allowed) {
        this.#allowed = allowed;
        this.draw();
    }

    /** Keeps the values of moves from sight, for exercises. */
    hideValues(hidden) {
        this.#hidden = hidden;
        byId("values").checked = !this.valuesHidden;
        this.#emit("value", this.evaluation.value);
        this.draw();
    }

    /** Shows them again, whoever has hidden them. */
    showValues() {
        setSetting("values", true);
        this.hideValues(false);
    }

    get valuesHidden() {
        return this.#hidden || !settings.values;
    }

    /** Shows {position, from, move, animated, label} in place of the game, or the game (null). */
    async preview(shown) {
        this.#preview = shown;
        this.notice(shown ? shown.label : "");
        document.documentElement.classList.toggle("previewing", Boolean(shown));
        if (shown && shown.animated) {
            await this.board.animate(shown.from, shown.move, {speed: stepTime()});
        }
        if (this.#preview === shown) {
            this.draw();
        }
    }

    // ------------------------------------------------------------------------ drawing

    #values() {
        if (this.valuesHidden || this.#preview || this.#editing) {
            return {};
        }
        return Object.fromEntries(judgedMoves(this.evaluation.value).filter((move) => move.move !== PASS)
            .map((move) => [move.move, {...move, spoken: spokenValue(move)}]));
    }

    /** Draws the board, unless a move is being shown: then it follows. */
    draw() {
        if (this.board.busy) {
            return;
        }
        const shown = this.#preview;
        const {node} = this.game;
        const editing = this.#editing;
        const position = editing ? editing.position : this.position;
        const legal = shown ? [] : this.#legal();
        this.board.draw(position, {
            legal,
            values: this.#values(),
            last: editing ? null : shown ? shown.move : node.move,
            flipped: this.#flipped,
            editing: Boolean(editing),
            names: this.#names,
            over: !shown && !editing && isOver(position, this.#rules),
        });
        byId("position-text").textContent = formatPosition(position);
        byId("pass").hidden = !legal.includes(PASS);
        byId("back").disabled = byId("first").disabled = !shown && !node.parent;
        byId("forward").disabled = byId("last").disabled = !shown && node.children.length === 0;
    }

    async #show(kind, node) {
        const from = node.parent ? node.parent.position : null;
        this.board.skip();
        if (kind === "move" && from && node.move !== PASS) {
            await this.board.animate(from, node.move, {speed: stepTime()});
        }
        if (this.game.node === node) {
            this.draw();
        }
    }

    #changed({kind, node}) {
        this.#preview = null;
        if (kind !== "tree") {
            this.notice("");
        }
        if (kind === "load" && !this.#reading) {
            this.match = null;
        }
        this.#ask();
        this.#write(!this.#reading && !this.#answering && (kind === "move" || kind === "load"));
        this.#sayMove(node);
        this.#emit("game", {kind, node, read: this.#reading});
        this.#moving = this.#show(kind, node);
    }

    #ask() {
        this.evaluation.ask(this.game.node.position, this.#rules);
    }

    // ------------------------------------------------------------------------ speaking

    #sayMove(node) {
        this.#spoken = moveText(node, this.#rules);
        this.announce(this.#spoken);
    }

    /** Adds what the best moves are worth to the announcement of the move. */
    #sayValue() {
        const best = this.valuesHidden ? "" : bestText(this.evaluation.value);
        if (best && this.#spoken) {
            this.announce(`${this.#spoken} ${best}`);
            this.#spoken = "";
        }
    }

    // ------------------------------------------------------------------------ the address

    #hash() {
        return writeHash({
            position: this.game.root.position, moves: this.game.toText(), rules: this.#rules,
            language: this.#language, flipped: this.#flipped, match: this.match,
        });
    }

    #write(push) {
        const hash = this.#hash();
        const address = hash ? `#${hash}` : location.pathname + location.search;
        if (hash !== location.hash.slice(1)) {
            history[push ? "pushState" : "replaceState"](null, "", address);
        }
    }

    /** Takes the state from the address. */
    #read() {
        if (location.hash.slice(1) === this.#hash()) {
            return;
        }
        const state = readHash(location.hash);
        this.#language = state.language;
        this.#rules = state.rules;
        this.#flipped = state.flipped;
        setLanguage(state.language);
        byId("language").value = language();
        this.#showRules();
        this.match = state.match; // after the language, for which a game that runs sets its own
        this.#reading = true;
        let fault = state.position ? "" : "say.badLink";
        try {
            this.game.fromText(state.position || startPosition(), state.moves);
        } catch (error) {
            fault = error.key || "say.badLink";
            this.match = null;
            this.game.load(startPosition());
        }
        this.#reading = false;
        if (fault) {
            this.notice(t(fault));
        }
    }

    // ------------------------------------------------------------------------ the menus

    flip() {
        this.#flipped = !this.#flipped;
        this.#write(false);
        this.draw();
    }

    #mountMenus() {
        const actions = {
            first: () => (this.#preview ? this.line.leave() : this.game.first()),
            back: () => (this.#preview ? this.line.back() : this.game.back()),
            forward: () => (this.#preview ? this.line.forward() : this.game.forward()),
            last: () => (this.#preview ? this.line.leave() : this.game.last()),
            flip: () => this.flip(),
            reset: () => this.game.load(startPosition()),
            pass: () => this.play(PASS),
            skip: () => this.board.focusHole(this.#legal().find((m) => m !== PASS) || "a"),
        };
        for (const [id, action] of Object.entries(actions)) {
            byId(id).addEventListener("click", action);
        }
        this.actions = actions;
        const menus = {
            language: [language(), (value) => {
                this.#language = value;
                setLanguage(value);
                this.#write(false);
            }],
            speed: [settings.speed, (value) => setSetting("speed", value)],
        };
        for (const [id, [value, action]] of Object.entries(menus)) {
            byId(id).value = value;
            byId(id).addEventListener("change", (event) => action(event.target.value));
        }
        byId("values").checked = settings.values;
        byId("values").addEventListener("change", (event) => {
            setSetting("values", event.target.checked);
            this.hideValues(this.#hidden && !event.target.checked);
        });
        for (const input of document.querySelectorAll("input[name=rules]")) {
            input.addEventListener("change", () => this.setRules(input.value));
        }
        byId("theme").addEventListener("click", () => {
            nextTheme();
            this.#nameTheme();
        });
        this.#nameTheme();
    }

    #nameTheme() {
        const label = `${t("menu.theme")}: ${t(`theme.${settings.theme}`)}`;
        byId("theme").title = label;
        byId("theme").setAttribute("aria-label", label);
    }

    start() {
        applyTheme();
        const hash = readHash(location.hash);
        setLanguage(hash.language);
        translate(document);
        this.board = new Board(byId("board"), {
            onHole: (letter, event) => (this.#editing
                ? this.#editing.onHole(letter, event) : this.play(letter)),
        });
        this.#mountMenus();
        this.choosePanel = mountPanels(byId("tools"), this);
        mountKeys(this);
        mountHelp(byId("help"));
        mountPlot(byId("plot"), this);
        translate(document);
        this.game.addEventListener("change", ({detail}) => this.#changed(detail));
        this.evaluation.addEventListener("change", () => {
            this.#emit("value", this.evaluation.value);
            this.draw();
            this.#sayValue();
        });
        onLanguage(() => {
            this.#nameTheme();
            this.#emit("language", language());
            this.draw();
        });
        onServer((up) => this.#server(up));
        addEventListener("hashchange", () => this.#read());
        addEventListener("popstate", () => this.#read());
        if (location.hash.length > 1) {
            this.#read();
        }
        this.#ask();
        this.draw();
        this.announce("");
        document.documentElement.dataset.ready = "1";
    }

    #server(up) {
        byId("server").hidden = up;
        byId("server").textContent = up ? "" : t("say.server.gone");
        if (up) {
            this.announce(t("say.server.back"));
            this.#ask();
        }
        this.#emit("server", serverUp());
    }
}

export const app = new App();
app.start();
