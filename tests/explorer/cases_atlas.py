"""Openings and layers: what the page says of them is what the program says."""
import json
import os
import re

from cases_panels import id_
from explorer import ROOT, expect


def data(name):
    with open(os.path.join(ROOT, "web/explorer/analysis", name), encoding="utf-8") as file:
        return json.load(file)


ATLAS, LAYERS = data("atlas.json"), data("layers.json")["layers"]


def atlas(page, hash_=""):
    page.open(hash_)
    page.panel("atlas")
    page.wait(f"document.querySelector(\"{id_('opening-a')}\")", "the openings")


def row(page, moves):
    return page.execute("return document.querySelector(arguments[0]).parentElement.textContent;",
                        id_(f"opening-{moves}"))


def openings_are_those_of_the_program(page):
    """The results of the whole tree, with the proofs of the first two plies, and the board after a click."""
    tree = json.loads(page.kauri("opening", "--plies", "8", "--json",
                                 os.path.join(ROOT, "proofs/start")))["tree"]

    def compare(known, node, moves):
        expect(known.get("answer") == {"yes": True, "no": False, None: None}[node["answer"]], f"{moves}: {known}")
        ours = known.get("moves", [])
        expect([one["move"] for one in ours] == [one["move"] for one in node["moves"]], f"{moves}: {ours}")
        for ours, its in zip(ours, node["moves"]):
            compare(ours, its, moves + its["move"])
    compare(ATLAS["openings"], tree, "")
    atlas(page)
    said = {"yes": "North wins", "no": "North does not win"}
    for node in tree["moves"]:
        for one, moves in [(node, node["move"]), *((reply, node["move"] + reply["move"])
                                                   for reply in node["moves"])]:
            text = row(page, moves)
            expect(said.get(one["answer"], "o") in text, f"{moves}: {text}")
            expect(not one["answer"] or ".proof" in text, f"{moves}: {text}")
            expect(one["answer"] or "wins" not in text, f"{moves}: {text}")
    expect("1. d" in row(page, "d") and "1... A" in row(page, "dA"), row(page, "dA"))
    page.press(id_("opening-dA"))
    node = next(one for one in tree["moves"] if one["move"] == "d")
    page.wait_position(next(one["position"] for one in node["moves"] if one["move"] == "A"))
    page.press(id_("atlas.play"))
    page.wait("!document.querySelector('#panel-play').hidden", "a game from here")


openings_are_those_of_the_program.wing = "campaign"  # kauri opening


def first_moves_are_summed_up(page):
    """What is said of them follows from the data: from ours, and from some that leave 1. b open and let
    1. a be no loss. Data that cannot be fetched is asked for again."""
    atlas(page)
    expect("All of South\u2019s 6 first moves lose" in page.words("#panel-atlas"), page.words("#panel-atlas"))
    page.open("m=c")  # a link: the panel is not open yet
    page.execute("""
        const {fetch} = window;
        let asked = 0;
        window.fetch = async (address, ...more) => {
            const answer = await fetch(address, ...more);
            if (!String(address).includes("atlas.json")) { return answer; }
            asked += 1;
            const found = await answer.json();
            found.openings.moves[0].answer = false;
            delete found.openings.moves[1].answer;
            return new Response(JSON.stringify(found), {status: asked > 1 ? 200 : 404});
        };""")
    page.panel("atlas")
    page.wait_words("#panel-atlas", "This could not be fetched.")
    page.press(id_("again"))
    page.wait_words("#panel-atlas", "Of South\u2019s 6 first moves, 4 lose. North does not win after 1. a. "
                    "Still open: 1. b.")


def proofs_are_there(page):  # pylint: disable=unused-argument
    def check(node):
        if "proof" in node:
            expect(os.path.exists(os.path.join(ROOT, node["proof"])), node["proof"])
        expect(("proof" in node) == ("answer" in node), node)
        for child in node.get("moves", []):
            check(child)
    check(ATLAS["openings"])


def layers_are_those_of_the_tables(page):
    stats = json.loads(page.kauri("stats", "--json", "--tables", page.tables))["layers"]
    atlas(page, "l=de")
    for layer in stats:
        known = LAYERS[layer["seeds"]]
        expect(known["positions"] == layer["positions"] and known["values"] == layer["r"] and
               len(known["won"]) == len(known["lost"]) == layer["max_dtc"] + 1, layer["seeds"])
        expect(sum(known["won"]) == sum(count for r, count in layer["r"].items() if int(r) > 0),
               f"won with {layer['seeds']} seeds")
        page.press(f"#panel-atlas [value='{layer['seeds']}']")
        page.wait_words("#panel-atlas", f"{layer['positions']:,}".replace(",", "."))
        position, rules, r, plies, _ = known["wins"][0]
        page.press(id_("longest-0"))
        page.wait_position(position)
        found = json.loads(page.kauri("probe", "--json", position))
        name = {"standard": "standard", "tiebreak": "tie_breaker"}[rules]
        expect((found["r"], found["dtc"]) == (r, plies), f"{position}: {found['dtc']}")
        expect(found[name]["result"] == "win", position)
        expect(("r=tiebreak" in page.hash()) == (rules == "tiebreak"), page.hash())


def the_largest_layer_has_what_is_published(page):
    """Of layers above the tables: what is solved and what this page answers from, the counts, a position,
    files of all of it, and a line to cite it."""
    atlas(page, "l=en")
    words = "#panel-atlas"
    page.wait_words(words, "Every position with at most 7 seeds is solved and verified, "
                    "68,128,506,264 in all")
    here = "server" if page.attribute("meta[name=kauri-api]", "content") == "server" else "page"
    page.wait_words(words, f"This {here} has tables for 0 to 2 seeds, and searches where there are more.")
    page.press("#panel-atlas [value='7']")
    page.wait_words(words, "in 6,771,347,150 of them neither player would like to be to move")
    page.wait_words(words, "The longest win takes 118 plies, the longest loss 117.")
    with open(os.path.join(ROOT, "CITATION.cff"), encoding="utf-8") as file:
        version = re.search(r"^version: (.+)$", file.read(), re.M)[1]
    cited = page.execute("return [...document.querySelectorAll('#panel-atlas textarea')].map((one) => one.value);")
    expect(len(cited) == 2 and all(f"Kauri endgame tables, version {version}" in one for one in cited) and
           f"table with 7 seeds, digest {LAYERS[7]['digest']}" in cited[0], cited)
    page.downloads_to()
    for name, part in (("layer-7-values", "7,22,7,won,4977537810"), ("layer-7-wins", LAYERS[7]["wins"][0][0]),
                       ("layers", "7,43028530272,6771347150,118,117"), ("openings", "aA,North does not win,")):
        page.press(id_(f"CSV-{name}"))
        text = page.download(f"kauri-{name}.csv")
        expect(part in text, text)
    page.press("#panel-atlas [value='5']")
    page.press(id_("SVG-layer-5-plies"))
    drawing = page.download("kauri-layer-5-plies.svg")
    expect(drawing.count("<rect") > 2 * 111 and ">111</text>" in drawing and "class=" not in drawing, drawing[:300])
    page.press(id_("longest-0"))
    page.wait_position(LAYERS[5]["wins"][0][0])


def results_have_the_colours_of_players(page):
    """Whoever moves, North's results are North's, in colour, letter and shape."""
    atlas(page)
    sides = page.execute("""
        return [...document.querySelectorAll(".opening-result[data-side]")].map((one) => [one.dataset.side,
            one.textContent.trim(), getComputedStyle(one).color, Boolean(one.querySelector("rect"))]);""")
    expect(len(sides) > 20 and len({(side, colour) for side, _, colour, _ in sides}) == 2, sides[:5])
    for side, text, _, square in sides:
        expect((side == "N") == square == text.startswith("N") == ("North wins" in text), (side, text))
    expect(any(text.endswith("North wins by 44 to 46 seeds") for _, text, _, _ in sides), sides[:5])
    page.check_axe("the atlas", "#panel-atlas")


def theory_is_marked_in_the_record(page):
    """A move that keeps a proven result or gives it away has a sign with a name; not where values are
    hidden, nor after the proofs end. Nothing is asked of the API for it."""
    page.open("m=aA(B)")
    page.panel("analysis")
    page.wait("document.querySelectorAll('#tree-box .theory').length === 2", "two marks")
    names = page.execute("return [...document.querySelectorAll('#tree-box .ply:has(.theory)')]"
                         ".map((one) => [one.getAttribute('aria-label'), one.querySelector('title').textContent]);")
    texts = ["Proven: this gives North\u2019s win away.", "Proven: this keeps North\u2019s win."]
    expect([one[1] for one in names] == texts, names)
    expect(all(text in name for (name, _), text in zip(names, texts)), names)
    page.press("#values")
    page.wait("!document.querySelector('#tree-box .theory')", "no mark while values are hidden")
    page.press("#values")
    page.wait("document.querySelector('#tree-box .theory')", "the marks again")
    page.open("m=aC")
    page.wait("document.querySelectorAll('#tree-box .ply').length === 2", "the moves")
    page.wait_words("#verdict strong", "Not decided yet")
    expect(not page.execute("return document.querySelector('#tree-box .theory');"), "a mark beyond the proofs")


CASES = [openings_are_those_of_the_program, first_moves_are_summed_up, proofs_are_there,
         layers_are_those_of_the_tables, the_largest_layer_has_what_is_published,
         results_have_the_colours_of_players, theory_is_marked_in_the_record]
