"""Figures in the sentences of the documents: those quoted from another document, which must be
there, and those that a command prints or a file holds, which are determined again.

A sentence quotes a document if it names it. Each of its numbers must be in one of the documents
named, exactly or rounded as it is ("3.8 million"), unless it is determined here (DETERMINED) or is
the sentence's own (OWN).
"""
import json
import os
import re

NUMBER = re.compile(r"(?<![\w.,:/+=-])(?<!RFC )(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
                    r"(?![\w/:=]|,\d|\.\d)(?: (?:million|billion))?")
SCALES = {"million": 1e6, "billion": 1e9}
# Numbers of sentences that name a document for another reason, and the reason.
OWN = {
    ("docs/guide/PROBLEMS.md", "20,000"): "a limit of `kauri problem`; the document lists the strengths",
}
OPENING_F = "5+1,5+1,5+1,5+1,5+1,0/6+1,6+1,6+1,6+1,6+1,5+2 N 0:0 | 2"


def lines_of(path):
    """Determines how many lines, without comments, a file has."""
    return lambda check: [len(re.findall(r"^[^#\n]", check.read(path), re.M))]


def count_positions(check, arguments, questions):
    """The geometric mean of the positions that answering questions takes."""
    printed = check.output(f"build/release/studies/count_positions {arguments} {questions}")
    return int(re.search(r"positions (\d+),", printed)[1])


def problems(check):
    return [len(json.loads(check.read("web/explorer/study/problems.json")))]


def proofs_without_tables(check):
    """The files, and the citations in them."""
    heads = []
    for folder, _, names in os.walk(os.path.join(check.root, "proofs")):
        for name in names:
            if name.endswith(".proof"):
                with open(os.path.join(folder, name), "rb") as file:
                    heads.append(file.read().partition(b"\nmoves ")[0])
    alone = [head for head in heads if b"\ntable " not in head]
    return [len(alone), sum(head.count(b"\ncite ") for head in alone)]


def problems_in_german(check):
    return [f"{problems(check)[0]:,}".replace(",", ".")]


def positions_of_layers_0_to_7(check):
    layers = json.loads(check.output("kauri plan --seeds 7 --no-time --json"))["layers"]
    return [f"{sum(layer['positions'] for layer in layers) / 1e9:.1f}"]


def greatest_distance(check):
    rows = re.findall(r"^\| [0-5] \| [\d,]+ \| (\d+) \| 0 \|", check.read("docs/results/RESULTS.md"), re.M)
    return [max(map(int, rows))]


def least_memory(check):
    """Of a search of all 60 seeds, and of 35, as the message says that refuses less."""
    return [re.search(r"at least (\d+)M", check.output(
        f"kauri search --no-tables --memory 1K '{position} S' 2>&1; true"))[1]
            for position in ("5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1",
                             "5+1,5+1,5+1,5+1,5+1,5+1/5+1,0+1,0+1,0+1,0+1,0+1")]


def searched_in_claims(check):
    """By the first claim, about this position."""
    return [re.search(r"\*\*searched positions:\*\* (.*)", check.read("docs/results/CLAIMS.md"))[1]]


def opening_in_one_search(check):
    found = [count_positions(check, f"60000000 1 {seed}", f"<<'END'\n{OPENING_F}\nEND")
             for seed in range(1, 11)]
    return [round(sum(found) / len(found))]


def opening_in_jobs(check):
    """The mean of what the command after the sentence prints."""
    jobs = re.search(r"paste -s -d ' '\n    ([\d ]+)\n", check.read("docs/results/LABBOOK.md"))[1].split()
    return [round(sum(map(int, jobs)) / len(jobs))]


def other_courses(check):
    return [count_positions(check, f"500000 1 {seed}", "< scripts/strength/positions/questions.txt")
            for seed in (2, 3)] if check.long else None


def partners(check):
    printed = check.output("scripts/measure/plan-ranks 8 --ranks 16,64,256 --json")
    return [f"{plan['partners'] / plan['blocks']:.2f}" for plan in map(json.loads, printed.split("\n")[:3])]


def published_digests(check):
    """Those that the program compares tables with."""
    return re.findall(r"\{0x([0-9a-f]{16}), ", check.read("db/tables/published.c"))


# Documents, sentences with one group for each figure, and what determines the figures: numbers, or
# None if that takes too long for this run.
DETERMINED = [
    ("README.md", r"([\d,]+) graded \[problems\]", problems),
    ("docs/guide/README.de.md", r"([\d.]+) Probleme nach Graden", problems_in_german),
    ("docs/results/LABBOOK.md", r"takes ([\d,]+) positions in one search \(mean of seeds 1 to 10",
     opening_in_one_search),
    ("docs/results/LABBOOK.md", r"and ([\d,]+) in jobs of 20,000", opening_in_jobs),
    ("docs/results/LABBOOK.md", r"gives the engine (\d+) positions of", lines_of("scripts/strength/positions/tactics.txt")),
    ("docs/results/RESULTS.md", r"their ([\d.]+) billion positions", positions_of_layers_0_to_7),
    ("docs/results/RESULTS.md", "\n".join(
        rf"\| {layer} \|(?:[^|]*\|){{4}} `(\w+)` .*" for layer in range(8)), published_digests),
    ("docs/reference/SCALING.md", r"there are ([\d.]+) on average with 16 ranks, ([\d.]+) with 64 and "
     r"([\d.]+) with 256", partners),
    ("docs/results/LABBOOK.md", r"With layers 0 to 3 it takes ([\d,]+) positions on one thread",
     searched_in_claims),
    ("docs/reference/SEARCH.md", r"the tables of layers 0 to 5 is (\d+) plies", greatest_distance),
    ("docs/reference/SEARCH.md", r"60 seeds needs at least (\d+) MiB, .*35 seeds or fewer needs (\d+) MiB",
     least_memory),
    ("docs/results/LABBOOK.md", r"search-set\.txt` holds (\d+) positions",
     lines_of("scripts/strength/positions/search-set.txt")),
    ("docs/results/LABBOOK.md", r"search-set-2\.txt` holds (\d+) from",
     lines_of("scripts/strength/positions/search-set-2.txt")),
    ("docs/results/LABBOOK.md", r"questions\.txt` has (\d+) questions", lines_of("scripts/strength/positions/questions.txt")),
    ("docs/results/LABBOOK.md", r"the mean is ([\d,]+) and ([\d,]+)\.", other_courses),
    ("docs/guide/START.md", r"accept the (\d+) files with (\d+) citations", proofs_without_tables),
]


def sentences(text):
    """The sentences, list items and rows of a document, without its blocks."""
    for line in re.sub(r"^```.*?^```$|^    [^\n]*$", "", text, flags=re.M | re.S).split("\n"):
        yield from re.split(r"(?<=[.!?:;])\s+(?=[A-Z\[`*])", line)


def numbers(text):
    """The numbers, without those in code and in addresses."""
    return NUMBER.findall(re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]*`", " ", text)))


def digits_of(number):
    return float(number.split()[0].replace(",", "")) * SCALES.get(number.partition(" ")[2], 1)


def is_quoted(number, source):
    """Whether the text of a document has the number, or one that is rounded to it."""
    found = NUMBER.findall(source)
    if number in found:
        return True
    value = digits_of(number)
    plain = number.split()[0].replace(",", "")
    scale = SCALES.get(number.partition(" ")[2], 1)
    zeros = len(plain) - len(plain.rstrip("0")) if "." not in plain else 0
    step = scale * 10.0 ** (zeros - len(plain.partition(".")[2]))
    return step > 1 and any(abs(digits_of(other) - value) <= step / 2 for other in found
                            if digits_of(other) >= 1000)


class Figures:
    """`check` reads files of the source tree, runs commands, and takes faults and counts."""

    def __init__(self, check):
        self.check = check
        self.used = set()

    def determine(self):
        for document, sentence, determine in DETERMINED:
            found = re.findall(sentence, self.check.read(document))
            if len(found) != 1:
                self.check.fault(document, f"{len(found)} sentences like {sentence!r}")
                continue
            shown = [found[0]] if isinstance(found[0], str) else list(found[0])
            wanted = determine(self.check)
            if wanted is None:
                continue
            self.check.counts["figures"] += len(shown)
            wanted = [f"{figure:,}" if isinstance(figure, int) else figure for figure in wanted]
            if shown != wanted:
                self.check.fault(document, f"{sentence!r}: {', '.join(shown)}, but it is "
                                 f"{', '.join(wanted)}")

    def quoted(self, document):
        determined = [sentence for name, sentence, _ in DETERMINED if name == document]
        for sentence in sentences(self.check.read(document)):
            named = {path for name in re.findall(r"\b[A-Z]+\.md", sentence)
                     for path in (name, *(f"docs/{kind}/{name}" for kind in
                                                          ("guide", "reference", "results")))
                     if os.path.exists(os.path.join(self.check.root, path))} - {document}
            source = "".join(map(self.check.read, named))
            rest = sentence
            for pattern in determined:
                rest = re.sub(pattern, "", rest)
            for number in set(numbers(rest)) if named else ():
                self.check.counts["figures"] += 1
                if (document, number) in OWN:
                    self.used.add((document, number))
                elif not is_quoted(number, source):
                    self.check.fault(document, f"{number} is not in {', '.join(sorted(named))}: "
                                     f"{sentence}")

    def run(self, documents):
        self.determine()
        for document in documents:
            self.quoted(document)
        for document, number in set(OWN) - self.used:
            self.check.fault(document, f"no sentence that names a document has {number}")
