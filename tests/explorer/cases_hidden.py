"""What hidden values cost."""
from cases_learn import first_visit, with_visits
from cases_panels import id_
from cases_problems import PROBLEMS
from explorer import expect


def from_now_on(page):
    """Requests that have begun are none of those that asked() names, whenever they end."""
    page.execute("window.asking = performance.now();")


def asked(page):
    """The requests to the API but those for replies, and some time later."""
    return page.execute("""
        await new Promise((done) => { setTimeout(done, 300); });
        return performance.getEntriesByType("resource")
            .filter(({startTime}) => startTime >= (window.asking ?? 0)).map(({name}) => new URL(name).pathname)
            .filter((path) => path.startsWith("/api/") && !path.endsWith("/reply"));""")


def hidden_values_cost_nothing(page):
    """No request before they are shown: on the card, in a game but for the replies, in a problem, a lesson,
    while a position is set up, and where they are switched off."""
    for hash_ in ("problem=" + PROBLEMS[0][0], "t=2", "g=S1", "g=H"):
        page.open(hash_)
        page.wait("!document.querySelector('#guide').hidden || document.querySelector('[data-state]')", hash_)
        page.keys("c")
        page.settle()
        expect(asked(page) == [], hash_)
    page.open()
    page.wait("performance.getEntriesByType('resource').some(({name}) => name.includes('/api/'))", "values")
    page.panel("play")
    page.press(id_("play.opponent1"))
    page.press(id_("play.start"))
    from_now_on(page)
    for number in (1, 2):
        page.wait("document.querySelector('[data-state=\"play.yourTurn\"]')", "my turn")
        page.execute("document.querySelector('[data-hole][aria-disabled=false] .well')"
                     ".dispatchEvent(new MouseEvent('click', {bubbles: true}));")
        page.wait(f"document.querySelectorAll('#panel-play .ply').length === {2 * number}", "the reply")
    expect(asked(page) == [], asked(page))
    page.press("#values")
    page.wait("document.querySelector('.board .value, .strip .seal')", "values, once they are asked for")
    page.open()
    page.press("#values")
    from_now_on(page)
    page.keys("c", "A", "ArrowLeft")
    expect(asked(page) == [], "switched off")
    page.press("#values")
    page.wait("document.querySelector('.board .value, .strip .seal')", "values, switched on")
    page.panel("setup")
    from_now_on(page)
    page.press("#reset")
    expect(asked(page) == [], "setting up")
    page.panel("analysis")
    page.wait("document.querySelector('.board .value, .strip .seal')", "values, after setting up")


@with_visits
def the_first_card_costs_nothing(page):
    first_visit(page)
    expect(asked(page) == [], "the card")
    page.hole("c")
    page.settle()
    expect(asked(page) == [], "a move over the card")
    first_visit(page)
    page.press("#front-analyse")
    page.wait("document.querySelector('.board .value, .strip .seal')", "values")


CASES = [hidden_values_cost_nothing, the_first_card_costs_nothing]
