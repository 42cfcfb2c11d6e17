"""Values of the list of moves beside those of the program, passes, the way to the panels."""
import json

from explorer import expect

START = "5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S 0:0"
# After 1. a C: no proof says who wins.
OPEN = "1,7+1,6+2,6+1,6+1,6+1/5+2,5+1,0,6+1,6+1,6+1 S 0:0"
# Two seeds: the tables of the tests hold it. README shows its values.
ENDGAME = "0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 S 28:30"
# North has no cowrie and must pass.
PASSING = "0+4,0+1,1,0,0+2,0+5/0,0,0,1,0,0 N 0:0"
# So it must after South's a.
BEFORE_PASS = "0+5,0,1,0,0+2,0+5/0,0,0,1,0,0 S 0:0"


def link(position, more=""):
    return "p=" + position.replace(" ", "_") + more


def after(page, position, move):
    """The position after a move, as the program plays it."""
    return json.loads(page.kauri("show", "--json", "--move", move, position))["position"]


def values_are_those_of_the_program(page):
    for rules in ("standard", "tiebreak"):
        page.open(link(ENDGAME, "&r=tiebreak" if rules == "tiebreak" else ""))
        answer = json.loads(page.kauri("probe", "--json", ENDGAME))
        page.wait("document.querySelector('#moves tr[data-move] .result')", "the list of moves")
        rows = page.execute("return [...document.querySelectorAll('#moves tr[data-move]')].map("
                            "(row) => [row.dataset.move, row.querySelector('.result').className]);")
        lead = 28 - 30
        wanted = []
        for move in answer["moves"]:
            total = lead + move["net"] if rules == "standard" else 3 * lead + move["r"]
            wanted.append([move["move"], "win" if total > 0 else "loss" if total < 0 else "draw"])
        expect([row[0] for row in rows] == [row[0] for row in wanted], f"{rows}, {wanted}")
        for (_, kinds), (move, result) in zip(rows, wanted):
            expect(result in kinds.split(), f"{rules}: {move} is {kinds} instead of {result}")
        page.wait_words("#verdict", "30:30")
        name = page.attribute("[data-hole=a]", "aria-label")
        page.wait(lambda: {"standard": "draw", "tiebreak": "win"}[rules] in
                  page.attribute("[data-hole=a]", "aria-label"), f"the value in {name!r}")
    page.downloads_to()
    page.press("[data-id=CSV-moves]")
    text = page.download("kauri-moves.csv").split()
    first = next(move for move in answer["moves"] if text[1].startswith(move["move"]))
    expect(text[0].startswith("move,result,score,") and len(text) == 1 + len(wanted) and
           f",{first['net']},{first['net']}," in text[1], text)


def a_forced_pass_plays_itself(page):
    """After a move on the board; it is in the record, and "back" takes it back with the move."""
    page.open(link(BEFORE_PASS))
    page.hole("a")
    page.wait("location.hash.endsWith('m=a-')", "the pass")
    page.wait_words("[data-side=N] .strip-turn", "passes")
    page.wait("document.querySelectorAll('#tree-box .ply').length === 2", "the record")
    expect(not page.shown("#pass"), "the button")
    page.back()
    page.wait_position(BEFORE_PASS)
    page.forward()
    page.wait("location.hash.endsWith('m=a-')", "both plies again")
    page.press("#back")
    page.wait("!document.querySelector('#pass').hidden", "who steps back to it sees it")


def every_panel_is_reached_by_keys(page):
    page.open(link(ENDGAME))
    page.execute("document.querySelector('#tab-analysis').focus();")
    for panel in ("play", "problems", "games", "atlas", "setup", "share"):
        page.keys("ArrowRight")
        expect(page.focused() == f"tab-{panel}", page.focused())
        page.wait(f"!document.querySelector('#panel-{panel}').hidden", panel)
    page.wait("document.querySelector('#panel-share .field')", "the panel that is loaded late")
    page.keys("Tab")
    expect(page.focused() == "share.link", page.focused())


CASES = [values_are_those_of_the_program, a_forced_pass_plays_itself, every_panel_is_reached_by_keys]
