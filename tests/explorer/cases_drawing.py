"""How the board is drawn: its size in windows, counters, values, trays, diagrams, sizes of type."""
import re

from cases_board import ENDGAME, link
from explorer import expect

# Long moves: e sows 27 counters and captures on the way.
LONG = "3+1,12+2,0,1+1,24+3,2/0,7+1,0+2,1,0+1,3+1 S 3:4"


def box(page, selector):
    return page.execute("const {left, top, right, bottom} = document.querySelector(arguments[0])"
                        ".getBoundingClientRect(); return [left, top, right, bottom];", selector)


def the_board_fits_the_window(page):
    """Phones that stand and lie, 200 % of a small window, and a large one: all of it is seen."""
    for width, height, phone in ((360, 740, True), (740, 360, True), (640, 400, False),
                                 (1280, 800, False), (2560, 1300, False)):
        page.resize(width, height, phone=phone)
        page.open(link(ENDGAME))
        page.wait("document.querySelector('#moves tr[data-move]')", "the values")
        # The board is drawn again for another window, which may take a moment. Trays lie on phones.
        page.wait("[...document.querySelectorAll('.tray')].every((tray) => {"
                  "const {width, height} = tray.getBoundingClientRect();"
                  f"return (width > height) === {str(width < 480).lower()}; }})", f"the trays at {width}")
        left, top, right, bottom = box(page, ".board-box")
        expect(left >= 0 and right <= width and top >= 0 and bottom <= height,
               f"{width} x {height}: the board is at {left}, {top} to {right}, {bottom}")
        used = (right - left) / width if width < 1000 else (right - left) / (width - 480)
        expect(used > 0.55 or width > 2000, f"{width} x {height}: the board takes {used:.2f} of it")
    page.resize(1280, 900)


def seeds(page, letter):
    return page.execute("return [...document.querySelectorAll(`[data-hole=${arguments[0]}] .seed`)]"
                        ".map((one) => [one.getAttribute('cx'), one.getAttribute('cy')].join());",
                        letter)


def seeds_keep_their_places(page):
    before = None
    for number in (4, 5, 6, 60):
        page.open(link(f"0+1,{number}+1,0,0,0,0/0,0,0,0,0,0 S 0:0"))
        now = seeds(page, "b")
        expect(len(now) == len(set(now)) == number, f"{number} seeds are at {now}")
        expect(before is None or now[:len(before)] == before, f"{before} became {now}")
        before = now
    places = [float(part) for place in before for part in place.split(",")]
    expect(all(abs(part) < 45 for part in places), f"seeds outside the bowl: {places}")


def values_are_told_without_colour(page):
    """The rings of a win, a draw and a loss differ in their dashes, and have a sign."""
    page.open(link(ENDGAME))
    page.wait("document.querySelector('[data-hole=e] .value.loss')", "the values")
    kinds = {}
    for letter in "ae":
        kinds[letter] = page.execute(
            "const ring = document.querySelector(`[data-hole=${arguments[0]}] .ring`);"
            "return getComputedStyle(ring).strokeDasharray;", letter)
    page.press("input[value=tiebreak]")
    page.wait("document.querySelector('[data-hole=a] .value.win .sign-win')", "a win")
    kinds["win"] = page.execute("return getComputedStyle(document.querySelector('.win .ring'))"
                                ".strokeDasharray;")
    expect(len(set(kinds.values())) == 3, kinds)


def what_all_moves_do_is_said_once(page):
    """Where all lose, no move spoils anything: a sentence in place of red rings, and the best in a neutral one."""
    spoils = "return document.querySelectorAll('.board .value.loss, .board .sign-loss').length;"
    rings = "return [...document.querySelectorAll('.board .value')].map((one) => one.getAttribute('class'));"
    red = "return getComputedStyle(document.querySelector('#moves .result.loss .shape')).fill;"
    page.open(link(ENDGAME))
    page.wait("document.querySelector('[data-hole=e] .value.loss')", "the values")
    expect(page.execute(spoils) == 2 and not page.words(".verdict-lost"), page.words("#verdict"))
    spoiling = page.execute(red)
    page.open(link(ENDGAME, "&m=eB"))
    page.wait("document.querySelector('#moves.lost')", "the values")
    found = re.fullmatch("All moves lose; (.+) (loses? by least|resists? longest).", page.words(".verdict-lost"))
    expect(found, page.words(".verdict-lost"))
    expect(page.execute(spoils) == 0, "rings or signs of a loss")
    expect(page.execute(rings) == len(found[1].split(", ")) * ["value lost best"], page.execute(rings))
    expect(page.execute(red) != spoiling, "red in the list")
    page.open("m=fB")
    page.wait_words(".verdict-lost", "All moves lose; in the proof,")
    expect(page.execute(rings) == [], page.execute(rings))


def the_seal_is_one(page):
    """What is proven has one seal, on the board at the name of who wins, in the verdict and in the plot, and it
    opens "How do we know?"."""
    shapes = """
        return ["#verdict .seal", ".strip .seal", "#plot .key"].map((one) => document.querySelector(
            `${one} .seal-edge`)?.getAttribute("d").split("L").length);"""
    page.open(link(ENDGAME, "&m=eBaD"))
    page.wait("document.querySelector('#moves tr[data-move]')", "the values")
    page.press("#plot [data-id=annotate]")
    page.wait("document.querySelector('#plot .key .seal-edge')", "the plot")
    expect(page.execute(shapes) == [16, 16, 16], page.execute(shapes))
    expect(not page.execute("return Boolean(document.querySelector('.strip[data-side=S] .seal'));"), "North wins")
    said = page.attribute(".strip[data-side=N] .seal-link", "aria-label")
    expect(said == "Proven: North wins 31:29. How do we know?", said)
    page.click(".strip[data-side=N] .seal-link")
    page.wait("document.querySelector('#evidence')?.open", "How do we know?")
    page.press("#evidence .help-close")
    page.press("#values")
    page.wait("!document.querySelector('.strip .seal')", "hidden values have no seal")
    page.press("#values")
    page.open(link(ENDGAME))
    page.wait("document.querySelectorAll('.strip .seal').length === 2", "a draw has it on both sides")


def captured_seeds_fly_to_the_tray(page):
    page.prefer(reduced_motion=False)
    page.open(link(LONG), "speed=60")
    number = "return document.querySelector('.tray[data-side=N] text').textContent;"
    expect(page.execute(number) == "4", page.execute(number))
    page.execute("window.flocks = 0; new MutationObserver((changes) => changes.forEach((change) => "
                 "change.addedNodes.forEach((node) => { window.flocks += "
                 "Number(Boolean(node.classList?.contains('flock'))); })))"
                 ".observe(document.querySelector('.board'), {childList: true, subtree: true});")
    page.keys("e")
    page.wait("document.documentElement.dataset.busy", "the move")
    page.settle()
    heap = page.execute("return document.querySelectorAll('.tray[data-side=N] .seed').length;")
    expect(page.execute(number) == "8" and heap == 8, f"{page.execute(number)}, {heap} seeds")
    expect(page.execute("return window.flocks;") > 1, "nothing flew")
    expect(page.execute("return document.querySelectorAll('.flock, .capture-note').length;") == 0,
           "something still flies")
    page.prefer()


def is_diagram(page):
    return page.execute("return document.querySelector('.board-box').classList.contains('diagram');")


def a_board_may_be_a_diagram(page):
    """By choice, which is kept; with forced colours, more contrast, and in print."""
    page.open(link(ENDGAME))
    expect(not is_diagram(page), "a diagram at first")
    for feature, value in (("forced-colors", "active"), ("prefers-contrast", "more")):
        page.command("Emulation.setEmulatedMedia", features=[{"name": feature, "value": value}])
        page.wait(lambda: is_diagram(page), f"a diagram with {feature}")
        page.prefer()
        page.wait(lambda: not is_diagram(page), "wood again")
    page.execute("dispatchEvent(new Event('beforeprint'));")
    expect(is_diagram(page), "wood in print")
    page.execute("dispatchEvent(new Event('afterprint'));")
    expect(not is_diagram(page), "a diagram after print")
    page.execute("const menu = document.querySelector('#style'); menu.value = 'diagram';"
                 "menu.dispatchEvent(new Event('change'));")
    expect(is_diagram(page), "the choice")
    page.reload()
    page.wait("document.documentElement?.dataset.ready", "the page")
    expect(is_diagram(page), "the choice is forgotten")


# Of each move in the list: the text of its bar, where the range, its parts by who leads, and the diamond are, in
# percent, and what is written as its result.
BARS = """
return [...document.querySelectorAll("#moves tr[data-move]")].map((row) => {
    const place = (one, name) => Number(one.getAttribute(name).replace("%", ""));
    const parts = [...row.querySelectorAll(".lead .range")].map((one) =>
        [one.dataset.side, place(one, "x1"), place(one, "x2")]);
    const diamond = row.querySelector(".lead svg svg");
    return {said: row.querySelector(".lead .hidden").textContent,
        parts, range: [parts[0][1], parts.at(-1)[2]], diamond: diamond && place(diamond, "x"),
        result: row.querySelector("td").textContent,
        width: row.querySelector(".lead svg").getBoundingClientRect().width};
});"""


def moves_that_are_open_have_bars(page):
    """Where not all moves are proven, one bar for each, on the axis of the scale above: the proven
    range of South's final lead and a diamond for what is expected; the range is text, too."""
    for moves, sign in (("cCeE", 1), ("cCeEf", -1)):
        for width, phone in ((1280, False), (360, True)):
            page.resize(width, 740, phone=phone)
            page.open("m=" + moves)
            page.wait("document.querySelectorAll('#moves .lead svg svg').length > 2", "estimates")
            bars = page.execute(BARS)
            # The scale runs over what is possible.
            seeds = [int(one.split("+")[0]) for one in re.split("[,/]", page.position().split()[0])]
            south, north = map(int, page.position().split()[2].split(":"))
            least, most = south - north - sum(seeds), south - north + sum(seeds)
            part = lambda lead: 100 * (max(least, min(most, lead)) - least) / (most - least)
            for bar in bars:
                low, high = (int(n.replace("\u2212", "-")) for n in re.search(
                    r"between (\S+) and (\S+)$", bar["said"]).groups())
                places = [part(lead) for lead in (low, high)]
                expect(low < high and all(abs(a - b) < 0.01 for a, b in zip(places, bar["range"])), bar)
                expect(all(left >= part(0) - 0.01 if side == "S" else right <= part(0) + 0.01 for side, left, right in bar["parts"]), bar)
                found = re.search(r"\u2248\u2009(\S+)", bar["result"])
                expect(bool(found) == (bar["diamond"] is not None), bar)
                if found:
                    lead = sign * int(found.group(1).replace("\u2212", "-"))
                    expect(abs(part(lead) - bar["diamond"]) < 0.01, bar)
                expect(bar["width"] > 80, bar)
            expect("open" not in page.words("#moves"), page.words("#moves"))
            expect(page.execute("const box = document.querySelector('#moves-box');"
                                "return box.scrollWidth <= box.clientWidth;"), "the list is too wide")
    page.resize(1280, 900)
    page.open("m=cCeE")
    page.wait("document.querySelector('#moves .estimate')", "an estimate")
    page.command("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    colours = page.execute("const of = (name) => getComputedStyle(document.querySelector("
                           "`#moves .lead ${name}`)).stroke;"
                           "return [of('.range'), of('.estimate'), getComputedStyle(document.body)"
                           ".backgroundColor];")
    expect(len(set(colours)) == 3, colours)
    page.command("Emulation.setEmulatedMedia", media="print", features=[])
    expect(page.shown("#moves .lead svg"), "the list is not on paper")
    page.command("Emulation.setEmulatedMedia", media="", features=[])
    page.prefer()


CASES = [the_board_fits_the_window, seeds_keep_their_places, values_are_told_without_colour, what_all_moves_do_is_said_once,
         the_seal_is_one, captured_seeds_fly_to_the_tray, a_board_may_be_a_diagram, moves_that_are_open_have_bars]
