"""The page as a whole: its size, texts that are missing, phones, accessibility."""
import os
import sys

from cases_board import ENDGAME, START, link
from explorer import ROOT, expect

sys.path.append(os.path.join(ROOT, "scripts/packages"))
from shorten import Refused, shorten  # noqa: E402

PANELS = ("analysis", "play", "problems", "games", "atlas", "setup", "share")
# Bytes of all files as they are, and of what goes over the network on a first visit, compressed,
# with 300 for the head of each answer.
MOST_BYTES = 200_000  # what the first view may take
MOST_SENT = 65_000


def files_of(page):
    """[name, bytes, bytes sent] of each file of the page that is shown."""
    return page.execute(
        "return performance.getEntries().filter((one) => one.encodedBodySize !== undefined &&"
        "!one.name.includes('/api/'))"
        ".map((one) => [one.name, one.decodedBodySize, one.transferSize]);")


def the_page_is_small_and_alone(page):
    page.command("Network.clearBrowserCache")
    page.open(link(ENDGAME))
    sizes = files_of(page)
    strange = [name for name, _, _ in sizes if not name.startswith(page.server.url)]
    expect(not strange, f"loaded from elsewhere: {strange}")
    whole = sum({name: size for name, size, _ in sizes}.values())
    sent = sum(size for _, _, size in sizes)
    print(f"      {len(sizes)} files, {whole:,} bytes, {sent:,} sent")
    expect(len(sizes) >= 4 and 0 < whole < MOST_BYTES, f"{whole} bytes: {sizes}")
    expect(0 < sent < MOST_SENT, f"{sent} bytes are sent")


def a_second_visit_asks_for_the_page_only(page):
    page.open()
    page.open()
    asked = [name for name, _, sent in files_of(page) if sent > 0]
    expect(len(asked) == 1 and asked[0].startswith(page.server.url + "/?"), f"asked for {asked}")


def every_key_has_its_text(page):
    """No panel shows the key of a text that words.js lacks, in either language."""
    for language in ("en", "de"):
        page.open(link(ENDGAME, f"&m=a&l={language}"))
        for panel in PANELS:
            page.panel(panel)
        page.press("#panel-problems .list-button")
        page.press("[data-id='play.start']")
        wrong = page.execute(
            "const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);"
            "const texts = [];"
            "while (walk.nextNode()) { texts.push(walk.currentNode.data.trim()); }"
            "return texts.filter((text) => /^[a-z]+([.][a-zA-Z]+)+$/.test(text));")
        expect(not wrong, f"keys without a text: {wrong}")


def too_wide(page, width):
    """What is wider than the window: the page, and its first element outside."""
    return page.execute("""
        const [width] = arguments; // innerWidth of phones grows with the page
        if (document.documentElement.scrollWidth <= width) { return ""; }
        const scrolls = (one) => one && (getComputedStyle(one).overflowX !== "visible" ||
            scrolls(one.parentElement));
        const out = [...document.querySelectorAll("body *")].find((one) =>
            one.getBoundingClientRect().right > width + 1 && !scrolls(one.parentElement));
        return `${document.documentElement.scrollWidth}: ${out ? out.outerHTML.slice(0, 120) : ""}`;
        """, width)


def phones(page):
    for width in (320, 768, 1280):
        page.resize(width, 740, phone=width < 1000)
        for language in ("en", "de"):
            page.open(link(ENDGAME, f"&m=aE&l={language}"))
            page.wait("document.querySelector('#moves tr[data-move]')", "the values")
            # A draw, which is the longest word.
            row = page.execute("return ['#moves', '#moves-box'].map((one) => "
                               "document.querySelector(one).getBoundingClientRect().width);")
            expect(row[0] <= row[1], f"the list of moves in {language} at {width}: {row}")
            for panel in PANELS:
                page.panel(panel)
                out = too_wide(page, width)
                expect(not out, f"{panel} in {language} does not fit into {width}: {out}")
    page.resize(360, 740, phone=True)
    page.open(link(ENDGAME))
    rows = page.execute("return new Set([...document.querySelectorAll('[role=tab]')].map((one) =>"
                        "one.getBoundingClientRect().top)).size;")
    expect(rows <= 2, f"the tabs take {rows} rows")
    box = page.execute("const {width, height} = document.querySelector('[data-hole=a] .well')"
                       ".getBoundingClientRect(); return [width, height];")
    expect(min(box) >= 44, f"a hole is {box} pixels: too small for a finger")
    page.resize(1280, 900)


def accessibility(page):
    """axe-core finds nothing serious in any panel and in the help, light and dark, English and German."""
    if not os.path.exists(page.axe):
        print("      axe-core is not here: its rules are not checked (scripts/check/install-axe)")
        return
    for dark, language in ((False, "en"), (True, "de")):
        page.prefer(dark=dark)
        page.open(link(ENDGAME, f"&m=aE&l={language}"))
        page.wait("document.querySelector('#moves tr[data-move]')", "the values")
        page.check_axe(f"the page in {language}")
        # What is beside the board, which stays the same.
        for panel in PANELS:
            page.panel(panel)
            page.check_axe(f"{panel} in {language}", "#tools")
        page.open(f"m=aDbFdDcBfCaBeBfAbB-F-DfA&l={language}")
        page.wait("document.querySelector('#tree-box .ply-captured')", "captures in the record")
        page.check_axe(f"a record in {language}", "#tree-box")
        page.panel("atlas")
        page.press("[data-id='opening-dA']")
        page.check_axe(f"an opening in {language}", "#tools")
        page.panel("problems")
        page.press("#panel-problems .list-button")
        page.wait("document.querySelector('#panel-problems [data-state=try]')", "a problem")
        page.check_axe(f"a problem in {language}")
        page.press("[data-id='problems.reveal']")
        page.wait("document.querySelector('#panel-problems [data-state=shown]')", "the solution")
        page.check_axe(f"a solution in {language}", "#tools")
        page.press("#help-open")
        page.wait("document.querySelector('#help').open", "the help")
        page.check_axe(f"the help in {language}", "#help")
    page.prefer()
    page.resize(360, 740, phone=True)
    page.open(link(START))
    page.check_axe("a phone")
    page.resize(1280, 900)


HERE = os.path.dirname(os.path.abspath(__file__))
# What scripts/packages/shorten.py must refuse, since it may mean two things or has no end.
REFUSED = ["if (a) /b/.test(c);", "x = {}\n/b/.test(c);", "x++ / 2;", "x = \"a\nb\";", "x = `a",
           "x = `${a", "/* a", "x = /a\n/;", "x = 'a;\n"]


def refuses(text):
    try:
        shorten("a.js", text)
        return False
    except Refused:
        return True


def scripts_are_shortened_without_change(page):
    """A script full of traps has the same value before and after; what is unclear is refused."""
    page.open()
    with open(os.path.join(HERE, "shorten-sample.js"), encoding="utf-8") as file:
        source = file.read()
    short = shorten("a.js", source)
    expect(short and len(short) < 0.75 * len(source), f"{len(source)} bytes become {short}")
    run = "return new Promise((resolve) => resolve((function () { %s })()));"
    values = [page.execute(run % text) for text in (source, short)]
    expect(len(values[0]) > 300 and values[0] == values[1], values)
    for text in REFUSED:
        expect(refuses(text), f"taken: {text}")
    style = ('@media (a: b) { .b > .c::after, d { content: "; } > {"; top: -1px } }\n/* e */\n'
             'f { width: calc(1px - (2px)) }')
    wanted = ('@media(a:b){.b>.c::after,d{content:"; } > {";top:-1px}}f{width:calc(1px - (2px))}')
    expect(shorten("a.css", style) == wanted, shorten("a.css", style))


CASES = [the_page_is_small_and_alone, a_second_visit_asks_for_the_page_only, scripts_are_shortened_without_change,
         every_key_has_its_text, phones, accessibility]
