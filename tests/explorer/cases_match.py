"""Games against the program: the browser's buttons, links, and loading the page again."""
from cases_board import ENDGAME, START, link
from cases_panels import id_, state_of
from explorer import expect


def my_turn(page):
    page.wait(lambda: state_of(page) == "play.yourTurn", "my turn")
    page.settle()


def click(page, selector):
    """A click of the pointer: Chromium's own back button skips entries made without one."""
    page.settle()
    page.click(selector)


def begin(page):
    """A game at strength 1 from the start, in which South has moved and North has answered."""
    page.open()
    page.panel("play")
    page.press(id_("play.opponent1"))
    click(page, id_("play.start"))
    my_turn(page)
    click(page, "[data-hole=c] .well")
    page.wait(lambda: len(page.hash()) > 3 and page.position() != START and
              page.position().split()[1] == "S", "the program's move")
    my_turn(page)
    return page.position()


def back_takes_a_move_back(page):
    now = begin(page)
    expect("g=S1" in page.hash(), page.hash())
    click(page, "[data-hole][aria-disabled=false] .well")
    page.wait(lambda: page.position() != now and page.position().split()[1] == "S" and
              state_of(page) == "play.yourTurn", "the second move of the program")
    later = page.position()
    page.back()
    page.wait_position(now)
    my_turn(page)
    page.back()
    page.wait_position(START)
    my_turn(page)
    expect("Snail" in page.words(".strip[data-side=N] .strip-name"), "names")
    page.forward()
    page.wait_position(now)
    page.forward()
    page.wait_position(later)
    my_turn(page)
    page.back()
    page.wait_position(now)
    page.hole("a")
    page.wait(lambda: page.position() != now and page.position().split()[1] == "S" and
              state_of(page) == "play.yourTurn", "an answer to another move")


def a_link_is_come_back_from(page):
    now = begin(page)
    page.execute("location.hash = arguments[0];", link(ENDGAME, "&l=de"))
    page.wait_position(ENDGAME)
    page.wait(f"document.querySelector(\"{id_('play.start')}\")", "the game is left")
    page.wait("document.querySelector('#moves tr[data-move]')", "values")
    expect(page.hash() == "#" + link(ENDGAME), page.hash())
    page.back()
    page.wait_position(now)
    my_turn(page)
    page.wait("!document.querySelector('#moves')", "the values are hidden again")


def an_exercise_is_come_back_from(page):
    now = begin(page)
    page.press(id_("exercise-2"))
    page.wait("document.querySelector('.task')", "the exercise")
    expect("&r=tiebreak" in page.hash(), page.hash())
    page.back()
    page.wait_position(now)
    my_turn(page)
    expect(page.hash().endswith("g=S1") and "r=" not in page.hash(), page.hash())
    expect(not page.execute("return document.querySelector('#moves');"), "values are given away")


def a_game_is_continued(page):
    """The page, loaded again, offers the game; so does a link after the game was ended."""
    now = begin(page)
    page.reload()
    page.wait("document.documentElement.dataset.ready", "the page is ready")
    page.wait_position(now)
    page.wait(lambda: state_of(page) == "play.offer", "the offer")
    expect(not page.execute("return document.querySelector('#panel-play').hidden;"), "the panel")
    expect(page.words(".strip[data-side=S] .strip-name") == "You ", "names")
    expect(not page.execute("return document.querySelector('#moves');"), "values are given away")
    page.press(id_("play.continue"))
    my_turn(page)
    expect(page.hash().endswith("g=S1"), page.hash())
    address = page.hash()
    page.press(id_("play.stop"))
    page.wait("!location.hash.includes('g=')", "the game is no longer in the address")
    page.execute("location.hash = arguments[0];", address)
    page.wait(lambda: state_of(page) == "play.offer", "the offer")
    # A move continues, too; here the program is to move first.
    page.open("m=c&g=S1")
    page.wait(lambda: state_of(page) == "play.offer", "the offer")
    page.hole("A")
    expect(page.hash() == "#m=c&g=S1", f"a move for the program: {page.hash()}")
    page.press(id_("play.continue"))
    my_turn(page)
    # A game that is over says how it ended.
    page.open(link("0,0,0,0,0,1+1/0+5,0+6,0,0,0,0 S 31:28", "&m=f&g=S1"))
    page.wait(lambda: state_of(page) == "play.won", "the end of a game")
    page.open("g=S0")
    page.panel("play")
    page.wait(f"document.querySelector(\"{id_('play.start')}\")", "no such game")


def values_are_shown_and_hidden(page):
    """The box below the board and the button of the game say the same."""
    box = "document.querySelector('#values').checked"
    begin(page)
    expect(not page.execute(f"return {box};"), "the box is set while values are hidden")
    page.press("#values")
    page.wait("document.querySelector('.board .value')", "values")
    page.wait(f"document.querySelector(\"{id_('play.hide')}\")", "the button to hide them")
    expect(page.hash().endswith("g=S1v"), page.hash())
    page.press(id_("play.hide"))
    page.wait(f"!{box} && !document.querySelector('.board .value')", "no values")
    expect(page.hash().endswith("g=S1"), page.hash())
    page.press(id_("button.values"))
    page.wait(f"{box} && document.querySelector('.board .value')", "values again")
    page.press(id_("play.stop"))
    page.wait(box, "values after the game")


CASES = [values_are_shown_and_hidden, back_takes_a_move_back, a_link_is_come_back_from,
         an_exercise_is_come_back_from, a_game_is_continued]
