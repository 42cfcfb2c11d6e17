"""Games against the program: the browser's buttons, links, and loading the page again."""
from cases_board import ENDGAME, PASSING, START, link
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
    expect("Egg" in page.words(".strip[data-side=N] .strip-name"), "names")
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


def a_game_is_continued(page):
    """The page, loaded again, offers the game; so does a link after the game was ended."""
    now = begin(page)
    page.reload()
    page.wait("document.documentElement?.dataset.ready", "the page is ready")
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


# Plays at random against nobody, until South's next move wins at the end, or with more than half of
# the seeds where `early` is true; the moves up to there, and that.
WON_GAME = """
const [{decidedFor, isOver, legalMoves, play, seedsOnBoard}, {startPosition}] =
    await Promise.all([load("rules.js"), load("notation.js")]);
const [early] = arguments;
for (let seed = 1; ; seed++) {
    let p = startPosition();
    let text = "";
    let next = seed;
    while (!isOver(p) && text.length < 300) {
        const moves = legalMoves(p);
        const last = moves.map((move) => [move, play(p, move).position])
            .find(([, q]) => p.side === "S" && decidedFor(q) === "S" &&
                (early ? seedsOnBoard(q) > 12 : isOver(q)));
        if (last) { return [text, last[0]]; }
        next = (Math.imul(next, 1103515245) + 12345) >>> 0;
        const move = moves[(next >>> 16) % moves.length];
        text += move;
        p = play(p, move).position;
    }
}
"""


def wins_are_kept_and_the_next_one_waits(page):
    """A win from the start counts once, unless values were seen; the ladder goes on from there."""
    page.open("m=c")
    moves, last = page.execute(WON_GAME, False)
    page.open(f"m={moves}&g=S1v")
    page.press(id_("play.continue"))
    page.hole(last)
    page.wait(lambda: state_of(page) == "play.won", "the end")
    page.press(id_("play.stop"))
    page.wait_words(".ladder", "Egg")
    expect("win" not in page.words(".ladder"), "a win with values counts")
    page.open(f"m={moves}&g=S1")
    page.press(id_("play.continue"))
    page.hole(last)
    page.wait(lambda: state_of(page) == "play.won", "the end")
    page.wait_words(id_("play.next"), "Chick")
    page.press("#back")
    page.press("#forward")
    page.press(id_("play.stop"))
    page.wait_words(id_("play.opponent1"), "one win")
    page.wait("document.querySelector(\"[data-id='play.opponent2'][aria-current]\")", "the next one")
    page.open(f"m={moves}&g=S1")
    page.press(id_("play.continue"))
    page.hole(last)
    page.press(id_("play.next"))
    my_turn(page)
    page.wait_words(".strip[data-side=N] .strip-name", "Chick")
    expect(page.position() == START and "g=S2" in page.hash(), page.hash())
    page.press(id_("play.stop"))
    page.wait_words(id_("play.opponent1"), "2 wins")


def a_win_counts_from_more_than_half(page):
    """Nobody has to play on for seeds that decide nothing; taking a move back takes the news back."""
    page.open("m=c")
    moves, last = page.execute(WON_GAME, True)
    page.open(f"m={moves}&g=S1")
    page.press(id_("play.continue"))
    my_turn(page)
    page.hole(last)
    page.wait(lambda: state_of(page) == "play.isWon", "the news")
    page.wait_words(id_("play.next"), "Chick")
    expect(page.shown(id_("play.mistakes")), "mistakes of a game that is decided")
    page.press(id_("play.takeBack"))
    my_turn(page)
    expect(not page.shown(id_("play.next")), "the next opponent after a move taken back")
    page.press(id_("play.stop"))
    page.wait_words(id_("play.opponent1"), "one win")


def two_people_play_here(page):
    page.open()
    page.panel("play")
    page.press(id_("play.twoHere"))
    page.wait_words("[data-state]", "South to move")
    page.hole("c")
    page.wait_words("[data-state]", "North to move")
    page.hole("D")
    page.wait_words("[data-state]", "South to move")
    expect(page.hash() == "#m=cD&g=H", page.hash())
    page.wait_words("#panel-play .tree", "D")
    page.open(link("0,0,0,0,0,1+1/0+5,0+6,0,0,0,0 S 31:28", "&g=H"))
    page.hole("f")
    page.wait_words("[data-state]", "South wins 31:29")
    page.open(link(PASSING.replace(" N ", " S "), "&g=H"))
    page.hole("b")
    page.wait(lambda: page.position().split()[1] == "S" and "m=b-" in page.hash(), "North's pass")
    page.wait_words("#panel-play", "North passes")
    page.wait_words(".strip[data-side=N]", "passes")


def two_people_play_by_links(page):
    """Each move is a link; whoever opens it is to move, but not the one who has made it."""
    page.open()
    page.panel("play")
    page.press(id_("play.twoLink"))
    my_turn(page)
    page.hole("c")
    page.wait(lambda: state_of(page) == "play.send", "a link to send")
    address = page.execute(f"return document.querySelector(\"{id_('play.link')}\").value;")
    expect(address.endswith("#m=c&g=L"), address)
    page.wait_words("#panel-play", "this computer only")
    page.hole("A")
    expect(page.hash() == "#m=c&g=L", "a move for the other player")
    page.open("m=c&g=L")
    page.wait(lambda: state_of(page) == "play.send", "one's own link")
    page.execute("localStorage.clear();")
    page.open("m=c&g=L")
    my_turn(page)
    page.wait_words(".strip[data-side=N] .strip-name", "You")
    page.hole("D")
    page.wait(lambda: state_of(page) == "play.send", "a link to send back")
    expect(page.hash() == "#m=cD&g=L", page.hash())


CASES = [wins_are_kept_and_the_next_one_waits, a_win_counts_from_more_than_half, two_people_play_here,
         two_people_play_by_links, values_are_shown_and_hidden, back_takes_a_move_back, a_link_is_come_back_from,
         a_game_is_continued]
