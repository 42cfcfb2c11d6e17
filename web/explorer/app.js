/** The page: wires the game, the board, the values, the address and the menus together. */
import {onServer, serverUp} from "./analysis/api.js";
import {Evaluation} from "./analysis/evaluate.js";
import {judgedMoves, spokenValue} from "./analysis/moves.js";
import {mountPlot} from "./analysis/plot.js";
import {bestText, moveText} from "./analysis/spoken.js";
import {nameOfMove} from "./analysis/values.js";
import {announce} from "./base/announce.js";
import {byId, page} from "./base/dom.js";
import {focusIn, mountFocus} from "./base/focus.js";
import {applyTheme, setSetting, settings, stepTime} from "./base/settings.js";
import {Board} from "./board/board.js";
import {Game} from "./game/game.js";
import {formatPosition, startPosition} from "./game/notation.js";
import {PASS, isOver, legalMoves} from "./game/rules.js";
import {Address} from "./page/address.js";
import {mountFront} from "./page/front.js";
import {readHash} from "./page/hash.js";
import {mountKeys} from "./page/keys.js";
import {mountMenus} from "./page/menus.js";
import {mountPanels} from "./page/panels.js";
import {beside} from "./page/places.js";
import {language, onLanguage, setLanguage, t, translate} from "./texts/texts.js";

class App extends EventTarget {
    game = new Game();
    evaluation = new Evaluation();
    address = new Address(this);
    #rules = "standard";
    #language = ""; // of the link, for this visit; "" is the one that was chosen, or the browser's
    #flipped = false;
    #editing = null; // {position, onHole} of a panel that sets up a position
    #names = null;
    #allowed = null; // whether the board offers moves in a position
    #take = null; // what is done with a move in place of playing it
    #hidden = false; // values, by a panel
    #preview = null;
    #moving = Promise.resolve();
    #answering = false; // a move follows another that has an entry
    match = null; // the game against the program: {side, strength, hidden}
    problem = null; // the name of the one that is being solved
    lesson = null; // the step of the lesson that is being taken
    #parts = {}; // what was fetched late, by the names of its scripts
    #notice = null; // the text of the notice, as a function
    #plot = null;
    #sound = null; // sound.js, if it was turned on
    #told = ""; // state of the value that was announced for the current position

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
            this.address.write(false);
            this.draw();
        }
    }

    /** Begins a game under these rules; the one before keeps its own in the history. */
    begin(rules, position, moves = []) {
        this.#rules = rules;
        this.#showRules();
        this.game.load(position, moves);
    }

    /** Begins a game in place of the one that the address names, as if it named this one. */
    replace(rules, position) {
        this.address.reading = true;
        this.begin(rules, position);
        this.address.reading = false;
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

    #showRules() {
        for (const input of document.querySelectorAll("input[name=rules]")) {
            input.checked = input.value === this.#rules;
        }
    }

    /** The position on the board: of the game, unless a line is shown. */
    get position() {
        return this.#preview ? this.#preview.position : this.game.node.position;
    }

    /** Shows and announces what text() gives, above the board until the next notice or null. */
    notice(text) {
        this.#notice = text;
        this.#showNotice();
        announce(text && text());
    }

    #showNotice() {
        byId("notice").textContent = this.#notice ? this.#notice() : "";
        byId("notice").hidden = !this.#notice;
    }

    // -------------------------------------------------------------------------- moves

    /** Plays a move of the current position if it may be; resolves when the board shows it. */
    play(move) {
        if (this.mayPlay(move) && this.#take) {
            this.#take(move);
        } else if (this.mayPlay(move)) {
            this.line.leave();
            this.#passAfter(this.game.playMove(move));
        } else {
            announce(t("say.illegal", {move: nameOfMove(move)}));
            this.#emit("refused", move);
        }
        return this.settled();
    }

    /**
     * Lets a side that has no move pass at once, after a move that was played here. Games against
     * the program and the lesson do it themselves; in a problem, the pass is left to the visitor.
     */
    async #passAfter(node) {
        await this.settled();
        if (node === this.game.node && !this.match && !this.problem && !this.lesson &&
            this.#legal()[0] === PASS) {
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

    /** Begins or changes (null: ends) a game against the program; the address has it. */
    setMatch(match) {
        this.match = match;
        this.address.write(false);
    }

    /** Begins (null: leaves) a problem by its name; the address has it. */
    setProblem(name) {
        this.problem = name;
        this.address.write(false);
    }

    /** Begins (null: leaves) a step of the lesson; the address has it. */
    setLesson(step) {
        this.lesson = step;
        this.address.write(false);
    }

    /** What mount(app) of a script has made, which is fetched when it is first needed; null if that fails. */
    async #part(name, load) {
        try {
            const {mount} = await load();
            this.#parts[name] = this.#parts[name] || mount(this);
        } catch {
            this.notice(() => t("say.notLoaded"));
        }
        return this.#parts[name] || null;
    }

    /** Begins a step of the lesson, or takes up the one that the address has. */
    async learn(step = this.lesson) {
        (await this.#part("lesson", () => import("./study/lesson.js")))?.open(step);
    }

    /** Turns the sound of sowing on or off; it is fetched when it is on. */
    async useSound(on) {
        setSetting("sound", on);
        this.#sound = on ? await import("./board/sound.js").catch(() => null) : null;
    }

    /** Opens the dialog with the rules, the signs and the keys. */
    async help() {
        (await this.#part("help", () => import("./page/help.js")))?.open();
    }

    /** Says what is proven by what: of the position, or what evidence.js takes besides. */
    async askHow(place) {
        (await this.#part("evidence", () => import("./analysis/evidence.js")))?.open(place);
    }

    /** Says in a box whether the best move is the only one. */
    async askOnlyMove(box) {
        (await this.#part("only move", async () => {
            const {mountOnlyMove} = await import("./study/onlymove.js");
            return {mount: () => mountOnlyMove(box, this)};
        }))?.ask();
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
        page.classList.toggle("editing", Boolean(state));
        this.#ask();
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

    /** Gives moves to take(move) in place of playing them; null: they are played. */
    takeMoves(take) {
        this.#take = take;
    }

    /** The moves of the game have got signs. */
    rated() {
        this.game.version += 1;
        this.#emit("rated");
    }

    /** Shows what a game that is over teaches. */
    findMistakes() {
        this.showValues();
        this.choosePanel("analysis");
        this.#plot.findMistakes();
    }

    /** The mistake of a side that cost most (Plot.costliest). */
    costliest(side, signal) {
        return this.#plot.costliest(side, signal);
    }

    /** Asks for better moves than some that were played. */
    learnFrom(mistakes) {
        this.#plot.learn(mistakes);
    }

    /** Keeps the values of moves from sight, for problems. */
    hideValues(hidden) {
        this.#hidden = hidden;
        byId("values").checked = !this.valuesHidden;
        this.#ask();
        this.#emit("value", this.evaluation.value);
        this.draw();
    }

    /** Shows them again, whoever has hidden them. */
    showValues() {
        setSetting("values", true);
        this.hideValues(false);
    }

    /** Whether a panel hides the values: an exercise, or a game against the program. */
    get secret() {
        return this.#hidden;
    }

    get valuesHidden() {
        return this.#hidden || !settings.values;
    }

    /** What is shown in place of the game; see preview(). */
    get shown() {
        return this.#preview;
    }

    /**
     * Shows a node in place of the game (null: the game again), with animated, spoken (whether it
     * is announced) and label().
     */
    async preview(shown) {
        this.#preview = shown;
        this.#notice = shown && shown.label;
        this.#showNotice();
        if (shown && shown.spoken) {
            announce(`${shown.label()}. ${moveText(shown, this.#rules)}`);
        }
        page.classList.toggle("previewing", Boolean(shown));
        if (shown && shown.animated) {
            await this.board.animate(shown.parent.position, shown.move, {speed: stepTime()});
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
            passed: !shown && !editing && node.move === PASS,
            over: !shown && !editing && isOver(position, this.#rules),
        });
        byId("position-text").textContent = formatPosition(position);
        const {south, north} = this.game.about;
        document.title = [south && north && `${south} \u2013 ${north}`, t("title")]
            .filter(Boolean).join(" \u00b7 ");
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
            this.notice(null);
        }
        if (kind === "load" && !this.address.reading) {
            this.match = this.problem = this.lesson = null;
        }
        this.#ask();
        this.address.write(!this.#answering && (kind === "move" || kind === "load"));
        const text = moveText(node, this.#rules);
        announce(kind === "go" && node.move ? t("say.at", {text}) : text);
        this.#told = "";
        this.#moving = this.#show(kind, node);
        this.#emit("game", {kind, node, read: this.address.reading});
    }

    /**
     * Asks what the position is worth where that is shown. It does so when what changes the position has
     * said whether it is shown: hidden values cost no request.
     */
    #ask() {
        queueMicrotask(() => {
            if (this.valuesHidden || this.#editing) {
                this.evaluation.leave();
            } else {
                this.evaluation.ask(this.game.node.position, this.#rules);
            }
        });
    }

    /** Announces what the best moves are worth: once as an estimate, once when it is proven. */
    #tellValue() {
        const {value} = this.evaluation;
        const best = this.valuesHidden || value.estimating ? "" : bestText(value);
        if (best && this.#told !== value.state) {
            announce(best);
            this.#told = value.state;
        }
    }

    // ------------------------------------------------------------------------ the address

    /** All that the address holds. */
    get state() {
        return {
            position: this.game.root.position, moves: this.game.toText(), rules: this.#rules,
            flipped: this.#flipped, match: this.match, about: this.game.about,
            problem: this.problem, lesson: this.lesson,
        };
    }

    /** Takes a state that readHash() has made, with the panel that belongs to it if it was a link. */
    restore(state, linked) {
        this.#language = state.language || this.#language;
        this.#rules = state.rules;
        this.#flipped = state.flipped;
        setLanguage(this.#language || settings.language);
        byId("language").value = language();
        this.#showRules();
        this.match = state.match; // after the language, for which a game that runs sets its own
        const another = state.problem && state.problem !== this.problem;
        this.problem = state.problem;
        this.lesson = state.lesson;
        this.#hidden ||= Boolean(another || this.lesson || this.match?.hidden); // before their parts are here
        const position = state.position || startPosition();
        let fault = state.cut ? "say.cutLink" : "";
        try {
            this.game.fromText(position, state.moves, state.about);
        } catch ({key}) {
            fault = key || "say.badLink";
            this.match = this.problem = this.lesson = null;
            if (key === "say.cutLink") {
                this.game.fromText(position, state.moves, state.about, true);
            } else {
                this.game.load(startPosition());
            }
        }
        fault = state.position ? fault : "say.badLink";
        if (this.match) {
            this.choosePanel("play");
        }
        if (this.lesson) {
            this.learn();
        }
        if (fault) {
            this.notice(() => t(fault));
        }
        if (another && this.problem) {
            this.hideValues(true);
            this.choosePanel("problems");
        } else if (linked && !this.match) {
            this.choosePanel("analysis");
        }
    }

    // ------------------------------------------------------------------------ the menus

    chooseLanguage(name) {
        this.#language = "";
        setSetting("language", name);
        setLanguage(name);
    }

    chooseValues(shown) {
        setSetting("values", shown);
        this.hideValues(this.#hidden && !shown);
    }

    get flipped() {
        return this.#flipped;
    }

    flip() {
        this.#flipped = !this.#flipped;
        this.address.write(false);
        this.draw();
    }

    /** Moves the focus to the first hole that may be played. */
    focusBoard() {
        this.board.focusHole(this.#legal().find((move) => move !== PASS) || "a");
    }

    start() {
        applyTheme();
        setLanguage(readHash(location.hash).language || settings.language);
        translate(document);
        this.board = new Board(byId("board"), {
            onHole: (letter, event) => (this.#editing
                ? this.#editing.onHole(letter, event) : this.play(letter)),
            onBusy: (busy) => page.setAttribute("data-busy", busy ? "1" : ""),
            onDrop: (kind, captured) => this.#sound?.drop(kind, captured),
            style: () => settings.board,
        });
        this.actions = mountMenus(this);
        this.choosePanel = mountPanels(byId("tools"), this);
        mountKeys(this);
        mountFocus();
        byId("help-open").addEventListener("click", () => this.help());
        this.#plot = mountPlot(byId("plot"), this);
        translate(document);
        this.game.addEventListener("change", ({detail}) => this.#changed(detail));
        this.evaluation.addEventListener("change", () => {
            this.#emit("value", this.evaluation.value);
            this.draw();
            this.#tellValue();
        });
        onLanguage(() => {
            this.#showNotice();
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
