"""Campaigns: runs that are killed, full disks, proofs that are false."""
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time

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
    """Every file of a campaign is taken in by another one, in any order, but for those that are
    false, of another board, or cite what is not there."""
    path = solved(folder, "first", SMALL)
    other = solved(folder, "other", "2+1,3/3+1,2 S")
    proofs = sorted(os.path.join(path, name) for name in os.listdir(path)
                    if name.endswith(".proof"))
    foreign = next(os.path.join(other, name) for name in os.listdir(other)
                   if name.endswith(".proof"))
    top = os.path.join(path, status(path)["roots"][0]["proof"] + ".proof")
    empty = os.path.join(folder, "empty")
    run("campaign", empty, "--ask", SMALL, "--at-least", "win")
    frontier = open(os.path.join(empty, "frontier"), "rb").read()
    false = os.path.join(folder, "false.proof")
    with open(proofs[0], "rb") as file:
        data = bytearray(file.read())
    data[len(data) // 2] ^= 1
    with open(false, "wb") as file:
        file.write(data)
    for wrong, code, reason in ((false, 3, "false.proof"), (foreign, 1, "another board"),
                                (top, 4, "import that one, too"),
                                (os.path.join(folder, "nothing"), 4, "No such file")):
        done = run("campaign", empty, "--import", wrong)
        expect(done.returncode == code and reason in done.stderr, f"{wrong}: {done.stderr}")
        expect(open(os.path.join(empty, "frontier"), "rb").read() == frontier, "it was taken in")
    for name in os.listdir(empty):
        expect(not name.endswith(".proof"), name)
    done = run("campaign", empty, "--json", "--import", false, *reversed(proofs))
    expect(done.returncode == 3 and "1 of " in done.stderr, done.stderr)
    found = json.loads(done.stdout)
    expect(found["roots"][0]["answer"] == status(path)["roots"][0]["answer"] is not None, found)
    expect(run("check-proof", empty).returncode == 0, "a proof does not hold")


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


def what_an_import_rests_on_is_checked(folder):
    """A frontier that somebody has changed claims a false bound, for which there is no proof, or a
    false one. r is 9 at the root, and after its move b -9."""
    path = begin(folder, SMALL, "30")
    frontier = os.path.join(path, "frontier")
    text = open(frontier, encoding="ascii").read()
    after = "4+1,3+1/3+1,0+1"
    false = sealed(path, f"root {after} S 0:0\nbounds -31 -30\nmoves 0\n".encode())
    for digest, reason, code in (("deadbeefdeadbeef", "is not there", 4),
                                 (false, f"rests on a proof that is refused: {path}/{false}.proof", 1)):
        changed = text + f"fact {after} -31 -30 {digest}\n"
        with open(frontier, "w", encoding="ascii") as file:
            file.write(changed)
        claim = sealed(folder, f"root {SMALL} 0:0\nbounds 30 31\ncite opp {after} 30 {digest}\n"
                       "moves 1\n".encode(), b"\1")
        done = run("campaign", path, "--import", os.path.join(folder, claim + ".proof"))
        expect(done.returncode == code and reason in done.stderr, done.stderr)
        expect("Yes" not in done.stdout, done.stdout)
        expect(open(frontier, encoding="ascii").read() == changed, "it was taken in")
        expect(not os.path.exists(os.path.join(path, claim + ".proof")), "it was copied")


def an_import_remembers_what_was_checked(folder):
    """What a proof rests on is put into the list, and its steps are not checked again."""
    path = solved(folder, "first", SMALL)
    listed = os.path.join(folder, "listed")
    claim = os.path.join(path, status(path)["roots"][0]["proof"])
    below = rests_on(path, os.path.basename(claim))
    expect(below != set(), "the proof cites no other one")
    time.sleep(3)  # a file that has just changed is not listed
    for _ in range(2):
        done = run("campaign", path, "--checked", listed, "--import", claim + ".proof")
        expect(done.returncode == 0 and "says nothing new" in done.stderr, done.stderr)
        lines = open(listed, encoding="ascii").read().splitlines()
        expect(sorted(line.split()[0] for line in lines[1:]) == sorted(below), lines)
    with open(listed, "w", encoding="ascii") as file:
        file.write("my notes\n")
    done = run("campaign", path, "--checked", listed, "--import", claim + ".proof")
    expect(done.returncode == 3 and "is not a list of checked proofs" in done.stderr, done.stderr)


def an_import_says_what_is_not_new(folder):
    """Proofs of what is known, and one of nothing."""
    path = solved(folder, "first", SMALL)
    known = os.path.join(path, status(path)["roots"][0]["proof"] + ".proof")
    nothing = os.path.join(
        folder, sealed(folder, f"root {SMALL} 0:0\nbounds -31 31\nmoves 0\n".encode()) + ".proof")
    done = run("campaign", path, "--import", known, nothing)
    expect(done.returncode == 0, done.stderr)
    expect(done.stderr == "".join(f"kauri: {name} says nothing new and is not imported\n"
                                  for name in (known, nothing)), done.stderr)


def a_proof_of_loose_bounds_is_taken_in(folder):
    """r >= -31 by the rules alone: a bound of -181 says no less."""
    path = begin(folder, SMALL)
    top = run("search", "--no-tables", "--ask", "9", "--proof", os.path.join(folder, "p"), SMALL)
    expect(top.returncode == 0, top.stderr)
    data = open(os.path.join(folder, "p"), "rb").read()[:-8]
    expect(b"\nbounds 9 31\n" in data, data)
    head = data[data.index(b"root"):].replace(b"\nbounds 9 31\n", b"\nbounds 9 181\n")
    loose = os.path.join(folder, sealed(folder, head) + ".proof")
    done = run("campaign", path, "--import", loose)
    expect(done.returncode == 0 and "? Yes" in done.stdout, (done.stdout, done.stderr))
    for command in (["--status"], ["--memory", "40M", "--threads", "1"]):
        done = run("campaign", path, *command)
        expect(done.returncode == 0, done.stderr)
    # Or it is put into the folder by hand.
    other = os.path.join(folder, "other")
    os.mkdir(other)
    put = begin(other, SMALL)
    shutil.copy(loose, put)
    done = run("campaign", put, "--memory", "40M")
    expect(done.returncode == 0 and "Yes" in done.stdout, done.stderr)


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
         answers_of_first_moves_are_those_of_the_tables, what_an_import_rests_on_is_checked,
         an_import_remembers_what_was_checked, an_import_says_what_is_not_new, a_proof_of_loose_bounds_is_taken_in]
PLAIN_CASES = [a_campaign_goes_on_whatever_ended_it, a_full_disk_ends_the_run]
