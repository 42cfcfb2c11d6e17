"""Campaigns: runs that are killed, full disks, proofs that are false."""
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys

import program
from program import HANGS, expect, run, wait_for

sys.path.insert(0, os.path.join(os.path.dirname(__file__), *[os.pardir] * 2, "scripts", "reader"))
import xxh64  # noqa: E402

# North wins it; some 230,000 positions.
HARD = "5+1,5+1,5+1,5+1,5+1,0/6+1,6+1,6+1,6+1,6+1,5+2 N"
START = "5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S"
SMALL = "2+1,3+1/3+1,2+1 S"
# A run whose jobs are short and hand bounds on.
SHORT_JOBS = ["--threads", "1", "--memory", "64M", "--budget", "3000", "--fact-nodes", "2000"]


def begin(folder, position, least="win"):
    """The path of a new campaign."""
    path = os.path.join(folder, "campaign")
    done = run("campaign", path, "--ask", position, "--at-least", least)
    expect(done.returncode == 0, done.stderr)
    return path


def start(path, *arguments):
    return subprocess.Popen([program.PATH, "campaign", path, "--json", *arguments],
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def status(path):
    done = run("campaign", path, "--status", "--json")
    expect(done.returncode == 0, done.stderr)
    return json.loads(done.stdout)


def finish(path, answer="yes"):
    """Goes on to the answer, and has all proofs checked."""
    done = run("campaign", path, "--json", *SHORT_JOBS)
    expect(done.returncode == 0, done.stderr)
    found = json.loads(done.stdout)
    expect(found["roots"][0]["answer"] == answer, found)
    checked = run("check-proof", path)
    expect(checked.returncode == 0, checked.stderr)
    names = {name for name in os.listdir(path) if not name.endswith(".proof")}
    expect(names == {"frontier", "kauri.lock"}, names)
    return found


def a_campaign_goes_on_whatever_ended_it(folder):
    """Killed and interrupted at any time, it loses at most the jobs at work."""
    path = begin(folder, HARD)
    nodes = proofs = 0
    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL, signal.SIGINT):
        process = start(path, *SHORT_JOBS)
        wait_for(lambda: status(path)["nodes"] > nodes, process)
        refused = run("campaign", path)
        expect(refused.returncode == 7 and "in use by another run" in refused.stderr,
               refused.stderr)
        process.send_signal(number)
        _, errors = process.communicate(timeout=HANGS)
        expect(number == signal.SIGKILL or
               (process.returncode == 8 and "all that was found out is kept" in errors),
               f"status {process.returncode}: {errors}")
        found = status(path)
        expect(found["nodes"] > nodes and found["proofs"] >= proofs, found)
        nodes, proofs = found["nodes"], found["proofs"]
    finish(path)


def a_full_disk_ends_the_run(folder):
    """A limit on file sizes stands for it. What was proven before stays."""
    path = begin(folder, HARD)
    before = open(os.path.join(path, "frontier"), "rb").read()

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700))
    done = run("campaign", path, "--quiet", *SHORT_JOBS, preexec_fn=limit)
    expect(done.returncode == 6 and done.stderr.count("\n") == 1, done.stderr)
    expect("cannot write" in done.stderr or "File too large" in done.stderr, done.stderr)
    now = open(os.path.join(path, "frontier"), "rb").read()
    expect(len(now) <= 700 and now.startswith(before[:60]), now)
    expect(run("check-proof", path).returncode in (0, 4), "a proof is not whole")
    finish(path)


def solved(folder, name, position):
    """A campaign on a small board, at its end."""
    path = os.path.join(folder, name)
    done = run("campaign", path, "--ask", position, "--at-least", "win")
    expect(done.returncode == 0, done.stderr)
    done = run("campaign", path, "--threads", "1", "--memory", "40M",
               "--budget", "20")
    expect(done.returncode == 0, done.stderr)
    return path


def rests_on(path, digest):
    """The digests of the proofs that a proof cites, and of those that they cite."""
    with open(os.path.join(path, digest + ".proof"), "rb") as file:
        cited = {line.split()[4].decode() for line in file if line.startswith(b"cite ")}
    return cited.union(*(rests_on(path, other) for other in cited))


def only_true_proofs_are_taken_in(folder):
    """Every proof of a campaign is taken in by another one, whatever its name, but for those that are
    false or cite what is not there."""
    path = solved(folder, "first", SMALL)
    proofs = sorted(os.path.join(path, name) for name in os.listdir(path) if name.endswith(".proof"))
    top = os.path.join(path, status(path)["roots"][0]["proof"] + ".proof")
    expect(rests_on(path, os.path.basename(top)[:-6]) != set(), "the proof cites no other one")
    with open(proofs[0], "rb") as file:
        data = bytearray(file.read())
    data[len(data) // 2] ^= 1
    false = os.path.join(folder, "false.proof")
    with open(false, "wb") as file:
        file.write(data)
    into = begin(folder, SMALL)
    frontier = open(os.path.join(into, "frontier"), "rb").read()
    for wrong, code, reason in ((false, 3, "new.proof"), (top, 4, "has to be in the same folder")):
        shutil.copy(wrong, os.path.join(into, "new.proof"))
        done = run("campaign", into)
        expect(done.returncode == code and reason in done.stderr, f"{wrong}: {done.stderr}")
        expect(open(os.path.join(into, "frontier"), "rb").read() == frontier, "it was taken in")
        os.remove(os.path.join(into, "new.proof"))
    for proof in proofs:
        shutil.copy(proof, into)
    os.rename(os.path.join(into, os.path.basename(top)), os.path.join(into, "new.proof"))
    found = finish(into)
    expect(found["run"]["nodes"] == 0, found)
    expect(sorted(os.path.basename(proof) for proof in proofs) ==
           sorted(name for name in os.listdir(into) if name.endswith(".proof")), "other names")


def a_report_says_what_it_rests_on(folder):
    """It reads the first lines of the proofs only, which a run checks (check-forged-campaigns). What the frontier
    does not name is found again."""
    path = solved(folder, "first", SMALL)
    frontier = os.path.join(path, "frontier")
    done = run("campaign", path, "--status")
    expect(done.returncode == 0 and "answered, according to the frontier\n" in done.stdout and
           "not checked now" in done.stdout, done.stdout)
    expect(not json.loads(run("campaign", path, "--status", "--json").stdout)["checked"], "checked")
    # Without the lines of answers, nothing needs to be searched.
    with open(frontier, encoding="ascii") as file:
        lines = [line for line in file if not line.startswith(("yes", "no", "fact"))]
    with open(frontier, "w", encoding="ascii") as file:
        file.write("".join(lines))
    done = run("campaign", path, "--json", "--memory", "40M", "--threads", "1")
    found = json.loads(done.stdout)
    expect(done.returncode == 0 and found["roots"][0]["answer"] is not None, done.stderr)
    expect(found["run"]["nodes"] == 0 and found["checked"], found)


def sealed(folder, head, moves=b""):
    """The digest of a proof that is made by hand, and is in the folder under its name."""
    text = b"kauri-proof 3\nrules kauri-r1-r10;unlimited=0\nboard 2 4\n" + head + moves
    digest = xxh64.xxh64(text)
    with open(os.path.join(folder, f"{digest:016x}.proof"), "wb") as file:
        file.write(text + digest.to_bytes(8, "little"))
    return f"{digest:016x}"


def a_proof_of_loose_bounds_is_taken_in(folder):
    """r >= -31 by the rules alone: a bound of -181 says no less."""
    path = begin(folder, SMALL)
    top = run("search", "--no-tables", "--ask", "9", "--proof", os.path.join(folder, "p"), SMALL)
    expect(top.returncode == 0, top.stderr)
    data = open(os.path.join(folder, "p"), "rb").read()[:-8]
    expect(b"\nbounds 9 31\n" in data, data)
    head = data[data.index(b"root"):].replace(b"\nbounds 9 31\n", b"\nbounds 9 181\n")
    sealed(path, head)
    for command in (["--memory", "40M", "--threads", "1"], ["--status"]):
        done = run("campaign", path, *command)
        expect(done.returncode == 0 and "? Yes" in done.stdout, (done.stdout, done.stderr))


def rows_of(tree):
    """The nodes of a tree of first moves."""
    yield tree
    for move in tree["moves"]:
        yield from rows_of(move)


def is_true(claim, top, value):
    """Whether what a tree claims is true, by the value of one of its positions."""
    def lead(position):
        south, north = map(int, position.split()[2].split(":"))
        return south - north if claim["player"] == "South" else north - south
    own = 1 if value["position"].split()[1] == claim["player"][0] else -1
    if claim["wins"]:
        return value["standard"]["result"] == ("win" if own == 1 else "loss")
    return 3 * lead(value["position"]) + own * value["r"] >= 3 * lead(top) + claim["x"]


def answers_of_first_moves_are_those_of_the_tables(folder):
    """What `opening` says is proven, while campaigns run and when they have ended."""
    tables = os.path.join(folder, "tables")
    done = run("solve", "--tables", tables, "--holes", "2", "--cowries", "4", "--seeds", "10")
    expect(done.returncode == 0, done.stderr)
    path = os.path.join(folder, "campaign")
    for position, least in ((SMALL, "win"), (SMALL, "-7"), ("2+2,2+1/1+1,2 N 28:22", "draw"),
                            ("2+1,3+1/2+1,2+1 N 3:2", "win"), ("3+1,3+1/1,3+2 S 2:4", "draw")):
        done = run("campaign", path, "--ask", position, "--at-least", least)
        expect(done.returncode == 0, done.stderr)
    answers = {"yes": 0, "no": 0, None: 0}
    for nodes in (20, 40, 80, 160, 1000000):
        run("campaign", path, "--threads", "1", "--memory", "40M", "--budget", "6",
            "--nodes", str(nodes))
        done = run("opening", path, "--json", "--plies", "100")
        expect(done.returncode == 0, done.stderr)
        for line in done.stdout.splitlines():
            found = json.loads(line)
            rows = list(rows_of(found["tree"]))
            values = run("probe", "--tables", tables, "--json",
                         *[row["position"] for row in rows]).stdout.splitlines()
            expect(len(values) == len(rows), values)
            for row, value in zip(rows, map(json.loads, values)):
                answers[row["answer"]] += 1
                truth = is_true(found["claim"], rows[0]["position"], value)
                expect(row["answer"] in (None, "yes" if truth else "no"), (found["claim"], row))
                expect(row["bounds"][0] <= value["r"] <= row["bounds"][1], (row, value))
                expect((row["proof"] is None) == (row["answer"] is None), row)
    expect(min(answers.values()) >= 10, answers)
    expect(all(root["answer"] for root in status(path)["roots"]), "the campaign has not ended")


CASES = [only_true_proofs_are_taken_in, a_report_says_what_it_rests_on,
         answers_of_first_moves_are_those_of_the_tables, a_proof_of_loose_bounds_is_taken_in]
PLAIN_CASES = [a_campaign_goes_on_whatever_ended_it, a_full_disk_ends_the_run]
