"""Openings and layers: what the page says of them is what the program says."""
import json
import os

from cases_board import START
from cases_panels import id_
from explorer import ROOT, expect

with open(os.path.join(ROOT, "web/explorer/analysis/atlas.json"), encoding="utf-8") as file:
    ATLAS = json.load(file)


def atlas(page, hash_=""):
    page.open(hash_)
    page.panel("atlas")
    page.wait(f"document.querySelector(\"{id_('opening-a')}\")", "the openings")


def row(page, moves):
    return page.execute("return document.querySelector(arguments[0]).parentElement.textContent;",
                        id_(f"opening-{moves}"))


def openings_are_those_of_the_program(page):
    """The results and proofs of the first two plies, and the board after a click."""
    tree = json.loads(page.kauri("opening", "--plies", "2", "--json",
                                 os.path.join(ROOT, "proofs/start")))["tree"]
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
        known = ATLAS["layers"][layer["seeds"]]
        expect(known["positions"] == layer["positions"] and known["values"] == layer["r"] and
               len(known["won"]) == len(known["lost"]) == layer["max_dtc"] + 1, layer["seeds"])
        expect(sum(known["won"]) == sum(count for r, count in layer["r"].items() if int(r) > 0),
               f"won with {layer['seeds']} seeds")
        page.press(f"#panel-atlas [value='{layer['seeds']}']")
        page.wait_words("#panel-atlas", f"{layer['positions']:,}".replace(",", "."))
        position, rules, plies = known["longest"][0]
        page.press(id_("longest-0"))
        page.wait_position(position)
        found = json.loads(page.kauri("probe", "--json", position))
        name = {"standard": "standard", "tiebreak": "tie_breaker"}[rules]
        expect(found["dtc"] == plies, f"{position}: {found['dtc']}")
        expect(found[name]["result"] == "win", position)
        expect(("r=tiebreak" in page.hash()) == (rules == "tiebreak"), page.hash())


def it_goes_back_to_the_tree(page):
    """A move of the tree is an entry of the history."""
    atlas(page)
    page.press(id_("opening-f"))
    page.wait("location.hash === '#m=f'", "the first move")
    page.back()
    page.wait_position(START)
    expect("North wins" in row(page, "f"), row(page, "f"))


CASES = [openings_are_those_of_the_program, first_moves_are_summed_up, proofs_are_there,
         layers_are_those_of_the_tables, it_goes_back_to_the_tree]
