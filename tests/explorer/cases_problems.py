"""Problems: solved, failed, kept and linked, with and without tables."""
import json
import os

from cases_board import START
from cases_daily import fresh, reopen
from cases_match import begin
from cases_panels import id_, state_of
from explorer import expect

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../web/explorer/study/problems.json")
TASK = "#panel-problems .task "

with open(DATA, encoding="utf-8") as file:
    PROBLEMS = json.load(file)


def example(task, least=3):
    """A problem with so many choices of South at least: its row, and its line as (move, wrong moves)."""
    for row in PROBLEMS:
        line = [(word[0], [other[0] for other in word.split(",")[1:]]) for word in row[5].split()]
        if row[2] == task and sum(len(wrong) > 0 for _, wrong in line) >= least:
            return row, line
    raise AssertionError(f"no problem {task}")


def position_of(row):
    return row[1].replace(" ", " S ")


def open_problem(page, row):
    page.open(f"problem={row[0]}")
    page.wait(lambda: state_of(page) == "try", "the problem")


def waits(page):
    """Whether South has a choice after right moves, or the problem is solved."""
    return state_of(page) == "solved" or (
        state_of(page) in ("try", "right") and page.position().split()[1] == "S" and
        page.execute("return document.querySelectorAll('[data-hole][aria-disabled=false]').length;") > 1)


def finish(page, line, plies=0):
    """Plays the right moves after so many plies; North and what is forced is played by the page."""
    for move, wrong in line[plies:]:
        if wrong:
            page.wait(lambda: waits(page), "South to move")
            before = page.position()
            page.hole(move)
            page.wait(lambda at=before: page.position() != at, move)
    page.wait(lambda: state_of(page) == "solved", "the end")


def values(page):
    return page.execute("return document.querySelectorAll('.board .value').length;")


def rating(page):
    return int(page.words("#panel-problems strong").rsplit(" ", 1)[1])


def problems_are_solved(page):
    """By a link, with a wrong move on the way for the second one."""
    fresh(page)
    row, line = example("sw")
    open_problem(page, row)
    page.wait_position(position_of(row))
    expect("South to move and win" in page.words(TASK + "h3"), page.words(TASK))
    finish(page, line)
    page.wait_words("[data-state=solved]", "Rating ")
    page.wait_words(id_(f"problem-{row[0]}"), "\u2713")
    best = rating(page)
    expect(best > 1000, best)
    row, line = example("tw")
    open_problem(page, row)
    wrong = line[0][1][0]
    page.hole(wrong)
    page.wait_words("[data-state=wrong]", f"{wrong} is wrong. ")
    page.wait_words(TASK, "Refutation")
    expect(rating(page) < best, "the rating")
    expect(not values(page), "values")
    page.press(TASK + id_("again"))
    page.wait_position(position_of(row))
    page.wait_words(TASK, "Your move.")
    finish(page, line)
    failed = rating(page)
    # Solved a second time, it changes nothing.
    open_problem(page, row)
    finish(page, line)
    expect(rating(page) == failed and "1 of 2" in page.words("#panel-problems"), page.words("#panel-problems"))
    page.execute("localStorage.clear();")


def a_refutation_is_shown(page):
    """On the board, of moves that were played and of others."""
    row, line = example("sw")
    open_problem(page, row)
    page.press(id_("problems.reveal"))
    page.wait(lambda: state_of(page) == "shown", "the solution")
    page.wait_position(position_of(row))
    page.wait(lambda: values(page), "values")
    wrong = line[0][1][0]
    page.press(id_(f"why-{wrong}"))
    page.wait_words("#log", f"{wrong} is wrong. ")
    page.wait(lambda: page.execute("return document.documentElement.classList.contains('previewing');"),
              "the refutation")
    page.press(id_("line.leave"))
    page.press(id_("solution-2"))
    page.wait_words("#panel-problems .line-steps [aria-current]", line[2][0])
    # The next problem begins anew.
    page.press(id_("problems.next"))
    page.wait(lambda: state_of(page) == "try", "the next problem")
    expect(not values(page) and row[0] not in page.hash(), page.hash())


def hints_are_given(page):
    row, line = next((row, example(row[2])[1]) for row in PROBLEMS if row[4])
    open_problem(page, row)
    page.press(id_("problems.hint"))
    page.wait("document.querySelector('#panel-problems .hint')", "a hint")
    page.press(id_("problems.hint"))
    page.wait_words("#panel-problems .hint + .hint", "It is ")
    expect(row[5][0] in page.words("#panel-problems .hint + .hint"), page.words(TASK))
    expect(not page.execute(f"return document.querySelector(\"{id_('problems.hint')}\");"), line)


def back_stays_in_a_problem(page):
    """The browser's buttons step through it; a move that was wrong is wrong again."""
    row, line = example("sw")
    page.open()
    page.panel("problems")
    page.press(id_(f"problem-{row[0]}"))
    page.wait(lambda: state_of(page) == "try", "the problem")
    page.hole(line[0][0])
    page.wait(lambda: state_of(page) == "right" and waits(page), "the answer")
    second = page.position()
    page.back()
    page.wait_position(position_of(row))
    page.wait(lambda: state_of(page) == "try", "the beginning")
    page.forward()
    page.wait_position(second)
    page.hole(line[2][1][0])
    page.wait(lambda: state_of(page) == "wrong", "a wrong move")
    page.back()
    page.wait_position(second)
    page.wait(lambda: state_of(page) == "right", "before it")
    page.forward()
    page.wait(lambda: state_of(page) == "wrong", "the wrong move again")
    page.back()
    page.back()
    page.back()
    page.wait_position(START)
    page.wait("!document.querySelector('#panel-problems .task')", "the problem is left")


def a_problem_is_loaded_again(page):
    """Where it was left, and without its values; another link in place of it."""
    row, line = example("sw")
    open_problem(page, row)
    page.hole(line[0][0])
    page.wait(lambda: state_of(page) == "right" and waits(page), "the answer")
    here = page.position()
    reopen(page)
    page.wait(lambda: state_of(page) == "right", "the problem again")
    page.wait_position(here)
    expect(not values(page), "values")
    other = example("tw")[0]
    page.execute("location.hash = arguments[0];", f"problem={other[0]}")
    page.wait_position(position_of(other))
    page.wait(lambda: state_of(page) == "try", "the other one")
    page.back()
    page.wait_position(here)
    page.wait(lambda: state_of(page) == "right", "the first one")
    page.press(id_("button.close"))
    page.wait("!location.hash.includes('problem')", "it is left")
    page.wait(lambda: values(page), "values")
    page.open("problem=000000")
    page.wait_words("#notice", "no problem of this name")
    expect(not page.hash(), page.hash())
    # The start has one seal instead of values, since all of its moves lose.
    page.wait("document.querySelector('.seal')", "what is known of the game in its place")


def no_table_is_needed(page):
    """A server without tables answers nothing about a problem, and a solution is checked all the same."""
    row, line = example("tw")
    with page.without_tables():
        open_problem(page, row)
    page.hole(line[0][1][0])
    page.wait_words("[data-state=wrong]", "is wrong. North wins")
    page.press(TASK + id_("again"))
    page.wait_position(position_of(row))
    finish(page, line)


def problems_are_chosen_by_theme(page):
    page.open()
    page.panel("problems")
    page.wait("document.querySelector('#panel-problems .list-button')", "the list")
    row = next(row for row in PROBLEMS if "d" in row[4])
    page.type_text(id_("problems.theme"), "draw")
    page.wait(f"document.querySelector(\"{id_('problem-' + row[0])}\")", "a problem with a draw")
    page.press(id_("problems.begin"))
    page.wait_words(TASK + "h3", "hold the draw")


CASES = [problems_are_solved, a_refutation_is_shown, hints_are_given, back_stays_in_a_problem,
         a_problem_is_loaded_again, no_table_is_needed, problems_are_chosen_by_theme]
