/** What a link says, in sentences, in brackets and in markup (web/explorer/page/hash.js). */
import "./browser.js";
import assert from "node:assert/strict";
import test from "node:test";

const {Game} = await import("../../../web/explorer/game/game.js");
const {linkIn, readHash, treeHash, writeHash} = await import("../../../web/explorer/page/hash.js");

const ENDGAME = "p=0,0,1,0+1,0+3,1/0,0+1,0+2,1+1,0+2,0+2_S_26:31";
// What stands behind a link.
const ENDS = [")", "]", ">", ".", ",", ";", ":", "\"", "'", "%20", "%22", "%3E", "\u200b", "%E2%80%8B", "\u201d",
    "\u00bb", "`", "**", "),", ">.", "&", "&amp;", "\\", "_", "}"];
// Links whose last field is a position, moves, rules, a game, a problem, a step, a turned board, names.
const WHOLE = [ENDGAME, "m=eEeF", "m=eE!eF(D){so}", "m=c&r=tiebreak", "m=c&g=N3", "problem=0123ab", "t=3", "fl=1",
    "m=c&n=Ann%7CBob%20%28Germany%29", "m=c&n=Ann%7C%22Bob%22"];
const MARKED = "m=c!!{a (b) it's 100%25! *}D'A?(E{so!})f&n=Ann!%7CBob%20(Germany)%7C~%7CBob%20won%2E";

/** All that a link says, with the moves as the page reads them. */
function read(hash) {
    const state = readHash(hash);
    const game = new Game();
    game.fromText(state.position, state.moves, state.about);
    return {...state, moves: game.toText(), about: game.about};
}

test("a sign behind a link changes nothing", () => {
    for (const whole of WHOLE) {
        const wanted = read(whole);
        assert.equal(Boolean(wanted.cut), false, whole);
        for (const end of ENDS) {
            assert.deepEqual(read(whole + end), wanted, whole + end);
        }
    }
});

test("a link that is written again says the same, and has no sign that chats take for its end", () => {
    for (const whole of [...WHOLE, MARKED]) {
        const said = read(whole);
        const again = writeHash(said);
        assert.match(again, /^$|[\p{L}\p{N}]$/u);
        assert.doesNotMatch(again, /[!?'()*[\]{}<>"` ]/);
        assert.deepEqual(read(again), said, again);
    }
    const {position, moves, about} = read(MARKED);
    assert.equal(moves, "c!!{a (b) it's 100%! *}D?'A(E{so!})f");
    assert.equal(about.result, "Bob won.");
    assert.equal(read(treeHash({position, moves, rules: "standard", about})).moves, moves);
});

test("a link that is cut off says so", () => {
    for (const cut of ["m=cD%2", "m=cD%E2%80", "m=cDf&r=tieb", "m=cDf&g", "m=cD&g=X&n=Ann"]) {
        assert.equal(readHash(cut).cut, true, cut);
        assert.equal(readHash(cut).match, null, cut);
    }
});

test("a link is found in what people paste: of any host, or without one", () => {
    const link = ENDGAME;
    for (const text of [`https://kauri.example/site/?x=1#${link}`, `#${link}`, link,
        `<http://127.0.0.1:8642/#${link}>`, `[Look](https://a.example/#${link})`,
        `Look at this (https://a.example/#${link}), please!`, `\u201e#${link}\u201c`,
        `<a href="https://a.example/#${link}">Look</a>`, `[url=https://a.example/#${link}]Look[/url]`,
        `https://filter.example/?url=https%3A%2F%2Fa.example%2F%23${encodeURIComponent(link)}&data=05%7C1`,
        `#/P=${link.slice(2)}`, link.replace(/_/g, "+"),
        `3. Januar: https://a.example/#${link}\n`]) {
        assert.deepEqual(readHash(linkIn(text)).position, readHash(link).position, text);
    }
});
