// What is said of the cowries of a lost game follows from its positions alone.
import "./browser.js";
import assert from "node:assert/strict";
import test from "node:test";

const {cowriesGiven} = await import("../../../web/explorer/play/cowrie-lesson.js");
const {Game} = await import("../../../web/explorer/game/game.js");

const lineOf = (moves) => {
    const game = new Game();
    for (const move of moves) {
        game.playMove(move);
    }
    return game.line();
};
const cowries = ({position}, side) => position.cowries[side].reduce((sum, n) => sum + n, 0);

test("cowries that were given away are those between the most and the fewest after it", () => {
    const LOST = "aDbFdDcBfCaBeBfAbB-F-DfA-CfBeDfEaDfBbAaFfCcAeDaEbFcBeAfEaCbEdE-C-DdFdAeDcBfCdDeEfAdBcF";
    const line = lineOf(LOST);
    const {from, to, given, passes} = cowriesGiven(line, "S");
    assert.equal(given, cowries(from, "S") - cowries(to, "S"));
    assert.ok(line.indexOf(from) < line.indexOf(to));
    for (const [i, early] of line.entries()) {
        for (const late of line.slice(i + 1)) {
            assert.ok(cowries(early, "S") - cowries(late, "S") <= given);
        }
    }
    const own = line.slice(line.indexOf(from) + 1).filter(({move, parent}) => move === "-" && parent.position.side === "S");
    assert.equal(passes, own.length);
    assert.ok(passes > 0);
});

test("a game in which few cowries went teaches nothing", () => {
    assert.equal(cowriesGiven(lineOf("cA"), "S"), null);
});
