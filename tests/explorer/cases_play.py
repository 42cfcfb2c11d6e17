"""Playing, values, lines, links, keys, languages and appearance of the explorer."""
import re

from cases_board import ENDGAME, OPEN, START, link
from cases_panels import MOVE_35
from explorer import expect

LINK = link(ENDGAME)
AFTER_F = "0+1,0,0,0+1,0+3,0/1,0+2,0+1,0+1,0+3,0 N 29:30"
AFTER_A = "0,0+1,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 N 28:30"
# The last move of game 4, which captures twice two seeds.
CAPTURES = "0,0,2,0,2,0/0+4,0+1,0,0+1,0+1,0+5 N 30:26"
AFTER_CAPTURES = "0+1,0+1,0+1,0+1,0+1,0/0+4,0+1,0,0+1,0+1,0 S 30:30"


def wait_moves(page, number):
    page.wait(f"document.querySelectorAll('#moves tbody tr[data-move]').length === {number}",
              f"{number} moves in the list")


def playing(page):
    """Clicks play legal moves only; the game can be taken back and has variations."""
    page.open(LINK)
    disabled = page.execute("return [...document.querySelectorAll('[data-hole][aria-disabled=true]')]"
                            ".map((hole) => hole.dataset.hole).sort().join('');")
    expect(disabled == "ABCDEFbc", f"not offered: {disabled}")
    page.hole("b")
    page.hole("B")
    expect(page.position() == ENDGAME, "a hole that is not offered played")
    page.hole("f")
    page.wait_position(AFTER_F)
    page.press("#back")
    page.wait_position(ENDGAME)
    page.press("#forward")
    page.wait_position(AFTER_F)
    page.press("#first")
    page.hole("a")
    page.wait_position(AFTER_A)
    expect(page.hash().endswith("&m=f%28a.%29"), page.hash())
    page.wait_words("#tree-box", "a")
    page.press("#tree-box .tree-tools button")
    expect(page.hash().endswith("&m=a%28f%29"), page.hash())
    page.press("#tree-box [data-id='game.delete']")
    page.wait_position(ENDGAME)
    expect(page.hash().endswith("&m=.f"), page.hash())
    page.press("#reset")
    page.wait_position(START)


def values(page):
    """Results by sign and word, scores, distances and reasons, for both rules."""
    page.open(LINK)
    wait_moves(page, 4)
    page.wait_words("#verdict", "Draw 30:30")
    page.wait_words("tr[data-move=e]", "loss29:31")
    for letter, sign in (("a", "draw"), ("d", "draw"), ("f", "draw"), ("e", "loss")):
        signs = page.execute("return [...document.querySelectorAll('.outside')].filter((g) => "
                             "g.querySelector('.letter').textContent === arguments[0])[0]"
                             ".querySelectorAll('.sign-' + arguments[1]).length;", letter, sign)
        expect(signs == 1, f"{letter} has no sign of a {sign}")
    page.press("input[value=tiebreak]")
    page.wait_words("#verdict", "South wins 30:30 by the cowries")
    page.wait_words("tr[data-move=a]", "win30:30")
    page.wait_words("tr[data-move=e] + .why", "Gives away 2 seeds.")
    page.wait_words("tr[data-move=e] + .why", "makes the cowries decide for South")
    page.wait_words("tr[data-move=f] + .why", "the cowries decide for North")
    expect("win 30:30 in 63 plies" in page.attribute("[data-hole=a]", "aria-label"), "name of a")
    page.press("#values")
    page.wait("!document.querySelector('#moves') && !document.querySelector('.board .value')",
              "values are hidden")
    page.press("#values")
    wait_moves(page, 4)
    page.press("tr[data-move=f] button")
    page.wait_position(AFTER_F)


def best_line(page):
    """Steps of the line do not change the game until they are taken over."""
    page.open(LINK)
    page.wait("document.querySelectorAll('[data-ply]').length > 10", "the line")
    page.press("[data-ply='3']")
    page.wait_words("#notice", "ply 3 of")
    shown = page.position()
    expect("&m=" not in page.hash() and shown != ENDGAME, "the line became part of the game")
    page.keys("Escape")
    page.wait_position(ENDGAME)
    page.press("[data-ply='3']")
    page.wait_position(shown)
    page.press("[data-line='line.adopt']")
    page.wait("document.querySelectorAll('#tree-box .ply').length === 3", "three plies")
    page.wait_position(shown)
    page.back()
    page.wait_position(ENDGAME)


def links(page):
    """The address holds everything; the back button works; a bad link is said to be one."""
    page.open(LINK + "&m=a(f.)B&r=tiebreak&l=de&fl=1")
    page.wait_position(AFTER_F)
    page.wait_words("#verdict", "durch die Kauris")
    expect(page.execute("return document.querySelector('input[value=tiebreak]').checked;"), "rules")
    flipped = page.execute("const y = (hole) => document.querySelector(`[data-hole=${hole}]`)"
                           ".getBoundingClientRect().top; return y('A') > y('a');")
    expect(flipped, "the board is not turned")
    page.open(LINK)
    page.hole("a")
    page.wait_position(AFTER_A)
    page.back()
    page.wait_position(ENDGAME)
    page.forward()
    page.wait_position(AFTER_A)
    page.execute("location.hash = arguments[0];", link(CAPTURES).replace("_", "%20") + "&x=1")
    page.wait_position(CAPTURES)
    page.back()
    page.wait_position(AFTER_A)
    page.back()
    page.wait_position(ENDGAME)
    for bad in ("p=nonsense", "p=nonsense&m=c&g=S1", "p=%ff", "p=)", "p=5+1,5+1,5"):
        page.open(bad)
        page.wait_words("#notice", "link cannot be read")
        page.wait_position(START)
        expect(page.hash() == "", f"{bad} becomes {page.hash()}")
    page.open("m=c&l=%26g%3DN1")
    expect(page.hash() == "#m=c", f"a language becomes {page.hash()}")


def keyboard(page):
    """Nothing needs a pointer; moves and values are announced."""
    page.open(LINK)
    page.keys("Tab")
    expect(page.focused() == "skip", f"first is {page.focused()}")
    page.keys("Enter")
    expect(page.focused() == "a", f"the focus is on {page.focused()}")
    page.keys("ArrowDown", "ArrowDown")
    expect(page.focused() == "c", f"the focus is on {page.focused()}")
    page.keys("Enter")
    page.wait_words("#log", "c cannot be played now.")
    expect(page.position() == ENDGAME, "an empty hole played")
    page.keys("Shift+ArrowUp")
    expect(page.focused() == "D", f"the focus is on {page.focused()}")
    page.keys("Shift+ArrowDown", "ArrowUp", "ArrowUp", "ArrowUp")
    expect(page.focused() == "F", f"before a comes {page.focused()}")
    page.keys("ArrowDown", "Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "Enter")
    page.wait_words("#log", "South plays d. North to move.Best:")
    expect(page.focused() == "d", f"the focus has moved to {page.focused()}")
    page.keys("PageUp")
    page.wait_position(ENDGAME)
    page.keys("F")
    page.wait_position(AFTER_F)
    page.wait_words("#log", "South captures one seed.")
    page.keys("Home")
    page.wait_position(ENDGAME)
    page.keys("?")
    page.wait("document.querySelector('#help').open", "the help")
    page.keys("Escape")
    page.wait("!document.querySelector('#help').open", "the help is closed")


def languages(page):
    """The browser's language, and the other by the menu, which is kept; every text in both."""
    page.speak("de-DE,de,en")
    page.open(LINK)
    page.wait_words("#verdict", "Unentschieden 30:30")
    expect(page.execute("return document.documentElement.lang;") == "de", "lang")
    page.execute("const menu = document.querySelector('#language'); menu.value = 'en';"
                 "menu.dispatchEvent(new Event('change'));")
    page.wait_words("#verdict", "Draw 30:30")
    expect("l=" not in page.hash(), "the language is in the link")
    page.open(LINK)
    page.wait_words("#verdict", "Draw 30:30")
    page.execute("localStorage.clear();")
    page.speak("en-US,en")
    for key, row in page.all_words().items():
        expect(len(row) == 2 and all(row), f"{key}: a text is missing")
        gaps = [sorted(set(re.findall(r"\{(\w+)", text))) for text in row]
        expect(gaps[0] == gaps[1], f"{key}: the gaps differ: {gaps}")


def sowing(page):
    """A move is shown counter by counter, with its captures; a click ends that; or not at all."""
    page.prefer(reduced_motion=False)
    page.open(link(CAPTURES), "speed=80")
    page.execute("window.notes = []; new MutationObserver((changes) => changes.forEach((change) => "
                 "change.addedNodes.forEach((node) => node.classList?.contains('capture-note') && "
                 "window.notes.push(node.textContent)))).observe(document.querySelector('.board'),"
                 "{childList: true, subtree: true});")
    page.keys("f")
    page.wait("document.documentElement.dataset.busy && document.querySelector('.hand')", "the hand")
    page.settle()
    page.wait("window.notes.join() === 'North +2,North +2'", "two captures are shown")
    expect(page.position() == AFTER_CAPTURES, page.position())
    page.open(link(CAPTURES), "speed=1000")
    page.keys("f")
    page.wait("document.querySelector('.hand')", "the hand")
    page.execute("document.querySelector('.board').dispatchEvent(new MouseEvent('click'));")
    page.wait("!document.documentElement.dataset.busy && !document.querySelector('.hand')", "skipped")
    page.wait("document.querySelector('[data-hole=a]').getAttribute('aria-label')"
              ".startsWith('South a: 0 seeds, one cowrie')", "the board after the move")
    page.prefer(reduced_motion=True)
    page.open(link(CAPTURES), "")
    page.execute("window.hands = 0; new MutationObserver(() => { window.hands += "
                 "document.querySelectorAll('.hand').length; }).observe("
                 "document.querySelector('.board'), {childList: true, subtree: true});")
    page.keys("f")
    page.wait_position(AFTER_CAPTURES)
    expect(page.execute("return window.hands;") == 0, "sowing moved against the visitor's wish")


def above_the_tables(page):
    """An estimate is told apart from what is proven, and a search proves more."""
    page.open(link(OPEN))
    page.wait_words("#verdict dd.proven", "lies between")
    page.wait_words("#verdict dd.estimate", "not proven")
    page.wait("document.querySelector('.scale .range') && document.querySelector('.scale .estimate')",
              "the scale")
    page.wait("document.querySelectorAll('.board .value.estimated').length > 0", "estimates")
    page.wait_words("#line-box", "not proven")
    page.open(link(MOVE_35) + "&r=tiebreak")
    page.wait_words("#verdict", "North wins 30:30 by the cowries")
    page.wait_words("#verdict", "proven by search")
    page.wait_words("tr[data-move=f]", "loss30:30")


def server_gone(page):
    """Without the server the board can be played on; values return with it."""
    page.open(LINK)
    wait_moves(page, 4)
    page.server.stop()
    page.allowed = "ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE"
    # The browser remembers answers: a position is needed that no other case looks at.
    page.hole("e")
    page.hole("A")
    page.wait("!document.querySelector('#server').hidden", "the notice")
    page.hole("a")
    page.wait_words("#tree-box", "2.a")
    page.server.start()
    page.wait("document.querySelector('#server').hidden", "the notice is gone")
    page.wait_words("#verdict", "proven by the tables")


def appearance(page):
    """Dark and light by the system and by the switch."""
    for dark in (False, True):
        page.prefer(dark=dark)
        page.open(LINK)
        theme = "return document.documentElement.dataset.theme;"
        expect(page.execute(theme) == ("dark" if dark else "light"), page.execute(theme))
        page.press("#theme")
        expect(page.execute(theme) == ("light" if dark else "dark"), page.execute(theme))
        page.execute("localStorage.clear();")
    page.prefer(dark=False)


CASES = [playing, values, best_line, links, keyboard, languages, sowing, above_the_tables, server_gone, appearance]
