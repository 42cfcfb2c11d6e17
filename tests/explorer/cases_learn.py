"""The first visit, later ones, and the lesson."""
import json

from cases_board import ENDGAME, START, after, link
from cases_panels import id_
from explorer import expect

# Right moves of each step of the lesson, task by task, and a wrong one before them (none: all are right).
ANSWERS = [("", "c"), ("d", "f"), ("f", "b"), ("a", "cf"), ("c", "f"), ("e", "ab"), ("b", "ab")]


def first_visit(page, hash_=""):
    """Opens the page as somebody who has never seen it."""
    page.open("m=c")
    page.execute("localStorage.clear();")
    page.open(hash_)


def with_visits(case):
    """A case in which the browser keeps what it is told to keep."""
    def run(page):
        page.remember_visits()
        try:
            case(page)
        finally:
            page.execute("localStorage.clear();")
            page.forget_first_visit()
    run.__name__ = case.__name__
    return run


@with_visits
def the_first_visit_has_a_card(page):
    first_visit(page)
    expect(page.shown("#front") and not page.shown("#tools") and not page.shown("#values"), "the card")
    page.wait_words("#front", "Ralf Gering in 2006")
    page.wait_words("#front", "The game is solved: it is proven that North, who moves second, can always win.")
    page.press("#front-analyse")
    page.wait("document.querySelector('.board .value, .strip .seal')", "the values, which were asked for")
    expect(page.shown("#panel-analysis") and not page.shown("#front"), "the analysis")
    first_visit(page)
    page.press("#front-play")
    page.wait(f"document.querySelector(\"{id_('play.start')}\")", "the panel to play")
    page.panel("analysis")
    page.wait_words("#panel-analysis", "The values are hidden.")
    expect(not page.execute("return document.querySelector('.board .value');"), "values")
    # A move on the board is a choice, too; and after a choice there is no card.
    first_visit(page)
    page.hole("c")
    page.wait("document.querySelector('#front').hidden", "no card")
    page.open()
    expect(not page.shown("#front") and page.hash() == "#m=c", page.hash())
    first_visit(page, link(ENDGAME))
    page.wait("document.querySelector('.board .value, .strip .seal')", "a link, with values")
    expect(not page.shown("#front"), "a card over a link")


@with_visits
def a_visit_goes_on_where_the_last_one_ended(page):
    first_visit(page, "m=cD")
    page.panel("games")
    page.press(id_("game-2"))
    page.wait_words(".outcome h4", "2.")
    page.hole("d")
    left = page.position()
    page.open()
    page.wait_position(left)
    expect(page.shown("#panel-games") and not page.shown("#front"), "the tab")
    page.open(link(ENDGAME))
    page.wait_position(ENDGAME)
    expect(page.shown("#panel-analysis"), "a link has no tab")
    page.press("#reset")
    page.wait_position(START)
    page.open()
    page.wait_position(START)


@with_visits
def a_link_opens_its_own_panel(page):
    """In a page that is open, too; going back and loading again leave the panel that is chosen."""
    first_visit(page, "m=cD")
    page.panel("share")
    page.execute("location.hash = arguments[0];", link(ENDGAME))
    page.wait_position(ENDGAME)
    page.wait("!document.querySelector('#panel-analysis').hidden", "a position is analysed")
    page.panel("share")
    page.back()
    page.wait("location.hash === '#m=cD'", "the game before")
    page.forward()
    page.wait_position(ENDGAME)
    expect(page.shown("#panel-share"), "going back changes the panel")
    page.reload()
    page.wait("document.documentElement?.dataset.ready", "the page")
    page.wait("!document.querySelector('#panel-share').hidden", "a page that is loaded again")
    page.open(link(ENDGAME))
    expect(page.shown("#panel-analysis"), "the link to the position where the last visit ended")
    page.panel("share")
    page.execute("location.hash = 'g=S2';")
    page.wait("!document.querySelector('#panel-play').hidden", "a game is played")


def the_lesson_is_lawful(page):
    """Its positions have all counters; each task has right moves, as the program plays them."""
    page.open()
    played = page.execute("""
        const [{standing, steps}, {Game}, {parsePosition, formatPosition, total}, {legalMoves}] =
            await Promise.all(["lesson-steps.js", "game.js", "notation.js", "rules.js"].map(load));
        const out = [];
        steps.forEach((step, i) => {
            const p = parsePosition(step.position);
            const rows = [];
            let open = [""]; // plays that are right so far
            while (open.length > 0) {
                const text = open.pop();
                const game = new Game(p);
                [...text].forEach((move) => game.playMove(move));
                const {node} = game;
                const here = standing(step, node);
                const moves = here.state === "task" ? legalMoves(node.position)
                    : here.state === "reply" ? [step.reply || legalMoves(node.position)[0]] : [];
                for (const move of moves) {
                    const next = game.playMove(move);
                    const {state, task} = standing(step, next);
                    rows.push([here.state, here.task, formatPosition(node.position), move,
                        formatPosition(next.position), state, legalMoves(node.position).length]);
                    if (state !== "wrong" && state !== "done") { open.push(text + move); }
                    game.go(node);
                }
            }
            out.push({rows, rules: step.rules || "standard", tasks: step.tasks.length,
                hints: step.tasks.map((one) => one.hint || ""),
                cowries: total(p.cowries), seeds: total(p.seeds) + p.score.S + p.score.N});
        });
        return out;""")
    expect(len(played) == 7 == len(ANSWERS), f"{len(played)} steps")
    for number, step in enumerate(played, 1):
        expect((step["cowries"], step["seeds"]) == (12, 60), f"counters of step {number}: {step}")
        for state, _, before, move, behind, _, choices in step["rows"]:
            expect(after(page, before, move) == behind, f"step {number}: {move} in {before}")
            expect(state == "task" or choices == 1 or number == 7, f"step {number}: a choice of North")
        for task in range(step["tasks"]):
            rows = [row for row in step["rows"] if row[:2] == ["task", task]]
            right = [row for row in rows if row[5] != "wrong"]
            wrong = [row for row in rows if row[5] == "wrong"]
            expect(right and (wrong or number == 1), f"step {number}, task {task}: {rows}")
            expect(number == 1 or step["hints"][task] in [row[3] for row in right],
                   f"step {number}: a hint that is wrong")
        expect([row for row in step["rows"] if row[5] == "done"], f"step {number} has no end")
    # In the little endgame, right is what wins, and North's answer is one of the best.
    for state, _, before, move, _, judged, _ in played[6]["rows"]:
        answer = json.loads(page.kauri("probe", "--json", before))
        winning = [one["move"] for one in answer["moves"] if one["net"] > 0]
        expect(state != "task" or (move in winning) == (judged != "wrong"), f"{move} in {before}")
        expect(state != "reply" or move in [one["move"] for one in answer["moves"] if one["best"]],
               f"North's {move}")


def begin(page, language="en"):
    page.open(f"t=1&l={language}")
    page.wait("!document.querySelector('#guide').hidden", "the lesson")


def lesson_state(page):
    return page.execute("const one = document.querySelector('#guide [data-state]');"
                        "return one ? one.dataset.state.slice(7) : '';")


def the_lesson_is_done_by_moves(page):
    for language in ("en", "de"):
        begin(page, language)
        rows = page.all_words()
        for number, (wrong, right) in enumerate(ANSWERS, 1):
            page.wait_words("#guide h3", f"{number}.")
            expect(f"t={number}" in page.hash(), page.hash())
            if wrong:
                before = page.position()
                page.hole(wrong)
                page.wait(lambda: lesson_state(page) == "wrong", "a wrong move")
                page.press(id_("lesson.again"))
                page.wait_position(before)
                expect("m=" not in page.hash(), "the wrong move stays")
            for i, move in enumerate(right):
                page.hole(move)
                page.wait(lambda last=i + 1 == len(right): lesson_state(page) == "done" if last
                          else page.position().split()[1] == "S" and not lesson_state(page),
                          f"step {number}, {move}")
                expect(page.execute("return document.querySelectorAll('#guide .check').length;") ==
                       (1 if i + 1 == len(right) else 0), f"step {number}: a right move is refused")
            raw = page.execute("return document.querySelector('#guide').textContent"
                               ".match(/lesson\\.[a-z]+|[{}]/g);")
            expect(not raw, f"texts of step {number}: {raw}")
            if number < 7:
                page.press(id_("lesson.next"))
        index = ("en", "de").index(language)
        expect(rows["lesson.endgame.done"][index] in page.words("#guide"), page.words("#guide"))
        page.press(id_("lesson.play"))
        page.wait(f"document.querySelector(\"{id_('play.start')}\")", "the panel to play")
        expect(page.position() == START and not page.shown("#guide") and page.hash() == "", page.hash())


def the_lesson_is_kind(page):
    """Holes that cannot be played are explained; after two wrong moves there is a hint."""
    begin(page)
    page.execute("document.querySelector('[data-hole=B] .well').dispatchEvent("
                 "new MouseEvent('click', {bubbles: true}));")
    page.wait_words("#guide .check", "B belongs to North")
    page.press(id_("lesson.step2"))
    page.keys("b")
    page.wait_words("#guide .check", "no cowrie in b")
    for _ in range(2):
        page.hole("a")
        page.wait(lambda: lesson_state(page) == "wrong", "a wrong move")
        page.wait_words("#guide [data-state]", "The cowrie of a dropped into d")
        page.press(id_("lesson.again"))
    page.press(id_("lesson.hint"))
    page.wait("document.querySelector('[data-hole=f].marked')", "the hint on the board")
    page.wait_words("#guide", "f holds two seeds and a cowrie")
    page.press(id_("lesson.leave"))
    page.wait("document.querySelector('#guide').hidden && !location.hash", "the lesson is left")
    expect(page.shown("#tools"), "the tools")


def the_lesson_is_done_by_keys(page):
    """Each step is told, the focus goes on, and a reload loses nothing."""
    begin(page)
    page.wait_words("#log", "Step 1 of 7.")
    page.keys("c")
    page.wait_words("#log", "Five seeds went first")
    expect(page.focused() == "lesson.next", page.focused())
    page.keys("Enter")
    page.wait_words("#log", "Step 2 of 7. Capturing. ")
    expect(page.focused() == "a", page.focused())
    page.keys("d")
    page.wait_words("#log", "The cowrie of d dropped into B")
    expect(page.focused() == "lesson.again", page.focused())
    page.keys("Enter", "f")
    page.wait_words("#log", "and they are yours.")
    page.press(id_("lesson.step4"))
    page.hole("c")
    page.wait_words("#guide .guide-task", "your turn again")
    page.reload()
    page.wait("document.documentElement?.dataset.ready", "the page is ready")
    page.wait_words("#guide .guide-task", "your turn again")
    page.back()
    page.wait_words("#guide .guide-task", "North has no cowrie")


@with_visits
def the_lesson_is_accessible(page):
    """And the card that leads there: axe-core, light and dark, English and German."""
    for dark, language in ((False, "en"), (True, "de")):
        page.prefer(dark=dark)
        page.speak(language)
        first_visit(page)
        expect(page.shown("#front"), "the card")
        page.check_axe(f"the card in {language}")
        page.press("#front-learn")
        page.wait("!document.querySelector('#guide').hidden", "the lesson")
        page.press(id_("lesson.step2"))
        page.check_axe(f"a task in {language}")
        wrong, right = ANSWERS[1]
        page.hole(wrong)
        page.wait(lambda: lesson_state(page) == "wrong", "a wrong move")
        page.check_axe(f"a wrong move in {language}")
        page.press(id_("lesson.again"))
        page.hole(right)
        page.wait(lambda: lesson_state(page) == "done", "the right move")
        page.check_axe(f"the end of a step in {language}")
    page.prefer()
    page.speak("en-US,en")


CASES = [the_first_visit_has_a_card, a_visit_goes_on_where_the_last_one_ended, a_link_opens_its_own_panel,
         the_lesson_is_lawful, the_lesson_is_done_by_moves, the_lesson_is_kind, the_lesson_is_done_by_keys,
         the_lesson_is_accessible]
