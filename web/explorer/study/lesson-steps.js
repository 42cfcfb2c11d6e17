/**
 * The steps of the lesson. In each, the learner is South and has tasks: right(node) tells whether the
 * move that led to a node (game.js) does what the task asks. North answers between two tasks, by
 * `reply` or else by the only move there is. The positions have the 12 cowries and 60 seeds of a game.
 */
import {PASS, isOver, legalMoves, winnerOf} from "../game/rules.js";

const captures = (node) => node.captured.own > 0;
const cowriesOfNorth = ({cowries}) => cowries.N.reduce((sum, n) => sum + n, 0);
const staysHome = ({position, parent}) =>
    cowriesOfNorth(position) === cowriesOfNorth(parent.position);
const wins = ({position}, rules) => isOver(position, rules) && winnerOf(position, rules) === "S";

export const steps = [
    {
        name: "sow", position: "5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S 0:0",
        tasks: [{right: () => true}],
    },
    {
        name: "capture", position: "2+1,0,1,3+1,0,2+1/1+3,2+3,4,0,1+1,2+2 S 22:20",
        tasks: [{right: captures, hint: "f"}],
    },
    {
        name: "gift", position: "0,3+1,0,4+1,2+1,1+1/0+3,2+2,0+1,3,1,0+2 S 24:20",
        tasks: [{right: (node) => node.captured.other === 0, hint: "b"}],
    },
    {
        name: "pass", position: "0+3,0+3,0+3,0+2,0+1,0/4,2,0,3,1,2 S 26:22",
        tasks: [
            {right: ({position}) => position.cowries.S[5] > 0 && legalMoves(position)[0] === PASS, hint: "c"},
            {right: captures, hint: "f"},
        ],
    },
    {
        name: "end", position: "0+1,0,0+2,0+1,0,0+2/0+1,2,0+3,0,0+2,0 S 29:29",
        tasks: [{right: (node) => wins(node, "standard"), hint: "f"}],
    },
    {
        name: "tiebreak", rules: "tiebreak",
        position: "0+2,0+1,0+3,0,0+3,0+2/0,0,0,0,0,0+1 S 30:30",
        tasks: [{right: staysHome, hint: "a"}, {right: (node) => wins(node, "tiebreak"), hint: "b"}],
    },
    {
        name: "endgame", position: "0+1,0+6,0,0,0+3,0/0+1,0,2,0,0+1,0 S 29:29", reply: "A",
        tasks: [
            {right: ({move}) => move === "a", hint: "a"},
            {right: (node) => wins(node, "standard"), hint: "b"},
        ],
    },
];

/**
 * How the play to a node stands: {state: "task", "reply", "wrong" or "done", task (its number from 0),
 * node (that of the move which is wrong, or did it)}.
 */
export function standing(step, node) {
    const path = [];
    for (let n = node; n.parent; n = n.parent) {
        path.unshift(n);
    }
    const own = path.filter(({parent}) => parent.position.side === "S");
    const wrong = own.findIndex((one, i) => i >= step.tasks.length || !step.tasks[i].right(one));
    if (wrong >= 0 && wrong < step.tasks.length) {
        return {state: "wrong", task: wrong, node: own[wrong]};
    }
    if (own.length >= step.tasks.length) {
        return {state: "done", task: step.tasks.length - 1, node: own[step.tasks.length - 1]};
    }
    const state = node.position.side === "S" ? "task" : "reply";
    return {state, task: own.length, node};
}
