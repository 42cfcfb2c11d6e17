"""What is pasted is read by the program, through the server or the module, and what it passed over is shown."""
import json
import os
import subprocess

from cases_author import TURNED, ZUGZWANG, value_of
from cases_board import ENDGAME, START, link
from explorer import expect

BOX, SAID = "[data-id='setup-text']", "[data-id='setup-said']"
TURN = ENDGAME.replace("S", "N")
ROWS, SCORE = ENDGAME.split(" S ")
# Positions as people write them: with typography, in words, with what is no position, with a game.
WRITTEN = [
    ENDGAME.replace(" ", "\u00a0"), ENDGAME.replace(",", ", ").replace(" S", " s").replace(":", " : "), f"\"{ENDGAME}\"",
    f"\u201e{ENDGAME}\u201c", f"\u00bb{ENDGAME}\u00ab", "\ufeff" + ENDGAME.replace("+1,", "+1,\u200b", 1) + "\u200e",
    "0\uff0b1\uff0c0,0,0+1,0+3,\uff11+3\uff0f0,0+1,0,1,0+3,0 \uff33 28\uff1a30", ENDGAME.replace("/", "\u2215").replace(":", "\u2236"),
    f"{ROWS} N  {SCORE}", f"{ROWS} N 28-30", f"{ROWS} N 28 - 30", f"{ROWS} N ({SCORE})", f"{ROWS}, North to move, {SCORE}",
    f"Position: {TURN}", f"{TURN}.", f"({TURN})", TURN.replace(" ", "_"), f"See {TURN} for it.", f"[FEN \"{TURN}\"]", ROWS,
    ROWS.replace("/", "\n") + f" N {SCORE}", f"{ROWS} S", f"Start: {ENDGAME}\n\n1. e E", "1. e E; 2. e F", "1. e E; 2. z F",
    f"The game of today <s>{TURN}</s>\n\n{ENDGAME}", "500,0+1/1,0 S", "5,0+1/1,0\u0007 S", "nothing", "Start: 4 seeds and 1 cowrie in each hole"]


def program_says(page, text):
    """What `kauri replay` says of a text: its first game, or {"start": None, "fault": what is wrong}."""
    path = os.path.join(page.folder, "pasted.txt")
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text + "\n")
    try:
        said, error = page.kauri("replay", "--json", path), ""
    except subprocess.CalledProcessError as failure:
        said, error = failure.stdout, failure.stderr
    return json.loads(said.splitlines()[0]) if said else {"start": None, "fault": error.split("pasted.txt: ")[1].strip()}


def the_box_reads_as_the_program(page):
    """The same position, or the same words about what is wrong; then the text stays."""
    page.allowed = "400"
    page.open()
    page.panel("setup")
    faults = 0
    for text in WRITTEN:
        said = program_says(page, text)
        page.type_text(BOX, text)
        if said["start"] is None:
            faults += 1
            page.wait_words(SAID, said["fault"].partition(" (docs/")[0])
            expect(value_of(page, "setup-text") == text, f"{text}: {value_of(page, 'setup-text')}")
        else:
            page.wait(lambda: value_of(page, "setup-text") == said["start"],
                      lambda: f"{said['start']} of {text}, not {value_of(page, 'setup-text')}")
            page.wait_position(said["start"])
            expect((said["fault"] or "") in page.words("#panel-setup"), page.words("#panel-setup"))
    expect(5 < faults < len(WRITTEN) / 2, f"{faults} faults")


def drawings_and_links_are_read(page):
    """A diagram of the program in both forms, its whole output, a link, and the wiki tables of the page."""
    page.allowed = "400"
    page.open(link(TURNED, "&r=tiebreak"))
    page.panel("share")
    tables = [value_of(page, "share.wiki")]
    page.open(link(ZUGZWANG))
    page.panel("share")
    tables.append(value_of(page, "share.wiki"))
    page.panel("setup")
    lone = "0,0,0,0,0,0/1+4,0,0,0+1,0,0+2 N 0:7"  # a row without counters
    given = [(f"See https://kauri.example/#{link(ENDGAME)} for it.", ENDGAME), (tables[0], TURNED), (tables[1], ZUGZWANG),
             (page.kauri("problem", "--rules", "tie-breaker", ZUGZWANG), ZUGZWANG)]
    for position in (ENDGAME, TURNED, ZUGZWANG, lone):
        shown = page.kauri("show", position)
        given += [(shown, position), (shown.replace("+", "\u253c").replace("-", "\u2500").replace("|", "\u2502"), position)]
    for text, position in given:
        page.type_text(BOX, "nothing")
        page.wait_words(SAID, "Server: ")
        page.type_text(BOX, text)
        page.wait(lambda wanted=position: value_of(page, "setup-text") == wanted,
                  lambda: f"{position} of {text}, not {value_of(page, 'setup-text')}")
    page.type_text(BOX, page.kauri("show", ENDGAME).replace("to move", ""))
    page.wait_words(SAID, "does not say who is to move")
    page.panel("games")
    page.type_text("#record", page.kauri("show", TURNED))
    page.press("[data-id='games.load']")
    page.wait_position(TURNED)


def an_answer_is_waited_for(page):
    """The box says that it reads, and that the server is gone; the text is read when it is back."""
    page.open()
    page.panel("setup")
    page.hold("/replay?")
    page.type_text(BOX, ENDGAME)
    page.wait_words(SAID, "Reading")
    page.press("[data-id='setup.mirror']")  # what is done meanwhile counts
    page.release()
    page.type_text(BOX, TURN)
    page.wait_position(TURN)
    page.server.stop()
    page.allowed = "ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE"
    page.type_text(BOX, ENDGAME)
    page.wait_words(SAID + ":not(.wrong)", "The text is read as soon as it does.")
    page.server.start()
    page.wait_position(ENDGAME)
    page.press("[data-id='setup.play']")
    page.wait("!document.querySelector('#panel-analysis').hidden", "the game")


TOLD = """Grüße – von unterwegs!

(1) Ann - Bob

1. e E; ~~2. a~~ 2. e F

In the end the moon was a draw.
"""


def what_was_passed_over_is_shown(page):
    """Each part with its line and the reason, in the language of the page, where the game or the position is."""
    parts = [piece for piece in program_says(page, TOLD)["pieces"] if piece["kind"] in ("skipped", "not checked")]
    expect(len(parts) == 3, parts)
    reasons = {"en": ["(no part of a game)", "(struck out)", "(a result that is not checked)"],
               "de": ["(gehört zu keiner Partie)", "(durchgestrichen)", "(ein Ergebnis, das nicht geprüft ist)"]}
    for language, summary in (("en", "Not read: 3 parts of the text"), ("de", "Nicht gelesen: 3 Teile des Textes")):
        page.open(f"l={language}")
        page.panel("games")
        page.type_text("#record", TOLD)
        page.press("[data-id='games.load']")
        page.wait_words(".outcome details summary", summary)
        page.press(".outcome details summary")
        shown = page.execute("return [...document.querySelectorAll('.outcome details li')].map((one) => one.textContent);")
        for line, part, piece, reason in zip(shown, ("Grüße – von unterwegs!", "~~2. a~~", "In the end"), parts,
                                             reasons[language]):
            expect(f"{piece['line']}: " in line and part in line and reason in line, f"{line}, not {part} {reason}")
        page.panel("setup")
        page.type_text(BOX, TOLD)
        page.wait_words("#panel-setup details", reasons[language][1])
    page.open()
    page.panel("games")
    page.type_text("#record", "1. e E; 2. e F")
    page.press("[data-id='games.load']")
    page.wait_words(".outcome", "All of the text was read.")
    expect(page.position() == START, page.position())


CASES = [the_box_reads_as_the_program, drawings_and_links_are_read, an_answer_is_waited_for, what_was_passed_over_is_shown]
