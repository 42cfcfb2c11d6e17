"""What people bring: links as chats and sentences leave them, and records."""
import json
import os
from urllib.parse import quote

from cases_board import BEFORE_PASS, ENDGAME, PASSING, START, after, link
from explorer import expect


def id_(name):
    return f"[data-id='{name}']"


def names_are_written_for_chats(page):
    """The page writes brackets in names as codes, which no chat takes for the end of a link."""
    page.open("m=cD(E)")
    page.press("#first")
    page.press(id_("game.about"))
    page.wait("document.querySelector('dialog[data-id=remarks]')?.open", "the dialog")
    page.type_text(id_("remarks.south"), "Ann (Germany)")
    page.press(id_("remarks.save"))
    page.wait(lambda: page.hash() == "#m=.cD%28E%29&n=Ann%20%28Germany%29", page.hash)


def cut_links_say_so(page):
    """The moves that can be played are shown, with a notice."""
    for cut, moves in (("m=cD{so%20", "cD"), ("m=cDfF(e", "cDf"), ("m=cD%2", "cD"), ("m=cDzz", "cD"),
                       ("m=cD%E2%80", "cD"), ("m=cDf&r=tieb", "cDf"), ("m=cDf&g", "cDf"), ("m=cd", "c"),
                       ("m=cD&g=X&n=Ann", "cD"), ("m=zz&g=S1", "")):
        page.open(cut)
        page.wait_words("#notice", "Part of this link is missing")
        shown = page.execute("""
            const {app} = await load("app.js");
            return app.game.line().slice(1).map((node) => node.move).join("");""")
        expect(shown.startswith(moves) and (moves or not shown), f"{cut}: {shown}")
        expect("g=" not in page.hash(), f"{cut} begins a game: {page.hash()}")
    page.open("m=cD{so&l=de")
    page.wait_words("#notice", "Ein Teil des Links fehlt")
    page.open("m=cD")
    expect(not page.shown("#notice"), page.words("#notice"))


def names_in_links_are_cleaned(page):
    """A link does not add a game to the record that is copied or saved, nor more than two marks."""
    for hash_ in ("m=fD&n=Ann%20-%20Bob%0A%0A1.%20e%20E%0A%0A(2)%20Cy%7CDan",
                  "m=f!!!!!D{a%0A%0A1.%20e%20E}&n=A%E2%80%A8B%0D1.%20e%20E%7CDan%7C%E2%80%AE%7C" + "x" * 200,
                  "m=fD&n=A%20%3Cscript%3E%7CDan%7C%7C%3C!--",
                  "m=fD&n=" + "x" * 400 + "%7CDan"):
        page.open(hash_)
        page.downloads_to()
        about, marks = page.execute("""
            const {app: {game}} = await load("app.js");
            return [game.about, game.line()[1].marks];""")
        expect(all(0 < len(text) <= 60 and text.isprintable() for text in about.values()), about)
        expect(about["north"] == "Dan" and len(marks) <= 2, f"{about}, {marks}")
        page.shared_record()
        games = [json.loads(line) for line in page.kauri(
            "replay", "--json", os.path.join(page.folder, "game.txt")).splitlines()]
        expect(len(games) == 1 and [ply["move"] for ply in games[0]["plies"]] == ["f", "D"], games)
        expect(games[0]["north"] == "Dan", games[0])


# Results that a record can hold, and what could be taken for moves, passes, games or markup.
PLAIN = ["34:4", "1-0", "*", "1/2-1/2", "Bob won 34:4.", "Draw by agreement", "North won; good", "Paul passed me",
         "Bob won 34 - 4 on time", "Unentschieden"]
ODD = ["draw. 2. e F; 3. b", "e", "b c", "d-a-f", "F!", "passes", "Passe", "p", "ausgesetzt",
       "setzt aus", "2. e", "2... E", "2) e F", "2 e F", "(2) Cy", "Note: 2. e", "won\u2026 2. e", "Bob won 2 e F",
       "won (2) e", "<b>draw", "[Result 1]", "won 1. e E", "- b", "1,1/1,0 S"]


def results_are_no_moves(page):
    """A record reads back as the same game whatever its result is; the page keeps all of it."""
    page.open("m=fD&n=A%7CB")
    told = page.execute("""
        const [{app}, {cleanAbout}, {recordText, treesOf}, {readHash, treeHash}, api] = await Promise.all(
            ["app.js", "game.js", "recordtext.js", "hash.js", "api.js"].map(load));
        return Promise.all(arguments[0].map(async (result) => {
            const about = cleanAbout({...app.game.about, result});
            const text = recordText(app.game.line(), {...about, hash: treeHash({...app.state, about})});
            const {games} = await api.replay(`${text}\\n`);
            const [tree] = treesOf(text); // where the record alone would not do
            const read = tree ? readHash(tree).about.result : games[0].result.text;
            return {text, games, kept: about.result, read: cleanAbout({result: read}).result};
        }));""", PLAIN + ODD)
    for result, one in zip(PLAIN + ODD, told):
        game = one["games"][0]
        expect(len(one["games"]) == 1 and game["fault"] is None
               and [ply["move"] for ply in game["plies"]] == ["f", "D"], f"{result}: {one}")
        found = game["result"] and game["result"]["text"]
        expect(found == result if result in PLAIN else found is None, f"{result}: {found}")
        expect(one["kept"] and one["read"] == one["kept"], f"{result}: {one}")
    # One that the record holds, and one for which it needs a link, through the panels.
    page.downloads_to()
    for result in (PLAIN[0], ODD[0]):
        page.follow(f"m=fD&n=A%7CB%7C%7C{quote(result, safe='').replace('.', '%2E')}")
        text = page.shared_record()
        about = page.execute("const {app} = await load('app.js'); return app.game.about.result;")
        page.follow("m=c")
        page.panel("games")
        page.type_text("#record", text)
        page.press(id_("games.load"))
        page.wait("location.hash.startsWith('#m=.fD&n=')", page.hash)
        read = page.execute("const {app} = await load('app.js'); return app.game.about.result;")
        expect(about and read == about, f"{result}: {about}, {read}")


def links_are_pasted(page):
    """Into the box of Games and into that of a position: of any host, or without one."""
    page.open("m=c")
    for text in (link(ENDGAME), f"Look at this (https://a.example/#{link(ENDGAME)}), please!",
                 f"3. Januar: https://a.example/#{link(ENDGAME)}\n"):
        page.follow("m=c")
        page.panel("games")
        page.type_text("#record", text)
        page.press(id_("games.load"))
        page.wait_position(ENDGAME)
        expect(page.hash() == "#" + link(ENDGAME), f"{text}: {page.hash()}")
        page.back()
        page.wait("location.hash === '#m=c'", "the game before")
        page.panel("setup")
        page.type_text(id_("setup-text"), text)
        page.wait_position(ENDGAME)
    page.type_text(id_("setup-text"), f"{link(BEFORE_PASS)}&m=a-")
    page.wait_position(after(page, after(page, BEFORE_PASS, "a"), "-"))
    page.open()
    page.panel("games")
    page.type_text("#record", "Kauri explorer: #m=cD!&r=tiebreak")
    page.press(id_("games.load"))
    page.wait(lambda: page.hash() == "#m=cD%21&r=tiebreak", page.hash)
    page.panel("games")
    page.type_text("#record", "https://a.example/#p=5+1,5")
    page.press(id_("games.load"))
    page.wait_words(".outcome", "link cannot be read")
    expect(page.hash() == "#m=cD%21&r=tiebreak", "the game is gone")
    page.type_text("#record", "1. e E; 2. e F\n\nFrom https://a.example/#m=cD")
    page.press(id_("games.load"))
    page.wait(lambda: page.hash().startswith("#m=.eEeF"), f"a record with a link: {page.hash()}")


# Gives the page an answer of the server to the records that are pasted.
ANSWER = """
const [games] = arguments;
const ask = window.fetch;
window.fetch = (target, ...more) => (String(target).includes("/replay?")
    ? Promise.resolve(new Response(JSON.stringify({games}))) : ask(target, ...more));"""


def game_of(**more):
    """What the server says of a game of one ply."""
    ply = {"number": 1, "side": "S", "move": "e", "pass": False, "inserted": False, "marks": None, "note": None,
           "captured": [0, 0], "written": None, "differs": False}
    return {"game": None, "south": None, "north": None, "date": None, "start": START, "plies": [ply],
            "end": START, "result": None, "differences": 0, "missing": None, "fault": None, **more}


def paste(page, games):
    page.execute(ANSWER, games)
    page.type_text("#record", "what is here is read by the server")
    page.press(id_("games.load"))


def answers_to_pastes(page):
    """A position, games that are broken, remarks, and results that nobody has checked."""
    page.open()
    page.panel("games")
    paste(page, [game_of(start=ENDGAME, plies=[])])
    page.wait_position(ENDGAME)
    page.wait_words(".outcome .notice", "The position is on the board.")
    broken = game_of(south="Cy", north="Dan", fault="line 3: \"e\" cannot be played")
    paste(page, [game_of(south="Ann", north="Bob", start=None, end=None, plies=[], fault="line 1: no start"),
                 game_of(game=2, remarks=["The numbers jump from 2 to 30."],
                         result={"text": "Cy won", "agrees": None}),
                 broken, game_of(start=ENDGAME, plies=[])])
    page.wait_words(".outcome", "2 of 4 games cannot be played to the end.")
    page.wait_words(".outcome h4", "2. South")
    page.wait_words(".remarks", "The numbers jump from 2 to 30.")
    page.wait_words(".remarks", "not compared with the moves: Cy won")
    for number, part in enumerate(("line 1: no start", "2. South", "line 3", f"Position {ENDGAME}")):
        page.wait_words(id_(f"found-{number}"), part)
    before = page.hash()
    page.press(id_("found-0"))
    page.wait_words(".remarks", "line 1: no start")
    expect(page.hash() == before, "a game that nobody can play is on the board")
    page.press(id_("found-2"))
    page.wait_words(".remarks", "cannot be played to its end: line 3")
    page.wait(lambda: page.hash().startswith("#m=.e&n=Cy"), page.hash)
    paste(page, [broken])
    page.wait_words(".remarks", "line 3")
    paste(page, [game_of(start=None, end=None, plies=[], fault="line 1: no start")])
    page.wait_words(".remarks", "line 1: no start")
    page.open("l=de")
    page.panel("games")
    paste(page, [broken, game_of(result={"text": "Cy won", "agrees": None})])
    page.wait_words(".outcome", "1 von 2 Partien lässt sich nicht zu Ende spielen.")
    page.press(id_("found-1"))
    page.wait_words(".remarks", "nicht mit den Zügen verglichen")


def several_trees_are_read(page):
    """A text with two records of this page: each keeps its variations and comments, also one with a position."""
    page.downloads_to()
    texts = []
    links = ["m=cD%28E%29f%7Bor%201%2C0%2B1%2F1%2C0%20S%7D&n=Ann%7CBob", "m=eE%28F%29&n=Cy%7CDan"]
    for hash_ in links:
        page.open(hash_)
        texts.append(page.shared_record())
    page.open()
    page.panel("games")
    page.type_text("#record", "\n".join(texts))
    page.press(id_("games.load"))
    page.wait_words(".outcome h4", "Ann")
    for name, hash_ in (("Ann", links[0]), ("Cy", links[1])):
        page.execute("[...document.querySelectorAll('.outcome button')].find((one) => "
                     "one.textContent.includes(arguments[0])).click();", name)
        page.wait_words(".outcome h4", name)
        page.press("#last")
        page.wait(lambda one=hash_: page.hash() == "#" + one, f"{hash_}, not {page.hash()}")


def a_comment_after_a_pass_has_a_number(page):
    """Where the first player of the game must pass."""
    page.open(link(PASSING) + "&m=-a%7Bquiet%7D")
    expect("Note on 1. a: quiet" in page.shared_record(), "the comment")


CASES = [names_are_written_for_chats, cut_links_say_so, names_in_links_are_cleaned, results_are_no_moves,
         links_are_pasted, answers_to_pastes, several_trees_are_read, a_comment_after_a_pass_has_a_number]
