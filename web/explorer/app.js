/** The page: wires the game, its mode, the board, the values, the address and the menus together. */
import {onServer, serverUp} from "./analysis/api.js";
import {Evaluation} from "./analysis/evaluate.js";
import {mountPlot} from "./analysis/plot.js";
import {announceValues, moveText} from "./analysis/spoken.js";
import {nameOfMove} from "./analysis/values.js";
import {announce} from "./base/announce.js";
import {byId, page} from "./base/dom.js";
import {focusIn, mountFocus} from "./base/focus.js";
import {applyTheme, setSetting, settings, stepTime} from "./base/settings.js";
import {Board} from "./board/board.js";
import {Game} from "./game/game.js";
import {startPosition} from "./game/notation.js";
import {PASS} from "./game/rules.js";
import {Address} from "./page/address.js";
import {drawPage} from "./page/drawing.js";
import {mountFront} from "./page/front.js";
import {readHash} from "./page/hash.js";
import {mountKeys} from "./page/keys.js";
import {LateParts} from "./page/late-parts.js";
import {mountMenus, showRules} from "./page/menus.js";
import {LOOKS, Mode} from "./page/mode.js";
import {notice} from "./page/notice.js";
import {mountPanels} from "./page/panels.js";
import {beside} from "./page/places.js";
import {language, onLanguage, setLanguage, t, translate} from "./texts/texts.js";

class App extends EventTarget {
    game = new Game();
    mode = new Mode(); // what the page is doing, which enter() and leave() change
    evaluation = new Evaluation();
    address = new Address(this);
    late = new LateParts(this);
    ahead = () => null; // the move that a step beyond the end of the game plays (analysis/walk.js)
    #rules = "standard";
    #language = ""; // of the link, for this visit; "" is the one that was chosen, or the browser's
    #flipped = false;
    #moving = Promise.resolve();
    #answering = false; // a move follows another that has an entry

    on(name, listener) {
        this.addEventListener(name, (event) => listener(event.detail));
    }

    #emit(name, detail) {
        this.dispatchEvent(new CustomEvent(name, {detail}));
    }

    // --------------------------------------------------------------------------- the mode

    /** Enters a mode, {kind, ...} as mode.js has them, in place of the one that it excludes. */
    enter(mode) {
        this.#exchange(this.mode.put(mode));
    }

    /** Leaves a mode, if the page is in it. */
    leave(kind) {
        this.#exchange(this.mode.drop(kind));
    }

    /** Puts a mode in place of the one before; the address has it, and the page shows what follows from it. */
    #exchange(mode) {
        const before = this.#become(mode);
        if (before.layers[0] !== mode.layers[0]) {
            this.address.write(false);
        }
        this.#tellParts();
        this.#ask();
        this.draw();
    }

    /** Takes a mode while the game changes with it, which shows the rest. Returns the one before. */
    #become(mode) {
        const before = this.mode;
        this.mode = mode;
        LOOKS.forEach((name) => page.classList.toggle(name, mode.looks.includes(name)));
        return before;
    }

    rules() {
        return this.#rules;
    }

    setRules(rules) {
        if (rules !== this.#rules) {
            this.#rules = rules;
            showRules(this.#rules);
            this.#emit("rules", rules);
            this.#ask();
            this.address.write(false);
            this.draw();
        }
    }

    /** Begins a game under these rules; the one before keeps its own in the history. */
    begin(rules, position, moves = []) {
        this.#rules = rules;
        showRules(this.#rules);
        this.game.load(position, moves);
    }

    /** Scrolls so that the board is seen, with the head of the page where panels lie below it. */
    showBoard() {
        const fits = byId("board").getBoundingClientRect().bottom + scrollY <= innerHeight;
        if (fits && !beside.matches) {
            scrollTo(0, 0);
        } else {
            this.board.svg.scrollIntoView({block: "nearest"});
        }
    }

    /** Chooses a panel and gives its next step the focus, while the board stays where it is. */
    async openTools(id) {
        await this.choosePanel(id);
        this.showBoard();
        announce(byId(`tab-${id}`).textContent);
        focusIn(...document.querySelectorAll(`[data-panel="panel-${id}"], #panel-${id}`));
    }

    /** Shows and announces what text() gives, above the board until the next notice or null. */
    notice(text) {
        notice(text);
    }

    // -------------------------------------------------------------------------- moves

    /** Plays a move of the current position if it may be; resolves when the board shows it. */
    play(move) {
        const may = this.#legal().includes(move);
        if (may && this.mode.take) {
            this.mode.take(move);
        } else if (may) {
            this.line.leave();
            this.#passAfter(this.game.playMove(move));
        } else {
            announce(t("say.illegal", {move: nameOfMove(move)}));
            this.#emit("refused", move);
        }
        return this.settled();
    }

    /** Lets a side that has no move pass at once, after a move that was played here. */
    async #passAfter(node) {
        await this.settled();
        if (node === this.game.node && this.mode.passes && this.#legal()[0] === PASS) {
            this.answer(PASS);
        }
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
        return this.mode.moves(this.game.node, this.#rules);
    }

    /** Moves the focus to the first hole that may be played. */
    focusBoard() {
        this.board.focusHole(this.#legal().find((move) => move !== PASS) || "a");
    }

    /**
     * Shows the ply of a line in place of the game (null: the game again), with animated, spoken (whether
     * it is announced) and label().
     */
    async preview(ply) {
        this.#become(ply ? this.mode.put({kind: "shown", ply}) : this.mode.drop("shown"));
        notice(ply && ply.label, {spoken: false});
        if (ply && ply.spoken) {
            announce(`${ply.label()}. ${moveText(ply, this.#rules)}`);
        }
        if (ply && ply.animated) {
            await this.board.animate(ply.parent.position, ply.move, {speed: stepTime()});
        }
        if (this.mode.shown === ply) {
            this.draw();
        }
    }

    // ------------------------------------------------------------------------- values

    /** Whether the values of moves are kept from sight, by the mode or because they were not wished for. */
    get valuesHidden() {
        return this.mode.hides || !settings.values;
    }

    /** Shows the values, whatever hides them, or hides them. */
    chooseValues(shown) {
        setSetting("values", shown);
        this.#exchange(shown ? this.mode.reveal() : this.mode);
    }

    showValues() {
        this.chooseValues(true);
    }

    /** Tells the parts of the page what is known, or that it is hidden. */
    #tellParts() {
        byId("values").checked = !this.valuesHidden;
        this.#emit("value", this.evaluation.value);
    }

    /**
     * Asks what the position is worth where that is shown. It does so when what changes the position has
     * said whether it is shown: hidden values cost no request.
     */
    #ask() {
        queueMicrotask(() => {
            if (this.mode.asks && settings.values) {
                this.evaluation.ask(this.game.node.position, this.#rules);
            } else {
                this.evaluation.leave();
            }
        });
    }

    /** The moves of the game have got signs. */
    rated() {
        this.game.version += 1;
        this.#emit("rated");
    }

    // ------------------------------------------------------------------------ drawing

    /** Draws the page, unless a move is being shown: then it follows. */
    draw() {
        if (!this.board.busy) {
            drawPage(this);
        }
    }

    get flipped() {
        return this.#flipped;
    }

    flip() {
        this.#flipped = !this.#flipped;
        this.address.write(false);
        this.draw();
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
        const {reading} = this.address;
        this.#become(this.mode.drop("shown"));
        if (kind !== "tree") {
            this.notice(null);
        }
        if (kind === "load" && !reading) {
            this.#become(this.mode.put({kind: "free"}));
        }
        this.#ask();
        this.address.write(!this.#answering && (kind === "move" || kind === "load"));
        const text = moveText(node, this.#rules);
        announce(kind === "go" && node.move ? t("say.at", {text}) : text);
        this.#moving = this.#show(kind, node);
        if (kind === "load") {
            this.#tellParts();
        }
        this.#emit("game", {kind, node, read: reading});
    }

    // --------------------------------------------------------- the address and the language

    /** All that the address holds. */
    get state() {
        return {
            position: this.game.root.position, moves: this.game.toText(), rules: this.#rules,
            flipped: this.#flipped, about: this.game.about, ...this.mode.address,
        };
    }

    /** Takes a state that readHash() has made, with the panel that belongs to it if it was a link. */
    restore(state, linked) {
        this.#language = state.language || this.#language;
        this.#rules = state.rules;
        this.#flipped = state.flipped;
        setLanguage(this.#language || settings.language);
        byId("language").value = language();
        showRules(this.#rules);
        const before = this.#become(this.mode.read(state));
        const goesOn = before.layers[0] === this.mode.layers[0];
        const position = state.position || startPosition();
        let fault = state.cut ? "say.cutLink" : "";
        try {
            this.game.fromText(position, state.moves, state.about);
        } catch ({key}) {
            fault = key || "say.badLink";
            this.#become(this.mode.put({kind: "free"}));
            if (key === "say.cutLink") {
                this.game.fromText(position, state.moves, state.about, true);
            } else {
                this.game.load(startPosition());
            }
        }
        fault = state.position ? fault : "say.badLink";
        this.late.takeUp(this.mode);
        if (fault) {
            this.notice(() => t(fault));
        }
        if (linked || (!goesOn && this.mode.panel !== "analysis")) {
            this.choosePanel(this.mode.panel);
        }
    }

    chooseLanguage(name) {
        this.#language = "";
        setSetting("language", name);
        setLanguage(name);
    }

    // ---------------------------------------------------------------------- the beginning

    start() {
        applyTheme();
        setLanguage(readHash(location.hash).language || settings.language);
        translate(document);
        this.board = new Board(byId("board"), {
            onHole: (letter, event) => (this.mode.editing
                ? this.mode.editing.onHole(letter, event) : this.play(letter)),
            onBusy: (busy) => page.setAttribute("data-busy", busy ? "1" : ""),
            onDrop: (kind, captured) => this.late.sound?.drop(kind, captured),
            style: () => settings.board,
        });
        this.actions = mountMenus(this);
        this.choosePanel = mountPanels(byId("tools"), this);
        mountKeys(this);
        mountFocus();
        byId("help-open").addEventListener("click", () => this.late.help());
        this.plot = mountPlot(byId("plot"), this);
        translate(document);
        this.game.addEventListener("change", ({detail}) => this.#changed(detail));
        this.evaluation.addEventListener("change", () => {
            this.#tellParts();
            this.draw();
        });
        announceValues(this);
        onLanguage(() => {
            this.#emit("language", language());
            this.draw();
        });
        onServer((up) => this.#server(up));
        mountFront(this);
        this.address.read();
        this.#ask();
        this.draw();
        page.dataset.ready = "1";
    }

    #server(up) {
        byId("server").hidden = up;
        announce(t(up ? "say.server.back" : "say.server.gone"));
        if (up) {
            this.#ask();
        }
        this.#emit("server", serverUp());
    }
}

export const app = new App();
app.start();
