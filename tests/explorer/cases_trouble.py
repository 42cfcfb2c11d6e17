"""What happens in the middle of other things: servers that end, moves that follow at once."""
import re

from cases_faults import REFUSE
from explorer import ENDLESS, expect

# Of README.md: South to move, two seeds; f captures one.
POSITION = "0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 S 28:30"
LINK = "p=" + POSITION.replace(" ", "_")
START = "5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S 0:0"


def ending_in_a_search(page):
    """A server that ends while it searches is found to be gone, and asked again when it is back."""
    page.open(nodes=ENDLESS)
    page.execute(REFUSE, 429, 6, "/analyse?")  # which would come before the search, without an end
    page.hole("c")
    page.wait("/[1-9]/.test((document.querySelector('#verdict .row span') || {}).textContent)",
              "positions that were searched")
    page.allowed = "ERR_"
    page.server.process.kill()
    page.wait("!document.querySelector('#server').hidden", "the server is said to be gone")
    page.wait("!document.querySelector('#verdict .pulse')", "nothing is searched")
    page.server.close()
    page.server.start()
    page.wait("document.querySelector('#server').hidden", "the server is back")
    page.wait("document.querySelector('#verdict .open-facts')", "the range again")


def next_move_in_a_capture(page):
    """A move that is made while a capture is shown begins with the right counters."""
    page.open(LINK, "speed=600")
    page.keys("f")
    page.wait("document.querySelector('.capture-note')", "the capture")
    page.keys("b")
    page.wait("!document.querySelector('.capture-note')", "the next move")
    score = page.execute(
        "return new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve("
        "[...document.querySelectorAll('.strip-number')].map((one) => one.textContent.trim()).join(':')),"
        " 100)));")
    expect(score == "30:29", f"North and South have captured {score}")
    expect(page.execute("return document.documentElement.dataset.busy;") == "1", "nothing moves")


def numbers_of_moves(page):
    """Moves have the numbers of the record, in which passes do not count."""
    page.open()
    page.panel("games")
    page.press("[data-id=game-4]")
    page.wait("document.querySelector('.remarks')", "the game is read")
    number = page.execute(
        "let one = [...document.querySelectorAll('.ply-comment')].find((comment) => "
        "comment.textContent === 'inserted').closest('.ply-group');"
        "while (!one.querySelector('.ply-number')) { one = one.previousElementSibling; }"
        "return one.querySelector('.ply-number').textContent;")
    expect(number == "24.", f"the inserted move has the number {number}")
    expect("24... D" in page.words(".remarks"), page.words(".remarks"))
    # Firefox ends a line between them only where the page says that it may.
    expect(page.execute("return [...document.querySelectorAll('.ply-group')].every((one) => "
                        "one.nextSibling.tagName === 'WBR');"), "a record in one line")
    page.press("[data-id=annotate]")  # a plot waits for values
    page.press("[data-id=plot-table] summary")
    page.wait_words("#plot", "Pass")
    words = page.words("#plot")
    expect(not re.search(r"[a-z]+\.[a-z]{3}", words), "texts of the table")


def setting_up_follows(page):
    """What is set up is the position of the game, when that changes."""
    page.open(LINK)
    page.panel("setup")
    page.press("#reset")
    page.wait_position(START)
    page.back()
    page.wait_position(POSITION)
    expect(page.execute("return document.querySelector('[data-id=setup-text]').value;") == POSITION,
           "the position of the game is not the one that is set up")


def double_clicks(page):
    """The second click of a double click neither ends the sowing nor plays; setting up counts it."""
    page.open(LINK, "speed=300")
    double = ("for (const detail of [1, 2]) { document.querySelector('[data-hole=a] .well')"
              ".dispatchEvent(new MouseEvent('click', {bubbles: true, detail})); }")
    page.execute(double)
    page.wait("document.querySelector('.hand')", "the sowing")
    page.settle()
    expect(page.hash().endswith("m=a"), page.hash())
    page.panel("setup")
    page.execute(double)
    page.wait("document.querySelector('[data-id=setup-text]').value.startsWith('2,')", "two seeds")


CASES = [double_clicks, ending_in_a_search, next_move_in_a_capture, numbers_of_moves, setting_up_follows]
