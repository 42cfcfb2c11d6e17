"""The walk through the solution, on the board. The book has what follows 1. f (explorer.py)."""
from cases_board import link
from cases_panels import id_
from explorer import expect

SAID = "#walk:not([hidden]) .walk-said"


def place(page):
    """What the strip says when the place has been looked up."""
    page.wait(f"document.querySelector('{SAID}') && !document.querySelector('#walk').ariaBusy", "the place")
    return page.words(SAID)


def moves(page):
    return page.execute("return new URLSearchParams(location.hash.slice(1)).get('m');")


def the_solution_is_walked_on_the_board(page):
    """The winner's moves by the arrow to the right, the loser's by letters and clicks, until it is settled."""
    page.open("m=f")
    said = place(page)
    expect(said.startswith("North wins: its move is B (book, at most ") and "to the next capture)." in said, said)
    expect(page.execute("return document.querySelectorAll('.signs .way').length;") == 1, "an arrow")
    page.wait_words("#verdict", "proven by the solution book")
    page.check_axe("the winner's move", "#walk")
    page.keys("ArrowRight")
    page.wait_words("#walk", "North needs an answer")
    expect(moves(page) == "fB", moves(page))
    expect(place(page) == "North needs an answer to each of 5 moves of South: here 5 of 26 replies.", place(page))
    expect(page.execute("return document.querySelectorAll('.signs .answer').length;") == 5, "five answers")
    page.check_axe("the winner's answers", "#walk")
    page.keys("a")
    page.wait_words("#walk", "North wins: its move is ")
    page.keys("ArrowRight")
    page.wait_words("#walk", "North needs an answer")
    expect(len(moves(page)) == 4, moves(page))
    for _ in range(60):
        before = moves(page)
        if not page.execute("const [one] = document.querySelectorAll('#walk [data-id^=\"walk-\"]'); one?.click(); return Boolean(one);"):
            break
        page.wait(lambda: moves(page) != before, "the next place")
        said = place(page)
        if "was here before" in page.words("#walk") or "has won" in said:
            break
        expect("North needs an answer" in said, said)
    expect(len(moves(page)) > 6, moves(page))


def the_source_of_a_result_is_in_the_dialog(page):
    page.open("m=f")
    page.wait_words("#verdict", "proven by the solution book")
    book = page.words("#verdict").split("proven by the solution book ")[1][:16]
    page.press("#verdict " + id_("proven.how"))
    page.wait_words("#evidence", "By the solution book")
    expect(book in page.words("#evidence"), page.words("#evidence"))
    expect(page.execute("return [...document.querySelectorAll('#evidence input')].some(({value}) => "
                        "value === 'kauri check-book proofs/start.book');"), "the command")


def a_place_is_not_asked_for_any_more(page):
    """When another position is on the board."""
    page.open()
    page.execute("""
        const {fetch} = window;
        window.asked = [];
        window.fetch = (address, options) => {
            if (!String(address).includes("/solution?")) { return fetch(address, options); }
            asked.push(options.signal);
            return new Promise((_, reject) => {
                options.signal.addEventListener("abort", () => reject(options.signal.reason));
            });
        };""")
    page.follow("m=f")
    page.wait("asked.length > 0", "the request")
    page.follow("m=fB")
    page.wait("asked[0].aborted && asked.length > 1 && !asked.at(-1).aborted", "the next one")


def the_strip_is_closed_and_opened_again(page):
    page.open("m=f")
    place(page)
    page.press("#walk " + id_("walk.close"))
    page.wait("document.querySelector('#walk').hidden", "the end of the walk")
    expect(page.execute("return document.querySelectorAll('.signs > *').length;") == 0, "no arrow")
    page.open("m=f")
    page.wait_words("#verdict strong", "North wins")
    expect(not page.execute("return Boolean(document.querySelector('#walk'));"), "it stays away")
    page.press("#verdict " + id_("proven.how"))
    page.wait_words("#evidence", "By the solution book")
    page.press("#evidence " + id_("proof.walk"))
    place(page)


def hidden_values_hide_the_solution(page):
    page.open("m=f")
    place(page)
    page.execute("document.querySelector('#values').click();")
    page.wait("document.querySelector('#walk').hidden && document.querySelectorAll('.signs > *').length === 0",
              "nothing is said")
    page.keys("ArrowRight")
    expect(moves(page) == "f", moves(page))
    page.execute("document.querySelector('#values').click();")
    place(page)


def nothing_is_claimed_without_a_proof(page):
    page.open(link("5+1,5+1,5+1,5+1,4,5+2/5+1,5+1,5+1,5+1,5+1,5+1 S 1:0"))
    page.wait_words("#verdict", "Not decided yet")
    expect(not page.execute(f"return Boolean(document.querySelector('{SAID}'));"), "no strip")


CASES = [the_solution_is_walked_on_the_board, the_source_of_a_result_is_in_the_dialog,
         a_place_is_not_asked_for_any_more, the_strip_is_closed_and_opened_again, hidden_values_hide_the_solution,
         nothing_is_claimed_without_a_proof]
