/**
 * A game as a tree of variations. A node is {id, position, move, captured, parent, children, marks,
 * note, comment}, with "!" and "?" and the letter of a note as a record has them, and a line of text;
 * its first child continues the main line. `about` is what a record says of the game: {south, north,
 * date, result}.
 */
import {NotationError, startPosition} from "./notation.js";
import {PASS, legalMoves, play} from "./rules.js";

/** What a text of moves may have at most: signs, plies in a row, variations within another. */
const MOST = {signs: 10000, plies: 1000, nested: 50};

/** How long a text that a person writes may be. */
export const LONGEST = {comment: 300, name: 60};

/**
 * Cleans a text, whoever wrote it: it becomes one line of so many letters, without braces and bars, which
 * separate texts in links, and without invisible characters, some of which reverse the text after them.
 */
const clean = (text, most = LONGEST.comment) => text.replace(/[{}|\p{Cc}\p{Cs}\u2028\u2029]/gu, " ")
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "")
    .replace(/\s+/g, " ").trim().slice(0, most).replace(/\p{Cs}$/u, "").trim();

/** Keeps the first two marks of a text. */
const cleanMarks = (text) => text.replace(/[^!?]/g, "").slice(0, 2);

/** The members of `about`, in the order of links. */
export const ABOUT = ["south", "north", "date", "result"];

/** Cleans what is said of a game, and leaves out empty members. */
export const cleanAbout = (about) => Object.fromEntries(
    ABOUT.map((name) => [name, clean(about[name] || "", LONGEST.name)]).filter(([, text]) => text));

/** Punctuation that a sentence or a chat puts behind a link; a dash would be a pass. */
const BEHIND = /^[^\p{L}\p{N}%-]*$/u;

/** A sign of moves as it is meant: writing programs make a dash longer, and add signs without a width. */
const plain = (sign) => sign.replace(/[\p{Pd}\u2212\u00ad]/u, PASS).replace(/[\p{Cf}\ufe00-\ufe0f]/u, "");

export class Game extends EventTarget {
    #ids = 0;
    version = 0; // changes with the tree and what is said of its moves, not with the current one

    constructor(position = startPosition()) {
        super();
        this.#plant(position);
    }

    #node(position, move, captured, parent) {
        return {id: this.#ids++, position, move, captured, parent, children: [], marks: "", note: "",
            comment: ""};
    }

    #plant(position) {
        this.root = this.#node(position, null, null, null);
        this.node = this.root;
        this.about = {};
        this.version += 1;
    }

    #tell(kind) {
        this.dispatchEvent(new CustomEvent("change", {detail: {kind, node: this.node}}));
    }

    #child(node, move) {
        const known = node.children.find((child) => child.move === move);
        if (known) {
            return known;
        }
        const {position, captured} = play(node.position, move);
        const child = this.#node(position, move, captured, node);
        node.children.push(child);
        this.version += 1;
        return child;
    }

    /** Begins a new game. Plays the moves and stands at the end; an illegal one throws. */
    load(position, moves = []) {
        this.#grow(position, {}, () => moves.reduce((node, move) => this.#child(node, move), this.root));
    }

    /** Begins the game of a record, as replay answers it, and stands at its beginning. */
    loadRecord(position, {plies, south, north, date, result}) {
        this.#grow(position, {south, north, date, result: result && result.text}, () => {
            let {root: node} = this;
            for (const {move, marks, note, inserted} of plies) {
                node = this.#child(node, move);
                Object.assign(node, {marks: cleanMarks(marks || ""), note: note || "", inserted});
            }
            return this.root;
        });
    }

    /** Begins a new tree; read() makes it and gives the current node, or throws. */
    #grow(position, about, read) {
        const before = [this.root, this.node, this.about];
        this.#plant(position);
        this.about = cleanAbout(about);
        try {
            this.node = read();
        } catch (error) {
            [this.root, this.node, this.about] = before;
            this.version += 1;
            throw error;
        }
        this.#tell("load");
    }

    /** Plays a move in the current position: a new variation unless it is there already. */
    playMove(move) {
        this.node = this.#child(this.node, move);
        this.#tell("move");
        return this.node;
    }

    go(node) {
        if (node && node !== this.node) {
            this.node = node;
            this.#tell("go");
        }
    }

    back() {
        this.go(this.node.parent);
    }

    forward() {
        this.go(this.node.children[0]);
    }

    first() {
        this.go(this.root);
    }

    last() {
        this.go(this.line().at(-1));
    }

    /** The next variation of the current move (step 1), or the one before it (-1). */
    sibling(step) {
        const all = this.node.parent ? this.node.parent.children : [];
        this.go(all[all.indexOf(this.node) + step]);
    }

    /** The nodes from the root through the current one to the end of its main line. */
    line() {
        const nodes = [];
        for (let node = this.node; node; node = node.parent) {
            nodes.unshift(node);
        }
        while (nodes.at(-1).children.length > 0) {
            nodes.push(nodes.at(-1).children[0]);
        }
        return nodes;
    }

    /** Removes a node with all that follows it. */
    remove(node) {
        const {parent} = node;
        if (!parent) {
            return;
        }
        const inside = this.line().slice(0, this.depth(this.node) + 1).includes(node);
        parent.children = parent.children.filter((child) => child !== node);
        if (inside) {
            this.node = parent;
        }
        this.version += 1;
        this.#tell("tree");
    }

    /** Makes a node and its ancestors the main line. */
    promote(node) {
        for (let n = node; n.parent; n = n.parent) {
            n.parent.children = [n, ...n.parent.children.filter((child) => child !== n)];
        }
        this.version += 1;
        this.#tell("tree");
    }

    /** Sets what is said of a move: {marks, comment}. */
    remark(node, {marks, comment}) {
        Object.assign(node, {marks: cleanMarks(marks), comment: clean(comment)});
        this.version += 1;
        this.#tell("tree");
    }

    /** Sets what is said of the game. */
    describe(about) {
        this.about = cleanAbout(about);
        this.#tell("tree");
    }

    /** Plies from the root. */
    depth(node) {
        let depth = 0;
        for (let n = node; n.parent; n = n.parent) {
            depth += 1;
        }
        return depth;
    }

    /**
     * The tree as text: moves in their order, variations in brackets after the move that they
     * replace, after each its marks, the letter of its note behind a "'" and its comment in braces,
     * and a dot after the current move unless that ends the main line.
     */
    toText() {
        let end = this.root;
        while (end.children.length > 0) {
            [end] = end.children;
        }
        const mark = (node) => (node === this.node && node !== end ? "." : "");
        const branch = (node) => node.move + node.marks + (node.note && `'${node.note}`) +
            (node.comment && `{${node.comment}}`) + mark(node);
        const rest = (node) => {
            let text = "";
            for (let n = node; n.children.length > 0; [n] = n.children) {
                const [main, ...others] = n.children;
                text += branch(main) + others.map((o) => `(${branch(o)}${rest(o)})`).join("");
            }
            return text;
        };
        return mark(this.root) + rest(this.root);
    }

    /**
     * Begins a game from such a text. Throws NotationError and keeps the old game if the text cannot be
     * read to its end or is too long; with `anyway`, takes the moves before an end that cannot be read.
     */
    fromText(position, text, about = {}, anyway = false) {
        this.#grow(position, about, () => this.#read(text, anyway));
    }

    #read(text, anyway) {
        const open = [];
        let current = null;
        let node = this.root;
        let plies = 0;
        let comment = null; // being read
        let at = 0;
        for (const sign of text) {
            if (sign === "}" && comment !== null) {
                node.comment = clean(comment);
                comment = null;
            } else if (comment !== null) {
                comment += sign;
            } else if (sign === "{" && node.parent) {
                comment = "";
            } else if (sign === "(" && node.parent) {
                open.push([node, plies]);
                node = node.parent;
                plies -= 1;
            } else if (sign === ")" && open.length > 0) {
                [node, plies] = open.pop();
            } else if (text[at - 1] === "'" && /[A-Z]/.test(sign)) {
                node.note = sign;
            } else if (node.parent && "!?".includes(sign)) {
                node.marks = cleanMarks(node.marks + sign);
            } else if (node.parent && sign === "'" && /[A-Z]/.test(text[at + 1])) {
                // The letter follows.
            } else if (sign === "." && !current) {
                current = node;
            } else if (legalMoves(node.position).includes(plain(sign))) {
                node = this.#child(node, plain(sign));
                plies += 1;
            } else if (plain(sign)) {
                break;
            }
            at += sign.length;
            if (text.length > MOST.signs || plies > MOST.plies || open.length > MOST.nested) {
                throw new NotationError("say.deepLink");
            }
        }
        if (comment !== null) {
            node.comment = clean(comment);
        }
        if (!anyway && (comment !== null || open.length > 0 || !BEHIND.test(text.slice(at)))) {
            throw new NotationError("say.cutLink");
        }
        return current || node;
    }
}

/**
 * The number of a move as records write it, "12." for South's and "12..." for North's: moves in a
 * row while the other player passes share one. `first` says that no other move with it precedes.
 */
export function moveNumber(node) {
    const {side} = node.parent.position;
    if (!node.numbered) { // which does not change, since no node gets another parent
        const before = node.parent.parent ? moveNumber(node.parent) : {count: 0, last: null};
        const first = node.move !== PASS &&
            (before.last === null || (side === "S" && before.last !== "S"));
        const count = before.count + (first ? 1 : 0);
        node.numbered = {
            number: Math.max(1, count), side, first, count,
            last: node.move === PASS ? before.last : side,
        };
    }
    return node.numbered;
}

/** "16. c" of a node, "18... B-B" for the second of moves in a row while the other player passes. */
export function moveName(node) {
    const {number, side} = moveNumber(node);
    let moves = node.move === PASS ? "\u2013" : node.move;
    for (let n = node.parent; n.move === PASS && n.parent.parent &&
        moveNumber(n.parent).number === number; n = n.parent.parent) {
        moves = `${n.parent.move}-${moves}`;
    }
    return `${number}${side === "S" ? "." : "..."} ${moves}`;
}

/** What a record says of a move: "! (A)". */
export const commentOf = ({marks, note, comment}) =>
    [marks, note && `(${note})`, comment].filter(Boolean).join(" ");

export {PASS};
