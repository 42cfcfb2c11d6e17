"""The memory of proofs: what was proven stays so, flows between positions and survives a reload."""
import json

from cases_board import ENDGAME, link
from cases_coach import ONE_OF_SEVERAL, lost_game
from cases_panels import id_
from explorer import expect

TWO_WINNERS = "1+1,0+2,2,0,0+2,1+1/2,0+2,0+1,3,0+3,0 S 26:25"

WINNERS = """return [...document.querySelectorAll("#moves tr[data-move]")]
    .filter((row) => row.querySelector("td.result.win")).map((row) => row.dataset.move).sort().join("");"""


def winners(page):
    """The moves that the list says to win."""
    return page.execute(WINNERS)


def what_was_proven_stays(page):
    """A move that was proven while one looked at it wins when one goes back, and after a reload. The
    moves that are open can be searched."""
    page.open(link(TWO_WINNERS), nodes=200_000)  # enough for the result, and not for all moves
    page.wait("document.querySelector('#open-moves button')", "the end of the search")
    before = winners(page)
    expect(before in ("b", "f", "bf"), before)  # the short search of the solution may find the other one
    page.hole("f")
    page.wait_words("#verdict strong", "South wins")
    page.press("#back")
    page.wait(lambda: winners(page) == "bf", lambda: f"b and f win, not {winners(page)}")
    page.wait_words("#open-moves", "b, f win; a, e are open.")
    page.execute("await new Promise((done) => { setTimeout(done, 800); });")  # until it is written
    page.open(link(TWO_WINNERS))
    page.wait(lambda: winners(page) == "bf", lambda: f"after a reload b and f win, not {winners(page)}")
    page.wait_words("#open-moves", "b, f win; a, e are open.")


def bounds_flow_soundly(page):
    """Of a walk through the tables, with all its repetitions, half of the positions are noted with bounds
    that are wider than the value. No bound that follows excludes a value, and many are narrower."""
    page.open()
    wrong, flowed, exact = page.execute("""
        const {ProofsMemory, keyOf} = await load("proofs-memory.js");
        const [{parsePosition}, {play, seedsOnBoard}, api] =
            await Promise.all(["notation.js", "rules.js", "api.js"].map(load));
        let state = 7;
        const random = (n) => (state = (state * 48271) % 2147483647) % n;
        const values = new Map(); // key -> {position, r}
        const starts = arguments[0].map(parsePosition);
        const walk = async (position, depth) => {
            if (values.has(keyOf(position))) { return; }
            const answer = await api.moves(position);
            values.set(keyOf(position), {position, r: answer.r});
            for (const {move} of depth > 0 ? answer.moves : []) {
                await walk(play(position, move).position, depth - 1);
            }
        };
        for (const start of starts) { await walk(start, 4); }
        const all = [...values.values()];
        const memory = new ProofsMemory();
        const given = new Map();
        for (let round = 0; round < 2; round++) {
            for (const {position, r} of all.filter(() => random(2) === 0)) {
                const bounds = [r - random(3), r + random(3)];
                given.set(keyOf(position), bounds);
                memory.note(position, bounds, "tables");
            }
        }
        const wrong = [];
        let [flowed, exact] = [0, 0];
        for (const {position, r} of all) {
            const [low, high] = memory.bounds(position) || [-99, 99];
            if (r < low || r > high) { wrong.push([keyOf(position), r, low, high]); }
            const [a, b] = given.get(keyOf(position)) || [-99, 99];
            flowed += low > a || high < b;
            exact += low === high;
        }
        return [wrong, flowed, exact / all.length];""", [ENDGAME, "1,0,0,0+6,0,0/0,0,0,0+6,1,0 S"])
    expect(not wrong, wrong)
    expect(flowed > 50 and exact > 0.3, f"{flowed} {exact}")


def what_is_kept_is_bounded(page):
    """The oldest positions are forgotten, and what contradicts a proof is, too."""
    page.open()
    found = page.execute("""
        const {ProofsMemory} = await load("proofs-memory.js");
        const {parsePosition} = await load("notation.js");
        const memory = new ProofsMemory();
        const of = (i) => parsePosition(`${i % 7},0,${i % 5},${i % 11},0+6,${i % 13}/${i % 3},0+6,0,0,0,0 N`);
        for (let i = 0; i < 6000; i++) { memory.note(of(i), [2, 30], "search"); }
        const most = memory.size;
        const kept = memory.bounds(of(5999));
        const gone = memory.taken().filter((key) => memory.row(key) === null).length;
        memory.note(of(5999), [-9, -3], "search");
        return [most, kept !== null, gone > 0, memory.bounds(of(5999))];""")
    expect(1000 < found[0] <= 4000 and found[1:] == [True, True, None], found)


def turning_points_are_those_of_the_program(page):
    """From the same bounds, the page finds the turning points that `kauri annotate` finds."""
    page.open()
    answer = json.loads(page.kauri("annotate", "--nodes", "2000", "--estimate-nodes", "100", "--time", "1000",
                                   "--memory", "64M", "--game", "4", "--json", page.games))
    found = page.execute("""
        const answer = arguments[0];
        const [{turningPoints}, {Game}, {parsePosition}] =
            await Promise.all(["turning.js", "game.js", "notation.js"].map(load));
        const game = new Game();
        game.loadRecord(parsePosition(answer.plies[0].position),
            {plies: answer.plies.map(({played}) => ({move: played.move}))});
        const bounds = [...answer.plies, answer.end].map((one) => one.bounds);
        return ["standard", "tiebreak"].flatMap((rules) => turningPoints(game.line(), bounds, rules));""", answer)
    order = lambda point: (point["ply"], point["rules"])  # noqa: E731
    expect(len(found) > 3 and sorted(found, key=order) == sorted(answer["turning_points"], key=order),
           f"{found}: {answer['turning_points']}")


def a_second_evaluation_goes_on(page):
    """It takes longer than the first; and what was proven then stays, even if this one proves nothing."""
    page.open(link(ENDGAME, "&m=eEaB"))
    page.press(id_("annotate"))
    page.wait_words(".lessons", "proven mistake")
    first = page.words(".lessons")
    expect("0 proven" not in first, first)
    page.wait_words(id_("annotate"), "deeper")
    page.execute("""
        const {fetch} = window;
        window.fetch = async (address, ...more) => {
            const answer = await fetch(address, ...more);
            if (!String(address).includes("/annotate")) { return answer; }
            window.asked = String(address);
            const found = await answer.json();
            [...found.plies, found.end].forEach((one) => { one.bounds = [-181, 181]; });
            found.plies.forEach((one) => { one.played = one.alternative = null; });
            found.mistakes = {standard: [], tie_breaker: []};
            found.turning_points = [];
            return new Response(JSON.stringify(found));
        };""")
    page.press(id_("annotate"))
    page.wait("window.asked", "another evaluation")
    page.wait_words(id_("annotate"), "deeper")
    expect("seconds=20" in page.execute("return asked;"), "the time")
    expect(page.words(".lessons") == first, f"{page.words('.lessons')!r} is {first!r}")


def a_mistake_is_located(page):
    """Where one of several moves gave the win away, a search finds which."""
    moves = lost_game(page)
    page.open(link(ENDGAME, f"&m={moves}&g=S3"))
    page.execute(ONE_OF_SEVERAL)
    page.press(id_("annotate"))
    page.wait_words(".lessons", "a mistake by South")
    page.press(id_("locate.search"))
    page.wait_words(".lessons", "1. e: ")
    page.wait_words(".lessons", "1 proven mistake")
    page.press(id_("how-mistakes"))
    page.wait_words("#evidence", "A mistake is proven where")
    expect("one of these" not in page.words(".lessons"), page.words(".lessons"))


def theory_is_beside_the_moves(page):
    """What is proven of the first plies is said of them, and flows to the positions between."""
    page.open()
    page.wait_words("#verdict strong", "North wins")
    page.wait("document.querySelectorAll('#moves td.result.loss').length === 6", "all first moves lose")
    page.hole("b")
    page.wait_words("#verdict strong", "North wins")
    page.wait("document.querySelector('#moves tr[data-move=D] td.result.win')", "1... D wins")


CASES = [theory_is_beside_the_moves, a_mistake_is_located, turning_points_are_those_of_the_program, a_second_evaluation_goes_on, bounds_flow_soundly, what_is_kept_is_bounded, what_was_proven_stays]
