/** Parts of the page that are fetched when they are first needed. */
import {setSetting} from "../base/settings.js";
import {t} from "../texts/texts.js";

export class LateParts {
    #app;
    #parts = {}; // by their names
    sound = null; // sound.js, if it was turned on

    constructor(app) {
        this.#app = app;
    }

    /** What mount(app) of a script has made; null if it cannot be fetched. */
    async #part(name, load) {
        let mount;
        try {
            ({mount} = await load());
        } catch {
            this.#app.notice(() => t("say.notLoaded"));
            return null;
        }
        this.#parts[name] = this.#parts[name] || mount(this.#app);
        return this.#parts[name];
    }

    /** Begins what a mode of the address needs. */
    takeUp({address: {lesson}}) {
        if (lesson) {
            this.learn(lesson);
        }
    }

    /** Begins a step of the lesson, or takes it up. */
    async learn(step) {
        (await this.#part("lesson", () => import("../study/lesson.js")))?.open(step);
    }

    /** Opens the dialog with the rules, the signs and the keys. */
    async help() {
        (await this.#part("help", () => import("./help.js")))?.open();
    }

    /** Says what is proven by what: of the position, or what evidence.js takes besides. */
    async askHow(place) {
        (await this.#part("evidence", () => import("../analysis/evidence.js")))?.open(place);
    }

    /** Shows the place in the solution under the board, from now on. */
    async walk() {
        (await this.#part("walk", () => import("../analysis/walk.js")))?.open();
    }

    /** Says in a box whether the best move is the only one. */
    async askOnlyMove(box) {
        (await this.#part("only move", async () => {
            const {mountOnlyMove} = await import("../study/onlymove.js");
            return {mount: () => mountOnlyMove(box, this.#app)};
        }))?.ask();
    }

    /** Turns the sound of sowing on or off. */
    async useSound(on) {
        setSetting("sound", on);
        this.sound = on ? await import("../board/sound.js").catch(() => null) : null;
    }
}
