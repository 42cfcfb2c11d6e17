"""Small windows, large text and wide windows: the board, its state and what can be done stay in sight."""
from cases_learn import ANSWERS, first_visit, with_visits
from cases_panels import id_
from explorer import expect

# A game that South has lost against the first opponent.
LOST = ("m=aDbFdDcBfCaBeBfAbB-F-DfA-CfBeDfEaDfBbAaFfCcAeDaEbFcBeAfEaCbEdE-C-DdFdAeDcBfCdDeEfAdBcF&g=S1")
BOX = "const {left, top, right, bottom} = document.querySelector(arguments[0]).getBoundingClientRect();"


def box(page, selector):
    return page.execute(BOX + "return {left, top, right, bottom, width: right - left};", selector)


def in_sight(page, *selectors):
    """Those that are not wholly in the window, and where they are."""
    return page.execute("""
        return arguments[0].filter((selector) => {
            const {top, bottom, width} = document.querySelector(selector).getBoundingClientRect();
            return top < 0 || bottom > innerHeight || width === 0;
        }).concat(scrollY > 0 ? [`scrolled by ${scrollY}`] : []);""", list(selectors))


def state_and_actions_are_under_the_board(page):
    """On a phone, in a game, before it, and in a problem; all tabs are reached."""
    for width, height in ((390, 664), (360, 740)):
        page.resize(width, height, phone=True)
        for language in ("en", "de"):
            page.open(f"g=S1v&l={language}")
            out = in_sight(page, ".board", ".panel-state:not([hidden]) .state", id_("play.continue"),
                           "#back", ".more")
            expect(not out, f"a game at {width} in {language}: {out}")
            page.panel("problems")
            page.press(id_("problems.begin"))
            page.wait("document.querySelector('.task .state')", "a problem")
            out = in_sight(page, ".board", ".task h3", ".task .state", id_("problems.hint"))
            expect(not out, f"a problem at {width} in {language}: {out}")
            page.press(id_("problems.reveal"))
            page.wait("document.querySelector('[data-state=shown]')", "the solution")
            gaps = page.execute("return [...document.querySelectorAll('.task h4, .task section')].map((one) => "
                                "parseFloat(getComputedStyle(one)[one.matches('h4') ? 'marginTop' : 'rowGap']));")
            expect(gaps and max(gaps) <= 8, f"gaps in a solution outside its panel: {gaps}")
            for panel in ("share", "analysis"):
                page.panel(panel)
                tabs = [box(page, f"#tab-{one}") for one in ("analysis", "play", "problems", "setup", "share")]
                expect(all(tab["left"] >= 0 and tab["right"] <= width for tab in tabs), f"{panel}: {tabs}")
            expect(page.execute("return [...document.querySelectorAll('.panel-state')].every((one) => "
                                "one.hidden);"), "the state of a panel that is not chosen")
    # The state goes to the panel where that lies beside the board, as on a phone that lies.
    page.resize(844, 390, phone=True)
    page.open("g=S1v")
    out = in_sight(page, ".board", ".panel-state .state", id_("play.continue"), "#back", ".more")
    out += page.execute("const all = [...document.querySelectorAll('.controls > .row > *')].map((one) => "
                        "one.getBoundingClientRect());"
                        "return all.filter(({left}, i) => i > 0 && left < all[i - 1].right - 1).map(({left}) => left);")
    expect(not out and page.execute("return Boolean(document.querySelector('#panel-play .panel-state'));"), out)
    page.resize(1280, 900)


@with_visits
def nothing_scrolls_the_board_away(page):
    """The first card leads to panels, whose next step has the focus; the board stays where it is."""
    for width, height in ((390, 844), (820, 1180)):
        page.resize(width, height, phone=True)
        for button, focused, told in (("#front-play", "play.start", "Play"), ("#front-analyse", "a", "South to move")):
            first_visit(page)
            page.click(button)
            page.wait(lambda wanted=focused: page.focused() == wanted, lambda: f"focus: {page.focused()}")
            page.wait_words("#log", told)
            out = in_sight(page, "h1", ".board")
            expect(not out, f"{button} at {width}: {out}")
    page.resize(1280, 900)


def mistakes_come_to_the_eye(page):
    """After a lost game: that they are looked for, and the first of them, are told under the board."""
    page.resize(390, 844, phone=True)
    page.open(LOST, nodes=2000)
    page.hold("/annotate")
    page.click(id_("play.mistakes"))
    page.wait("document.querySelector('#coach [data-state=wait]')", "that they are looked for")
    out = in_sight(page, ".board", "#coach progress", "#coach button")
    expect(not out and page.focused() == "plot.stop", f"{out}, {page.focused()}")
    page.release()
    page.wait("document.querySelector('#coach [data-state=try]')", "the first mistake")
    out = in_sight(page, ".board", "#coach .state", id_("mistakes.next"))
    expect(not out, out)
    expect("Mistake 1 of" in page.words("#coach"), page.words("#coach"))
    # On a phone that lies, beside the board.
    page.resize(844, 390, phone=True)
    page.wait("document.querySelector('#tools > #coach')", "the mistake beside the board")
    out = in_sight(page, ".board", "#coach .state")
    expect(not out, out)
    page.resize(390, 844, phone=True)
    # One that is stopped leaves the page as it was.
    page.open(LOST)
    page.hold("/annotate")
    page.click(id_("play.mistakes"))
    page.wait("document.querySelector('#coach progress')", "that they are looked for")
    page.click("#coach " + id_("plot.stop"))
    page.wait("document.querySelector('#coach').hidden", "nothing under the board")
    page.wait(lambda: page.focused() != "BODY", "the focus")
    page.resize(1280, 900)


def large_text_leaves_a_board(page):
    """With text of twice the size, and of one and a half."""
    page.open()
    page.resize(1280, 800)
    try:
        for size in (32, 24, 16):
            page.command("Page.setFontSizes", fontSizes={"standard": size, "fixed": size})
            for hash_ in ("m=aDbF", "g=S1v"):
                page.open(hash_)
                check_large_text(page, size)
    finally:
        page.command("Page.setFontSizes", fontSizes={"standard": 16, "fixed": 13})
        page.resize(1280, 900)


def check_large_text(page, size):
    width = box(page, ".board")["width"]
    expect(width >= 480, f"text of {size} pixels: the board takes {width}")
    expect(page.execute("return getComputedStyle(document.body).fontSize;") == f"{size}px", "text")
    over = page.execute("""
        const boxes = [...document.querySelectorAll(".controls, .tools, .board-box, .top")].map((one) =>
            one.getBoundingClientRect());
        const bar = document.querySelector(".controls").getBoundingClientRect();
        const outside = [...document.querySelectorAll(".controls > * > .button, .eye")].filter((one) => {
            const {left, right} = one.getBoundingClientRect();
            return left < bar.left - 1 || right > bar.right + 1;
        }).length;
        const crossing = boxes.filter((a, i) => boxes.some((b, k) => k > i && a.left < b.right - 1 &&
            b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length;
        return [outside, crossing, document.documentElement.scrollWidth > innerWidth];""")
    expect(over == [0, 0, False], f"text of {size} pixels: {over}")


def large_text_fits_a_phone(page):
    """Text of twice the size, at 390 pixels: nothing is beyond the edge."""
    page.resize(390, 844, phone=True)
    try:
        page.command("Page.setFontSizes", fontSizes={"standard": 32, "fixed": 32})
        for hash_, panel in (("m=aDbF", None), ("g=S1v&l=de", None), ("t=2&l=de", None), ("l=de", "problems"),
                             ("l=de", "games"), ("l=de", "atlas")):
            page.open(hash_)
            page.wait("document.querySelector('.strip-name').textContent", "the board")
            if hash_.startswith("t="):
                page.wait("document.querySelector('.guide-task')", "the task")
            if panel:
                page.panel(panel)
                page.wait(f"document.querySelector('#panel-{panel} button')", panel)
            width = page.execute("return document.documentElement.scrollWidth;")
            names = page.execute("return [...document.querySelectorAll('.strip-name')].filter((one) => "
                                 "one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent);")
            expect(width <= 390 and not names, f"{hash_} {panel}: {width} pixels, {names}")
            bar = box(page, ".controls")
            expect(box(page, ".more")["right"] <= bar["right"], f"{hash_}: a button beyond the bar")
        page.press("#help-open")
        page.wait("document.querySelector('#help').open", "the help")
        expect(box(page, ".help-close")["right"] <= box(page, "#help")["right"], "the button that closes the help")
    finally:
        page.command("Page.setFontSizes", fontSizes={"standard": 16, "fixed": 13})
        page.resize(1280, 900)


@with_visits
def a_lying_phone_shows_what_comes_next(page):
    """The first card with its buttons, and the names of the players beside many cowries."""
    page.resize(844, 390, phone=True)
    first_visit(page)
    out = in_sight(page, "#front-learn", "#front-play", "#front-analyse")
    expect(not out, out)
    page.open("t=4")
    page.wait("document.querySelector('.guide-task')", "the task")
    cut = page.execute("return [...document.querySelectorAll('.strip-name')].filter((one) => "
                       "one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent);")
    expect(not cut, f"names are cut: {cut}")
    page.resize(1280, 900)


def a_game_leaves_the_buttons_where_they_are(page):
    """The bar under the board and the tabs stay while the program thinks."""
    page.resize(390, 844, phone=True)
    page.open("g=S1")
    page.press(id_("play.continue"))
    page.wait("document.querySelector('[data-state=\"play.yourTurn\"]')", "my turn")
    places = "return ['.controls', '.tabs'].map((one) => document.querySelector(one).getBoundingClientRect().top);"
    before = page.execute(places)
    page.hold("/reply")
    page.hole("a")
    page.wait("document.querySelector('[data-state=\"play.thinking\"]')", "it thinks")
    expect(page.execute(places) == before, f"{before} became {page.execute(places)}")
    page.release()
    page.resize(1280, 900)


def the_lesson_leaves_the_board_where_it_is(page):
    """On a phone, when a move is judged, in both languages; a small phone shows all of the board in German."""
    moved = []
    for number, (wrong, right), language in [(number, answer, language) for language in ("en", "de")
                                             for number, answer in enumerate(ANSWERS, 1)]:
        width, height = (390, 844) if language == "en" else (360, 740)
        page.resize(width, height, phone=True)
        page.open(f"t={number}&l={language}")
        page.wait("document.querySelector('.guide-task')", "the task")
        before = box(page, ".board")["top"]
        expect(box(page, ".board")["bottom"] <= height, f"the board of step {number}, {language}")
        for state, moves in (("wrong", wrong), ("done", right)):
            for move in moves:
                page.hole(move)
                page.settle()
            if moves:
                page.wait(f"document.querySelector('[data-state=\"lesson.{state}\"]')", f"step {number}: {state}")
                now = box(page, ".board")["top"]
                moved += [f"step {number}, {language}, {state}: {before} became {now}"] if now != before else []
            if state == "wrong" and moves:
                page.press(id_("lesson.again"))
    expect(not moved, moved)
    page.resize(1280, 900)


def wide_windows_have_three_columns(page):
    """The record and its evaluation, the board, and the panels; none covers another."""
    for width, columns in ((1699, 2), (1700, 3), (2560, 3)):
        page.resize(width, 1000)
        page.open("m=aDbF")
        board, tools, tree = (box(page, one) for one in (".board", "#tools", "#tree-box"))
        expect(board["right"] < tools["left"], f"{width}: {board}, {tools}")
        expect((tree["right"] < board["left"]) == (columns == 3), f"{width}: {tree}, {board}")
        expect(columns == 2 or 850 <= board["width"] <= 1200, f"{width}: {board}")
    page.panel("play")
    page.press(id_("play.start"))
    expect(not page.shown("#panel-play .game-record"), "two records")
    page.resize(1280, 900)


def help_keeps_its_close(page):
    """Wherever one reads in the help, it can be closed, and its three parts be reached."""
    for width, height, phone in ((390, 664, True), (844, 390, True), (1280, 800, False)):
        page.resize(width, height, phone=phone)
        page.open("l=de")
        page.press("#help-open")
        page.wait("document.querySelector('#help').open", "the help")
        first = page.words(".help-body h2")
        expect(first == ("Die Regeln" if phone else "Tasten"), first)
        page.execute("const body = document.querySelector('.help-body'); body.scrollTop = body.scrollHeight;")
        expect(page.execute("return document.querySelector('.help-body').scrollTop;") > 0, "it scrolls")
        expect(not (out := in_sight(page, ".help-close", ".help-parts")), out)
        page.press(".help-parts .button:last-child")
        page.wait("!document.querySelector('#help').scrollTop", "the dialog itself does not scroll")
        expect(not (out := in_sight(page, ".help-close", ".help-parts")), f"{out} after a press of a part")
        page.click(".help-close")
    page.resize(1280, 900)


CASES = [a_lying_phone_shows_what_comes_next, state_and_actions_are_under_the_board, nothing_scrolls_the_board_away, mistakes_come_to_the_eye,
         large_text_leaves_a_board, large_text_fits_a_phone, the_lesson_leaves_the_board_where_it_is, a_game_leaves_the_buttons_where_they_are, wide_windows_have_three_columns, help_keeps_its_close]
