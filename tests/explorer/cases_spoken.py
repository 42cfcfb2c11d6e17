"""What a screen reader gets: the tree of accessibility as Chromium has it, and what is announced."""
from cases_board import ENDGAME, START, link
from cases_panels import id_
from explorer import expect

# A game with a variation, in which f captures a seed; the main line is left after f.
GAME = "&m=a(f.E)B"
# South captures the last seed, and wins.
LAST = "0,0,0,0,0,1+1/0+5,0+6,0,0,0,0 S 31:28"

# Parts of the tree: role, name, and what else is so, such as "disabled".
ENGLISH = {
    "region Board", "region Tools", "tablist Tools", "tab Analysis selected", "tab Share",
    "tabpanel Analysis", "grid Board. Up and down choose a hole, Enter plays it.",
    "gridcell North B: 0 seeds, 2 cowries, draw 30:30 in 20 plies",
    "gridcell North A: one seed, 0 cowries disabled", "gridcell South e: 0 seeds, 3 cowries disabled",
    "StaticText North ", "StaticText 30 ",
    "group Rules", "radio Standard checked", "radio Tie-breaker", "combobox Language",
    "button One ply back", "checkbox Show values checked",
    "table Moves, best first", "columnheader Plies", "rowheader North B", "cell draw", "cell 30:30",
    "heading Best line", "button South e", "heading Game", "button 1. South a",
    "group Variation", "button 1. South f +1", "button 1. North E", "log ",
}
GERMAN = {
    "region Brett", "tab Analyse selected", "grid Brett. Pfeil auf und ab wählen eine Mulde, die Eingabetaste spielt sie.",
    "gridcell Nord B: 0 Samen, 2 Kauris, Unentschieden 30:30 in 20 Halbzügen", "rowheader Nord B", "button 1. Süd f +1",
}
def tree(page):
    """What assistive programs are given: texts such as "button Pass disabled"."""
    found = []
    for node in page.command("Accessibility.getFullAXTree")["nodes"]:
        if not node.get("ignored"):
            said = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
            found.append(" ".join(
                [node["role"]["value"], node.get("name", {}).get("value", "")] +
                [state for state in ("checked", "disabled", "selected")
                 if said.get(state) in (True, "true")]))
    return found


def log(page):
    return page.words("#log")


def the_tree_of_accessibility(page):
    for language, wanted in (("en", ENGLISH), ("de", GERMAN)):
        page.open(link(ENDGAME, f"{GAME}&l={language}"))
        page.wait("document.querySelector('#moves tr[data-move]') &&"
                  "document.querySelector('[data-ply]')", "values and the line")
        found = set(tree(page))
        expect(wanted <= found, f"{language}: not in the tree: {sorted(wanted - found)}")
        expect(page.words("#tree-box [aria-current]").startswith("f"), "the current move")


def moves_and_the_end_are_announced(page):
    page.open(link(LAST))
    page.hole("f")
    page.wait_words("#log", "South plays f.")
    page.wait_words("#log", "The game is over. South wins 31:29.")
    page.open(link(ENDGAME))
    page.wait_words("#log", "Best: a, d, f. draw 30:30")
    page.press("[data-ply='3']")
    page.wait_words("#log", "Best line: ply 3 of")
    page.open("m=a&l=de")
    page.wait_words("#log", "Wohl am besten: ")
    page.wait_words("#log", "Gewinn, geschätzter Vorsprung +")
    # The last texts only.
    page.press("#first")
    page.press("#last")
    page.press("#first")
    page.press("#last")
    page.press("#first")
    page.press("#last")
    expect(page.execute("return document.querySelector('#log').childElementCount;") <= 5, log(page))


def notices_and_panels_are_announced(page):
    page.open("p=nonsense")
    page.wait_words("#log", "The link cannot be read")
    page.open(link(ENDGAME))
    page.panel("setup")
    page.press(id_("setup.empty"))
    page.wait_words("#log", "There must be a cowrie on the board.")
    expect({"grid Board", "spinbutton Captured: North"} <= set(tree(page)), "setting up")
    page.hole("D")
    page.wait_words("#log", "North D: one seed, 0 cowries There must be a cowrie on the board.")
    page.allowed = "400"
    page.type_text(id_("setup-text"), "nothing")
    page.wait_words("#log", "The server cannot read this.")
    page.panel("problems")
    page.press(id_("problems.begin"))
    page.wait_words("#log", "Your move.")
    expect(page.focused() in "abcdef", f"a problem begins with the focus on {page.focused()}")
    page.panel("play")
    page.press(id_("play.start"))
    page.wait_words("#log", "South to move. Your turn.")
    page.keys("a")
    page.wait_words("#log", "South plays a. North to move.North plays")
    page.wait("document.querySelector('[data-state=\"play.yourTurn\"]')", "my turn")
    expect(log(page).count("Your turn.") == 1, log(page))
    expect(page.focused() == "a", f"the focus has moved to {page.focused()}")
    page.press("#back")
    page.wait_words("#log", "Game at: South plays a. North to move.")
    page.panel("share")
    page.press(id_("copy-share.link"))
    page.wait_words("#log", "Copied.")


def a_held_key_is_one_move(page):
    """Keys that repeat: steps do, moves do not."""
    held = ("const [key, times, target] = arguments;"
            "for (let i = 0; i < times; i++) { const event = new KeyboardEvent('keydown',"
            "{key, repeat: i > 0, bubbles: true, cancelable: true});"
            "(target ? document.querySelector(target) : document.body).dispatchEvent(event);"
            "window.kept = event.defaultPrevented; }")
    page.open()
    page.execute(held, "c", 9)
    expect(page.hash() == "#m=c", f"a letter: {page.hash()}")
    page.press("#skip")
    page.execute(held, "Enter", 9, ".board")
    expect(len(page.hash()) == len("#m=cA"), f"Enter on the board: {page.hash()}")
    page.press("#first")
    page.execute(held, "Enter", 2, "#forward")
    expect(page.execute("return window.kept;"), "Enter repeats on a button")
    page.press("#last")
    page.execute(held, "PageUp", 2)
    page.wait_position(START)


def letters_can_be_kept_to_the_board(page):
    """WCAG 2.1.4: keys of one character can be switched off but where they have the focus."""
    page.open()
    page.keys("?")
    page.wait(lambda: page.focused() == "help", "the help, which is read from its name on")
    page.execute("document.querySelector('[data-id=\"help.anywhere\"]').focus();")
    page.keys("Space")
    page.press(".help-close")
    page.execute("document.querySelector('#flip').focus();")
    page.keys("c", "?", "p")
    expect(page.hash() == "" and not page.execute("return document.querySelector('#help').open;"),
           f"a letter on a button plays {page.hash()}")
    page.press("#skip")
    page.keys("c")
    expect(page.hash() == "#m=c", f"on the board it plays {page.hash()}")
    page.execute("localStorage.clear();")


def names_stay_while_counters_move(page):
    """A screen reader would read each change of the hole that has the focus."""
    page.prefer(reduced_motion=False)
    page.open(query="speed=20")
    page.press("#values")  # estimates, which come when they come, are in the names, too
    page.press("#skip")
    page.execute("window.names = []; const hole = document.activeElement;"
                 "const name = () => hole.getAttribute('aria-label'), before = name();"
                 "window.told = new MutationObserver("
                 "() => window.names.push(...[name()].filter((now) => now !== before)));"
                 "window.told.observe(hole, {attributeFilter: ['aria-label']});")
    page.keys("a")
    page.settle()
    page.wait("window.names.length", "the hole has its new name")
    names = page.execute("return [...new Set(window.names)];")
    expect(names == ["South a: 0 seeds, 0 cowries"], names)
    page.press("#values")
    page.prefer()


def texts_follow_the_language(page):
    """What is said of a fault, and a notice, change with the language."""
    def choose(language):
        page.execute("const menu = document.querySelector('#language'); menu.value = arguments[0];"
                     "menu.dispatchEvent(new Event('change'));", language)

    page.open("p=nonsense&l=de")
    page.wait_words("#notice", "Der Link ist nicht lesbar")
    choose("en")
    page.wait_words("#notice", "The link cannot be read")
    page.panel("games")
    page.press(id_("game-4"))
    page.wait_words("#tree-box", "inserted")
    page.type_text("#record", "nothing")
    page.press(id_("games.load"))
    page.wait_words(".outcome .notice", "The server cannot read this.")
    page.allowed = "400"
    page.panel("setup")
    page.type_text(id_("setup-text"), "1,2/3 S")
    page.wait_words(".check.wrong", "The server cannot read this.")
    page.execute("const ask = window.fetch; window.fetch = async () => new Response("
                 "JSON.stringify({error: 'one line', status: 6}),"
                 "{status: 429, headers: {'Content-Type': 'application/json'}});")
    page.press("#plot " + id_("annotate"))
    page.wait_words("#plot", "The server is busy.")
    page.panel("play")
    page.press(id_("play.sideN"))
    page.press(id_("play.start"))
    page.wait_words("[data-state='play.fault']", "The server is busy.")
    choose("de")
    page.wait_words("[data-state='play.fault']", "Der Server ist ausgelastet.")
    page.wait_words(".outcome .notice", "Der Server kann das nicht lesen.")
    page.wait_words(".check.wrong", "Der Server kann das nicht lesen.")
    expect(page.execute(f"return document.querySelector(\"{id_('setup-text')}\").value;") ==
           "1,2/3 S", "what was written")


CASES = [the_tree_of_accessibility, moves_and_the_end_are_announced, notices_and_panels_are_announced,
         letters_can_be_kept_to_the_board, names_stay_while_counters_move, a_held_key_is_one_move,
         texts_follow_the_language]
