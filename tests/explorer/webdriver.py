"""A browser without a window, driven with Python's standard library alone.

chromedriver speaks the WebDriver protocol of the W3C: JSON over HTTP. Only what the tests of the
explorer need is here. An element is the text that the protocol calls its reference.
"""
import base64
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# Seconds after which something hangs.
HANGS = 120

# The codes that the protocol has for keys without a character.
KEYS = {"Backspace": "\ue003", "Tab": "\ue004", "Enter": "\ue007", "Shift": "\ue008",
        "Control": "\ue009", "Escape": "\ue00c", "Space": " ", "PageUp": "\ue00e",
        "PageDown": "\ue00f", "End": "\ue010", "Home": "\ue011", "ArrowLeft": "\ue012",
        "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Delete": "\ue017"}


class WebDriverError(Exception):
    """A refusal of chromedriver; `kind` is the protocol's word, such as "no such element"."""

    def __init__(self, kind, message):
        super().__init__(f"{kind}: {message}")
        self.kind = kind


def find_programs():
    """The paths of chromium and chromedriver, or None and why they cannot be used. If they are there and do not
    start, that is a fault."""
    paths = []
    for name in ("chromium", "chromedriver"):
        path = shutil.which(name)
        if path is None:
            return None, f"{name} is not installed"
        # Ubuntu's packages only start a snap, which sees neither our folders nor, often, anything.
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=HANGS,
                              check=False, stdin=subprocess.DEVNULL)
        if "snap" in done.stdout + done.stderr or os.path.realpath(path).startswith("/snap/"):
            return None, f"{name} is a snap"
        if done.returncode != 0 or not re.search(r"\d+\.\d+", done.stdout):
            raise WebDriverError("browser", f"{name} does not start: {done.stderr.strip()}")
        paths.append(path)
    return paths, ""


def call(url, method="GET", body=None, seconds=2 * HANGS):
    """One request of the protocol: the `value` of the answer."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, method=method,
                                     headers={"Content-Type": "application/json"})
    # A proxy of the environment has no business here.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=seconds) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        value = json.load(error)["value"]
        raise WebDriverError(value["error"], value["message"].split("\n")[0]) from None


def end_processes(mark):
    """Kills every process that has `mark`, a folder of ours, in its command line."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                ours = mark.encode() in file.read()
            if ours and int(name) != os.getpid():
                os.kill(int(name), signal.SIGKILL)
        except OSError:
            pass


class Browser:
    """A chromedriver and one session of it. Use it in a `with`, which ends both in any case."""

    def __init__(self, chromium, chromedriver):
        self.folder = tempfile.mkdtemp(prefix="kauri-browser-")
        self.driver = None
        self.session = ""
        try:
            self.start(chromium, chromedriver)
        except BaseException:
            self.close()
            raise

    def start(self, chromium, chromedriver):
        self.driver = subprocess.Popen(
            [chromedriver, "--port=0", f"--log-path={self.folder}/chromedriver.log"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            start_new_session=True)
        base = ""
        for line in self.driver.stdout:
            match = re.search(r"started successfully on port (\d+)", line)
            if match:
                base = f"http://127.0.0.1:{match.group(1)}"
                break
        if not base:
            raise WebDriverError("session not created", "chromedriver ended at once")
        arguments = ["--headless=new", f"--user-data-dir={self.folder}/profile", "--disable-gpu",
                     "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
                     "--disable-background-networking", "--disable-component-update",
                     "--disable-sync", "--no-proxy-server", "--hide-scrollbars",
                     # Cases change the address faster than a person, whom 200 times in 10 s suffice.
                     "--disable-ipc-flooding-protection",
                     "--force-color-profile=srgb",
                     # Only this part of a page is drawn again and again; what the page sees is set by
                     # resize(). A visit takes 0.14 s of processor time instead of 0.19 s.
                     # Smaller windows show no frames, for which some cases wait.
                     "--window-size=100,70",
                     # No tabs, no field with the address, and no log of all that Chromium does: a position
                     # takes 106 ms of processor time instead of 131 ms.
                     "--app=data:,", "--disable-logging", "--log-level=3",
                     # One process shows all pages, and none is kept for going back to it: a visit
                     # takes 0.13 s of processor time instead of 0.18 s.
                     "--disable-features=SpareRendererForSitePerProcess,BackForwardCache,"
                     "ProactivelySwapBrowsingInstance,RenderDocument", "--in-process-gpu",
                     "--disable-breakpad",
                     # A visit makes more objects than the first size of their memory, which is then
                     # searched for those in use: a tenth of the processor time.
                     "--js-flags=--min-semi-space-size=64",
                     # Not a port of localhost, a name that bare systems do not know.
                     "--remote-debugging-pipe"]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")  # Chromium's sandbox refuses the superuser.
        value = call(f"{base}/session", "POST", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"},
            "goog:chromeOptions": {"binary": chromium, "args": arguments},
            "timeouts": {"script": HANGS * 1000, "pageLoad": HANGS * 1000}}}})
        self.session = f"{base}/session/{value['sessionId']}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.session:
            try:
                call(self.session, "DELETE", seconds=10)
            except (OSError, WebDriverError):
                pass
        if self.driver is not None:
            try:
                os.killpg(self.driver.pid, signal.SIGKILL)
            except OSError:
                pass
            self.driver.stdout.close()
            self.driver.wait()
        end_processes(self.folder)
        for _ in range(20):
            shutil.rmtree(self.folder, ignore_errors=True)
            if not os.path.exists(self.folder):
                break
            time.sleep(0.1)

    def post(self, path, body=None):
        return call(f"{self.session}/{path}", "POST", body or {})

    def get(self, path):
        return call(f"{self.session}/{path}")

    # Pages

    def open(self, url):
        self.post("url", {"url": url})

    def url(self):
        return self.get("url")

    def back(self):
        self.post("back")

    def forward(self):
        self.post("forward")

    def reload(self):
        self.post("refresh")

    def execute(self, script, *arguments):
        """The value of `script`, the body of an asynchronous function.

        The protocol's own command for this takes more than twice the processor time."""
        done = self.command("Runtime.evaluate", awaitPromise=True, returnByValue=True, userGesture=True,
                            expression=f"(async function () {{{script}\n}}).apply(null, {json.dumps(arguments)})")
        if "exceptionDetails" in done:
            thrown = done["exceptionDetails"]
            raise WebDriverError("javascript error",
                                 thrown.get("exception", {}).get("description", thrown["text"]))
        return done["result"].get("value")

    # Elements

    def find(self, selector, root=None):
        path = f"element/{root}/element" if root else "element"
        return self.post(path, {"using": "css selector", "value": selector})[ELEMENT]

    def find_all(self, selector):
        found = self.post("elements", {"using": "css selector", "value": selector})
        return [element[ELEMENT] for element in found]

    def on_page(self, work):
        """What work() returns, which is done again if the page has replaced an element meanwhile."""
        while True:
            try:
                return work()
            except WebDriverError as error:
                if error.kind != "stale element reference":
                    raise

    def text(self, selector):
        return self.on_page(lambda: self.get(f"element/{self.find(selector)}/text"))

    def attribute(self, selector, name):
        return self.on_page(lambda: self.get(f"element/{self.find(selector)}/attribute/{name}"))

    def shown(self, selector):
        """Whether there is such an element and it can be seen."""
        return self.on_page(lambda: any(self.get(f"element/{element}/displayed")
                                        for element in self.find_all(selector)))

    def click(self, selector):
        self.on_page(lambda: self.post(f"element/{self.find(selector)}/click"))

    def type_into(self, selector, text):
        """Replaces the text of a field."""
        element = self.find(selector)
        self.post(f"element/{element}/clear")
        self.post(f"element/{element}/value", {"text": text})

    def keys(self, *names):
        """Presses keys one after the other, where the focus is: characters, or names of KEYS.

        "Shift+Tab" holds the first while the second is pressed."""
        actions = []
        for name in names:
            held = [KEYS.get(part, part) for part in (name.split("+") if len(name) > 1 else [name])]
            actions += [{"type": "keyDown", "value": key} for key in held]
            actions += [{"type": "keyUp", "value": key} for key in reversed(held)]
        self.post("actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def wait(self, condition, what, seconds=HANGS):
        """Asks until the function or expression `condition` is true; returns its value. `what` is a text, or
        a function that makes it."""
        end = time.monotonic() + seconds
        while True:
            value = condition() if callable(condition) else self.wait_in_page(condition)
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"waited {seconds} s for: {what() if callable(what) else what}")
            if callable(condition):
                time.sleep(0.05)

    def wait_in_page(self, condition):
        """The value of an expression when it is true, or after a second. The page looks at it by itself,
        which is cheaper than a request each time."""
        try:
            return self.execute(f"""
                for (const end = performance.now() + 1000;;) {{
                    const value = {condition};
                    if (value || performance.now() > end) {{
                        return value instanceof Node || value;
                    }}
                    await scheduler.postTask(() => {{}}, {{delay: 20}}); // cases replace setTimeout
                }}""")
        except WebDriverError as error:
            if error.kind != "timeout":  # the page was left meanwhile
                raise
            return None

    # The window and what it pretends

    def command(self, name, **parameters):
        """A command of the Chrome DevTools protocol."""
        return self.post("goog/cdp/execute", {"cmd": name, "params": parameters})

    def resize(self, width, height, phone=False):
        """The size that the page sees, in CSS pixels, whatever windows are able to be."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=2 if phone else 1, mobile=phone)
        self.command("Emulation.setTouchEmulationEnabled", enabled=phone)

    def prefer(self, dark=False, reduced_motion=True):
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if reduced_motion
             else "no-preference"}])

    def speak(self, language):
        """The languages that the browser asks for, such as "de-DE,de". Load the page after it."""
        agent = self.execute("return navigator.userAgent;")
        self.command("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language)

    def offline(self, away):
        self.command("Network.enable")
        self.command("Network.emulateNetworkConditions", offline=away, latency=0,
                     downloadThroughput=-1, uploadThroughput=-1)

    def console(self):
        """The messages of the browser's console since the last call: errors, violations."""
        return [f"{entry['level']}: {entry['message']}"
                for entry in self.post("se/log", {"type": "browser"})]

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.get("screenshot")))
