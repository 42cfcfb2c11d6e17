"""The first hour of somebody who taps at random: each step leads to a next one."""
from cases_coach import coach
from cases_learn import with_visits
from cases_panels import id_
from cases_phone import LOST
from explorer import expect

# Taps holes that may be played, the same ones in each run, until the card at the end of the game.
TAPS = """
let seed = 1;
while (!document.querySelector(".end-card:not([hidden])")) {
    const holes = [...document.querySelectorAll("[data-hole][aria-disabled=false] .well")];
    if (holes.length > 0 && !document.documentElement.dataset.busy) {
        seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
        holes[(seed >>> 16) % holes.length].dispatchEvent(new MouseEvent("click", {bubbles: true}));
    }
    await scheduler.postTask(() => {}, {delay: 5});
}"""


def wait_state(page, *states):
    """Waits until the page says one of them."""
    said = ("return [...document.querySelectorAll('[data-state]')].filter((one) => one.checkVisibility())"
            ".map((one) => one.dataset.state);")
    page.wait(lambda: set(states) & set(page.execute(said)), lambda: f"{states}; there is {page.execute(said)}")
    page.settle()


@with_visits
def the_first_hour_has_no_dead_end(page):
    """Lesson, a game against Egg, its mistakes, the next game, and the problem of the day, on a phone."""
    page.resize(390, 844, phone=True)
    page.open("m=c")
    page.execute("localStorage.clear();")
    page.open(nodes=500)
    page.press("#front-learn")
    page.press(id_("lesson.step7"))
    for move in "ab":
        page.wait("document.querySelector('.guide-task')", "a task")
        page.hole(move)
        page.settle()
    page.press(id_("lesson.play"))
    page.press(id_("play.start"))
    wait_state(page, "play.yourTurn")
    page.hole("c")
    wait_state(page, "play.yourTurn")
    page.open(LOST.replace(LOST[-20:], "&g=S1"), nodes=500)  # later in such a game
    page.press(id_("play.continue"))
    page.execute(TAPS)
    page.press(id_("end.board"))
    page.press(id_("play.mistakes"))
    page.wait(lambda: coach(page) in ("try", "done"), "the mistakes")
    while coach(page) != "done":
        page.press(id_("mistakes.next"))
    page.press("#coach " + id_("button.close"))
    wait_state(page, "play.won", "play.lost", "play.draw")
    page.press(f"{id_('play.next')}, {id_('play.rematch')}")
    wait_state(page, "play.yourTurn")
    page.panel("problems")
    page.press("[data-id^='today-']")
    page.press(id_("problems.reveal"))
    page.press(id_("problems.next"))
    wait_state(page, "try")
    expect(page.execute("return document.activeElement !== document.body;"), "the focus is lost")
    page.resize(1280, 900)


CASES = [the_first_hour_has_no_dead_end]
