"""Keys: arrows step wherever the focus is, problems need no Tab, and the board can be heard."""
from cases_board import ENDGAME, link
from cases_coach import LOST, coach, evaluate
from cases_panels import id_
from cases_problems import example, open_problem, waits
from explorer import expect


def left_and_right_always_step(page):
    """From the board, by a click and by keys, from a tab, a choice of rules and a checkbox."""
    page.open()
    for reach in ("[data-hole=c] .well", "#tab-share", "input[name=rules][value=tiebreak]", "#back", "#values"):
        page.follow("m=cDbA")
        page.click(reach)
        page.settle()
        page.press("#first")
        page.keys("ArrowRight", "ArrowRight", "ArrowLeft")
        expect("m=c." in page.hash(), f"from {reach}: {page.hash()}")
    page.open("m=cD")
    page.press("#skip")
    page.keys("ArrowLeft", "ArrowLeft", "ArrowRight")
    expect(page.hash() == "#m=c.D" and page.focused() in "abcdefABCDEF", f"{page.hash()} {page.focused()}")
    # A letter plays where the game stands, and the arrows go on from there.
    page.keys("A", "ArrowLeft")
    expect(page.hash().startswith("#m=c."), page.hash())


def a_key_turns_the_board(page):
    """t, as f is a hole."""
    page.open(link(ENDGAME))
    lower = "return [...document.querySelectorAll('[data-hole]')].map((one) => " \
        "[one.getBoundingClientRect().top, one.dataset.hole]).sort((a, b) => b[0] - a[0])[0][1];"
    expect(page.execute(lower) in "abcdef", "South sits below")
    page.keys("t")
    page.settle()
    expect(page.execute(lower) in "ABCDEF", "North sits below")
    page.press("#help-open")
    page.wait_words("#help", "turn the board (f is a hole)")


def problems_are_solved_by_keys(page):
    """Hint, solution, the next one and another try are one key each, also while the board has the focus."""
    row, line = example("sw")
    open_problem(page, row)
    waits(page)
    page.keys("h")
    page.wait("document.querySelector('.task .hint')", "a hint")
    page.keys(line[0][1][0])
    page.wait("document.querySelector('.task.wrong')", "a wrong move")
    page.keys("r")
    page.wait("document.querySelector('.task.try')", "another try")
    page.keys("s")
    page.wait("document.querySelector('.task.shown')", "the solution")
    before = page.hash()
    page.keys("n")
    page.wait(lambda: page.hash() != before and "problem=" in page.hash(), "the next problem")
    # Where there is none, the letters do nothing, nor in a panel that is not chosen.
    page.panel("analysis")
    before = page.hash()
    page.keys("n", "h", "s", "r")
    expect(page.hash() == before, page.hash())


def mistakes_are_learned_from_by_keys(page):
    evaluate(page, LOST)
    page.press(id_("coach.learn"))
    page.wait(lambda: coach(page) == "try", "the first mistake")
    page.keys("f")
    page.wait(lambda: coach(page) == "wrong", "a wrong move")
    page.keys("r")
    page.wait(lambda: coach(page) == "try", "another try")
    page.keys("s")
    page.wait(lambda: coach(page) == "shown", "the solution")
    page.keys("n")
    page.wait_words("#coach", "Mistake 2 of 2")


def the_board_is_heard(page):
    """A row, the captures with the cowries, and the last move, in both languages and anywhere in the page."""
    page.open(link(ENDGAME, "&m=a"))
    page.keys("1")
    page.wait_words("#log", "South: one seed, 8 cowries. a: 0 seeds. b: one cowrie.")
    page.keys("2")
    page.wait_words("#log", "North: one seed, 4 cowries. A: 0 seeds. B: one cowrie.")
    page.keys("3")
    page.wait_words("#log", "South 28, North 30. Cowries: South")
    page.keys("4")
    page.wait_words("#log", "South plays a.")
    page.open(link(ENDGAME, "&l=de"))
    page.press("#skip")
    page.keys("1", "3")
    page.wait_words("#log", "Süd: ein Samen, 8 Kauris. a: eine Kauri.")
    page.wait_words("#log", "Kauris: Süd 8, Nord 4.")


def the_focus_is_never_lost(page):
    """Buttons that go away hand it on to what stands there next."""
    page.open()
    page.panel("play")
    for button in ("play.start", "play.stop"):
        page.wait(f"document.querySelector(\"{id_(button)}\")", button)
        page.execute("document.querySelector(arguments[0]).focus();", id_(button))
        page.keys("Enter")
        page.wait("document.activeElement !== document.body", f"a focus after {button}")
    page.open(link(ENDGAME))
    page.press("#values")
    page.execute("document.querySelector('#panel-analysis > p .button').focus();")
    page.keys("Enter")
    page.wait("document.activeElement !== document.body", "a focus after the values")
    evaluate(page, LOST)
    page.press(id_("coach.learn"))
    page.wait(lambda: coach(page) == "try", "the first mistake")
    page.execute("document.querySelector(arguments[0]).focus();", "#coach " + id_("button.close"))
    page.keys("Enter")
    page.wait("document.querySelector('#coach').hidden && document.activeElement !== document.body",
              "a focus after the mistakes")


def the_wheel_steps_on_the_board(page):
    """As long as there are moves that way; then the page scrolls."""
    turn = """
        const event = new WheelEvent("wheel", {deltaY: arguments[0], bubbles: true, cancelable: true});
        document.querySelector("[data-hole=a]").dispatchEvent(event);
        return event.defaultPrevented;"""
    page.open("m=aBc")
    after = page.position()
    expect(page.execute(turn, 120) is False and page.position() == after, "forward at the end")
    expect(page.execute(turn, -120) is True and page.position() != after, "back")
    expect(page.execute(turn, 20) is True and page.position() != after, "too little")
    page.execute(turn, 120)
    page.wait_position(after)


CASES = [the_wheel_steps_on_the_board, a_key_turns_the_board, left_and_right_always_step, problems_are_solved_by_keys,
         mistakes_are_learned_from_by_keys, the_board_is_heard, the_focus_is_never_lost]
