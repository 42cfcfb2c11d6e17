"""What a person meets every day: rules, mistakes, things that are kept, keys, and small windows."""
from cases_board import ENDGAME, after, link
from cases_panels import id_
from explorer import expect


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


CASES = [the_rules_are_told, phones_in_german]
