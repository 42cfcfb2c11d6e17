/**
 * What the page is doing, as one value: a game is looked at, played, solved as a problem or taken as a step of
 * the lesson; over it, a mistake may be learned from, a line shown, a position set up. What may be played,
 * who is called what, what is hidden and what the address says are derived from it. A mode never changes:
 * app.enter() and app.leave() put another in its place.
 */
import {isOver, legalMoves} from "../game/rules.js";

/** A game that is looked at and played freely. The other modes say in what they differ. */
const FREE = {
    address: {match: null, problem: null, lesson: null}, // what the address says of it
    panel: "analysis", // what a link to it opens
    looks: [], // classes of the page
    names: null, // keys of the players' names, {S, N, you: the side that is called "You"}; null: South and North
    own: null, // the person's side against the program
    hides: false, // the values of moves are kept from sight
    passes: true, // a side that has no move passes at once
    take: null, // what moves are given to in place of the game
    shown: null, // the ply of a line that is shown in place of the game
    editing: null, // {position, onHole(letter, event)} while a position is set up
    steps: "game", // the member of the page whose first(), back(), forward() and last() keys and buttons call
    isOpen: () => true, // whether moves may be played at a node
    view: ({position, move}) => ({position, move, live: true}), // what the board shows; live: it is the game
};

/** All classes of the page that modes give it. */
export const LOOKS = ["entering", "learning", "previewing", "editing"];

const NAMES = {S: "south", N: "north"};

/** Whether a person at this device moves for a side; `side` is missing until a link is taken up. */
export const isHere = ({people, side}, mover) => people === "H" || !side || side === mover;

/** The keys of the names in a game between two. */
function namesOf(match) {
    const {people, side, strength} = match;
    const you = people === "H" ? null : side || null;
    const nameOf = (one) => (isHere(match, one) ? (you ? "play.you" : NAMES[one])
        : people ? NAMES[one] : `opponent.${strength}`);
    return {S: nameOf("S"), N: nameOf("N"), you};
}

/**
 * What each mode says, by its kind, of its values and of what lies under it. `hidden` among the values
 * keeps the values of moves from sight.
 */
const SAYS = {
    free: () => FREE,

    /** The first visit, with a card that says what Kauri is. */
    front: ({hidden}) => ({...FREE, looks: ["entering"], hides: hidden}),

    /**
     * A game between two: `side` is the person's, `strength` the program's, `people` "H" if both are here,
     * "L" if the other one gets links. `ended`: its end was shown.
     */
    match: ({side, strength, people, hidden, ended}) => ({
        ...FREE,
        address: {...FREE.address, match: people ? {people, hidden} : {side, strength, hidden}},
        panel: "play",
        names: namesOf({side, strength, people}),
        own: people ? null : side,
        hides: hidden && !ended,
        passes: false, // when this can be read
        isOpen: ({position, children}) => isHere({people, side}, position.side) &&
            (people !== "L" || children.length === 0),
    }),

    /** The problem with this name. */
    problem: ({name, hidden}) => ({
        ...FREE, address: {...FREE.address, problem: name}, panel: "problems", hides: hidden,
        passes: false, // the visitor finds that there is no move
    }),

    /** The lesson, at a step from 1. It is there when it has allows(node), and is being fetched before. */
    lesson: ({step, hidden, allows}) => ({
        ...FREE,
        address: {...FREE.address, lesson: step},
        looks: allows ? ["learning"] : [],
        names: allows ? {S: "lesson.you", N: NAMES.N, you: "S"} : null,
        hides: hidden,
        passes: false,
        isOpen: allows || FREE.isOpen,
    }),

    /** Learning from mistakes: tries(move) takes what is played, or is null between two of them. */
    learning: ({tries, hidden}, under) => ({
        ...under, take: tries, hides: hidden, isOpen: tries ? FREE.isOpen : under.isOpen,
    }),

    /** A ply of a line. */
    shown: ({ply}, under) => ({
        ...under, shown: ply, looks: [...under.looks, "previewing"], steps: "line", isOpen: () => false,
        view: () => ({position: ply.position, move: ply.move, live: false}),
    }),

    /** Setting up a position. */
    setup: ({position, onHole}, under) => ({
        ...under, editing: {position, onHole}, looks: [...under.looks, "editing"], isOpen: () => false,
        view: () => ({position, move: null, live: false}),
    }),
};

/** Which modes lie over which; the others are at the bottom, one at a time. */
const RANKS = {learning: 1, shown: 2, setup: 3};
const rankOf = ({kind}) => RANKS[kind] || 0;

export class Mode {
    /** Takes the values of the modes that lie over each other, {kind, ...}, the lowest first. */
    constructor(layers = [{kind: "free"}]) {
        Object.assign(this, layers.reduce((under, one) => SAYS[one.kind](one, under), null));
        this.layers = layers;
        Object.freeze(this);
    }

    /** The values of the mode of a kind, or undefined. */
    find(kind) {
        return this.layers.find((one) => one.kind === kind);
    }

    /** With another mode, in place of the one that lies where it does. */
    put(layer) {
        return new Mode([...this.layers.filter((one) => rankOf(one) !== rankOf(layer)), layer]
            .sort((a, b) => rankOf(a) - rankOf(b)));
    }

    /** Without the mode of a kind, if there is one. */
    drop(kind) {
        const rest = this.layers.filter((one) => one.kind !== kind);
        return rest.length === this.layers.length ? this
            : new Mode(RANKS[kind] ? rest : [{kind: "free"}, ...rest]);
    }

    /** With the values of moves in sight. */
    reveal() {
        return new Mode(this.layers.map((one) => (one.hidden ? {...one, hidden: false} : one)));
    }

    /** With what an address says, as readHash() reads it; a problem that goes on stays what it is. */
    read({match, problem, lesson}) {
        return this.put(lesson ? {kind: "lesson", step: lesson, hidden: true}
            : match ? {kind: "match", ...match}
                : !problem ? {kind: "free"}
                    : problem === this.address.problem ? this.find("problem")
                        : {kind: "problem", name: problem, hidden: true});
    }

    /** Whether the page finds out what the position is worth. */
    get asks() {
        return !this.hides && !this.editing;
    }

    /** The moves that the board offers at a node. */
    moves(node, rules) {
        const {position} = node;
        return isOver(position, rules) || !this.isOpen(node) ? [] : legalMoves(position);
    }
}
