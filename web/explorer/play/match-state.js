/** How a game between two stands: whose turn it is, who has won. This follows from its mode and the node alone. */
import {PASS, decidedFor, isOver, legalMoves, winnerOf} from "../game/rules.js";
import {isHere} from "../page/mode.js";

/** The key of a game that is over, in which `winner` is a side or null. */
const endOf = ({people, side}, winner) => (winner === null ? "play.draw"
    : people === "H" ? "play.over" : winner === side ? "play.won" : "play.lost");

/** The key of a person's turn, in a game that may be won already. */
const turnOf = ({people, side}, winner) => (people === "H" ? "play.theirTurn"
    : people || !winner ? "play.yourTurn" : winner === side ? "play.isWon" : "play.isLost");

/**
 * {state, over, winner} of a match of mode.js at a node. `state` is the key of what is said; `winner`, a
 * side or null, may have won before the game is over.
 */
export function standingOf(match, node, rules) {
    const {position, children} = node;
    const over = isOver(position, rules);
    const winner = over ? winnerOf(position, rules) : decidedFor(position);
    const here = isHere(match, position.side);
    const inside = children.length > 0;
    const state = over ? endOf(match, winner)
        : inside && (!here || match.people === "L") ? "play.inGame"
            : !inside && legalMoves(position)[0] === PASS ? "play.passes"
                : here ? turnOf(match, winner)
                    : match.people ? "play.send" : "play.thinking";
    return {state, over, winner};
}

/** Whether a state says that the person has beaten the program. */
export const isWon = (match, state) => !match.people && ["play.won", "play.isWon"].includes(state);

/** Whether a state is one between two turns, which passes by itself. */
export const isBetween = (state) => ["play.thinking", "play.sowing", "play.passes"].includes(state);

/** Whether a state says no more than whose turn it is. */
export const isTurn = (state) => ["play.yourTurn", "play.theirTurn"].includes(state);
