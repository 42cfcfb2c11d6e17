"""What beginners meet: the end of a game, hints, chances, the players' lines."""
import re

from cases_board import link
from cases_learn import first_visit, with_visits
from cases_match import WON_GAME, my_turn
from cases_panels import id_, state_of
from cases_phone import LOST
from explorer import expect


def the_end_is_celebrated(page):
    """A card over the board: the winner, the heap, the costliest move, the next opponent."""
    page.open("m=c")
    moves, last = page.execute(WON_GAME, False)
    page.open(f"m={moves}&g=S1")
    expect(not page.shown(".end-card"), "a card before the end")
    page.press(id_("play.continue"))
    page.hole(last)
    page.wait("document.querySelector('.end-card:not([hidden])')", "the card")
    won = page.words(".end-title")
    expect(won.startswith("You win ") and won[-1].isdigit(), won)
    seeds = int(won.split()[2].split(":")[0])
    drawn = page.execute("return document.querySelectorAll('.end-heap .seed').length;")
    expect(drawn == seeds > 30, f"{drawn} seeds of {seeds}")
    page.wait_words(id_("end.next"), "Next opponent: Chick")
    page.wait_words(".end-said", "gives away")
    expect(page.words(".end-said").startswith("Your costliest move"), page.words(".end-said"))
    at = page.position()
    page.press(id_("end.show"))
    page.wait(lambda: page.position() != at, "the move")
    expect(page.position().split()[1] == "S", page.position())
    expect(page.execute("return document.querySelectorAll('.hole.marked').length;") == 1, "marked")
    expect(not page.shown(".end-card"), "the card over the position")
    page.press("#last")
    page.settle()
    expect(not page.shown(".end-card"), "the card again")


def hints_name_a_hole(page):
    page.open()
    page.panel("play")
    page.press(id_("play.start"))
    my_turn(page)
    for left in (3, 2, 1):
        page.wait_words(id_("play.hint"), f"({left} left)")
        page.press(id_("play.hint"))
        page.wait_words(".panel-state, #panel-play", "Look at ")
        hole = page.execute("return document.querySelector('.hole.marked').dataset.hole;")
        expect(f"Look at {hole}." in page.execute("return document.body.innerText;"), hole)
        expect(not page.shown(id_("play.hint")), "another hint for the same position")
        expect(page.execute("return document.querySelectorAll('.board .score').length;") == 0, "a value")
        before = page.position()
        page.hole(hole)
        page.wait(lambda at=before: page.position() != at and state_of(page) == "play.yourTurn", "an answer")
        page.settle()
    expect(not page.shown(id_("play.hint")), "a fourth hint")


def chances_follow_from_wins(page):
    """Before one, nothing is known, and nothing is said."""
    page.open("m=c")
    page.panel("play")
    page.press(id_("play.opponent4"))
    expect(not page.words(".chance"), page.words(".chance"))
    page.execute("const all = JSON.parse(localStorage['kauri-explorer'] || '{}');"
                 "localStorage['kauri-explorer'] = JSON.stringify({...all, wins: {3: 1}});")
    page.open("m=cD")
    page.panel("play")
    page.press(id_("play.opponent3"))
    page.wait_words(".chance", "about 50\u00a0%")
    page.press(id_("play.opponent4"))
    page.wait_words(".chance", "about 25\u00a0%")
    page.press(id_("play.opponent11"))
    page.wait_words(".chance", "below 5\u00a0%")


def lose(page):
    """Plays the last move of a lost game, after which its card comes."""
    moves = LOST[2:].partition("&")[0]
    page.open(f"m={moves[:-2]}&g=S1", nodes=2000)
    page.execute("""
        const {fetch} = window;
        window.fetch = (target, ...more) => (String(target).includes("/reply?")
            ? Promise.resolve(new Response('{"move": "F", "proof": null}')) : fetch(target, ...more));""")
    page.press(id_("play.continue"))
    page.hole(moves[-2])
    page.wait("document.querySelector('[data-id=cowries]')", "what the game teaches")


def a_lost_game_teaches_the_cowries(page):
    """During it, that they are few; at its end, how many were given away, with a picture; then the dearest mistakes,
    and after these what comes next."""
    lose(page)
    told = page.words("[data-id=cowries]")
    expect(re.search(r"You let \d+ of your cowries go, and had to pass (once|\d+ times)", told), told)
    found = page.execute("return [...document.querySelectorAll('[data-id=cowries] .row')].map((row) => "
                         "[row.lastChild.textContent, row.querySelectorAll('.cowrie').length]);")
    expect(len(found) == 2 and all(text.startswith(f"{n} ") for text, n in found), found)
    page.check_axe("the end of a lost game", "[data-id=end]")
    page.press(id_("end.board"))
    page.press(id_("play.mistakes"))
    page.wait_words("#coach", "Mistake 1 of 3")
    page.press("#coach " + id_("button.close"))
    page.wait(lambda: state_of(page) == "play.lost", lambda: f"the end of the game again; there is {state_of(page)}")
    expect(page.shown(id_("play.rematch")), "a rematch")
    page.open(link("0,0,0,0,0,1+1/0+5,0+6,0,0,0,1 S 15:43", "&g=S1"))
    page.press(id_("play.continue"))
    page.wait_words("#panel-play", "You have one cowrie, Egg 11. Only a hole with a cowrie can be played")


def the_card_is_in_the_window(page):
    """All of it, or it scrolls: on a phone that lies, and with text of twice the size."""
    for width, height, size in ((844, 390, 16), (390, 844, 32)):
        page.resize(width, height, phone=True)
        page.command("Page.setFontSizes", fontSizes={"standard": size, "fixed": size})
        try:
            lose(page)
            page.wait_words(".end-said", "gives away")
            place = page.execute("const {top, bottom} = document.querySelector('.end-card').getBoundingClientRect();"
                                 "return [top, bottom];")
            expect(place[0] >= 0 and place[1] <= height, f"{width} x {height}: {place}")
            page.click(id_("end.board"))
        finally:
            page.command("Page.setFontSizes", fontSizes={"standard": 16, "fixed": 13})
    page.resize(1280, 900)


def the_lines_of_the_players_speak_to_you(page):
    page.open("g=S1", "speed=400")
    page.press(id_("play.continue"))
    page.execute("document.querySelector('[data-hole=c]').dispatchEvent("
                 "new MouseEvent('click', {bubbles: true, detail: 1}));")
    page.wait_words(".strip[data-side=S] .strip-turn", "sow")
    expect(page.words(".strip[data-side=S] .strip-turn") == "sow", "You sows")
    expect(state_of(page) == "play.sowing", f"{state_of(page)} while I sow")
    page.open(link("5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S 0:0"))
    for side in "SN":
        expect(page.words(f".strip[data-side={side}] .strip-count") == "6", "cowries of a row")
    page.hole("c")
    page.settle()
    south = ".strip[data-side=S] .strip-cowries"
    expect(page.words(f"{south} .strip-count") == "5" and page.words(f"{south} .hidden") == "5 cowries", page.words(south))
    shells = page.execute("return [...document.querySelectorAll(`${arguments[0]} .cowrie`)].map((one) => "
                          "one.getBoundingClientRect().width);", south)
    expect(len(shells) == 5 and all(18 <= width <= 26 for width in shells), shells)
    page.open(link("0,0,0,0,0,1/0+5,0+6,0,0,0,1 S 15:43"))
    expect(page.words(south) == "0 cowries" and page.shown(south), page.words(south))


def the_winner_heads_the_verdict(page):
    """In the winner's colour and with the seeds of the winner; green says only that a move keeps a result."""
    lost = "0,0,0,0,0,0+1/0+5,0+6,0,0,0,0 S 15:45"
    page.open(link(lost, "&g=S1"))
    page.wait_words("[data-state]", "Egg wins 45:15.")
    page.panel("analysis")
    page.wait_words("#verdict", "North wins 45:15")
    for hash_ in (link(lost), link("0+1,0,0,0+1,0,1+4/0+1,0+2,0,1,0+3,0 N 28:30")):
        page.open(hash_)
        page.wait_words("#verdict", "North wins")
        signs = page.execute("return [...document.querySelectorAll('#verdict .verdict .icon')].map((one) => "
                             "[one.dataset.side, one.textContent, Boolean(one.querySelector('.sign'))]);")
        expect(signs == [["N", "N", False]], signs)


@with_visits
def rules_are_chosen_when_they_matter(page):
    first_visit(page)
    expect(page.shown("#front"), "the first card")
    visible = ("const one = document.querySelector('.segments');"
               "return one.checkVisibility({visibilityProperty: true});")
    expect(not page.execute(visible), "rules on the first card")
    page.press("#front-play")
    expect(page.execute(visible), "no rules after it")


def each_opponent_has_a_drawing(page):
    page.open("m=c")
    page.panel("play")
    drawn = ("return [...document.querySelectorAll(arguments[0])].map((one) => {"
             "const {width, height} = one.getBBox();"
             "return [one.getAttribute('href').split('#')[1], width > 40 && height > 40]; });")
    page.wait("[...document.querySelectorAll('.ladder .portrait use')].every((one) => one.getBBox().width > 40)",
              "drawings")
    every = [[f"opponent-{strength}", True] for strength in range(1, 12)]
    expect(page.execute(drawn, ".ladder .portrait use") == every, page.execute(drawn, ".ladder .portrait use"))
    page.press(id_("play.opponent3"))
    expect(page.execute(drawn, ".next-match .portrait use") == [every[2]], "the one that is chosen")
    page.press(id_("play.start"))
    my_turn(page)
    expect(page.execute(drawn, ".strip[data-side=N] .portrait use") == [every[2]], "the one that plays")
    page.press(id_("play.stop"))
    expect(page.execute(drawn, ".strip .portrait use") == [], "after the game")
    size = page.execute("const use = document.querySelector('.ladder .portrait use');"
                        "return fetch(use.getAttribute('href')).then((answer) => answer.text())"
                        ".then((text) => text.length);")
    expect(1000 < size <= 10_000, f"{size} bytes of drawings")


COUNT_SOUNDS = """
window.struck = 0;
const {start} = AudioScheduledSourceNode.prototype;
AudioScheduledSourceNode.prototype.start = function (...given) {
    window.struck += 1;
    return start.apply(this, given);
};
for (const name of ["OscillatorNode", "AudioBufferSourceNode"]) {
    const own = Object.getOwnPropertyDescriptor(window[name].prototype, "start");
    if (own) { window[name].prototype.start = AudioScheduledSourceNode.prototype.start; }
}
"""


@with_visits
def sound_is_off_until_it_is_turned_on(page):
    page.open("", "speed=20")
    page.execute("localStorage.clear();")
    page.open("m=c", "speed=20")
    page.execute(COUNT_SOUNDS)
    page.hole("D")
    page.settle()
    expect(page.execute("return struck;") == 0, "a sound that nobody asked for")
    page.execute("document.querySelector('#more').open = true;")
    page.press("#sound")
    page.wait("window.struck > 0", "what it sounds like")
    before = page.execute("return struck;")
    page.hole("e")
    page.settle()
    expect(page.execute("return struck;") >= before + 6, "a sound for each counter")
    page.open("m=cD", "speed=20")
    page.execute(COUNT_SOUNDS)
    expect(page.execute("return document.querySelector('#sound').checked;"), "the switch is not kept")
    page.click("[data-hole=e] .well")  # before it, browsers allow no sound
    page.settle()
    expect(page.execute("return struck;") >= 6, "silence on the next visit")
    page.execute("document.querySelector('#more').open = true;")
    page.press("#sound")
    silent = page.execute("return struck;")
    page.hole("A")
    page.settle()
    expect(page.execute("return struck;") == silent, "a sound after it was turned off")


CASES = [sound_is_off_until_it_is_turned_on, each_opponent_has_a_drawing, the_end_is_celebrated, hints_name_a_hole,
         chances_follow_from_wins, a_lost_game_teaches_the_cowries, the_card_is_in_the_window, the_lines_of_the_players_speak_to_you,
         the_winner_heads_the_verdict, rules_are_chosen_when_they_matter]
