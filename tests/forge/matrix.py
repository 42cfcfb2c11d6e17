"""Gives every forgery of every source to every check, and notes what comes of it.

An outcome is the status of a refusal, which one line on standard error must explain; or the letter of
the words in which the answer names what was not looked at; or "holds" where the forged files state
nothing wrong. Any other answer is a fault, and so is another outcome of `kauri` with --json. A check
that takes no such source has a dash.
docs/reference/CHECKS.md has the outcomes; each program that forges something compares its part of that
document with what it finds, or writes it.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

HOLDS, NO_SOURCE, SILENT = "holds", "-", "silent"
TIMEOUT = 20  # seconds
# There are no tables but those of the sources.
ENVIRONMENT = {**os.environ, "KAURI_TABLES": "", "XDG_DATA_HOME": "/nowhere", "KAURI_BOOK": ""}
STATUSES = range(1, 8)  # of a refusal
# What a refusal in JSON must not have as true, and the options that ask for text and for JSON.
CLAIMS = "proven", "intact", "sound"
FORMS = TEXT, JSON = [], ["--json"]


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def read(path):
    with open(path, "rb") as file:
        return file.read()


class Check:
    """`commands` gives for a source the commands to run, until one of them refuses it. `words` has by
    letter what the answer says about what was not looked at, in text and in JSON. If it `lists` the refused files, it does so
    in several lines, on any output. `before` gives commands to run before anything is forged, and `partial`
    says whether the check looks at a part of a source only."""

    def __init__(self, name, commands, words=None, lists=False, before=lambda source: [],
                 partial=lambda source: False):
        self.name, self.commands, self.before, self.lists, self.partial = name, commands, before, lists, partial
        self.words = words or {}


class Forgery:
    """`write` forges the files of a source, and returns what a refusal may name. If it `holds`, nothing
    that the files state is wrong. If it `varies`, it depends on the place of the change what notices it.
    `words` are further ones, by name of a check."""

    def __init__(self, name, write, holds=False, varies=False, words=None):
        self.name, self.write, self.holds, self.varies, self.words = name, write, holds, varies, words or {}


class Fault(Exception):
    """An answer that does not say what is wrong, or what was not looked at."""


def run(command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT,
                          env=ENVIRONMENT, text=True, check=False)


def refusal(check, done, named):
    """The status of a command that refused something."""
    said = done.stderr.strip()
    if done.returncode not in STATUSES or "Traceback" in said or "\n" in said and not check.lists:
        raise Fault(f"status {done.returncode}: {said!r}")
    if not any(name in said + check.lists * done.stdout for name in named):
        raise Fault(f"{said!r} names none of {', '.join(named)}")
    return str(done.returncode)


def outcome(check, source, forgery, named, form, noted):
    printed = ""
    for command in check.commands(source):
        done = run(command + form)
        claims = [json.loads(line) for line in done.stdout.splitlines()] if form == JSON else []
        if done.returncode:
            if any(claim.get(name) for claim in claims for name in CLAIMS):
                raise Fault(f"refused, and says {done.stdout!r}")
            return refusal(check, done, named)
        printed += done.stdout
    for letter, words in {**forgery.words.get(check.name, {}), **check.words}.items():
        if re.search(words[FORMS.index(form)], " ".join(printed.split())):
            noted[letter] = words
            return letter
    if not forgery.holds:
        raise Fault(f"accepted, and says {printed!r}")
    return HOLDS


class Matrix:
    """The outcomes of a subject, by names of forgery and source."""

    def __init__(self, subject, checks):
        self.subject, self.checks, self.rows, self.faults = subject, checks, {}, []
        self.words = {}  # that were found, by letter

    def try_all(self, source, forgery, seed):
        """Tries a forgery of a source with every check, and again for those that answer in JSON."""
        text, as_json = (self.row(source, forgery, random.Random(seed), form) for form in FORMS)
        self.rows[forgery.name, source.name] = text
        for check, one, other in zip(self.checks, text, as_json):
            if other not in (one, NO_SOURCE) and SILENT not in (one, other):
                self.fault(source, forgery, check, f"{other} with --json, {one} without")

    def row(self, source, forgery, rng, form):
        with tempfile.TemporaryDirectory(prefix="kauri-forged-") as folder:
            source.aside = os.path.join(folder, "aside")  # for what is not in its place
            os.mkdir(source.aside)
            source.write(folder)
            for command in [command for check in self.checks for command in check.before(source)]:
                run(command).check_returncode()
            named = forgery.write(source, rng)
            return [self.cell(check, source, forgery, named, form) for check in self.checks]

    def cell(self, check, source, forgery, named, form):
        commands = check.commands(source)
        if not commands or form == JSON and os.path.basename(commands[0][0]) != "kauri":
            return NO_SOURCE
        try:
            return outcome(check, source, forgery, named, form, self.words)
        except (Fault, subprocess.TimeoutExpired) as fault:
            self.fault(source, forgery, check, " ".join([*form, str(fault)]))
            return SILENT

    def fault(self, source, forgery, check, what):
        self.faults.append(f"{self.subject}: {source.name}, {forgery.name}, {check.name}: {what}")

    def text(self):
        """The part of the document. Sources with the same outcomes share a row, where checks do not take one
        of them; and so do forgeries."""
        shared = {}
        for forged in dict.fromkeys(forged for forged, _ in self.rows):
            rows = []
            for source, row in ((source, row) for (name, source), row in self.rows.items() if name == forged):
                alike = next((other for other in rows if all(
                    one == two or NO_SOURCE in (one, two) for one, two in zip(row, other[1]))), None)
                if alike is None:
                    rows.append(([source], list(row)))
                else:
                    alike[0].append(source)
                    alike[1][:] = [two if one == NO_SOURCE else one for one, two in zip(row, alike[1])]
            shared.setdefault(tuple((", ".join(sources), tuple(row)) for sources, row in rows), []).append(forged)
        lines = ["| forged | in | " + " | ".join(check.name for check in self.checks) + " |",
                 "|---|---|" + "---|" * len(self.checks)]
        for rows, forgeries in shared.items():
            lines += [f"| {'; '.join(forgeries)} | {sources} | {' | '.join(row)} |" for sources, row in rows]
        legend = self.legend()
        return "\n".join([*lines, *(["", legend] if legend else [])]) + "\n"

    def legend(self):
        """The words that the letters stand for, and in JSON, unless there are alternatives."""
        return " ".join(f"**{letter}**: “{text}”" + (f", `{as_json}`." if as_json and "|" not in as_json else ".")
                        for letter, (text, as_json) in sorted(self.words.items()) if text)

    def disagreements(self, document, tried):
        """Where the document has a refusal, or nothing wrong, and something else was found."""
        expected = parsed(document, self.subject)
        for source, forgery in tried:
            cells = self.checks, self.rows[forgery.name, source.name], expected[forgery.name, source.name]
            for check, found, wanted in zip(*cells):
                allowed = found.isdecimal() or forgery.varies or forgery.holds or check.partial(source)
                if found == NO_SOURCE:
                    continue
                if wanted == HOLDS and found != HOLDS or wanted.isdecimal() and not allowed:
                    yield f"{self.subject}: {source.name}, {forgery.name}, {check.name}: {found}, not {wanted}"


def part_of(document, subject):
    """What comes before, in, and after the part of a subject."""
    before, begin, rest = document.partition(f"<!-- {subject} -->\n")
    inside, end, after = rest.partition("<!-- end -->\n")
    assert begin and end, f"the document has no part {subject}"
    return before + begin, inside, end + after


def parsed(document, subject):
    rows = {}
    for line in part_of(document, subject)[1].split("\n\n")[0].splitlines()[2:]:
        forgeries, sources, *row = [cell.strip() for cell in line.strip("|").split("|")]
        rows.update({(forged, source): row
                     for forged in forgeries.split("; ") for source in sources.split(", ")})
    return rows


def main(subject, checks, sources, forgeries):
    """Runs the matrix of a subject. `checks` and `sources` take the options, with the paths of the programs, a
    folder and a choice among sources; `forgeries` takes a source."""
    parser = argparse.ArgumentParser()
    parser.add_argument("root")
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("--update", action="store_true", help="write the document")
    parser.add_argument("--random", type=int, metavar="SEED", help="other forgeries than those of the document")
    parser.add_argument("--rounds", type=int, default=1)
    given = parser.parse_args()
    given.kauri, given.witness = (os.path.join(given.build, path) for path in ("cli/kauri", "tests/witness/witness"))
    given.choose = (lambda things: things[0]) if given.random is None else random.Random(given.random).choice
    path = os.path.join(given.root, "docs/reference/CHECKS.md")
    with open(path, encoding="utf-8") as file:
        document = file.read()
    before, known, after = part_of(document, subject)
    with tempfile.TemporaryDirectory(prefix="kauri-forged-") as given.scratch:
        matrix = Matrix(subject, checks(given))
        tried = [(source, forgery) for source in sources(given) for forgery in forgeries(source)]
        for number in range(given.rounds):
            for source, forgery in tried:
                source.anywhere = given.random is not None
                matrix.try_all(source, forgery, f"{given.random} {number} {forgery.name}")
            if given.random is not None:
                matrix.faults += matrix.disagreements(document, tried)
    if given.update:
        with open(path, "w", encoding="utf-8") as file:
            file.write(before + matrix.text() + after)
    elif given.random is None and matrix.text() != known:
        matrix.faults.append(f"docs/reference/CHECKS.md has other outcomes than these:\n{matrix.text()}")
    for fault in matrix.faults:
        print(fault, file=sys.stderr)
    print(f"{subject}: {given.rounds * len(tried)} forgeries, {len(matrix.checks)} checks, {len(matrix.faults)} faults")
    return 1 if matrix.faults else 0
