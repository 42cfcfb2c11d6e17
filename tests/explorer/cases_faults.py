"""What is said when the server refuses something, boards without tables, links that are too much."""
import os
import shutil
import tempfile

from cases_board import ENDGAME, START, link
from cases_panels import id_, state_of
from explorer import Server, expect

# Answers: the status of HTTP, the exit status beside it, and what is said in German.
FAULTS = [(400, 3, "Der Server kann das nicht lesen."),
          (404, 4, "So weit reichen die Tabellen nicht."),
          (413, 2, "Das ist dem Server zu lang."),
          (429, 6, "Der Server ist ausgelastet."),
          (503, 5, "Dem Server fehlt eine Tabelle, oder sie ist beschädigt."),
          (503, 6, "Dem Server reicht der Speicher nicht."),
          (503, 8, "Der Server wird gerade beendet."),
          (500, 9, "Der Server kann darauf nicht antworten.")]
# The last seed is captured by North in any case.
DECIDED = "0,0,0,0,0,1+1/0+5,0+6,0,0,0,0 S 30:29"
FOUR_HOLES = "0+1,1,0,0/0,0+1,0,0+1 S 0:0"

# Makes the server refuse: the status of HTTP, the exit status, a part of the addresses concerned.
REFUSE = """
const [http, status, part = ""] = arguments;
const ask = window.fetch;
window.fetch = async (url, ...more) => !url.includes(part) ? ask(url, ...more) :
    new Response(JSON.stringify({error: "one English line", status}),
        {status: http, headers: {"Content-Type": "application/json"}});
"""


def faults_are_said_in_german(page):
    for http, status, text in FAULTS:
        page.open(link(ENDGAME, "&l=de"))
        page.wait("document.querySelector('#moves tr[data-move]')", "values")
        page.execute(REFUSE, http, status)
        page.hole("e")
        page.wait_words("#verdict", text)
        page.wait_words("#verdict", f"(Meldung {status})")
        expect("English line" not in page.words("body"), "a message of the server")
        page.panel("play")
        page.press(id_("play.here"))
        page.press(id_("play.stop"))
        page.press(id_("play.sideN"))
        page.panel("games")
        page.type_text("#record", "1. c D")
        page.press(id_("games.load"))
        page.wait_words(".outcome .notice", text)


def a_busy_server_is_asked_again(page):
    """A search that is refused, and a reply: both can be asked for again."""
    page.open("l=de")
    page.execute("window.ask = window.fetch;" + REFUSE, 429, 6, "/search?")
    page.hole("c")
    page.wait_words("#verdict", "Der Server ist ausgelastet.")
    page.execute("window.fetch = window.ask;")
    page.hold("/search?")
    page.press("#verdict " + id_("open.more"))
    page.wait("document.querySelector('#verdict .pulse')", "a search")
    expect("ausgelastet" not in page.words("#verdict"), page.words("#verdict"))
    page.execute(REFUSE, 429, 6)
    page.panel("play")
    page.press(id_("play.start"))
    page.hole("c")
    page.wait_words("[data-state='play.fault']", "Der Server ist ausgelastet.")
    page.execute("window.fetch = window.ask;")
    page.press(id_("again"))
    page.wait(lambda: state_of(page) == "play.yourTurn", "the program's move")


def what_cannot_be_read_is_told_by_its_place(page):
    """In German without a word of the server's, in English without the name of a document that nobody has."""
    page.allowed = "400"
    for language, place in (("de", "(Zeile 1, Spalte "), ("en", "line 1, column ")):
        page.open(f"l={language}")
        page.panel("games")
        page.type_text("#record", "1. 6 4 2. 5")
        page.press(id_("games.load"))
        page.wait_words("#panel-games", place)
        told = page.words(".outcome")
        expect("docs/" not in told and ("record" in told) == (language == "en"), told)


def what_is_odd_about_a_record_is_said_in_german(page):
    """Remarks as sentences, faults by their place; of a game that ends early nobody says that all of it was read."""
    for text, told in (("c D f E b D", "Die Züge haben keine Nummern."), ("1. c D 2. c E", "spielen: Zeile 1, Zug 2"),
                       ("1. c D 2. f E 2. b D", "Zeile 1: Die Zugnummer 2 kommt noch einmal."),
                       ("1. c D 2. f E 3. b no", "spielen: Zeile 1, Spalte 20, Zug 3")):
        page.open("l=de")
        page.panel("games")
        page.type_text("#record", text)
        page.press(id_("games.load"))
        page.wait_words(".outcome .remarks", told)
        said = page.words(".outcome")
        expect("line" not in said and "move" not in said, said)
        expect(("Der ganze Text" in said) == ("spielen" not in told), said)
        page.panel("setup")
        page.type_text(id_("setup-text"), text)
        page.wait_words("#panel-setup", told.replace("spielen: ", ""))


def a_damaged_table_is_named(page):
    with tempfile.TemporaryDirectory() as folder:
        tables = os.path.join(folder, "tables")
        shutil.copytree(page.server.tables, tables)
        for name in os.listdir(tables):
            if name.endswith("-02.kauri"):
                os.truncate(os.path.join(tables, name), 1000)
        server, whole = Server(page.server.program, tables), page.server
        page.server = server
        try:
            page.allowed = "503"
            page.open(link(ENDGAME, "&l=de"))
            page.wait_words("#verdict", "fehlt eine Tabelle, oder sie ist beschädigt. (Meldung ")
            page.hole("a")
            expect(page.position() != ENDGAME, "the board can no longer be played")
        finally:
            page.browser.open("about:blank")  # before the server ends, which it would ask in vain
            page.server = whole
            server.close()


def boards_without_tables(page):
    """They are played, searched and analysed, and what is missing is said."""
    page.open(link(FOUR_HOLES))
    page.wait_words("#verdict", "The tables are for 6 holes in a row and 12 cowries")
    page.wait_words("#verdict", "proven by search")
    page.wait("document.querySelectorAll('#moves tr[data-move]').length === 1", "the moves")
    page.panel("play")
    page.press(id_("play.sideN"))
    page.press(id_("play.here"))
    page.wait(lambda: state_of(page) not in ("play.thinking", None), "the program's move")
    expect(state_of(page) != "play.fault", page.words("#panel-play"))
    expect(page.position() != FOUR_HOLES, "the program has not moved")
    page.open(link(START.replace("+1", "", 1)))
    page.wait_words("#verdict", "and 12 cowries")
    page.wait_words("#verdict dd.estimate", "not proven")
    with page.without_tables():
        page.open(link(ENDGAME))
        page.wait_words("#verdict", "The server has no tables")
        page.open(link(DECIDED))
        page.wait_words("#verdict", "Draw 30:30")
        page.wait_words("#verdict", "proven by search")
        page.wait_words("#verdict", "proofs come from rules and search")
        # By the rules alone, before any search.
        page.execute("window.ask = window.fetch; window.fetch = (url, ...more) =>"
                     "/analyse|search/.test(url) ? new Promise(() => {}) : window.ask(url, ...more);"
                     "location.hash = arguments[0];", link(DECIDED.replace("30:29", "31:28")))
        page.wait_words("#verdict strong", "South wins")
        page.wait_words("#verdict dd.proven", "South’s final lead is +2")
        expect("by the tables" not in page.words("#verdict"), page.words("#verdict"))


def moves_are_no_better_than_the_position(page):
    """Proven ranges of the moves follow from that of the position."""
    page.open()
    ranges = page.execute("""
        const {judgedMoves} = await load("moves.js");
        const {parsePosition} = await load("notation.js");
        const moves = [["a", [-20, 20]], ["b", [-8, 3]], ["c", [-8, -7]]];
        const all = moves.map(([move, bounds]) => ({move, bounds, captured: [0, 0], r: null}));
        const of = (bounds, given) => judgedMoves({state: "open", rules: "standard", bounds,
            position: parsePosition("3+1,3+1,3+1,0,0,0/3,0,0,0,0,0+1 S"), estimate: null,
            answer: given && {moves: given}}).map((m) => [m.move, ...m.bounds]);
        return [of([-6, 5], all), of([4, 9], all), of([-9, 2], null)];""")
    expect(ranges == [[["b", -8, 3], ["a", -20, 5], ["c", -8, -7]],
                      [["a", 4, 9], ["b", -8, 3], ["c", -8, -7]],
                      [["a", -37, 2], ["b", -37, 2], ["c", -37, 2]]], ranges)


def endless_play_has_a_lead(page):
    """Where play never ends, there is no final score; then the final lead is written, not net captures."""
    page.open()
    texts = page.execute("""
        const {judge} = await load("values.js");
        const {valueText} = await load("marks.js");
        const {parsePosition} = await load("notation.js");
        const of = (side) => judge(parsePosition(
            `3+1,0,3+1,0,0,0+2/0+1,2+2,0+1,3+2,0+1,0+1 ${side} 30:19`), [
            {move: "a", captured: [0, 0], r: 6},
            {move: "b", captured: [0, 0], bounds: [-9, 9], estimate: 1},
        ], "standard").map(valueText);
        return [of("S"), of("N")];""")
    expect(texts == [["+13", "\u2248\u2009+12"], ["\u22129", "\u2248\u2009\u221210"]], texts)


def deep_links_are_refused(page):
    nested = "a" + "".join(f"({'bcdef'[i % 5]}" for i in range(6000))
    wide = "a" + "(b)" * 3200
    for moves in (nested, "a(b" * 4000, wide * 2):
        page.open("m=" + moves)
        page.wait_words("#notice", "too many moves")
        page.wait_position(START)
    page.open("m=" + wide)
    page.wait_words("#tree-box", "a")
    expect(page.position() != START and page.words("#notice") == "", page.words("#notice"))


CASES = [faults_are_said_in_german, a_busy_server_is_asked_again, what_cannot_be_read_is_told_by_its_place, what_is_odd_about_a_record_is_said_in_german, a_damaged_table_is_named,
         boards_without_tables, moves_are_no_better_than_the_position,
         endless_play_has_a_lead, deep_links_are_refused]
