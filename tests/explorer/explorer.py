"""The server of the explorer, and the page in a browser, as the cases use them."""
import contextlib
import glob
import json
import os
import re
import signal
import subprocess
import sys
import time
import traceback

HANGS = 120
# Positions that each search of a page expands at most, about a hundredth of a second. Time does not end them,
# so that what a case sees does not depend on how busy the machine is.
NODES = 10000
ENDLESS = 10**9  # for searches that are to be under way until a case ends them
# What the browser says where a machine is so slow that a preloaded file waits for its use; nothing is wrong
# with the page.
SLOW = "was preloaded using link preload but not used within a few seconds"
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def use_book(program, folder):
    """Makes a small solution book, of what follows 1. f, which servers take from now on. Returns its path."""
    book = os.path.join(folder, "f.book")
    subprocess.run([program, "make-book", "--quiet", "--out", book, os.path.join(ROOT, "proofs/start-f.proof")],
                   check=True, stdout=subprocess.DEVNULL)
    os.environ["KAURI_BOOK"] = book
    return book


class Server:
    """`kauri serve` with the tables of a folder, or none, and with proofs if there is a folder; it can be stopped and started again."""

    def __init__(self, program, tables, proofs=None):
        self.program = program
        self.tables = tables
        self.proofs = proofs
        self.process = None
        self.url = ""
        self.start()

    def start(self):
        """On the port of before, if there was one."""
        port = re.search(r":(\d+)", self.url[6:]).group(1) if self.url else "0"
        self.process = subprocess.Popen(
            [self.program, "serve", "--listen", f"127.0.0.1:{port}",
             *(["--tables", self.tables] if self.tables else ["--no-tables"]),
             *(["--proofs", self.proofs] if self.proofs else [])],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            match = re.search(r"(http://[\d.:]+)", line)
            if match:
                self.url = match.group(1)
                return
        raise AssertionError(f"kauri serve ended at once: {''.join(lines)}")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(HANGS)
        finally:
            self.close()

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


class Host(Server):
    """A host of files, with the folder of one site on it; like Server for the cases."""

    def __init__(self, root, path):
        self.root = root
        self.path = path
        self.folder = os.path.join(root, path)
        super().__init__(None, None)

    def start(self):
        port = re.search(r":(\d+)", self.url[6:]).group(1) if self.url else "0"
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory",
             self.root, port],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        found = re.search(r"port (\d+)", self.process.stdout.readline())
        self.url = f"http://127.0.0.1:{found.group(1)}/{self.path}"


# For scripts of cases: load("rules.js"), which scripts/packages/bundle.py put into one of two scripts.
# And what the page asks to be searched, of the server or of a worker, with nodes instead of its seconds.
LOAD = """
{
    const nodes = new URL(location.href).searchParams.get("nodes") ?? NODES;
    const limited = (target) => {
        const url = new URL(target, location.href);
        if (!/\\/(search|analyse|reply|problem|annotate)$/.test(url.pathname)) {
            return target;
        }
        url.searchParams.set("nodes", nodes);
        url.searchParams.set("seconds", 60);
        return url.pathname + url.search;
    };
    const {fetch} = window;
    window.fetch = (target, ...more) => fetch(limited(target), ...more);
    const {postMessage} = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...more) {
        postMessage.call(this, message.target ? {...message, target: limited(message.target)} : message, ...more);
    };
}
window.load = async (name) => {
    const variable = "$" + name.replace(".js", "").replaceAll("-", "_");
    if (window.kauriScripts) {
        return kauriScripts.shared[variable] || (await kauriScripts.late())[variable];
    }
    const {src} = document.querySelector("script[type=module]");
    return (await import(src))[variable] || (await import(new URL("late.js", src)))[variable];
};"""


class Page:
    """The explorer in a browser; the methods of the browser are here, too."""

    def __init__(self, browser, server, kauri, folder):
        self.browser = browser
        self.server = server
        self.kauri = kauri  # runs the program with the tables: kauri("probe", ...) -> its output
        self.folder = folder  # for downloads
        self.axe = ""  # the file of axe-core
        self.allowed = ""  # regular expression of messages of the console that a case expects
        self.visits = 0  # of the page, by open()
        self.command("Page.addScriptToEvaluateOnNewDocument", source=LOAD.replace("NODES", str(NODES)))

    def __getattr__(self, name):
        return getattr(self.browser, name)

    def forget_first_visit(self):
        """From now on every visit is that of somebody who has used the page before, but has not left
        it anywhere: it begins with the start of the game."""
        self.visited = self.command("Page.addScriptToEvaluateOnNewDocument", source="""
            try {
                const kept = JSON.parse(localStorage["kauri-explorer"] || "{}");
                localStorage["kauri-explorer"] = JSON.stringify({...kept, visited: true, last: ""});
            } catch {} // about:blank has no storage""")["identifier"]

    def remember_visits(self):
        """From now on the browser knows what it has kept: nothing on a first visit."""
        self.command("Page.removeScriptToEvaluateOnNewDocument", identifier=self.visited)

    def open(self, hash_="", query="speed=0", path="/", nodes=NODES):
        """Opens the page anew: at an address that differs in more than what follows the #."""
        # A full history of 50 entries loses those first that were made without a click or a key.
        self.command("Page.resetNavigationHistory")
        self.visits += 1
        self.browser.open(f"{self.server.url}{path}?{query}&nodes={nodes}&visit={self.visits}#{hash_}")
        self.wait("document.documentElement?.dataset.ready", "the page is ready")

    def follow(self, hash_):
        """Follows a link in the open page, which reads it as it reads that of a visit, for half of the
        processor time."""
        self.execute("""
            if (location.hash.slice(1) !== arguments[0]) {
                const read = new Promise((done) => { addEventListener("hashchange", done, {once: true}); });
                location.hash = arguments[0];
                await read;
            }""", hash_)

    @contextlib.contextmanager
    def without_tables(self):
        """Meanwhile, the page is opened from a server without tables, for boards of any size."""
        whole, self.server = self.server, self.bare
        try:
            yield
        finally:
            self.server = whole

    def hold(self, part):
        """From now on, the open page's requests whose address contains this wait for release()."""
        self.execute("""
            const {fetch} = window;
            const released = new Promise((done) => { window.release = done; });
            window.fetch = async (target, {signal, ...more} = {}) => {
                if (target.includes(arguments[0])) {
                    await Promise.race([released, new Promise((_, reject) =>
                        signal?.addEventListener("abort", () => reject(signal.reason)))]);
                }
                return fetch(target, {signal, ...more});
            };""", part)

    def release(self):
        self.execute("release();")

    def check_axe(self, what, selector="html"):
        """axe-core, if it is here (scripts/check/install-axe), finds nothing serious in this part of the page."""
        if not os.path.exists(self.axe):
            return
        if not self.execute("return Boolean(window.axe);"):
            self.execute(read(self.axe))
        found = self.execute("""
            const {violations} = await axe.run(arguments[0], {
                resultTypes: ["violations"], rules: {"label-content-name-mismatch": {enabled: true}}});
            return violations.filter((one) => ["serious", "critical"].includes(one.impact)).map((one) =>
                `${one.id}: ${one.nodes[0].html.slice(0, 160)} ${one.nodes[0].failureSummary}`);""", selector)
        expect(not found, f"{what}: {found}")

    def position(self):
        return self.execute("return document.querySelector('#position-text').textContent;")

    def wait_position(self, text):
        self.wait(f"document.querySelector('#position-text').textContent === {json.dumps(text)}",
                  lambda: f"{text}; there is {self.position()}")

    def hash(self):
        return self.execute("return location.hash;")

    def hole(self, letter):
        """Clicks a hole as soon as nothing moves."""
        while not self.execute("""
                if (document.documentElement.dataset.busy) {
                    return false;
                }
                document.querySelector(arguments[0]).dispatchEvent(new MouseEvent("click", {bubbles: true}));
                return true;""", f"[data-hole={letter}] .well"):
            self.settle()

    def settle(self):
        self.wait("!document.documentElement.dataset.busy", "the move is shown")

    def panel(self, name):
        self.press(f"#tab-{name}")
        self.wait(f"!document.querySelector('#panel-{name}').hidden && "
                  f"document.querySelector('#panel-{name}').childElementCount", f"the panel {name}")

    def press(self, selector):
        """A click that needs no place on the screen."""
        while not self.execute("""
                const found = document.querySelector(arguments[0]);
                found?.click();
                return Boolean(found);""", selector):
            self.wait(f"Boolean(document.querySelector({json.dumps(selector)}))", selector)

    def all_words(self):
        """The texts of the page and of its parts that are loaded later: key -> [English, German]."""
        adding = [os.path.basename(path) for path in glob.glob(
            os.path.join(ROOT, "web/explorer/**/*.js"), recursive=True) if "addWords(" in read(path)]
        return self.execute("""
            await Promise.all(arguments[0].map((name) => load(name)));
            const {texts: {en, de}} = await load("texts.js");
            return Object.fromEntries([...new Set([...Object.keys(en), ...Object.keys(de)])]
                .map((key) => [key, [en[key], de[key]]]));""", adding)

    def words(self, selector):
        """The text of an element, seen or not; "" if it is not there."""
        return self.execute("const one = document.querySelector(arguments[0]);"
                            "return one ? one.textContent : '';", selector)

    def wait_words(self, selector, part):
        self.wait(f"document.querySelector({json.dumps(selector)})?.textContent.includes({json.dumps(part)})",
                  lambda: f"{part!r} in {selector}; there is {self.words(selector)!r}")

    def focused(self):
        """What has the focus: its id, hole, data-id or name."""
        return self.execute("const {id, dataset, tagName} = document.activeElement;"
                            "return id || dataset.hole || dataset.id || tagName;")

    def type_text(self, selector, text):
        """Gives a field a text, as if it was pasted."""
        self.execute("const field = document.querySelector(arguments[0]);"
                     "field.value = arguments[1];"
                     "field.dispatchEvent(new Event('input', {bubbles: true}));"
                     "field.dispatchEvent(new Event('change', {bubbles: true}));", selector, text)

    def check_console(self):
        """No error and no violation of the policy but those that the case allowed."""
        wrong = [line for line in self.console()
                 if SLOW not in line and not (self.allowed and re.search(self.allowed, line))]
        expect(not wrong, f"the console says: {wrong}")
        self.allowed = ""

    def downloads_to(self):
        self.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.folder)

    def forget_download(self, name):
        """So that the next one gets this name."""
        if os.path.exists(os.path.join(self.folder, name)):
            os.remove(os.path.join(self.folder, name))

    def shared_record(self):
        """The text of the record that the page writes, also in the file game.txt."""
        self.panel("share")
        self.forget_download("game.txt")
        self.press("[data-id='share.record']")
        return self.download("game.txt")

    def download(self, name):
        """The text of a file, which is empty until all of it is there."""
        path = os.path.join(self.folder, name)
        self.wait(lambda: os.path.exists(path) and os.path.getsize(path) > 0, f"the file {name}")
        return read(path)


def run_cases(page, cases, names):
    """The number of cases that failed."""
    failed = 0
    for case in cases:
        if names and not any(name in case.__name__ for name in names):
            continue
        began = time.monotonic()
        try:
            page.console()
            # The page of the case before may yet keep a setting, so it is left first.
            page.browser.open("about:blank")
            page.command("Storage.clearDataForOrigin", storageTypes="local_storage,indexeddb",
                         origin=re.match(r"\w+://[^/]+", page.server.url).group(0))
            case(page)
            page.check_console()
            print(f"ok    {case.__name__} ({time.monotonic() - began:.1f} s)", flush=True)
        except Exception:  # pylint: disable=broad-except
            failed += 1
            page.allowed = ""
            print(f"FAIL  {case.__name__}\n{traceback.format_exc()}", flush=True)
            if "KAURI_SCREENSHOTS" in os.environ:
                page.screenshot(os.path.join(os.environ["KAURI_SCREENSHOTS"],
                                             f"{case.__name__}.png"))
            if page.server.process.poll() is not None:
                page.server.close()
                page.server.start()
            page.resize(1280, 900)
            page.prefer()
            page.speak("en-US,en")
    return failed
