"""The files that the paper in docs/paper/ includes: its numbers, tables and curves.

Every number of the paper comes from a document of this repository, from proofs/, or from the data in
docs/paper/data/, which other commands made (docs/paper/README.md). Where a document no longer says
what is expected of it, this says so instead of writing a number.
"""
import glob
import json
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "lib"))
import boards_document  # noqa: E402

START = "0e72f99dfba912bb"  # the proof of the start


class Missing(Exception):
    """A document does not say what the paper takes from it."""


def word(number):
    """A number in a sentence: in letters up to ten."""
    words = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    return words[int(number)] if 0 <= int(number) <= 10 else str(number)


def grouped(number):
    return f"{int(number):,}"


def plain(text):
    """A number of a document without the commas."""
    return int(text.replace(",", ""))


def rows_of(text, columns):
    """The rows of the tables with so many columns."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")]
            for line in text.splitlines() if line.startswith("|")]
    return [row for row in rows if len(row) == columns and not set(row[0]) <= set("-:")]


def typeset(sentence):
    """A claim in LaTeX."""
    text = sentence.replace("%", r"\%").replace("marks !", "marks ``!''").replace(" and ? ", " and ``?'' ")
    text = re.sub(r"(\d+(?:\.\d+)?)\^(\d+)", r"$\1^{\2}$", text)
    return text.replace(" x $", r" $\times$ $")


def ply_in_latex(ply):
    """7. a, or 7... A; a pass is a dash."""
    number, _, hole = ply.partition(" ")
    played = "(pass)" if hole == "-" else f"\\move{{{hole}}}"
    return number.replace("...", "\\dots") + "\\," + played


class Inputs:
    def __init__(self, root):
        self.root = root
        self.texts = {}
        self.numbers = {}  # by the name of the macro
        self.files = {}
        self.start_searched = None  # positions of the campaign about the start

    # What is read

    def text(self, path):
        if path not in self.texts:
            with open(os.path.join(self.root, path), encoding="utf-8") as file:
                self.texts[path] = file.read()
        return self.texts[path]

    def data(self, name):
        return json.loads(self.text(f"docs/paper/data/{name}.json"))

    def find(self, path, pattern):
        """The groups of a pattern, in which a blank stands for any white space."""
        found = re.search(re.sub(" +", r"\\s+", pattern), self.text(path))
        if found is None:
            raise Missing(f"{path} does not say \"{pattern}\"")
        return found.groups()

    def kauri_results(self):
        """RESULTS.md without the other game."""
        return self.text("docs/results/RESULTS.md").partition("## Waurie")[0]

    # What is written

    def number(self, name, value):
        """Defines a macro. Names consist of letters."""
        assert name.isalpha() and name not in self.numbers, name
        self.numbers[name] = str(value)

    def take(self, path, pattern, *names):
        """Defines macros for the groups of a pattern."""
        for name, value in zip(names, self.find(path, pattern), strict=True):
            self.number(name, value)

    def table(self, name, lines):
        self.files[f"{name}.tex"] = "".join(f"{' & '.join(cells)} \\\\\n" for cells in lines)

    def all(self):
        """The files, by name."""
        for part in (self.layers, self.work, self.start, self.boards, self.claims, self.readings,
                     self.distances, self.speed, self.peers):
            part()
        self.files["numbers.tex"] = "".join(
            f"\\newcommand{{\\{name}}}{{{value}}}\n" for name, value in self.numbers.items())
        head = "% Written by scripts/documents/make-paper --inputs; do not edit.\n"
        return {name: (head if name.endswith(".tex") else "") + text for name, text in self.files.items()}

    # The parts

    def layers(self):
        path = "docs/results/RESULTS.md"
        text = self.kauri_results()
        tables = {row[0]: row for row in rows_of(text, 8) if row[0].isdigit()}
        zugzwangs = {row[0]: row for row in rows_of(text, 4) if row[0].isdigit()}
        longest = {row[0]: row for row in rows_of(text, 6) if row[0].isdigit()}
        if not len(tables) == len(zugzwangs) == len(longest) >= 8:
            raise Missing(f"{path} does not have the three tables of the layers")
        counts = [(row[0], int(row[1]), plain(row[3])) for row in rows_of(text, 5) if row[0].isdigit()]
        lines, all_positions = [], 0
        for layer, row in tables.items():
            positions = plain(row[1])
            values = [(r, count) for at, r, count in counts if at == layer]
            if sum(count for _, count in values) != positions or plain(row[3]) != 0 or longest[layer][1] != "0":
                raise Missing(f"{path}: the counts of layer {layer} do not add up to its positions")
            won = sum(count for r, count in values if r > 0)
            lines.append([layer, grouped(positions), f"{100 * won / positions:.1f}",
                          zugzwangs[layer][3].removesuffix(" %"), row[2], row[4], f"\\texttt{{{row[5].strip('`')}}}"])
            all_positions += positions
        self.table("layers", lines)
        self.table("longest", [[layer, row[2], row[3], f"\\pos{{{row[4].strip('`').removesuffix(' 0:0')}}}",
                                f"${row[5]}$"] for layer, row in longest.items()])
        top = str(len(tables) - 1)
        self.number("TopLayer", top)
        self.number("AllPositions", grouped(all_positions))
        self.number("TopPositions", tables[top][1])
        self.number("TopZugzwangs", zugzwangs[top][2])
        self.number("LowZugzwangShare", zugzwangs["0"][3].removesuffix(" %"))
        self.number("TopZugzwangShare", zugzwangs[top][3].removesuffix(" %"))
        deepest = max(tables.values(), key=lambda row: int(row[2]))
        self.number("GreatestDistance", deepest[2])
        self.number("GreatestDistanceLayer", deepest[0])

    def work(self):
        path = "docs/results/RESULTS.md"
        self.take(path, r"--seeds 6 --memory 14G +# (\d+) min, [\d,]+ s of processor time; peak resident ([\d.]+) GiB",
                  "SixMinutes", "SixMemory")
        self.take(path, r"--seeds 7 --memory 16500M --checkpoint 900 +# (\d+) min, [\d,]+ s of processor time; "
                  r"peak resident ([\d.]+) GiB, ([\d.]+) GiB on the disk", "SevenMinutes", "SevenMemory", "SevenDisk")
        self.take(path, r"kauri verify --tables tables --memory 16G --json > verified +# (\d+) min, ", "VerifyMinutes")
        self.take(path, r"measured on (\w+) cores with (\d+) GiB of memory", "MachineCores", "MachineMemory")
        self.take(path, r"the finished table takes ([\d.]+) GiB, after those of layers 0 to 6 with ([\d.]+) GiB",
                  "SevenTable", "LowerTables")
        self.take(path, r"Layer 8 \((\d+) billion positions\)", "EightBillions")
        self.take(path, r"--full --memory 14G` took (\d+) s", "StatsSeconds")
        self.take(path, r"\(`kauri solve --tables tables --seeds 7`, (\d+) minutes", "SolveMinutes")

    def start(self):
        path = "docs/guide/START.md"
        text = self.text(path)
        moves = re.findall(r"^\| 1\. ([a-f]) \| North wins \| ([A-F]) \| \[proofs/(\S+)\]", text, re.M)
        searched = dict(re.findall(r"^ +1\. ([a-f])  +North wins, by \w+\.proof +(?:\+\d+ [\w+ ]*?)?([\d,]+)$", text, re.M))
        searched["e"], = self.find(path, r"([\d,]+) positions in \d+ s after 1\. e")
        searched["f"], = self.find(path, r"([\d,]+) positions in \d+ s after 1\. f")
        if len(moves) != 6 or len(searched) != 6:
            raise Missing(f"{path} does not say that North wins after each of six moves")
        nets = dict(re.findall(r"^\| 1\. ([a-f]) \| \d+ to \d+ \| (\+\d+ to \+\d+) \|", text, re.M))
        if len(nets) != 6:
            raise Missing(f"{path} does not say by how much North wins after each of six moves")
        self.table("moves", [[f"\\move{{{move}}}", f"\\move{{{reply}}}", searched[move],
                              f"\\texttt{{{os.path.basename(proof)}}}", nets[move].replace("+", "")]
                             for move, reply, proof in moves])
        self.take(path, r"r = (-\d+) to (-\d+) for South", "StartLow", "StartHigh")
        self.take(path, r"has done so after at most ([\d,]+) plies", "StartPlies")
        self.take(path, r"(\d+) of \d+ files accepted, ([\d,]+) steps, (\d+) citations, time (\d+) s",
                  "ProofFiles", "ProofSteps", "ProofCitations", "WitnessSeconds")
        self.take(path, r"proofs/start` took (\d+) s of processor time for its (\d+) files with ([\d,]+) steps",
                  "CheckSeconds", "StartFiles", "StartSteps")
        self.start_searched = plain(self.find(path, rf"position North wins, by {START}.proof (?:\+\d+ [\w+ ]*?)?([\d,]+)\n")[0])
        self.take(path, r"2\. c, answered by C, took ([\d.]+) G positions, and 2\. f, answered by F, ([\d.]+) G",
                  "AfterC", "AfterF")
        self.take(path, r"--memory (\d+)G --threads (\d) --budget (\d+) --fact-nodes", "CampaignMemory",
                  "CampaignThreads", "CampaignBudget")
        self.numbers["CampaignBudget"] = grouped(self.numbers["CampaignBudget"])
        self.numbers["CampaignThreads"] = word(self.numbers["CampaignThreads"])
        self.number("AfterA", f"{plain(searched['a']) / 1e9:.1f}")
        self.number("StartSearchedBillions", f"{self.start_searched / 1e9:.1f}")
        count = len(glob.glob(os.path.join(self.root, "proofs/start/*.proof")))
        if count != int(self.numbers["StartFiles"]):
            raise Missing(f"{path} speaks of {self.numbers['StartFiles']} files, and proofs/start has {count}")
        size, entries, search = self.find(
            path, r"in ([\d,]+) bytes: ([\d,]+) positions with a move, .* a search of ([\d,]+) positions")
        self.number("BookKilobytes", f"{plain(size) / 1e3:.0f}")
        self.number("BookEntries", entries)
        self.number("BookSearch", search)
        self.take("docs/results/LABBOOK.md", r"`kauri check-book proofs/start.book` took ([\d,]+) s of processor time",
                  "BookSeconds")
        self.proof_of_start()

    def proof_of_start(self):
        """The files that the one about the start cites, directly or not, and the others of its folder."""
        proofs = json.loads(self.text("web/explorer/analysis/proofs.json"))
        todo, cited = [f"start/{START}"], set()
        while todo:
            name = todo.pop()
            if name not in cited:
                cited.add(name)
                todo += [f"start/{digest}" for digest in proofs[name][5]]
        self.number("CitedFiles", len(cited))
        self.number("UncitedFiles", int(self.numbers["StartFiles"]) - len(cited))
        self.number("CitedMegabytes", f"{sum(proofs[name][3] for name in cited) / 1e6:.0f}")

    def boards(self):
        path = "docs/results/BOARDS.md"
        text = self.text(path)
        starts = boards_document.starts(text)
        lines = []
        for holes in range(1, 7):
            line = [f"$2 \\times {holes}$"]
            for seeds in range(1, 11):
                start = starts.get((holes, seeds, 1))
                # Where bounds leave the captures open: what they decide.
                nets = [] if start is None else sorted({(start.low + 1) // 3, (start.high + 1) // 3})
                line.append("" if not nets else f"${nets[0]:+d}$" if nets[0] == nets[-1] != 0 else "$0$"
                            if nets == [0] else "$> 0$" if nets[0] > 0 else "$< 0$" if nets[-1] < 0 else "?")
            lines.append(line)
        self.table("boards", lines)
        self.take(path, r"Of (\d+) starts, South wins (\d+) and North (\d+), and (\d+) are drawn, under the "
                  r"standard rules; (?:the result is open for \d+|no result is open). The values of (\d+) are exact",
                  "BoardsStarts", "BoardsSouth", "BoardsNorth", "BoardsDrawn", "BoardsExact")
        self.take(path, r"Of the (\d+) starts with more seeds, (\d+) are drawn", "BoardsPlenty", "BoardsPlentyDrawn")
        self.take(path, r"Longer rows: of (\d+) starts South wins (\d+), North (\d+), and (\d+) are drawn",
                  "BoardsLonger", "BoardsLongerSouth", "BoardsLongerNorth", "BoardsLongerDrawn")
        shares = boards_document.endless(text)
        for holes, name in ((1, "One"), (2, "Two"), (3, "Three"), (4, "Four")):
            endless, still = shares[holes, 1]
            self.number(f"Endless{name}", endless)
            self.number(f"Still{name}", still)

    def claims(self):
        path = "docs/results/CLAIMS.md"
        rows = rows_of(self.text(path), 3)
        verdicts = {"Confirmed": "confirmed", "Refuted": "refuted", "Partly": "in part"}
        rows = [row for row in rows if row[0].isdigit() and not row[2][0].isdigit()]
        if {row[2] for row in rows} != set(verdicts.values()):
            raise Missing(f"{path} has other verdicts")
        self.table("claims", [[row[0], typeset(row[1]), row[2]] for row in rows])
        for name, verdict in verdicts.items():
            self.number(f"Claims{name}", word(sum(row[2] == verdict for row in rows)))
        self.take(path, r"\*\*numbers:\*\* (\d+) - \*\*line:\*\* .* - \*\*r:\*\* -1 - \*\*plies left:\*\* (\d+) "
                  r"- \*\*keeping result:\*\* (\d+) - \*\*keeping distance:\*\* (\d+)",
                  "LineNumbers", "LinePlies", "LineKeeping", "LineFast")
        self.number("LineSlow", word(int(self.numbers["LineNumbers"]) - int(self.numbers["LineFast"])))
        for name, marks in zip(("MarksRight", "MarksWrong"),
                               self.find(path, r"\*\*right:\*\* (\d+) - \*\*wrong:\*\* (\d+)"), strict=True):
            self.number(name, word(marks))

    def readings(self):
        """Results under other readings; those under the first must be the ones of BOARDS.md."""
        data = self.data("readings")
        boards = boards_document.starts(self.text("docs/results/BOARDS.md"))
        groups = {}
        for start in data["starts"]:
            at = start["holes"], start["seeds"], start["cowries"]
            if start.get("r", boards[at].low) != boards[at].low:
                raise Missing(f"docs/paper/data/readings.json and docs/results/BOARDS.md differ about {at}")
            net = (boards[at].low + 1) // 3
            start["result"] = (net > 0) - (net < 0)
            groups.setdefault((start["holes"], start["cowries"]), {})[start["seeds"]] = start
        lines = []
        for (holes, cowries), starts in groups.items():
            for label, reading in (("this paper", "result"), ("R3, skipping", "result_skip"),
                                   ("R10, drawn", "result_draw")):
                first = reading == "result"
                space = "\\addlinespace " if first and lines else ""
                lines.append([f"{space}$2 \\times {holes}$" if first else "", str(cowries) if first else "", label]
                             + [reading_cell(starts.get(seeds), reading) for seeds in range(1, 7)])
        self.table("readings", lines)
        for name, reading in (("Skip", "result_skip"), ("Draw", "result_draw")):
            tried = [start for start in data["starts"] if start[reading] is not None]
            self.number(f"{name}Starts", len(tried))
            other = sum(start["result"] != start[reading] for start in tried)
            self.number(f"{name}Other", word(other))
        self.number("DrawPositions", grouped(sum(start.get("positions_draw", 0) for start in data["starts"])))
        self.number("DrawChanged", grouped(sum(start.get("changed_draw", 0) for start in data["starts"])))
        both = [start for start in data["starts"] if "r" in start and "r_skip" in start]
        games = self.data("skipping")["games"]
        self.number("RoundMoves", sum(game["round"] for game in games))
        self.number("RoundFirst", ", ".join(f"game~{game['game']} at {ply_in_latex(game['illegal'])}" for game in games))
        self.number("SkipSame", word(sum(start["r"] == start["r_skip"] for start in both)))
        self.number("SkipBoth", len(both))
        self.number("ReadingsLimit", grouped(data["limit"]))
        self.number("ReadingsSeconds", data.get("processor_seconds", 0))

    def distances(self):
        """Positions for each distance, in bins of four plies, as curves for each layer."""
        layers = self.data("distances")["layers"]
        results = {row[0]: row for row in rows_of(self.kauri_results(), 8)}
        for layer in layers:
            counts = [sum(pair) for pair in zip_longest(layer["won"], layer["lost"])]
            row = results[str(layer["seeds"])]
            if sum(counts) != plain(row[1]) or len(counts) - 1 != int(row[2]):
                raise Missing(f"docs/paper/data/distances.json and docs/results/RESULTS.md differ about layer {layer['seeds']}")
            bins = [sum(counts[at:at + 4]) for at in range(0, len(counts), 4)]
            share = "".join(f"{4 * at + 1.5} {100 * count / sum(counts):.9f}\n" for at, count in enumerate(bins) if count)
            self.files[f"distances-{layer['seeds']}.dat"] = share
        self.files["curves.tex"] = "".join(
            f"\\addplot table {{generated/distances-{layer['seeds']}.dat}};\n"
            f"\\addlegendentry{{layer {layer['seeds']}}}\n" for layer in layers)
        self.number("MedianLow", median(layers[0]))
        self.number("MedianHigh", median(layers[-1]))
        self.number("MedianLayer", layers[-1]["seeds"])

    def speed(self):
        path = "docs/results/LABBOOK.md"
        text = self.text(path)
        solving = {row[0]: row for row in rows_of(text, 13) if row[0].isdigit()}
        verifying = {row[0]: row for row in rows_of(text.partition("| layer | edges")[2].partition("\n\n")[0], 8)}
        if set(solving) != set("2345") or set(verifying) != set("2345"):
            raise Missing(f"{path} does not have the two tables of layers 2 to 5")
        lines = []
        for layer, row in solving.items():
            facts = verifying[layer]
            lines.append([layer, row[1], row[3], row[4], row[6], facts[1], facts[4], facts[6]])
        self.table("speed", lines)
        self.take(path, r"--turns 2 --against 2,3`, kauri ([\d.]+), kernel", "SpeedVersion")
        five = solving["5"]
        self.number("FiveRate", five[4])
        self.number("FivePerCore", f"{plain(five[1]) / float(five[5]) / 1e6:.1f}")
        self.take(path, r"solver is ([\d.]+) times as fast at layer 2 and ([\d.]+) times at layer 3",
                  "YardstickTwo", "YardstickThree")
        self.take(path, r"Look-ups(?:.*\n)+?\| value \| 5000 \| ([\d.]+) \|", "ColdLookUp")
        self.take(path, r"\| the prover \| .* \| ([\d,]+) positions a second of processor time", "ProverRate")
        seconds = self.start_searched / plain(self.numbers["ProverRate"])
        self.number("CampaignHours", f"{seconds / 3600:.0f}")
        path = "docs/reference/SEARCH.md"
        self.take(path, r"one table of (\d+)-byte entries", "EntryBytes")
        self.take(path, r"selects a row of (\d+) numbers of 16 bits, and the sum of the (\d+) rows", "NetWidth", "NetRows")
        self.number("Version", ".".join(self.find("include/kauri/kauri.h", rf"#define KAURI_VERSION_{part} (\d+)")[0]
                                        for part in ("MAJOR", "MINOR", "PATCH")))
        self.number("WitnessLines", self.text("tests/witness/witness.c").count("\n"))

    def peers(self):
        cited = self.data("cited")
        awari = cited["awari"]
        rate = awari["positions"] / awari["hours"] / 3600
        self.number("AwariPositions", grouped(awari["positions"]))
        self.number("AwariProcessors", awari["processors"])
        self.number("AwariHours", awari["hours"])
        self.number("AwariRate", f"{rate / 1e6:.1f}")
        self.number("AwariPerProcessor", grouped(round(rate / awari["processors"], -3)))
        self.number("OthelloPositions", grouped(cited["othello"]["positions"]))
        self.number("OthelloSearched", f"{cited['othello']['searched'] / 1e18:.1f} \\times 10^{{18}}")
        self.number("OthelloEmpty", cited["othello"]["empty"])
        self.number("CheckersPositions", cited["checkers"]["positions"])
        self.number("KalahHoles", cited["kalah"]["holes"])
        self.number("KalahCounters", cited["kalah"]["counters"])
        for name, key in (("RawlingsSeeds", "seeds"), ("RawlingsBytes", "gigabytes"), ("RawlingsDays", "days"),
                          ("RawlingsMargin", "margin")):
            self.number(name, cited["rawlings"][key])


def reading_cell(start, reading):
    """S, N or =: who wins; bold where it is not what the rules of the paper say."""
    if start is None or start[reading] is None:
        return "--"
    winner = {1: "S", 0: "=", -1: "N"}[start[reading]]
    return winner if start[reading] == start["result"] else f"\\textbf{{{winner}}}"


def median(layer):
    """The least distance that at least half of the positions do not exceed."""
    counts = [sum(pair) for pair in zip_longest(layer["won"], layer["lost"])]
    return next(at for at in range(len(counts)) if 2 * sum(counts[:at + 1]) >= sum(counts))


def zip_longest(first, second):
    length = max(len(first), len(second))
    return zip(first + [0] * (length - len(first)), second + [0] * (length - len(second)))
