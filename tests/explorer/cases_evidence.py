""""How do we know?": what a proven value rests on, as far as page and program know it."""
import json
import os
import shlex
import tempfile

from cases_board import ENDGAME, link
from cases_panels import MOVE_35, id_
from explorer import ROOT, expect

HOW = "#verdict " + id_("proven.how")


def ask_how(page, text):
    page.wait(f"document.querySelector(\"{HOW}\")", "the question")
    page.execute("document.querySelector(arguments[0]).focus();", HOW)
    page.keys("Enter")
    page.wait_words("#evidence", text)


def facts(page):
    """The digests and whether they are published, row by row."""
    return page.execute("return [...document.querySelectorAll('#evidence tbody tr')].map((row) => "
                        "[...row.children].map((cell) => cell.textContent));")


def tables_are_named_by_their_digests(page):
    """A value of the tables rests on all layers up to its own, with the digests that kauri info prints."""
    page.open(link(ENDGAME))
    ask_how(page, "97cd32bb70528285")
    layers = json.loads(page.kauri("info", "--json"))["layers"]
    expect(facts(page) == [[str(one["seeds"]), one["digest"], "the same", one["program"]] for one in layers],
           facts(page))
    command = page.execute("return document.querySelector('#evidence input').value;")
    expect(command == "kauri verify --tables DIR --seeds 2", command)
    expect(page.execute("return document.activeElement.id;") == "evidence-heading", "the heading has the focus")
    page.check_axe("the evidence", "#evidence")
    page.keys("Escape")
    page.wait(f"document.activeElement === document.querySelector(\"{HOW}\")", "the focus where it was")
    expect(not page.execute("return document.querySelector('#evidence').open;"), "it is closed")
    page.open(link(ENDGAME, "&l=de"))
    ask_how(page, "Aus den Tabellen")


def a_search_says_how_to_get_its_proof(page):
    """The command that is shown writes a proof of the bounds, which kauri check-proof accepts."""
    page.open(link(MOVE_35))
    page.wait_words("#verdict strong", "Draw 30:30")
    ask_how(page, "it takes the values of the tables")
    expect("positions here" in page.words("#evidence"), page.words("#evidence"))
    command = page.execute("return document.querySelector('#evidence input').value;")
    program, search, *rest = shlex.split(command)
    expect((program, search, rest[0], rest[1], rest[2], rest[3]) ==
           ("kauri", "search", "--tables", "DIR", "--proof", "FILE"), command)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.proof")
        page.kauri("search", "--proof", path, *rest[4:])
        told = page.kauri("check-proof", path)
    expect("r = -37" in told, told)
    page.press(id_("how.makeProof"))
    page.wait_words("#evidence", "A proof of ")
    expect("South\u2019s final lead is 0." in page.words("#evidence"), page.words("#evidence"))
    page.downloads_to()
    page.forget_download("kauri.proof")
    page.press(id_("made"))
    path = os.path.join(page.folder, "kauri.proof")
    page.wait(lambda: os.path.exists(path) and os.path.getsize(path) > 0, "the file")
    expect("r = -37" in page.kauri("check-proof", path), "the proof that the server made")


def an_opening_has_the_file_of_its_proof(page):
    """What is said of the file, the proofs that it cites, and the game that leads to one of them."""
    page.open("m=aB")
    ask_how(page, "By a proof of the opening")
    page.wait("document.querySelector('#evidence dl')", "the file")
    told = page.words("#evidence")
    size = os.path.getsize(os.path.join(ROOT, "proofs/start/0ae04cdad947d3f5.proof"))
    for text in ("North captures more seeds than South from here", "proofs/start/0ae04cdad947d3f5.proof",
                 f"{size} bytes", "the rules, and 5 other proofs", "16,094,571,549 positions searched"):
        expect(text in told, (text, told))
    page.press("#evidence .list-button")
    page.wait_words("#evidence-heading", "A proof")
    told = page.words("#evidence")
    expect("1. a B 2. b" in told and "North captures more seeds than South" in told and
           "the rules alone" in told, told)
    page.check_axe("a proof", "#evidence")
    page.press("#evidence .help-top .quiet")
    page.wait_words("#evidence-heading", "How do we know?")
    page.press("#evidence .list-button")
    page.press(id_("proof.board"))
    page.wait("!document.querySelector('#evidence').open && location.hash.includes('m=aBb')", "the board")
    page.panel("atlas")
    page.press(id_("how-d"))
    page.wait_words("#evidence", "proofs/start/00b7d634a6fcf5ea.proof")


# Presses the move with the fewest steps below it; false where the proof ends after all of them.
DEEPER = """
    const steps = (one) => Number(/^\\D*([\\d,]+) step/.exec(one.lastChild.textContent)?.[1].replaceAll(",", "") || 1e9);
    const moves = [...document.querySelectorAll("#evidence .list-button")];
    const [least] = moves.sort((a, b) => steps(a) - steps(b));
    least?.click();
    return Boolean(least);"""


def a_proof_is_walked_to_its_end(page):
    """From 1. f on, each move of South has an answer, until North has captured enough or play repeats."""
    page.open("m=f")
    ask_how(page, "proofs/start-f.proof")
    page.wait(f"document.querySelector(\"{id_('proof.walk')}\")", "the server has the file")
    page.press(id_("proof.walk"))
    page.wait_words("#evidence", "North plays:")
    for plies in range(200):
        page.wait("document.querySelector('#evidence [href*=proof-file]') && "
                  "!document.querySelector('#evidence').textContent.includes('The server is reading')", "the place")
        told = page.words("#evidence")
        if "The game was here before" in told or not page.execute(DEEPER):
            break
        if plies == 1:
            expect("North needs an answer to each of 5 moves of South: here 5 of 26 possible replies." in told, told)
            page.check_axe("a place of a proof", "#evidence")
    expect(plies > 3 and ("the end: North has captured enough" in told or "The game was here before" in told), told)
    page.press(id_("proof.board"))
    page.wait("location.hash.includes('m=fB')", "the game that led there")
    page.wait_words("#verdict strong", "North wins")


def a_file_that_the_list_lacks_is_named(page):
    """It can still be checked, although the page does not know what it states."""
    page.open("m=f")
    page.execute("""
        const {fetch} = window;
        window.fetch = async (address, ...more) => {
            const answer = await fetch(address, ...more);
            if (!String(address).includes("proofs.json")) { return answer; }
            const {"start-f": left, ...others} = await answer.json();
            return new Response(JSON.stringify(others));
        };""")
    ask_how(page, "not in the page\u2019s list")
    expect("kauri check-proof proofs/start-f.proof" in page.words("#evidence"), page.words("#evidence"))
    page.check_axe("a proof that is not in the list", "#evidence")


def a_request_of_a_walk_ends_when_it_is_left(page):
    """Back and Close abort it, and "Again" is one request that takes the place of the fault."""
    page.open("m=f")
    ask_how(page, "proofs/start-f.proof")
    page.execute("""
        const {fetch} = window;
        window.asked = [];
        window.fetch = (address, options) => {
            if (!String(address).includes("proof-place")) { return fetch(address, options); }
            asked.push(options.signal);
            return asked.length === 2
                ? Promise.resolve(new Response(JSON.stringify({error: "", status: 0}), {status: 429}))
                : new Promise((_, reject) => {
                    options.signal.addEventListener("abort", () => reject(options.signal.reason));
                });
        };""")
    page.wait(f"document.querySelector(\"{id_('proof.walk')}\")", "the server has the file")
    page.press(id_("proof.walk"))
    page.wait_words("#evidence", "The server is reading the proof")
    page.press("#evidence .help-top .quiet")
    page.wait("asked.length === 1 && asked[0].aborted", "the end of the request by going back")
    page.press(id_("proof.walk"))
    page.wait(f"document.querySelector(\"#evidence {id_('again')}\")", "the fault")
    page.press("#evidence " + id_("again"))
    page.wait_words("#evidence", "The server is reading the proof")
    expect(not page.execute(f"return Boolean(document.querySelector(\"#evidence {id_('again')}\"));"), "it is asked")
    page.press("#evidence .help-close")
    page.wait("asked.length === 3 && asked[2].aborted", "the end of the request by closing")


def without_proofs_the_page_says_where_they_are(page):
    with page.without_tables():
        page.open("m=f")
        ask_how(page, "proofs/start-f.proof")
        page.wait_words("#evidence", "kauri serve --proofs proofs")
        expect(not page.execute(f"return Boolean(document.querySelector(\"{id_('proof.walk')}\"));"), "no walk")


def the_version_stands_at_the_foot(page):
    version = page.kauri("--version").split()[1]
    page.open()
    said = page.words("#version")
    expect(said == version or said.startswith(f"{version} ("), said)


CASES = [tables_are_named_by_their_digests, a_search_says_how_to_get_its_proof,
         an_opening_has_the_file_of_its_proof, a_proof_is_walked_to_its_end,
         a_file_that_the_list_lacks_is_named, a_request_of_a_walk_ends_when_it_is_left,
         without_proofs_the_page_says_where_they_are, the_version_stands_at_the_foot]
