"""<kauri-board> in a page that is opened as a file: docs/guide/BOARD.md."""
import os
import shutil
import subprocess

from explorer import Host, ROOT, expect

# What is inside a board of the page: its element, found by id.
INSIDE = "document.getElementById('%s').shadowRoot"


def make_script(page):
    """Makes the script. Returns its folder and its path."""
    folder = os.path.join(page.folder, "embed")
    os.makedirs(folder, exist_ok=True)
    script = os.path.join(folder, "kauri-board.js")
    subprocess.run([os.path.join(ROOT, "scripts/packages/make-board"), script], check=True,
                   stdout=subprocess.DEVNULL)
    return folder, script


def open_example(page):
    """The example, with the script beside it, as a file."""
    folder, script = make_script(page)
    shutil.copy(os.path.join(ROOT, "web/embed/example.html"), folder)
    page.browser.open(f"file://{folder}/example.html")
    page.wait("document.querySelector('#diagram').shadowRoot", "the boards")
    return script


def words(page, board, selector):
    return page.execute(f"return {INSIDE % board}.querySelector(arguments[0]).textContent;", selector)


def holes(page, board):
    """What is told of the holes that are not empty."""
    names = page.execute(f"return [...{INSIDE % board}.querySelectorAll('[data-hole]')].map("
                         "(one) => one.getAttribute('aria-label'));")
    return {name.split(":")[0]: name.split(": ")[1] for name in names}


def press(page, board, number):
    page.execute(f"{INSIDE % board}.querySelectorAll('.steps button')[arguments[0]].click();", number)


def boards_on_a_page_of_others(page):
    script = open_example(page)
    expect(os.path.getsize(script) <= 46_000, f"{os.path.getsize(script)} bytes")
    with open(script, encoding="utf-8") as file:
        text = file.read()
    asks = [word for word in ("fetch(", "import(", "XMLHttpRequest", "localStorage") if word in text]
    expect(not asks, f"the script is not alone: {asks}")
    expect(holes(page, "game")["South a"] == "5 seeds, one cowrie", holes(page, "game"))
    press(page, "game", 2)
    page.wait(lambda: words(page, "game", ".moves") == "1.\u00a0a", words(page, "game", ".moves"))
    page.wait(lambda: holes(page, "game")["South a"] == "0 seeds, 0 cowries", "the move a")
    press(page, "game", 3)
    expect(words(page, "game", ".moves").endswith("4.\u00a0d E"), words(page, "game", ".moves"))
    shown = page.execute(f"return {INSIDE % 'game'}.querySelectorAll('.steps button')[3].disabled;")
    expect(shown, "the last position has a next one")
    press(page, "game", 0)
    expect(holes(page, "game")["North A"] == "5 seeds, one cowrie", holes(page, "game"))


def the_given_values_are_shown(page):
    open_example(page)
    expect(holes(page, "values")["South a"] == "0 seeds, one cowrie, draw 30:30", holes(page, "values"))
    expect(holes(page, "values")["South e"] == "0 seeds, 3 cowries, loss 29:31", holes(page, "values"))
    count = f"return {INSIDE % 'values'}.querySelectorAll('.value.best').length;"
    expect(page.execute(count) == 3, "three moves draw")
    page.execute("document.getElementById('values').setAttribute('values', 'a=+2 d=loss');")
    expect(holes(page, "values")["South a"] == "0 seeds, one cowrie, win 2", holes(page, "values"))
    expect(page.execute(count) == 1, "one move wins")


def a_board_tells_what_is_wrong(page):
    """In a sentence, without a board if the position is faulty; texts are in the language of the page."""
    open_example(page)
    board = f"return !{INSIDE % 'values'}.querySelector('.board-box').checkVisibility();"
    for language, name, value, wanted, gone in (
            ("en", "moves", "a x", "x cannot be played here; only the moves before it are shown.", False),
            ("de", "moves", "a a", "a kann hier nicht gespielt werden; gezeigt sind nur die Züge davor.", False),
            ("en", "position", "5/x S", "This board cannot be shown: A position is written as", True),
            ("de", "position", "5/x S", "Dieses Brett lässt sich nicht zeigen: Eine Stellung schreibt man als", True),
            ("en", "position", "<b>", "cannot be shown: A position is written as SOUTH/NORTH SIDE SCORE.", True),
            ("en", "position", "99/1 S", "This board cannot be shown: There ", True),
            ("en", "position", "1,2/3 S", "This board cannot be shown: Both rows need the same number", True)):
        page.execute("document.documentElement.lang = arguments[2];"
                     "const one = document.getElementById('values'); one.removeAttribute('position');"
                     "one.removeAttribute('moves'); one.setAttribute(arguments[0], arguments[1]);",
                     name, value, language)
        expect(wanted in words(page, "values", ".moves"), words(page, "values", ".moves"))
        expect(page.execute(board) == gone, f"{value}: the board")
    page.execute("const one = document.getElementById('values'); one.setAttribute('position', '5+1/5+1 S');")
    expect(not page.execute(board) and words(page, "values", ".moves") == "", "a sound position after faulty ones")
    page.execute("document.documentElement.lang = 'de';"
                 "document.getElementById('diagram').setAttribute('flipped', '');")
    expect(words(page, "diagram", ".strip[data-side=N] .strip-turn") == "am Zug", "the language")
    plain = page.execute(f"return {INSIDE % 'diagram'}.querySelector('.board-box').className;")
    expect("diagram" in plain, plain)


TWO = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Two</title>
<style>* { box-sizing: content-box } svg { width: 0; height: 0 } span { font-size: 40px }</style><body>
<script src="%(url)skauri-board.js" defer></script>
<kauri-board id="one" position="0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 S 28:30" values="a=30:30 q=3 e=2:x"
  board="glass" proof="%(url)s#m=a"></kauri-board>
<script src="%(url)skauri-board.js" defer></script>
<kauri-board id="two" moves="aB" autoplay ground="none"></kauri-board></body></html>"""


def two_boards_in_a_page_of_another_origin(page):
    """With the script twice and styles of its own: cowries are seen, and what is not known is named."""
    folder = os.path.join(page.folder, "other")
    os.makedirs(folder, exist_ok=True)
    scripts, host = Host(make_script(page)[0], ""), Host(folder, "")
    page.allowed = "favicon"
    page.prefer(reduced_motion=False)
    try:
        with open(os.path.join(folder, "index.html"), "w", encoding="utf-8") as file:
            file.write(TWO % {"url": scripts.url})
        page.browser.open(host.url)
        page.wait("document.querySelector('#two')?.shadowRoot", "the boards")
        for board, south, north in (("one", 8, 4), ("two", 6, 6)):
            shells = page.execute(f"return ['S', 'N'].map((side) => [...{INSIDE % board}.querySelectorAll("
                                  "`.strip[data-side=${side}] .cowrie`)].map((one) => "
                                  "one.getBoundingClientRect().width));")
            expect([len(one) for one in shells] == [south, north], shells)
            expect(all(18 <= width <= 26 for one in shells for width in one), shells)
        told = words(page, "one", ".moves")
        for part in ("values: “q=3” is not known here.", "values: “e=2:x” is", "board: “glass” is"):
            expect(part in told, told)
        seals = page.execute(f"return [...{INSIDE % 'one'}.querySelectorAll('.seal-link')].map((one) => "
                             "[one.getAttribute('href'), one.title]);")
        expect(seals == 2 * [[f"{scripts.url}#m=a", "Proven: draw. How do we know?"]], seals)
        page.execute("document.getElementById('one').setAttribute('proof', 'javascript:alert(1)');")
        expect("proof: “javascript:alert(1)” is" in words(page, "one", ".moves") and
               not page.execute(f"return {INSIDE % 'one'}.querySelector('.seal-link');"), "an address that runs")
        grounds = page.execute("return ['one', 'two'].map((id) => document.getElementById(id).shadowRoot"
                               ".querySelector('.ground').checkVisibility());")
        expect(grounds == [True, False], grounds)
        page.wait(lambda: words(page, "two", ".moves") == "1.\u00a0a B", "the second move, by itself")
        press(page, "two", 0)
        expect(not page.execute("return document.getElementById('two').hasAttribute('autoplay');"), "it plays on")
    finally:
        host.close()
        scripts.close()
        page.prefer()


CASES = [two_boards_in_a_page_of_another_origin, boards_on_a_page_of_others, the_given_values_are_shown, a_board_tells_what_is_wrong]
