"""An author at work: is a move the only one, a problem of one's own, sharing it, setting up a position."""
from cases_board import ENDGAME, link
from cases_coach import LOST, coach, evaluate
from cases_daily import fresh
from cases_panels import id_
from explorer import expect

# Under the tie-breaker rules e alone wins, into a mutual zugzwang (docs/guide/PROBLEMS.md).
ZUGZWANG = "0,0,0,0+1,0+1,0+3/1+4,0,0,0+1,0,0+2 S 30:29"
# The same with North to move.
TURNED = "1+4,0,0,0+1,0,0+2/0,0,0,0+1,0+1,0+3 N 29:30"
# Above the tables: b and f win, and after a longer search a as well. A search of the position stops when it knows that b does.
SEVERAL = "1+1,0+2,2,0,0+2,1+1/2,0+2,0+1,3,0+3,0 S 26:25"


def says(page, text):
    page.wait(f"document.querySelector('#only-box .state')?.textContent.startsWith({text!r})", text)


def text_of(page, selector):
    return page.execute(f"return document.querySelector({selector!r})?.textContent || '';")


def value_of(page, name):
    return page.execute(f"return document.querySelector({id_(name)!r})?.value || '';")


def the_only_move_is_named(page):
    """What kauri problem says of the position: whether the move is the only one, how hard it is to find,
    and its themes, in both languages; another position has another answer."""
    page.open(link(ZUGZWANG, "&r=tiebreak"))
    page.press(id_("only.ask"))
    says(page, "Yes: e alone wins.")
    told = text_of(page, "#only-box")
    printed = " ".join(page.kauri("problem", "--rules", "tie-breaker", ZUGZWANG).split())
    expect("3 moves to find · grade 1 of 5 · 2 minor duals · 2 tempting moves · themes: zugzwang, waiting move"
           in told and "Grade 1 of 5: choices 3, tempting moves 2, minor duals 2" in printed, (told, printed))
    expect("e!; d? D!, f? A!" in told and "e!; d? D!, f? A!" in printed, (told, printed))
    page.execute("const one = document.querySelector('#language'); one.value = 'de';"
                 "one.dispatchEvent(new Event('change', {bubbles: true}));")
    says(page, "Ja: Nur e gewinnt.")
    page.check_axe("the only move", "#tools")
    page.hole("d")
    page.wait("document.querySelector('#only-box [data-id=\"only.ask\"]')", "the question, again")


def moves_beside_the_best_are_searched(page):
    """Where the search of the position stops at the first winning move, the others are searched too."""
    page.open(link(SEVERAL), nodes=50_000)  # enough for a second move, and not for all
    page.press(id_("only.ask"))
    page.wait("/^No: .* and [abef] win\\./.test(document.querySelector('#only-box .state')?.textContent)",
              lambda: text_of(page, "#only-box"))


def wikis_and_pages_get_what_is_chosen(page):
    """Table, caption and embedding code with values, without them, and with a caption of one's own, in
    which no sign is markup."""
    page.open(link(ENDGAME, "&r=tiebreak"))
    page.wait("document.querySelector('#moves')", "values")
    page.panel("share")
    table = value_of(page, "share.wiki")
    expect("! 30\n|  || 1@ || 3@" not in table and "! North !! F !! E !! D !! C !! B !! A\n|-\n! 30\n|" in table,
           table)
    expect("\n|-\n!  !! 30:30 !!  !!  !! 30:30 !! 29:31 !! 30:30\n|}" in table, table)
    expect('values="a=30:30 d=30:30 f=30:30 e=29:31"' in value_of(page, "share.embed"), value_of(page, "share.embed"))
    page.press(id_("share.values"))
    page.type_text(id_("share.caption"), "Only [a] | <b>")
    page.wait(lambda: "Only &#91;a&#93; &#124; &#60;b&#62;" in value_of(page, "share.wikiFile"), "the caption")
    expect("30:30" not in value_of(page, "share.wiki") and "values=" not in value_of(page, "share.embed"), "values")
    expect(">Only [a] | &#60;b&#62;</kauri-board>" in value_of(page, "share.embed"), value_of(page, "share.embed"))
    page.press(id_("share.solution"))
    page.wait_words("#sheet", "No: ")


def a_sheet_is_printed(page):
    """The board and what belongs to it, without the rest of the page, and without values that were left out: the
    seal beside the winner's name is one. The best moves of a whole page are black on white."""
    page.open(link(ENDGAME, "&r=tiebreak"))
    page.wait("document.querySelector('.board .value') && document.querySelector('.strip .seal')", "values")
    page.command("Emulation.setEmulatedMedia", media="print")
    seen = page.execute("const {color, backgroundColor} = getComputedStyle(document.querySelector('#moves .best .move'));"
                        "return [color, backgroundColor, document.querySelector('.strip .seal').getClientRects().length];")
    page.command("Emulation.setEmulatedMedia", media="")
    expect(seen == ["rgb(0, 0, 0)", "rgba(0, 0, 0, 0)", 1], seen)
    page.panel("share")
    page.type_text(id_("share.caption"), "An ending")
    page.press(id_("share.values"))
    page.execute("window.print = () => {};")
    page.press(id_("share.print"))
    page.command("Emulation.setEmulatedMedia", media="print")
    seen = page.execute("""return ["#board", "#sheet figcaption", "#tab-share", "[data-id='share.link']", ".board .value", ".strip .seal"]
        .map((one) => document.querySelector(one).getClientRects().length > 0);""")
    page.command("Emulation.setEmulatedMedia", media="")
    expect(seen == [True, True, False, False, False, False], seen)
    page.execute("dispatchEvent(new Event('afterprint'));")
    expect(page.execute("return document.documentElement.className;").find("sheet-only") < 0, "for ever")


def paste(page, text):
    page.execute("const box = document.querySelector(arguments[0]); box.focus(); box.value = arguments[1];"
                 "box.dispatchEvent(new ClipboardEvent('paste', {bubbles: true}));", id_("setup-text"), text)


def a_hole_is_written_and_dragged(page):
    """By digits on the hole, by the fields of the hole that was touched last, and by the pointer."""
    page.allowed = "400"  # the tables are for 12 cowries
    page.open(link("0,0,0,0,0,0/0,0,0,0,0,0+1 S"))
    page.panel("setup")

    def holds(row):
        wanted = f"{row}/0,0,0,0,0,0+1 S 0:0"
        page.wait(lambda: value_of(page, "setup-text") == wanted,
                  lambda: f"{wanted}, not {value_of(page, 'setup-text')}")

    page.press("#skip")
    page.keys("c", "1", "2", "+", "3")
    holds("0,0,12+3,0,0,0")
    page.keys("d", "4")
    holds("0,0,12+3,4,0,0")
    page.keys("Backspace", "b", "1")
    holds("0,1,12+3,0,0,0")
    page.type_text(id_("hole-seeds"), "7")
    page.type_text(id_("hole-cowries"), "2")
    holds("0,7+2,12+3,0,0,0")
    places = page.execute("""return ["b", "e"].map((letter) => {
        const {x, y, width, height} = document.querySelector(`[data-hole=${letter}]`).getBoundingClientRect();
        return [x + width / 2, y + height / 2]; });""")
    for kind, (x, y) in zip(("mousePressed", "mouseReleased"), places):
        page.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
    holds("0,6+2,12+3,0,1,0")
    page.press(id_("setup.mirror"))
    page.wait(lambda: value_of(page, "setup-text") == "0,1,0,12+3,6+2,0/0+1,0,0,0,0,0 S 0:0", "a mirror")
    page.press(id_("setup.exchange"))
    page.wait(lambda: value_of(page, "setup-text") == "0+1,0,0,0,0,0/0,1,0,12+3,6+2,0 N 0:0", "exchanged sides")


def problems_begin_easily(page):
    """Grade 1 and the standard rules, until the cowrie phase is asked for; themes and a streak are counted."""
    fresh(page)
    page.panel("problems")
    page.press(id_("problems.begin"))
    page.wait("document.querySelector('#panel-problems .task')", "a problem")
    expect("grade 1 of 5" in page.words("#panel-problems .task"), page.words("#panel-problems .task"))
    asked = page.execute("""return (async () => {
        const set = await load("problemset.js");
        const {setSetting} = await load("settings.js");
        const all = await set.loadProblems();
        const rules = () => [...Array(40).keys()].map((i) => set.nextProblem(all, () => i / 40))
            .map((one) => `${one.grade} ${one.rules}`);
        const first = rules();
        setSetting("phase", true);
        const then = rules();
        all.slice(0, 3).forEach((one) => set.keepResult(one, true));
        set.keepResult(all[3], false);
        const {streak, longest} = set.progress();
        return [[...new Set(first)], [...new Set(then)].sort(), streak, longest,
            set.progressByTheme(all).every(({solved, tried}) => solved <= tried && tried > 0)]; })();""")
    expect(asked == [["1 standard"], ["1 standard", "1 tiebreak"], 0, 3, True], asked)
    page.execute("localStorage.clear();")


def own_mistakes_come_back(page):
    """A mistake of a game that was looked at is a problem until a better move was found."""
    evaluate(page, LOST)
    page.press(id_("coach.learn"))
    page.wait(lambda: coach(page) == "try", "the first mistake")
    page.panel("problems")
    page.wait(f"document.querySelector(\"{id_('own-0')}\")", "a problem of one's own")
    page.press(id_("own-0"))
    page.wait_position(ENDGAME)
    page.wait(lambda: coach(page) == "try", "the problem")
    expect(not page.execute("return document.querySelector('.board .value');"), "values are given away")
    page.hole("a")
    page.wait(lambda: coach(page) == "right", "a better move")
    page.press("#coach " + id_("button.close"))
    left = page.execute("return JSON.parse(localStorage['kauri-explorer']).mistakes;")
    expect(not any(one["p"] == ENDGAME for one in left), f"it comes again: {left}")
    page.execute("localStorage.clear();")


def an_author_walks_to_a_wiki(page):
    """A diagram of a magazine and its claim, "e alone wins under the tie-breaker rules", become a printed
    problem and text for a wiki (docs/guide/PROBLEMS.md): a dozen presses, and no wait of more than a second or two."""
    fresh(page)
    page.downloads_to()
    page.panel("setup")
    paste(page, page.kauri("show", ZUGZWANG))
    page.press("input[name=rules][value=tiebreak]")
    page.press(id_("setup.play"))
    page.wait_words("#verdict", "South wins 31:29")
    page.press(id_("only.ask"))
    says(page, "Yes: e alone wins.")
    page.press(id_("only.make"))
    page.wait("document.querySelectorAll('#sheet .solution li').length === 5", "the solution")
    page.type_text(id_("share.caption"), "Zugzwang: South to move and win")
    page.wait_words("#sheet figcaption", "Zugzwang:")
    page.forget_download("kauri.svg")
    page.press(id_("share.svg"))
    expect("Zugzwang:" in page.download("kauri.svg"), "the drawing has no caption")
    page.execute("window.print = () => { window.printed = document.documentElement.className; };")
    page.press(id_("share.print"))
    expect("sheet-only no-values" in page.execute("return window.printed;"), "the print")
    wiki = value_of(page, "share.wiki")
    expect("|+ Zugzwang:" in wiki and ":3. e!; f? A C D" in wiki, wiki)
    page.open(page.execute(f"return document.querySelector({id_('share.link')!r}).value;").split("#")[1])
    page.wait_position(ZUGZWANG)


CASES = [the_only_move_is_named, moves_beside_the_best_are_searched, wikis_and_pages_get_what_is_chosen,
         a_sheet_is_printed, a_hole_is_written_and_dragged, problems_begin_easily, own_mistakes_come_back,
         an_author_walks_to_a_wiki]
