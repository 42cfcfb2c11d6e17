/** Where a game stands in the solution of a problem: this follows from its moves alone. */

/** The nodes that lead to one, without the root. */
export const pathTo = (node) => (node.parent ? [...pathTo(node.parent), node] : []);

/** Whether a ply of a solution leaves a choice to South. */
export const isChoice = ({wrong}) => Object.keys(wrong).length > 0;

/** How many moves South has to find in the first plies of a solution. */
export const choicesIn = (plies) => plies.filter(isChoice).length;

/** How many plies of the solution lead to a node, and the move that left it, or null. */
export function placeOf({line}, node) {
    const path = pathTo(node);
    let at = 0;
    while (at < path.length && at < line.length && path[at].move === line[at].move) {
        at += 1;
    }
    return {at, left: at < line.length && at < path.length ? path[at] : null};
}

/** How that is: "wrong" or "off" the solution, "try" at first, "right" after a move of it, "solved" at its end. */
export function stateOf({line}, {at, left}) {
    return left ? (left.move in line[at].wrong ? "wrong" : "off")
        : at === line.length ? "solved" : at > 0 ? "right" : "try";
}
