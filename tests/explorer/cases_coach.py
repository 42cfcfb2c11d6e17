"""The coach: what it says of a game, learning from mistakes, the refutation of wrong moves."""
import json
import os

from cases_board import ENDGAME, link
from cases_panels import id_, state_of
from explorer import expect

# Under the tie-breaker rules a and d win; e, which was played, and f lose.
LOST = link(ENDGAME, "&r=tiebreak&m=eEaB")

# The sentences of the page on an answer of annotate.
SENTENCES = """
const [answer, rules, language] = arguments;
const [{lessons, summary}, {Game}, {parsePosition}, {setLanguage}] =
    await Promise.all(["coach.js", "game.js", "notation.js", "texts.js"].map(load));
const game = new Game();
game.loadRecord(parsePosition(answer.plies[0].position),
    {plies: answer.plies.map(({played}) => ({move: played.move}))});
const before = document.documentElement.lang;
setLanguage(language);
const found = lessons(game.line(), answer, rules);
const said = [summary(found), ...found.mistakes.map((one) => `${one.sign} ${one.text()}`),
    ...[...found.turns, ...found.expected].map((one) => one.text())];
setLanguage(before);
return said;
"""


def evaluate(page, hash_, **more):
    page.open(hash_, **more)
    page.press(id_("annotate"))
    page.wait("document.querySelector('.lessons')", "the mistakes")


def lines_of(text):
    """The sentences of `kauri annotate`, without blanks at their beginning."""
    return [" ".join(line.split()) for line in text.splitlines()]


def page_and_program_say_the_same(page):
    """Every sentence of the page on a game stands in what `kauri annotate` prints, and the other way
    round every mistake; proven and estimated, both rules, both languages."""
    page.open()
    short = os.path.join(page.folder, "short.txt")
    with open(short, "w", encoding="utf-8") as file:
        file.write(f"Position {ENDGAME}\n\n1. e E; 2. a B\n")
    limits = ["--nodes", "200", "--estimate-nodes", "500", "--time", "1000", "--estimate-time",
              "1000"]
    for path, *game in (short,), (page.games, "--game", "4"):
        answer = json.loads(page.kauri("annotate", *limits, *game, "--json", path))
        for rules, name in (("standard", "standard"), ("tiebreak", "tie-breaker")):
            for language in ("en", "de"):
                said = page.execute(f"return (async function () {{{SENTENCES}}})"
                                    ".apply(null, arguments);", answer, rules, language)
                printed = lines_of(page.kauri("annotate", *limits, *game, "--rules", name, "--lang",
                                              language, path))
                expect(said[0] in printed[2], f"{said[0]!r}: {printed[2]!r}")
                missing = [line for line in said[1:] if line not in printed]
                expect(not missing, f"{path} {game} {language}: {missing} not in {printed}")
                signs = [line for line in printed if line.startswith("?")]
                expect(len(signs) == len(answer["mistakes"][name.replace("-", "_")]), signs)


def mistakes_are_learned_from(page):
    """A wrong move is refuted on the board, and the game stays as it is; the right one is found."""
    evaluate(page, LOST)
    game = page.hash()
    page.press(id_("coach.learn"))
    page.wait(lambda: state_of(page) == "try", "the first mistake")
    page.wait_position(ENDGAME)
    page.wait_words("#coach", "1. e was played. Find a better move for South.")
    expect(not page.execute("return document.querySelector('.board .value');"), "values")
    page.hole("f")
    page.wait(lambda: state_of(page) == "wrong", "the refutation", 20)
    said = page.words("#coach .state")
    expect(said.startswith("f: ") and "cowries decide for North" in said, said)
    page.wait("document.querySelectorAll('#coach .line-steps .ply').length > 1", "the line")
    page.wait(lambda: page.position() != ENDGAME, "the line on the board")
    page.press(id_("again"))
    page.wait_position(ENDGAME)
    page.hole("d")
    page.wait(lambda: state_of(page) == "right", "the right move", 20)
    page.wait_words("#coach .state", "No move is better than d")
    page.press(id_("mistakes.next"))
    page.wait_words("#coach", "1... E was played. Find a better move for North.")
    page.press(id_("mistakes.reveal"))
    page.wait_words("#coach .state", "Better: B.")
    page.press(id_("mistakes.next"))
    page.wait_words("#coach .state", "1 of 2 found")
    page.press("#coach " + id_("button.close"))
    page.press("#last")
    page.wait(lambda: page.hash() == game, f"{page.hash()} is {game}: the game stays")


def leaving_a_mistake(page):
    """Steps through the game lead away from it and back; the side is chosen; another game ends it."""
    evaluate(page, LOST)
    page.press(id_("coach.learn"))
    page.wait(lambda: state_of(page) == "try", "the first mistake")
    page.press("#last")
    page.wait(lambda: state_of(page) == "away", "away")
    page.press(id_("mistakes.back"))
    page.wait_position(ENDGAME)
    page.wait(lambda: state_of(page) == "try", "the mistake again")
    page.hole("f")
    page.wait(lambda: state_of(page) == "wrong", "the refutation", 20)
    page.press(id_("mistakes.whoseN"))
    page.wait_words("#coach", "Mistake 1 of 1: 1... E")
    page.wait(lambda: page.position().split()[1] == "N", "the position before it")
    page.press("#reset")
    page.wait("document.querySelector('#coach').hidden", "the end")
    page.hole("a")
    page.wait(lambda: "m=a" in page.hash(), "a move is a move again")


CASES = [page_and_program_say_the_same, mistakes_are_learned_from, leaving_a_mistake]
