"""Games against the solution."""
from cases_panels import id_
from explorer import expect

STATE = "#panel-play, .panel-state[data-panel=panel-play]"

# Answers requests for replies with the move that captures most, without the program.
STUB = """
    const {legalMoves, play} = await load("rules.js");
    const {startPosition} = await load("notation.js");
    const ranked = (at) => legalMoves(at).map((move) => ({move, ...play(at, move)}))
        .sort((a, b) => b.captured.own - b.captured.other - a.captured.own + a.captured.other);
    window.best = (at) => ranked(at)[0];
    window.worst = (at) => ranked(at).at(-1);
    const {fetch} = window;
    window.fetch = async (address, options) => {
        const asked = new URL(address, location.href);
        if (!asked.pathname.endsWith("/reply")) { return fetch(address, options); }
        const at = [...asked.searchParams.get("moves") || ""].reduce((one, move) => play(one, move).position, startPosition());
        return new Response(JSON.stringify({move: best(at).move, proof: "result", source: "search", plies: null}));
    };"""


def moves(page):
    return page.execute("return new URLSearchParams(location.hash.slice(1)).get('m') || '';")


def begin(page):
    page.panel("play")
    page.press(id_("challenge.start"))
    page.wait("location.hash.includes('g=S11')", "the game")


def each_move_is_said_to_be_proven(page):
    """After 1. f the book answers; whatever else is played, by then it says what proves Kauri's move."""
    page.open()
    page.panel("play")
    page.check_axe("the choice of a game", "#panel-play")
    begin(page)
    expect(not page.execute(f"return Boolean(document.querySelector(\"{id_('play.hint')}\"));"), "no hints")
    page.keys("f")
    page.wait(lambda: moves(page) == "fB", "the answer of the book")
    page.wait("/proven, by the book: at most \\d+ plies/.test(document.body.textContent)", "what proves it")
    page.keys("a")
    page.wait(lambda: len(moves(page)) == 4, "the next answer")
    page.wait("/Kauri\u2019s [A-F] is proven, by (the book|search)/.test(document.body.textContent)", "what proves it")


def records_are_kept(page):
    """The card at the end says how long the game was, and the browser keeps it for the next visit. In place of the
    program something plays that may lose."""
    page.open()
    begin(page)
    page.execute(STUB)
    for _ in range(400):
        done = page.execute("""
            const {parsePosition} = await load("notation.js");
            const {isOver} = await load("rules.js");
            const at = parsePosition(document.querySelector("#position-text").textContent);
            if (isOver(at, "standard")) { return true; }
            if (at.side === "S" && worst(at).move !== "-") {
                document.querySelector(`[data-hole="${worst(at).move}"]`).dispatchEvent(new MouseEvent("click", {bubbles: true}));
            }
            return false;""")
        if done:
            break
    page.wait_words("[data-id=end]", "You lasted ")
    plies = len(moves(page))
    south = int(page.execute("return document.querySelector('#position-text').textContent;").split()[2].split(":")[0])
    told = page.words("[data-id=end]")
    expect(f"You lasted {plies} plies." in told and f"{south}:{60 - south}" in told and "29:31" in told, told)
    page.check_axe("the end of a game against the solution", "[data-id=end]")
    page.open()
    page.panel("play")
    page.wait_words("#panel-play", "Closest game")
    row = page.execute("return [...document.querySelectorAll('#panel-play tbody tr')].map((one) => one.textContent);")
    expect(row == [f"Closest game{south}:{60 - south}{plies}", f"Longest game{south}:{60 - south}{plies}"], row)


CASES = [each_move_is_said_to_be_proven, records_are_kept]
