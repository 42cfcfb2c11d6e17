"""The panels beside the board: setting up, games, the opponent, sharing, the plot."""
import json
import os
from urllib.parse import urlsplit
from xml.etree import ElementTree

from cases_board import ENDGAME, START, after, link
from explorer import expect

GAMES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../games/claims/article/four-games.txt")
# Before South's 35th move of game 4.
MOVE_35 = "7,0,0,0,0,0+1/0,0,0+2,0+1,0+1,5+7 S 30:18"


def id_(name):
    return f"[data-id='{name}']"


def a_position_is_set_up(page):
    page.allowed = "400"  # the tables are for 12 cowries
    page.open()
    page.panel("setup")
    page.press(id_("setup.empty"))
    page.wait_words(".check.wrong", "cowrie")
    expect(page.execute(f"return document.querySelector(\"{id_('setup.play')}\").disabled;"),
           "an empty board can be played")
    page.hole("a")
    page.hole("a")
    page.hole("D")
    page.press(id_("setup.toolcowrie+"))
    page.hole("a")
    page.hole("F")
    page.press(id_("setup.toolseed-"))
    page.hole("a")
    page.hole("b")
    page.press(id_("setup.sideN"))
    page.type_text(id_("score-S"), "30")
    page.type_text(id_("score-N"), "99")
    page.wait_words(".check.wrong", "92")
    page.type_text(id_("score-N"), "28")
    wanted = "1+1,0,0,0,0,0/0,0,0,1,0,0+1 N 30:28"
    page.wait(lambda: page.execute(f"return document.querySelector(\"{id_('setup-text')}\").value;")
              == wanted, wanted)
    page.press(id_("setup.play"))
    page.wait_position(wanted)
    page.hole("F")
    page.wait_position(after(page, wanted, "F"))


def setting_up_reads_text_and_keys(page):
    page.allowed = "400"
    page.open()
    page.panel("setup")
    page.type_text(id_("setup-text"), "nothing")
    page.wait_words(".check.wrong", "Server: ")
    page.type_text(id_("setup-text"), ENDGAME)
    page.wait_position(ENDGAME)
    # The tool and the hole, by keys alone.
    page.execute(f"document.querySelector(\"{id_('setup.toolseed+')}\").focus();")
    page.keys("ArrowRight")
    page.press("#skip")
    page.keys("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "Enter")
    page.wait_position(ENDGAME.replace("1+3/", "0+3/"))
    page.panel("analysis")
    page.wait_position(START)


def a_typed_position_is_played_by_one_click(page):
    """The click that ends the typing is not lost when the panel changes below it."""
    page.open()
    page.panel("setup")
    page.execute(f"document.querySelector(\"{id_('setup-text')}\").select();")
    page.keys(*ENDGAME)
    page.click(id_("setup.play"))
    page.wait_position(ENDGAME)
    page.wait("!document.querySelector('#panel-analysis').hidden", "the game")


def games_are_pasted(page):
    page.open()
    page.panel("games")
    with open(GAMES, encoding="utf-8") as file:
        page.type_text("#record", file.read())
    page.press(id_("games.load"))
    page.wait_words(".outcome", "Sandler")
    expect(page.words(id_("found-3")).startswith("4."), page.words(".outcome"))
    page.press(id_("found-3"))
    page.wait_words(".remarks", "24... D")
    page.wait_words("#log", "24... D was missing and has been inserted.")
    page.press("#last")
    end = json.loads(page.kauri("replay", "--json", GAMES).splitlines()[3])["end"]
    page.wait_position(end)
    page.panel("games")
    page.type_text("#record", MOVE_35)
    page.press(id_("games.load"))
    page.wait_position(MOVE_35)
    page.type_text("#record", "(1) A - B\n\n1. c c;\n")
    page.press(id_("games.load"))
    page.wait(lambda: page.words(".outcome .notice, .remarks"), "what is wrong with the record")


def recorded_games_and_claims(page):
    page.open()
    page.panel("games")
    lines = page.kauri("replay", "--json", GAMES).splitlines()
    for number, line in enumerate(lines, 1):
        page.press(id_(f"game-{number}"))
        game = json.loads(line)
        page.wait_words(".outcome h4", f"{number}.")
        page.wait_words(".outcome h4", game["date"])
        page.press("#last")
        page.wait_position(game["end"])
    page.press(id_("claim-1"))
    page.wait_position(MOVE_35)
    page.press("#last")
    page.wait(lambda: page.position().endswith(" 30:30"), "the end of the claim's line")
    page.press(id_("claim-6"))
    page.wait_position("0+1,0+1,0+1,0+1,0+1,0+1/0+1,0+1,0+1,0+1,0+1,0+1 S 30:30")
    expect(page.execute("return document.querySelectorAll('.claim').length;") == 8, "claims")


def state_of(page):
    """What a problem or a game says of itself."""
    return page.execute("const one = document.querySelector('[data-state]');"
                        "return one && one.dataset.state;")


def a_game_is_played_against_the_program(page):
    for side, strength in (("S", "1"), ("N", "11")):
        page.open("r=tiebreak")
        page.panel("play")
        page.press(id_(f"play.side{side}"))
        page.press(id_(f"play.opponent{strength}"))
        page.press(id_("play.start"))
        for _ in range(3):
            page.wait("document.querySelector('[data-state=\"play.yourTurn\"]')", "my turn")
            page.settle()
            before = page.position()
            expect(before.split()[1] == side, before)
            letter = page.execute("return document.querySelector("
                                  "'[data-hole][aria-disabled=false]').dataset.hole;")
            page.hole(letter)
            page.wait(lambda at=before: page.position() not in
                      (at, after(page, at, letter)), "the program's move")
        expect(page.words(".strip[data-side=S] .strip-name") ==
               ("You " if side == "S" else "Kauri "), "names")
        page.wait("document.querySelector('[data-state=\"play.yourTurn\"]')", "my turn")
        now = page.position()
        page.press(id_("play.takeBack"))
        page.wait(lambda at=now: page.position() != at, "the move is taken back")
        expect(page.position().split()[1] == side, page.position())
        page.press(id_("play.stop"))
        page.wait(f"document.querySelector(\"{id_('play.start')}\")", "the game has ended")


def a_game_against_the_program_ends(page):
    for score, end in (("30:29", "draw"), ("29:30", "lost"), ("31:28", "won")):
        page.open(link(f"0,0,0,0,0,1+1/0+5,0+6,0,0,0,0 S {score}"))
        page.panel("play")
        page.press(id_("play.here"))
        page.wait(lambda: state_of(page) in ("play.yourTurn", "play.isWon"), "my turn")
        page.hole("f")
        page.wait(lambda wanted=f"play.{end}": state_of(page) == wanted, f"{end} at {score}")


def what_is_shared_is_right(page):
    page.downloads_to()
    page.open(link(ENDGAME, "&m=aE"))
    page.panel("share")
    here = page.position()
    address = page.execute(f"return document.querySelector(\"{id_('share.link')}\").value;")
    page.open(urlsplit(address).fragment)
    page.wait_position(here)
    page.panel("share")
    for name in ("kauri.svg", "position.txt", "kauri.json", "game.txt"):
        page.forget_download(name)
    def drawn():
        page.forget_download("kauri.svg")
        page.press(id_("share.svg"))
        return ElementTree.fromstring(page.download("kauri.svg"))

    def texts_of(one):
        return ["".join(text.itertext()) for text in one.iter("{http://www.w3.org/2000/svg}text")]

    page.wait(lambda: "a30:30" in texts_of(drawn()), "a drawing with values")
    drawing = drawn()
    texts = texts_of(drawing)
    expect("c" in texts and "a30:30" in texts and "class" not in drawing.attrib, texts)
    expect(drawing[0].get("fill") == "rgb(245, 241, 233)", "the drawing has no ground")
    edge = page.attribute(".strip .seal-edge", "d")
    seals = [one for one in drawing.iter("{http://www.w3.org/2000/svg}path") if one.get("d") == edge]
    expect(len(seals) == page.execute("return document.querySelectorAll('.strip .seal').length;"), "the seals of the drawing")
    page.press(id_("share.values"))
    expect(edge not in ElementTree.tostring(drawn(), "unicode"), "a seal where values are left out")
    page.press(id_("share.values"))
    stops = [one.get("stop-color") for one in drawing.iter("{http://www.w3.org/2000/svg}stop")]
    seen = page.execute("return [...document.querySelectorAll('.stage stop')].map((one) => "
                        "getComputedStyle(one).stopColor);")
    expect(len(set(stops)) > 8 and stops == seen, f"the board is drawn with {stops}: {seen}")
    expect(f"South: 28 \u00b7 to move" in texts and "28" in texts and "North: 30" in texts, texts)
    page.forget_download("kauri.png")
    page.press(id_("share.png"))
    path = os.path.join(page.folder, "kauri.png")
    page.wait(lambda: os.path.exists(path), "the picture")
    with open(path, "rb") as file:
        head = file.read(24)
    size = [int.from_bytes(head[at:at + 4], "big") for at in (16, 20)]
    expect(head[:4] == b"\x89PNG" and size == [2 * int(drawing.get(name)) for name in
                                              ("width", "height")], f"a picture of {size}")
    page.press(id_("share.position"))
    expect(page.download("position.txt") == here + "\n", "the position")
    page.press(id_("share.json"))
    told = json.loads(page.download("kauri.json"))
    game = [(node["parent"], node["move"]) for node in told["game"]]
    expect(told["position"] == here and game == [(None, None), (0, "a"), (1, "E")], told)
    expect(told["game"][2]["position"] == here, told)
    page.press(id_("share.record"))
    page.download("game.txt")
    game = json.loads(page.kauri("replay", "--json", os.path.join(page.folder, "game.txt")))
    expect(game["start"] == ENDGAME and game["end"] == here and game["differences"] == 0 and
           game["fault"] is None, game)


def the_plot_shows_the_game(page):
    line = json.loads(page.kauri("line", "--json", ENDGAME))["line"]
    moves = "".join(ply["move"] for ply in line[:4])
    page.open(link(ENDGAME, f"&m={moves}"))
    page.wait("!document.querySelector('#plot').hidden", "the plot")
    page.press("#plot " + id_("annotate"))
    page.wait("document.querySelectorAll('#plot .plot:not(.key) .seal-edge').length >= 5", "all values")
    page.execute("document.querySelector('#plot details').open = true;")
    page.wait("document.querySelector('#plot tbody tr')", "the table")
    rows = page.execute("return [...document.querySelectorAll('#plot tbody tr')].map((row) => "
                        "row.textContent);")
    expect(len(rows) == 5 and all("proven" in row for row in rows), rows)
    page.downloads_to()
    page.press(id_("CSV-evaluation"))
    saved = page.download("kauri-evaluation.csv").splitlines()
    expect(len(saved) == 6 and saved[2].startswith(f"1,1. {moves[0]},"), saved)
    page.press(id_("SVG-evaluation"))
    drawing = page.download("kauri-evaluation.svg")
    expect(">South +" in drawing and "class=" not in drawing, drawing[:300])
    page.press("#plot " + id_("ply-0"))
    page.wait_position(ENDGAME)
    # A click on the right end goes to the last position.
    page.execute("const plot = document.querySelector('#plot svg');"
                 "const box = plot.getBoundingClientRect();"
                 "plot.dispatchEvent(new MouseEvent('click', {bubbles: true,"
                 "clientX: box.right - 5, clientY: box.top + 20}));")
    page.wait(lambda: page.hash().endswith(f"m={moves}"), f"the last position: {page.hash()}")


CASES = [a_position_is_set_up, setting_up_reads_text_and_keys, a_typed_position_is_played_by_one_click,
         games_are_pasted, recorded_games_and_claims, a_game_is_played_against_the_program,
         a_game_against_the_program_ends, what_is_shared_is_right, the_plot_shows_the_game]
