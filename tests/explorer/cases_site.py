"""The explorer from static files: its answers beside the server's, and what only it does."""
import contextlib
import glob
import json
import os
import random
import urllib.parse
import urllib.request

from cases_board import ENDGAME, PASSING, START, link
from cases_problems import PROBLEMS, open_problem
from explorer import ENDLESS, NODES, expect

GAME = """(7) Ann - Bert - 2020
Position 0+2,1,0+1,0,0+1,0+1/1,0+3,0,0,0+4,0 S 28:30

1. a B; 2. c
"""
# Searches of both are ended by the same number of positions.
WITHIN = {"seconds": 60, "nodes": NODES}
# What time or memory decide. The worker that looks values up may be without the book yet.
VOLATILE = {"book", "seconds", "memory", "memory_in_use", "nodes_per_second"}

# Sends requests [method, target, accept, body] in turn: [status, text] of each.
SEND = """
const {send} = await load("local.js");
const answers = [];
for (const [method, target, accept, body] of arguments[0]) {
    let last = null;
    const {status, text} = await send(target, {method, accept, body,
        onEvent: (name, data) => { last = [name === "result" ? 200 : 503, data]; }});
    answers.push(status === 0 ? last : [status, text]);
}
return answers;
"""


# Two seeds; no other case looks at it.
UNREAD = "0,0+1,0,0+2,1+2,0/0,0+1,0+2,0+1,1+3,0 S 29:29"


# After 1. f, and after the book's answer.
IN_BOOK = "5+1,5+1,5+1,5+1,5+1,0/6+1,6+1,6+1,6+1,6+1,5+2 N 0:0"
ANSWERED = "6+1,6+1,5+2,5+1,5+1,0/6+1,0,7+1,7+1,7+1,6+2 S 0:0"


def position(chance, seeds):
    """A position of the full board with so many seeds."""
    holes = [[0, 0] for _ in range(12)]
    for kind, count in ((0, seeds), (1, 12)):
        for _ in range(count):
            holes[chance.randrange(12)][kind] += 1
    rows = [",".join(f"{one}+{more}" if more else str(one) for one, more in half)
            for half in (holes[:6], holes[6:])]
    south = chance.randrange(61 - seeds)
    return f"{rows[0]}/{rows[1]} {chance.choice('SN')} {south}:{60 - seeds - south}"


def get(endpoint, accept=None, **parameters):
    query = urllib.parse.urlencode(parameters)
    return ["GET", f"/api/v1/{endpoint}?{query}", accept, None]


def post(endpoint, body, **parameters):
    return ["POST", f"/api/v1/{endpoint}?{urllib.parse.urlencode(parameters)}", None, body]


def questions(records):
    """Every endpoint, and faults."""
    chance = random.Random(2006)
    for seeds in (0, 1, 2):
        for _ in range(12):
            there = position(chance, seeds)
            for endpoint in ("probe", "moves", "line"):
                yield get(endpoint, position=there)
    yield get("moves", position=START)
    yield get("moves", position=PASSING)
    for there in (IN_BOOK, ANSWERED, PASSING, ENDGAME):
        for rules in ("standard", "tiebreak"):
            yield get("solution", position=there, rules=rules)
    yield get("solution", position="nothing")
    yield get("layers")
    yield get("rules")
    yield get("openapi.json")
    for kind in ("longest", "zugzwangs", "only"):
        yield get("find", kind=kind, seeds=1, limit=3)
    yield post("replay", records)
    yield post("replay", GAME)
    yield post("annotate", GAME, **WITHIN)
    for _ in range(3):
        above = position(chance, 3)
        yield get("search", position=above, **WITHIN)
        yield get("search", "text/event-stream", position=above, rules="tiebreak", **WITHIN)
        yield get("analyse", position=position(chance, 2), lines=3, **WITHIN)
        for strength in range(1, 12):
            yield get("reply", position=position(chance, 2), strength=strength, seed=7, **WITHIN)
    for seeds in (0, 1, 2, 2):
        yield get("problem", position=position(chance, seeds), rules=chance.choice(("standard", "tiebreak")), **WITHIN)
    yield get("problem", position=ENDGAME, rules="tiebreak", **WITHIN)
    yield get("probe", position="nothing")
    yield get("probe", position=START)
    yield get("probe", wrong="1")
    yield get("nothing")
    yield post("probe", "body")
    yield ["GET", "/api/v1/probe?position=%zz", None, None]


def asked(server, method, target, accept, body):
    """[status, text] of the server."""
    request = urllib.request.Request(server.url + target, method=method,
                                     data=None if body is None else body.encode(),
                                     headers={"Accept": accept} if accept else {})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request) as answer:
            text = answer.read().decode()
            if answer.headers["Content-Type"] == "text/event-stream":
                text = text.split("data: ")[-1]
            return [answer.status, text]
    except urllib.error.HTTPError as error:
        return [error.code, error.read().decode()]


def plain(value):
    """A value of JSON without what differs from run to run."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items() if name not in VOLATILE}
    return [plain(one) for one in value] if isinstance(value, list) else value


def answers_are_those_of_the_server(page):
    page.open()
    with open(page.games, encoding="utf-8") as file:
        requests = list(questions(file.read()))
    ours = page.execute(f"return (async function () {{{SEND}}}).apply(null, arguments);", requests)
    expect(len(ours) == len(requests) > 130, f"{len(ours)} answers")
    wrong = []
    refused = []
    for request, (status, text) in zip(requests, ours):
        target = request[1]
        # A solution that gets no processor for 20 seconds finds less, and is asked for again.
        for _ in range(5):
            wanted_status, wanted = asked(page.native, *request)
            same = status == wanted_status and plain(json.loads(text)) == plain(json.loads(wanted))
            if same or "/solution?" not in target:
                break
        refused += [target] if status != 200 else []
        if not same:
            wrong.append(f"{request[:3]}\n  {status} {text[:600]}\n  {wanted_status} {wanted[:600]}")
    expect(not wrong, f"{len(wrong)} answers differ:\n" + "\n".join(wrong[:4]))
    expect(len(refused) == 7, f"refused: {refused}")


@contextlib.contextmanager
def without_files(page, *patterns):
    """Files of the site are missing, also for the page, which is open before and after. No service worker may
    have kept them: there is none meanwhile."""
    away = [path for one in ("service.js", *patterns) for path in glob.glob(os.path.join(page.server.folder, one))]
    page.open()
    for path in away:  # before anything is forgotten, since the page may fetch it any time
        os.rename(path, path + ".away")
    page.execute("""
        await Promise.all((await navigator.serviceWorker.getRegistrations()).map((one) => one.unregister()));
        await Promise.all((await caches.keys()).map((one) => caches.delete(one)));""")
    page.command("Network.clearBrowserCache")
    try:
        page.open()
        yield
    finally:
        for path in away:
            os.rename(path + ".away", path)
        page.allowed = "start.book|[.]bin|service|fetching the script"


def the_book_may_be_missing(page):
    """Everything works without it, and the next question tries again."""
    ask = """
        const {send} = await load("local.js");
        const {text} = await send("/api/v1/solution?position=" + encodeURIComponent(arguments[0]));
        const {winner, source, book} = JSON.parse(text);
        return [winner, source, book !== null];"""
    with without_files(page, "*/start.book"):
        told = page.execute(ask, IN_BOOK)
        expect(told == [None, None, False], f"without a book: {told}")
    expect(page.execute(ask, IN_BOOK) == ["N", "book", True], "with the book")


def egg_answers_without_networks(page):
    """They are half of what its first answer would fetch."""
    target = f"/api/v1/reply?position={urllib.parse.quote(START)}&strength=1&seed=3&nodes=1"
    with urllib.request.urlopen(page.native.url + target) as answer:
        right = json.load(answer)["move"]
    with without_files(page, "*/weights.bin", "*/proving.bin"):
        told = page.execute("const {send} = await load('local.js'); const {status, text} = await send(arguments[0]);"
                            "return [status, JSON.parse(text).move];", target)
        expect(told == [200, right], f"{told}, not {right}")


def an_abort_ends_a_search(page):
    """The next question is answered at once, by a new worker."""
    page.open(link(ENDGAME), nodes=ENDLESS)
    took = page.execute("""
        const {send} = await load("local.js");
        const stop = new AbortController();
        const search = send("/api/v1/search?position=" + encodeURIComponent(arguments[0]),
            {accept: "text/event-stream", signal: stop.signal, onEvent: () => stop.abort()});
        const why = await search.catch((error) => error.name);
        const began = performance.now();
        const {status} = await send("/api/v1/search?position=" + encodeURIComponent(arguments[1]));
        return [why, status, performance.now() - began];""", START, ENDGAME)
    expect(took[:2] == ["AbortError", 200] and took[2] < 60_000, took)


def the_first_view_is_small_on_a_host_that_compresses_nothing(page):
    """Board and scripts; 400 kbit/s take 2 s for 100,000 bytes."""
    page.command("Network.clearBrowserCache")
    page.open()
    sizes = page.execute("""
        await navigator.serviceWorker.getRegistration().then((one) => one?.unregister());
        return performance.getEntries().filter(({name, encodedBodySize}) =>
            encodedBodySize && !/(heads|module|weights)[.]bin$|[.]book$|tables/.test(name))
            .map(({name, encodedBodySize}) => [name, encodedBodySize]);""")
    expect(len(sizes) >= 2 and 50_000 < sum(size for _, size in sizes) < 110_000, sizes)


def late_scripts_come_when_they_are_needed(page):
    """And run beside the same scripts as the first ones."""
    page.open(link(START))
    fetched = """performance.getEntriesByType("resource").map(({name}) => name)
        .filter((name) => /(late|app)\\.bin$/.test(name)).map((name) => name.slice(-8))"""
    expect(page.execute(f"return {fetched};") == ["/app.bin"], "only what is needed at once")
    page.execute("document.querySelector('#tab-atlas').click();")
    page.wait("document.querySelector('#panel-atlas button')", "a panel that is fetched late")
    expect(page.execute(f"return {fetched};") == ["/app.bin", "late.bin"], "two files, each once")


def it_works_without_a_network(page):
    """After the first visit, with a position that was not looked at before."""
    page.open(link(START))
    page.wait("""navigator.serviceWorker.controller && await (async () => {
        const [later] = (await (await fetch("service.js")).text()).match(/"later": (\\[.*?\\])/s)
            .slice(1).map(JSON.parse);
        const kept = (await (await caches.open(`${new URL("./", location).pathname} tables`)).keys()).map((one) => one.url);
        return later.every(({path, size, piece}) =>
            [...Array(Math.ceil(size / piece)).keys()].every((i) =>
                kept.some((url) => url.endsWith(`${path}/piece${i}`))));})()""",
        "the first two layers are kept")
    page.server.stop()
    try:
        page.open(link("0+1,0,0,0+1,0+3,1+3/0,0+1,0,0,0+3,0 S 28:31"))
        page.wait("document.querySelector('#moves tr[data-move] .result')", "the list of moves")
        open_problem(page, PROBLEMS[0])  # of scripts and problems that were not needed before
    finally:
        page.server.start()
        page.allowed = "Failed to load|ERR_|net::"


def an_unread_table_is_searched_instead(page):
    """Without a network, the page says that a part of a table was never fetched, and proves the value."""
    page.open(link(START))
    page.wait("Boolean(navigator.serviceWorker.controller)", "the page is kept")
    page.server.stop()
    try:
        page.open(link(UNREAD, "&l=de"))
        page.wait_words("#verdict", "nie geholt")
        page.wait_words("#verdict", "bewiesen durch Suche")
        expect("Speicher" not in page.words("#verdict"), page.words("#verdict"))
        page.wait("document.querySelectorAll('#moves tr[data-move] .result').length > 2", "the moves")
    finally:
        page.server.start()
        page.allowed = "Failed to load|ERR_|net::"
    page.open(link(UNREAD))
    page.wait_words("#verdict", "proven by the tables")


def a_file_says_that_it_is_one(page):
    page.browser.open(f"file://{page.server.folder}/index.html")
    page.wait("!document.getElementById('from-file').hidden", "the message")
    page.allowed = "file:|CORS"
    page.browser.open(page.server.url)


CASES = [the_first_view_is_small_on_a_host_that_compresses_nothing,
         late_scripts_come_when_they_are_needed, answers_are_those_of_the_server,
         the_book_may_be_missing, egg_answers_without_networks, an_abort_ends_a_search, an_unread_table_is_searched_instead, it_works_without_a_network, a_file_says_that_it_is_one]
