"""An author at work: is a move the only one, a problem of one's own, sharing it, setting up a position."""
from cases_board import link
from cases_panels import id_
from explorer import expect

# Under the tie-breaker rules e alone wins, into a mutual zugzwang (docs/guide/PROBLEMS.md).
ZUGZWANG = "0,0,0,0+1,0+1,0+3/1+4,0,0,0+1,0,0+2 S 30:29"
# The same with North to move.
TURNED = "1+4,0,0,0+1,0,0+2/0,0,0,0+1,0+1,0+3 N 29:30"
# Above the tables: b and f win, and after a longer search a as well. A search of the position stops when it knows that b does.
SEVERAL = "1+1,0+2,2,0,0+2,1+1/2,0+2,0+1,3,0+3,0 S 26:25"


def says(page, text, seconds=20):
    page.wait(f"document.querySelector('#only-box .state')?.textContent.startsWith({text!r})", text, seconds)


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
    page.hole("d")
    page.wait("document.querySelector('#only-box [data-id=\"only.ask\"]')", "the question, again")


def moves_beside_the_best_are_searched(page):
    """Where the search of the position stops at the first winning move, the others are searched too."""
    page.open(link(SEVERAL))
    page.press(id_("only.ask"))
    page.wait("/^No: (a, )?b and f win\\./.test(document.querySelector('#only-box .state')?.textContent)",
              "two moves", 60)


def hidden_values_ask_nothing(page):
    page.open(link(ZUGZWANG, "&r=tiebreak"))
    page.press("#values")
    page.wait("document.querySelector('#only-box').hidden", "no question")


CASES = [the_only_move_is_named, moves_beside_the_best_are_searched, hidden_values_ask_nothing]
