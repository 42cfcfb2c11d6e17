"""What a person meets every day: rules, mistakes, things that are kept, keys, and small windows."""
import re

from cases_board import ENDGAME, OPEN, PASSING, START, after, link
from cases_panels import id_, state_of
from explorer import expect
from webdriver import ELEMENT

ONE_MOVE = "0,0,0,0,0,1+1/0+5,0+6,0,0,0,0 S 31:28"  # f ends a game that is won


def fresh(page, hash_="", **more):
    page.open("about")
    page.execute("localStorage.clear();")
    page.open(hash_, **more)


def reopen(page):
    page.reload()
    page.wait("document.documentElement?.dataset.ready", "the page is ready")


def the_rules_are_told(page):
    """Both captures, in both languages, and an example on the board."""
    page.open()
    page.press("#tree-box " + "button")
    page.wait("document.querySelector('#help').open", "the rules")
    for part in ("sow anticlockwise", "captures these seeds for you", "captured by the opponent",
                 "tie-breaker"):
        expect(part in page.words("#help"), part)
    drawn = page.execute("return [...document.querySelectorAll('#help figure')].map((one) => "
                         "[one.getAttribute('aria-label'), one.querySelectorAll('.board').length,"
                         "one.querySelectorAll('.board-box:not([inert])').length]);")
    expect(len(drawn) == 4 and all(label and boards in (1, 2) and loose == 0
                                   for label, boards, loose in drawn), drawn)
    page.press(id_("rules.example"))
    page.wait_position(after(page, "0,1+2,0+1,0,2,2+2/0+1,1,3,1+3,0,2+3 S 24:24", "f"))
    expect(not page.execute("return document.querySelector('#help').open;"), "the help is open")
    page.open("l=de")
    page.press("#help-open")
    page.wait_words("#help", "gegen den Uhrzeigersinn")


def mistakes_are_named(page):
    """`annotate` names likely mistakes and turning points of game 4; a click leads before one."""
    page.open(nodes=2000)
    page.panel("games")
    page.press(id_("game-4"))
    page.wait_words(".remarks", "24... D")
    page.press(id_("annotate"))
    page.wait("document.querySelector('.lessons')", "the mistakes")
    page.wait_words(".lessons", "proven mistake")
    page.wait_words(".lessons", "probably gives away")
    expect(page.execute("return document.querySelectorAll('#plot .mistake').length;") > 0, "the plot")
    page.wait("document.querySelector('#tree-box .ply-sign')", "signs of the moves")
    page.press("#last")
    before = page.hash()
    page.press("[data-id^=mistake-]")
    page.wait(lambda: page.hash() != before, "the position before a mistake")


def a_local_link_says_so(page):
    page.open(link(ENDGAME, "&m=aE"))
    page.panel("share")
    page.wait_words("#panel-share .notice", "this computer only")
    text = page.execute(f"return document.querySelector(\"{id_('share.recordText')}\").value;")
    expect("1. a E" in text, text)


def arrows_step_after_a_click_on_a_tab(page):
    page.open("m=cD")
    page.click("#tab-share")
    page.wait("!document.querySelector('#panel-share').hidden", "the panel")
    page.keys("ArrowLeft")
    expect(page.hash() == "#m=c.D", page.hash())
    expect(not page.execute("return document.querySelector('#panel-share').hidden;"), "the panel")
    page.execute("document.querySelector('#tab-share').blur();"
                 "document.querySelector('#tab-share').focus();")
    page.keys("ArrowLeft")
    page.wait("!document.querySelector('#panel-setup').hidden", "the tab before it")


def nobody_is_asked_while_counters_move(page):
    """During the sowing neither the strip nor the panel says that it is somebody's turn."""
    page.prefer(reduced_motion=False)
    page.open(query="speed=60")
    page.panel("play")
    page.press(id_("play.opponent1"))
    page.press(id_("play.start"))
    page.wait(lambda: state_of(page) == "play.yourTurn", "my turn")
    page.execute("window.said = []; setInterval(() => document.documentElement.dataset.busy &&"
                 "window.said.push(document.querySelector('[data-state]').dataset.state + "
                 "document.querySelector('.strip.turn .strip-turn').textContent), 20);")
    page.hole("c")
    page.wait(lambda: state_of(page) == "play.yourTurn" and page.position() != START, "my turn again")
    said = set(page.execute("return window.said;"))
    expect(said and all(one.endswith(("sows", "sow")) for one in said), said)
    expect(not any("yourTurn" in one for one in said), said)
    page.prefer()


def a_game_ends_with_a_next_step(page):
    """The record stands beside the game; after it: mistakes, a rematch, the values."""
    page.open(link(ONE_MOVE))
    page.panel("play")
    page.press(id_("play.here"))
    page.wait(lambda: state_of(page) == "play.isWon", "my turn")
    expect(not page.execute(f"return document.querySelector(\"{id_('play.rematch')}\");"), "too early")
    page.hole("f")
    page.wait(lambda: state_of(page) == "play.won", "the end")
    page.wait_words("#panel-play .tree", "f")
    page.press("#back")
    page.wait("document.querySelector('.board .value')", "values after the game")
    page.press("#forward")
    page.press(id_("play.mistakes"))
    page.wait_words(".lessons", "0 proven mistakes")
    page.panel("play")
    page.press(id_("play.rematch"))
    page.wait_words(".strip[data-side=N] .strip-name", "You")


def passes_play_themselves(page):
    page.open(link(PASSING))
    page.panel("play")
    page.press(id_("play.sideN"))
    page.press(id_("play.here"))
    page.wait(lambda: "m=-" in page.hash() and len(page.hash().split("m=-")[1].split("&")[0]) > 0,
              "a pass, and the program's move")


def forced_colours_and_paper(page):
    page.open(link(ENDGAME))
    page.wait("document.querySelector('#moves tr.best')", "the moves")
    page.command("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    style = "getComputedStyle(document.querySelector('{}')).backgroundColor"
    for chosen, other in (("#tab-analysis", "#tab-play"),
                          ("input[value=standard] + span", "input[value=tiebreak] + span"),
                          (".moves .best .move", ".moves tr:not(.best) .move")):
        expect(page.execute(f"return {style.format(chosen)} !== {style.format(other)};"), chosen)
    page.panel("play")
    page.panel("atlas")
    page.wait("document.querySelector('.bar')", "the bars")
    # Marks that are chosen, with text that can be read; and bars.
    for one in ("[data-id='play.sideS'] + span", "[data-id='play.opponent1']", ".bar"):
        colour, ground, paper = page.execute(
            "const of = (one) => getComputedStyle(one);"
            "const {color, backgroundColor} = of(document.querySelector(arguments[0]));"
            "return [color, backgroundColor, of(document.body).backgroundColor];", one)
        expect(ground not in (paper, "rgba(0, 0, 0, 0)") and (one == ".bar" or colour != ground),
               (one, colour, ground, paper))
    page.execute("""for (const name of ["Highlight", "HighlightText"]) {
        document.body.append(Object.assign(document.createElement("i"), {id: name, style: `color: ${name}`}));
    }""")
    expect(page.execute("""
        const of = (one) => getComputedStyle(document.querySelector(one));
        return of("[data-id='play.sideS'] + span").backgroundColor === of("#Highlight").color &&
            of("[data-id='play.sideS'] + span").color === of("#HighlightText").color;"""), "the chosen side")
    # A chosen tab stays readable under the pointer.
    page.post("actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": [
        {"type": "pointerMove", "x": 0, "y": 0, "origin": {ELEMENT: page.find("#tab-atlas")}}]}]})
    expect(page.execute("""
        const tab = document.querySelector("#tab-atlas");
        return tab.matches(":hover") && getComputedStyle(tab).color ===
            getComputedStyle(document.querySelector("#HighlightText")).color;"""), "the tab under the pointer")
    page.command("Emulation.setEmulatedMedia", media="print", features=[])
    hidden = page.execute("return ['.controls', '.tabs', '.menus', '#panel-atlas .button', '#panel-play .button',"
                          "'#tree-box'].filter((one) => document.querySelector(one).checkVisibility());")
    expect(hidden == [], f"on paper: {hidden}")
    page.command("Emulation.setEmulatedMedia", media="", features=[])
    page.prefer()


# What is pressed, but for moves in a line of text, and takes less than 44 pixels in height or 30 in width.
SMALL = """
const all = document.querySelectorAll("button:not(.ply, .skip), .opening-row .ply, select, summary, .choice, "
    + "[type=text], .segments label, .panel label.row");
return [...all].filter((one) => one.checkVisibility() && !one.disabled).map((one) => {
    one.scrollIntoView({block: "center", inline: "center"});
    const {left, right, top, bottom} = one.getBoundingClientRect();
    const reach = (dx, dy) => {
        for (let n = 1; n < 44; n++) {
            const hit = document.elementFromPoint((left + right) / 2 + n * dx, (top + bottom) / 2 + n * dy);
            if (hit !== one && !one.contains(hit) && !hit?.labels?.[0]?.contains(one)) { return n - 1; }
        }
        return 44;
    };
    const [width, height] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
    return height < 43 || width < 30 ? `${one.outerHTML.slice(0, 100)} ${width} x ${height}` : null;
}).filter(Boolean);"""


def phones_in_german(page):
    """A strip is one line whoever moves; what is pressed takes 44 pixels; no keys are spoken of."""
    page.resize(360, 740, phone=True)
    page.open("g=S2&l=de")
    page.press(id_("play.continue"))
    heights = page.execute("return [...document.querySelectorAll('.strip')].map((one) => "
                           "one.getBoundingClientRect().height);")
    page.execute("document.querySelectorAll('.strip-turn').forEach((one) => "
                 "{ one.textContent = 'am Zug'; });")
    expect(heights == page.execute("return [...document.querySelectorAll('.strip')].map((one) => "
                                   "one.getBoundingClientRect().height);"), heights)
    for hash_, panel in (("t=2", None), ("g=S2", "play"), ("", "problems"), (link(ENDGAME), "analysis"),
                         ("m=aD", "atlas"), ("", "share")):
        page.open(f"{hash_}&l=de")
        if panel:
            page.panel(panel)
        small = page.execute(SMALL)
        expect(not small, f"{panel}: {small}")
    page.open("l=de")
    page.panel("setup")
    expect("Enter" not in page.words("#panel-setup") and "Umschalt" not in page.words("#panel-setup"),
           page.words("#panel-setup"))
    page.resize(1280, 900)


def words_are_the_visitors(page):
    """Two buttons with two effects have two names; nothing speaks of files and layers."""
    page.open()
    rows = page.all_words()
    for i in range(2):
        expect(rows["button.back"][i] != rows["play.takeBack"][i], rows["button.back"])
    everything = " ".join(text for row in rows.values() for text in row)
    found = re.findall(r"docs/|\blayer|Schicht|#", everything)
    expect(not found, found)
    expect(page.execute("return document.querySelector('meta[name=description]').content;"), "a description")


def a_drawing_is_a_diagram(page):
    """It has the captures and the player to move, and no guess of the moment."""
    page.downloads_to()
    page.open(link(OPEN))
    page.wait("document.querySelector('.board .value.estimated')", "an estimate")
    page.panel("share")
    page.forget_download("kauri.svg")
    page.press(id_("share.svg"))
    text = page.download("kauri.svg")
    expect("South: 0 \u00b7 to move" in text and "North: 0" in text, "the players")
    expect("\u2248" not in text, "a guess")


def the_tree_breaks_between_moves(page):
    """A number is on the line of its move; one move alone is no diagram."""
    page.open("m=c")
    page.wait("document.querySelector('#plot h3')", "the evaluation")
    expect(not page.execute("return document.querySelector('#plot .plot:not(.key)');"), "a picture")
    lone = page.execute("return [...document.querySelectorAll('#tree-box .ply-number')].filter((one) =>"
                        "!one.parentElement.querySelector('.ply')).length;")
    expect(lone == 0, f"{lone} numbers without a move")


CASES = [the_rules_are_told, mistakes_are_named, a_local_link_says_so,
         arrows_step_after_a_click_on_a_tab, nobody_is_asked_while_counters_move,
         a_game_ends_with_a_next_step, passes_play_themselves, forced_colours_and_paper, phones_in_german, words_are_the_visitors, a_drawing_is_a_diagram,
         the_tree_breaks_between_moves]
