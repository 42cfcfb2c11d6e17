/** What is pasted (web/explorer/game/pasted.js): who is asked, when that is waited for, and the account. */
import "./browser.js";
import assert from "node:assert/strict";
import {readdirSync, readFileSync} from "node:fs";
import test from "node:test";

const {passedOver, readPasted} = await import("../../../web/explorer/game/pasted.js");
const {formatPosition, parsePosition} = await import("../../../web/explorer/game/notation.js");
const {pastedTexts} = await import("../../../web/explorer/texts/words-pasted.js");

const POSITION = "0,0,1,0+1,0+3,1/0,0+1,0+2,1+1,0+2,0+2 S 26:31";
const LINK = `p=${POSITION.replace(/ /g, "_")}`;

/** Lets the API answer with these in turn: an object, a status with an error, or null if it is not there. */
function answers(...list) {
    const asked = [];
    globalThis.fetch = async (target, {body} = {}) => {
        asked.push(body);
        const one = target.includes("/rules") ? {} : list.shift();
        if (one === null) {
            throw new TypeError("no network");
        }
        return new Response(JSON.stringify(one), {status: one.error ? 400 : 200});
    };
    return asked;
}

test("a link is read by the page, and one that cannot be read is refused", async () => {
    const asked = answers();
    for (const [text, position] of [[LINK, POSITION], [`See (https://a.example/#${LINK})!`, POSITION],
        ["https://a.example/#!M=c", "5+1,5+1,0,6+1,6+1,6+1/6+1,6+1,5+2,5+1,5+1,5+1 N 0:0"]]) {
        const {link, games: [game]} = await readPasted(text);
        assert.ok(link, text);
        assert.equal(formatPosition(game.position), position);
    }
    await assert.rejects(readPasted("https://a.example/#p=5+1,5"), {key: "say.badLink"});
    assert.deepEqual(asked, []);
});

test("everything else is asked: a drawn position is a game without moves", async () => {
    const asked = answers({games: [{start: POSITION}], drawn: null}, {games: [], drawn: POSITION}, {error: "no", status: 3});
    const position = parsePosition(POSITION);
    assert.deepEqual(await readPasted(POSITION), {games: [{start: POSITION, position}]});
    assert.deepEqual((await readPasted("| 1 |")).games, [{start: POSITION, position, plies: []}]);
    await assert.rejects(readPasted("?"), {httpStatus: 400, message: "no"});
    assert.deepEqual(asked, [`${POSITION}\n`, "| 1 |\n", "?\n"]);
});

test("an answer is waited for while the API is away", async () => {
    answers(null, {games: [{start: POSITION}], drawn: null});
    let waits = 0;
    const {games} = await readPasted("1. e E", {onWait: () => { waits += 1; }});
    assert.deepEqual([games.length, waits], [1, 1]);
});

test("the account counts bytes", () => {
    const text = "Gr\u00fc\u00dfe \u2013 \u{1f41a}!\n1. e\nover";
    const piece = (at, length, line, kind, why = null) => ({at, length, line, kind, why});
    assert.deepEqual(passedOver(text, [piece(0, 17, 1, "skipped", "no part of a game"), piece(17, 1, 1, "blank"),
        piece(18, 4, 2, "move"), piece(23, 4, 3, "not checked")]), [
        {line: 1, part: "Gr\u00fc\u00dfe \u2013 \u{1f41a}!", why: "no part of a game"},
        {line: 3, part: "over", why: "not checked"}]);
});

test("the page has a text for each remark of the reader, and each reason to skip", () => {
    const folder = new URL("../../../games/records/", import.meta.url);
    const source = readdirSync(folder).filter((name) => name.endsWith(".c"))
        .map((name) => readFileSync(new URL(name, folder), "utf8")).join("");
    const said = [...source.matchAll(
        /(?:record_remark\([^";]*|REMARK_BYTES, |SKIPPED, (?:0, )?|pieces_drop\([^";]*|(?:why|PROSE)(?:\[\])? = )"([a-z][^"]+)"/g)]
        .map(([, text]) => text.replace(/%u|\d+$/g, "#"));
    assert.ok(said.length > 12, said.join("; "));
    // The page pastes nothing but UTF-8.
    const missing = said.filter((text) => !(text in pastedTexts) && !text.includes("UTF-8"));
    assert.deepEqual(missing, []);
});
