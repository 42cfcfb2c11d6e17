/** Hints in a game against the program: a hole to look at, without a value, a few times a game. */
import * as api from "../analysis/api.js";
import {announce} from "../base/announce.js";
import {button, note} from "../base/parts.js";
import {t} from "../texts/texts.js";

const HINTS = 3; // of a game
const SECONDS = 0.5; // that are searched for one

export class Hints {
    #app;
    #onChange;
    #left = HINTS;
    #move = null; // that was hinted at, for the current position

    constructor(app, onChange) {
        this.#app = app;
        this.#onChange = onChange;
    }

    /** Another game begins. */
    renew() {
        this.#left = HINTS;
    }

    /** Another position is on the board. */
    leave() {
        this.#move = null;
    }

    async #ask() {
        const {node} = this.#app.game;
        this.#left -= 1;
        this.#onChange();
        try {
            const {lines: [{move}]} = await api.analyse(node.position,
                {lines: 1, seconds: SECONDS, rules: this.#app.rules()});
            if (node === this.#app.game.node) {
                this.#move = move;
                this.#app.board.mark(move);
                announce(t("play.lookAt", {move}));
            }
        } catch {
            this.#left += 1;
        }
        this.#onChange();
    }

    /** The hint that was given, or null. */
    text() {
        return this.#move && note(t("play.lookAt", {move: this.#move}));
    }

    /** The button that asks for one, or null. */
    button() {
        return this.#move || this.#left === 0 ? null
            : button("play.hint", () => this.#ask(), "", {text: t("play.hint", {n: this.#left})});
    }
}
