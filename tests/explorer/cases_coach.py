"""The coach: what it says of a game, learning from mistakes, the refutation of wrong moves."""
import json
import os

from cases_board import ENDGAME, after, link
from cases_panels import id_
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


def coach(page):
    """The state of learning from mistakes."""
    return page.execute("const one = document.querySelector('#coach [data-state]');"
                        "return one && one.dataset.state;")


def evaluate(page, hash_):
    page.open(hash_)
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
              "1000", "--memory", "64M"]
    for path, *game in (short,), (page.games, "--game", "4"):
        answer = json.loads(page.kauri("annotate", *limits, *game, "--json", path))
        for rules, name in (("standard", "standard"), ("tiebreak", "tie-breaker")):
            for language in ("en", "de"):
                said = page.execute(SENTENCES, answer, rules, language)
                printed = lines_of(page.kauri("annotate", *limits, *game, "--rules", name, "--lang",
                                              language, path))
                expect(said[0] in printed[2], f"{said[0]!r}: {printed[2]!r}")
                missing = [line for line in said[1:] if line not in printed]
                expect(not missing, f"{path} {game} {language}: {missing} not in {printed}")
                signs = [line for line in printed if line.startswith("?")]
                key = name.replace("-", "_")
                between = [one for one in answer["turning_points"]
                           if one["turn"] == "changed" and one["rules"] == key]
                expect(len(signs) == len(answer["mistakes"][key]) + len(between), signs)


def mistakes_are_learned_from(page):
    """A wrong move is refuted on the board, and the game stays as it is; the right one is found."""
    evaluate(page, LOST)
    game = page.hash()
    page.press(id_("coach.learn"))
    page.wait(lambda: coach(page) == "try", "the first mistake")
    page.wait_position(ENDGAME)
    page.wait_words("#coach", "1. e was played. Find a better move for South.")
    expect(not page.execute("return document.querySelector('.board .value');"), "values")
    page.hole("f")
    page.wait(lambda: coach(page) == "wrong", "the refutation")
    said = page.words("#coach .state")
    expect(said.startswith("f: ") and "cowries decide for North" in said, said)
    page.wait("document.querySelectorAll('#coach .line-steps .ply').length > 1", "the line")
    page.wait(lambda: page.position() != ENDGAME, "the line on the board")
    page.press(id_("again"))
    page.wait_position(ENDGAME)
    page.hole("d")
    page.wait(lambda: coach(page) == "right", "the right move")
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


def lost_game(page):
    """The moves of a game against the program in which the first one is South's only mistake."""
    page.open()
    best = [ply["move"] for ply in json.loads(page.kauri("line", "--json", after(
        page, ENDGAME, "e")))["line"]]
    return page.execute("""
        const [{parsePosition}, {isOver, play}] = await Promise.all(["notation.js", "rules.js"].map(load));
        let position = parsePosition(arguments[0]);
        let played = "";
        for (const move of ["e", ...arguments[1]]) {
            if (isOver(position, "standard")) { break; }
            ({position} = play(position, move));
            played += move;
        }
        return isOver(position, "standard") ? played : "";""", ENDGAME, best)


def mistakes_of_a_match(page):
    """After a game against the program, "Find my mistakes" leads to those of the person."""
    moves = lost_game(page)
    page.open(link(ENDGAME, f"&m={moves}&g=S3"))
    page.panel("play")
    page.press(id_("play.mistakes"))
    page.wait_words("#log", "1 proven mistake, 0 likely ones.")
    page.wait_words("#coach", "Mistake 1 of 1: 1. e was played.")
    expect(not page.execute("return document.querySelector('#coach [role=radiogroup]');"), "sides")
    page.hole("a")
    page.wait(lambda: coach(page) == "right", "the right move")
    page.press("#coach " + id_("button.close"))
    expect(moves in page.hash(), page.hash())


# From now on, evaluations prove of the first three plies only that one of them is a mistake.
ONE_OF_SEVERAL = """
const {fetch} = window;
window.fetch = async (address, ...more) => {
    const answer = await fetch(address, ...more);
    if (!String(address).includes("/annotate")) { return answer; }
    const found = await answer.json();
    found.mistakes.standard = [];
    found.plies.slice(0, 3).forEach((ply, i) => {
        ply.bounds = i === 0 ? ply.bounds : [-181, 181];
        ply.played.r = ply.alternative = null;
        ply.played.bounds = [-181, 181];
    });
    return new Response(JSON.stringify(found));
};
"""


def one_of_several_moves_is_no_exercise(page):
    """Of a mistake that is proven of several moves, nobody knows which one has a better one."""
    page.open(link(ENDGAME, f"&m={lost_game(page)}&g=S3"))
    page.execute(ONE_OF_SEVERAL)
    page.panel("play")
    page.press(id_("play.mistakes"))
    page.wait_words("#log", "1 proven mistake, 0 likely ones.")
    page.wait_words("#coach", "There is no mistake to learn from.")


def a_likely_mistake_stays_one(page):
    """Where nothing is proven, the move that was played is wrong, and the better one right."""
    with page.without_tables():
        evaluate(page, "m=aEeFbDdE")
    page.press(id_("coach.learn"))
    page.wait(lambda: coach(page) == "try", "the first mistake")
    played = page.words("#coach").split(" was played")[0].split()[-1]
    page.hole(played)
    page.wait(lambda: coach(page) == "wrong", "a wrong move")
    page.wait_words("#coach .state", "That is what was played.")
    better = page.words("#coach .state").split(" looks better")[0].split()[-1]
    page.wait("document.querySelectorAll('#coach .line-steps .ply').length > 1", "the line")
    page.press(id_("again"))
    page.hole(better)
    page.wait(lambda: coach(page) == "right", "the right move")


def leaving_a_mistake(page):
    """Steps through the game lead away from it and back; the side is chosen; another game ends it."""
    evaluate(page, LOST)
    page.press(id_("coach.learn"))
    page.wait(lambda: coach(page) == "try", "the first mistake")
    page.press("#last")
    page.wait(lambda: coach(page) == "away", "away")
    page.press(id_("mistakes.back"))
    page.wait_position(ENDGAME)
    page.wait(lambda: coach(page) == "try", "the mistake again")
    page.hole("f")
    page.wait(lambda: coach(page) == "wrong", "the refutation")
    page.press(id_("mistakes.whoseN"))
    page.wait_words("#coach", "Mistake 1 of 1: 1... E")
    page.wait(lambda: page.position().split()[1] == "N", "the position before it")
    page.press("#reset")
    page.wait("document.querySelector('#coach').hidden", "the end")
    page.wait("!document.querySelector('.ply')", "another game")
    page.hole("a")
    page.wait(lambda: "m=a" in page.hash(), "a move is a move again")


# What people, and others, write.
HOSTILE = ["<img src=x onerror=alert(1)> & \"quotes\" 100% #1", "}{|{{a}}\n1. f D; 2. e F;\n\n(2) A - B\n\n1. a A",
           "Süd verliert \U0001f41a LONE \u2028 )(!?'.", "x" * 1000, "%7D%0A%00", "16. c: 1. f D"]

# Writes on every 9th move, adds a variation to every 12th, and gives all that the page knows.
WRITE = """
const [texts, about] = arguments;
const [{app}, {legalMoves}] = await Promise.all(["app.js", "rules.js"].map(load));
const {game} = app;
const line = game.line();
line.slice(1).forEach((node, i) => {
    if (i % 9 === 0) {
        game.remark(node, {marks: "!?", comment: texts[(i / 9) % texts.length].replace("LONE", "\\ud800")});
    }
    if (i % 12 === 5) {
        game.go(node.parent);
        app.playAll([legalMoves(node.parent.position).find((move) => move !== node.move) || node.move]);
        game.remark(game.node, {marks: "", comment: "aside"});
    }
});
game.describe(about);
game.go(line.at(-1));
return game.toText();
"""
TOLD = """
const [{app}] = await Promise.all(["app.js"].map(load));
return [app.game.toText(), app.game.about, app.game.version > 0];
"""


# Of the records of games 2 and 4: names, date, marks, and what is written after the moves.
WRITTEN = {2: ["Sandler won by 33"],
           4: ['"Vitaly" (Russia) - Ralf Gering (Germany) - January 3, 2011', "d E?;", "b! C", "F! (A)", "E! (+8)"]}


def records_keep_what_a_person_writes(page):
    """Comments, marks, variations, names, date and result of the four games: in the link, after a
    reload, in the file, which remains one that the program reads, and read back from it."""
    about = {"south": "A | B <i>", "north": "\u00d6 & C", "date": "2026-11-24", "result": "South won."}
    for number in range(1, 5):
        page.open()
        page.downloads_to()
        page.panel("games")
        page.press(id_(f"game-{number}"))
        page.wait_words(".outcome h4", f"{number}.")
        plain = page.shared_record()
        expect("Kauri explorer" not in plain and all(part in plain for part in WRITTEN.get(number, [])), plain)
        told = page.execute(WRITE, HOSTILE, about)
        expect("%7B" not in told.upper() and told.count("{") == told.count("}"), told)
        kept = page.execute(TOLD)[:2]
        expect(kept[1]["south"] == "A B <i>" and kept[0] == told, kept)
        address = page.hash()
        page.reload()
        page.wait("document.documentElement?.dataset.ready", "the page is ready")
        expect(page.execute(TOLD)[:2] == kept, "after a reload")
        page.open(address.lstrip("#"))
        expect(page.execute(TOLD)[:2] == kept, "from the link")
        expect(not page.execute("return document.querySelector('#tree-box img');"), "a picture")
        page.wait_words("#tree-box", "quotes")
        text = page.shared_record()
        expect("Note on 1. " in text and "Kauri explorer: #" in text, text)
        replayed = [json.loads(line) for line in page.kauri(
            "replay", "--json", os.path.join(page.folder, "game.txt")).splitlines()]
        first = json.loads(page.kauri("replay", "--json", page.games).splitlines()[number - 1])
        expect(len(replayed) == 1 and replayed[0]["fault"] is None and replayed[0]["missing"] is None, replayed)
        expect([ply["move"] for ply in replayed[0]["plies"]] ==
               [ply["move"] for ply in first["plies"]], "the moves")
        page.open()
        page.panel("games")
        page.type_text("#record", text)
        page.press(id_("games.load"))
        page.wait_words(".outcome h4", "A B <i>")
        page.press("#last")
        expect(page.execute(TOLD)[:2] == kept, "from the file")


def a_tree_that_cannot_be_read_leaves_the_record(page):
    """Nor does one of another game, or of a record that was changed by hand."""
    wanted = json.loads(page.kauri("replay", "--json", page.games).splitlines()[0])
    page.open()
    page.downloads_to()
    page.panel("games")
    page.press(id_("game-1"))
    page.wait_words(".outcome h4", "1.")
    plain = page.shared_record()
    for wrong in ("m=zz", "m=c{", "p=9&m=c", "m=" + "c{" * 20000, "%", "", "m=cD"):
        page.open()
        page.panel("games")
        page.type_text("#record", f"{plain}\nKauri explorer: #{wrong}\n")
        page.press(id_("games.load"))
        page.wait_words(".outcome h4", f"{wanted['date']}")
        page.press("#last")
        page.wait_position(wanted["end"])


def a_move_is_commented(page):
    """By hand, with keys; at the start of the game, names and date."""
    page.open("m=cD")
    page.press("#first")
    page.press(id_("game.about"))
    page.wait("document.querySelector('dialog[data-id=remarks]')?.open", "the dialog")
    page.type_text(id_("remarks.south"), "Ann")
    page.type_text(id_("remarks.north"), "Bob")
    page.press(id_("remarks.save"))
    page.wait(lambda: "n=Ann%7CBob" in page.hash(), page.hash)
    page.press("#forward")
    page.press(id_("game.remark"))
    page.wait_words("dialog[data-id=remarks] h2", "On 1. c")
    page.keys(*"so d")
    page.press(id_("remarks.marks!"))
    page.press(id_("remarks.save"))
    page.wait(lambda: "m=c%21%7Bso%20d%7D.D" in page.hash(), page.hash())
    page.wait_words("#tree-box .ply[aria-current]", "so d")
    expect(not page.execute("return document.querySelector('dialog[data-id=remarks]');"), "a dialog")
    page.press(id_("game.remark"))
    page.type_text(id_("remarks.comment"), "other")
    page.press(id_("remarks.cancel"))
    expect("so%20d" in page.hash(), page.hash())


def the_coach_is_accessible(page):
    """axe-core, also on a phone: lessons, refutation, the dialog; nothing is wider than the window."""
    def check(what):
        expect(page.execute("return document.documentElement.scrollWidth <= innerWidth;"), what)
        page.check_axe(what)

    for width, dark, language in ((1280, False, "en"), (360, True, "de")):
        page.resize(width, 740, phone=width < 400)
        page.prefer(dark=dark)
        evaluate(page, f"{LOST}&l={language}")
        check(f"lessons, {width}")
        page.press(id_("coach.learn"))
        page.wait(lambda: coach(page) == "try", "the first mistake")
        page.hole("f")
        page.wait(lambda: coach(page) == "wrong", "the refutation")
        page.wait("document.querySelectorAll('#coach .line-steps .ply').length > 1", "the line")
        check(f"refutation, {width}")
        page.press("#coach " + id_("button.close"))
        page.press("#last")
        page.press(id_("game.remark"))
        page.wait("document.querySelector('dialog[data-id=remarks]')", "the dialog")
        check(f"comment, {width}")
    page.prefer()
    page.resize(1280, 900)


CASES = [the_coach_is_accessible, records_keep_what_a_person_writes, a_tree_that_cannot_be_read_leaves_the_record,
         a_move_is_commented, page_and_program_say_the_same, mistakes_are_learned_from, a_likely_mistake_stays_one,
         mistakes_of_a_match, one_of_several_moves_is_no_exercise, leaving_a_mistake]
