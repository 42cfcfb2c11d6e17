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
    expect(facts(page) == [[str(one["seeds"]), one["digest"], "states the same", one["program"]] for one in layers],
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

    def asked_about_all():
        """Who wins is known before the value is, and the evidence is that of the moment."""
        ask_how(page, "it takes the values of the tables")
        if "positions here" not in page.words("#evidence"):
            page.keys("Escape")
            return False
        return True

    page.wait(asked_about_all, "the evidence of the whole search")
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


def margins_are_asked(page):
    """After 1. b, North loses less than nearly all, and does not capture all."""
    page.open("m=b")
    ask_how(page, "By how much?")
    for net, told in ((-52, "Yes: North gets at least \u221252"), (60, "No: South can keep North below +60")):
        page.type_text(id_("margin"), str(net))
        page.press(id_("how.ask"))
        page.wait_words(id_("margin-answer"), told)
    page.wait_words("#evidence", "By search")
    page.check_axe("a margin", "#evidence")


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


def a_proof_leads_to_the_walk(page):
    """On the board, after the moves that the proof is about."""
    page.open("m=fBa")
    page.panel("atlas")
    page.press(id_("how-f"))
    page.wait_words("#evidence", "proofs/start-f.proof")
    page.press(id_("proof.walk"))
    page.wait_words("#walk", "North wins: its move is B")
    expect("m=f" == page.execute("return location.hash.slice(1);").split("&")[-1], "the position of the proof")


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


def without_proofs_the_page_says_where_they_are(page):
    with page.without_tables():
        page.open("m=f")
        ask_how(page, "proofs/start-f.proof")
        page.wait_words("#evidence", "kauri serve --proofs proofs")
        expect(not page.execute("return Boolean(document.querySelector('#evidence [href*=proof-file]'));"),
               "no file to be downloaded")


def the_version_stands_at_the_foot(page):
    version = page.kauri("--version").split()[1]
    page.open()
    said = page.words("#version")
    expect(said == version or said.startswith(f"{version} ("), said)


CASES = [tables_are_named_by_their_digests, a_search_says_how_to_get_its_proof,
         margins_are_asked, an_opening_has_the_file_of_its_proof, a_proof_leads_to_the_walk,
         a_file_that_the_list_lacks_is_named,
         without_proofs_the_page_says_where_they_are, the_version_stands_at_the_foot]
