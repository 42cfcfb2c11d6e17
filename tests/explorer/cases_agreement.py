"""Nothing contradicts itself: what is proven, what is estimated, and the order of the moves."""
import json
import os
import re

from cases_board import link
from explorer import ENDLESS, HANGS, expect

# Game 4 before 35... F!: all five moves are proven equal, above the tables of layers 0 to 3.
ARTICLE = "7,0,0,0,0,0/0+1,0,0+2,0+1,0+1,5+7 N 30:18"
# Every move loses 31:29, C first, though it wins the cowrie phase.
LOST = "0,0,0+3,0+1,0,0+1/0+2,0,0+1,0+4,1,0 N 30:29"

# What the answers of the API and the page say of each position of a game. Returns contradictions.
COMPARE = """
const [text, stride] = arguments;
const [api, moves, values, verdict, {parsePosition}] = await Promise.all(
    ["api.js", "moves.js", "values.js", "verdict.js", "notation.js"].map(load));
const wrong = [];
const say = (at, ...what) => wrong.push([at, ...what].join(" "));
const {games: [game]} = await api.replay(text);
const annotated = await (await fetch("/api/v1/annotate", {
    method: "POST", body: text, headers: {"Content-Type": "text/plain"}})).json();
const places = [game.start, ...game.plies.map((ply) => ply.position)];

/** Bounds that several sources give for the same thing must have a value in common. */
function meet(at, sources) {
    const low = Math.max(...sources.map((one) => one[0]));
    const high = Math.min(...sources.map((one) => one[1]));
    if (low > high) { say(at, "proofs contradict each other:", JSON.stringify(sources)); }
    return [low, high];
}
const whole = (at, estimate, [low, high]) => {
    if (estimate !== null && !(Number.isInteger(estimate) && values.netOf(low) <= estimate &&
        estimate <= values.netOf(high))) { say(at, "estimate", estimate, "of", low, high); }
};
for (const [i, place] of places.entries()) {
    if (i % stride !== 0) { continue; }
    const p = parsePosition(place);
    const ply = annotated.plies[i] || annotated.end;
    const [listed, guess, found] = [await api.moves(place), await api.analyse(place), await api.search(place)];
    const bounds = meet(place, [listed, guess, found, ply].map((one) => one.bounds));
    whole(place, guess.estimate, guess.bounds);
    const own = ply.estimate && (ply.estimate.value ?? ply.estimate);
    whole(`${place} annotate`, own ?? null, ply.bounds);
    for (const [rules, name] of [["standard", "standard"], ["tiebreak", "tie_breaker"]]) {
        const at = `${place} ${rules}`;
        const told = [listed, guess, found].map((one) => one[name].result)
            .concat(ply === annotated.end ? ply[name] : ply[name].before).filter(Boolean);
        if (new Set(told).size > 1) { say(at, "results", told); }
        const value = {
            state: Number.isInteger(found.r) ? "exact" : "open", source: "search", position: p,
            rules, bounds, answer: found, estimate: guess, nodes: 0,
        };
        const all = moves.judgedMoves(value);
        const best = all.filter((m) => m.best);
        for (const m of all) {
            const sources = [found, guess].flatMap(({moves: a, lines: b}) =>
                (a || b).filter((one) => one.move === m.move)).map((one) => one.bounds);
            meet(`${at} ${m.move}`, sources);
            if (m.net !== null && m.estimate !== null) { say(at, m.move, "has an estimate and a proof"); }
            whole(`${at} ${m.move}`, m.estimate, m.bounds);
            if (m.best && all.some((other) => other.worth[1] > m.worth[0])) { say(at, m.move, "is not best"); }
            if (m.best && m.result === "loss" && all.some((other) => other.worth[0] === m.worth[0] &&
                other.worth[1] === m.worth[0] && other.distance > m.distance)) {
                say(at, m.move, "is the fastest loss");
            }
        }
        all.slice(1).forEach((m, k) => m.place < all[k].place && say(at, m.move, "stands too low"));
        if (all.filter((m) => m.likely).length + (best.length ? 1 : 0) > 1) { say(at, "two kinds of best"); }
        if (found.status === "exact" && all.length > 0 && best.length === 0) { say(at, "no move is best"); }
        if (best.length > 0 && !all[0].best) { say(at, "the best move is not the first"); }
        const box = document.createElement("div");
        verdict.drawVerdict(box, value, () => {});
        if (/\\d[.,]\\d/.test(box.textContent)) { say(at, "a fraction:", box.textContent); }
    }
}
return wrong;
"""


def the_four_games_agree(page):
    """`moves` (probe), `analyse`, `search`, `annotate` and the page, at every fourth position, or at
    each with KAURI_TEST_LONG."""
    stride = 1 if "KAURI_TEST_LONG" in os.environ else 4
    page.open(nodes=200)
    with open(page.games, encoding="utf-8") as file:
        records = re.findall(r"^\(\d.*?(?=^\(\d|\Z)", file.read(), re.M | re.S)
    expect(len(records) == 4, f"{len(records)} games")
    for record in records:  # one after the other, since a busy server refuses what waits for long
        page.execute(f"window.wrong = null; (async function () {{{COMPARE}}})(...arguments)"
                     ".catch((error) => [error.stack]).then((found) => { window.wrong = found; });", record, stride)
        page.wait("Boolean(window.wrong)", "a game", 5 * HANGS)
        wrong = page.execute("return wrong;")
        expect(not wrong, "\n".join(wrong[:20]))
    for command in ("probe", "analyse"):
        said = page.kauri(command, *(["--no-tables"] if command == "analyse" else []), ARTICLE)
        expect("Standard rules:     draw" in said, said)


def every_move_is_proven(page):
    """Above the tables: five equal moves are framed, no estimate remains, and no idle button."""
    page.open(link(ARTICLE))
    page.wait_words("#verdict", "Draw 30:30")
    page.wait("document.querySelectorAll('#moves tr.best').length === 5", "five equal moves")
    shown = page.words("#verdict") + page.words("#moves") + page.words(".board")
    expect("\u2248" not in shown and "stimated" not in shown, shown)
    page.wait_words("#line-box h3", "Best line")
    expect(not page.execute("return document.querySelector('#verdict .button');"), "a button")
    page.press("input[value=tiebreak]")
    page.wait_words("#verdict", "North wins 30:30 by the cowries")
    page.wait("document.querySelectorAll('.board .value.best').length === 5", "frames on the board")


def the_fastest_loss_is_not_best(page):
    """Moves that lose by the same score are sorted by the length of the resistance."""
    answer = json.loads(page.kauri("probe", "--json", LOST))
    page.open(link(LOST))
    page.wait("document.querySelector('#moves tr[data-move] .result')", "the list of moves")
    rows = page.execute("return [...document.querySelectorAll('#moves tr[data-move]')].map((row) => "
                        "[row.dataset.move, row.className, row.querySelector('.result').className]);")
    net = {move["move"]: move["net"] for move in answer["moves"]}
    plies = {move["move"]: move["dtc"] for move in answer["moves"]}
    most = max(net.values())
    slowest = max(plies[move] for move in net if net[move] == most)
    expect("loss" in rows[0][2], rows)
    for move, kind, _ in rows:
        expect(("best" in kind) == (net[move] == most and plies[move] == slowest), (rows, net, plies))
    page.wait_words("#verdict", f"after {slowest} plies")
    page.wait(f"document.querySelector('[data-ply=\"1\"]')?.textContent === '{rows[0][0]}'",
              "the best line begins with the best move")
    why = page.words("#moves")
    expect("takes" not in why, f"said to the loser: {why}")


def estimates_come_while_it_thinks(page):
    """The engine's depths are shown one after the other, in whole seeds."""
    page.open(nodes=ENDLESS)
    page.execute("window.seen = new Set(); const note = () => window.seen.add("
                 "document.querySelector('#moves')?.textContent); new MutationObserver(note)"
                 ".observe(document.querySelector('#moves-box'), {childList: true, subtree: true,"
                 "characterData: true});")
    page.hole("c")
    page.wait("[...window.seen].filter((text) => text && text.includes('\\u2248')).length > 1",
              "two estimates")
    said = page.execute("return [...window.seen].join(' ');")
    expect(not any(f"{n}.{m}" in said for n in range(10) for m in range(10)), said)


CASES = [every_move_is_proven, the_fastest_loss_is_not_best, estimates_come_while_it_thinks,
         the_four_games_agree]
