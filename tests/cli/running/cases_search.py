"""Searches and reports that are stopped."""
import json
import os
import re
import signal
import subprocess

import program
from program import HANGS, expect, run, wait_for


def catches(process, number):
    """Whether the program has come so far that it handles the signal."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        caught = next(line for line in file if line.startswith("SigCgt:"))
    return int(caught.split()[1], 16) >> (number - 1) & 1


def interrupted(number, *arguments):
    """Runs the program, sends the signal as soon as it is handled; returns output and errors."""
    process = subprocess.Popen([program.PATH, *arguments], stdin=subprocess.DEVNULL, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_for(lambda: catches(process, number), process)
    process.send_signal(number)
    out, errors = process.communicate(timeout=100)
    expect(process.returncode == 8, f"{arguments[0]}: status {process.returncode}: {errors}")
    expect(re.match(r"kauri: (position 1: )?interrupted", errors) and errors.count("\n") == 1,
           errors)
    return out


def a_stopped_search_prints_its_bounds(folder):
    """Of the start position, which no machine searches to its end."""
    start_position = "5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S"
    proof = os.path.join(folder, "proof")
    for number in (signal.SIGINT, signal.SIGTERM):
        found = json.loads(interrupted(number, "search", "--time", "100000", "--memory", "1G",
                                       "--json", "--proof", proof, start_position))
        expect(found["status"] == "bounds" and found["r"] is None and found["line"] == [], found)
        done = run("check-proof", proof)
        low, high = found["bounds"]
        expect(done.returncode == 0 and f"r is from {low} to {high} " in done.stdout,
               done.stdout + done.stderr)
        os.remove(proof)
    text = interrupted(signal.SIGINT, "search", "--time", "100000", "--memory", "1G",
                       start_position)
    expect("proven bounds; the search was interrupted" in text, text)
    tables = os.path.join(folder, "tables")
    run("solve", "--tables", tables, "--seeds", "0", "--quiet")
    text = interrupted(signal.SIGINT, "best", "--time", "86400", "--tables", tables, start_position,
                       start_position)
    expect(text.count("the search was interrupted") == 1 and "Best is one of: " in text, text)


def a_stopped_search_goes_on(folder):
    """Whatever stops it, the state has what was found out until then, or one interval less."""
    start_position = "5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S"
    state = os.path.join(folder, "state")
    command = ["search", "--no-tables", "--time", "100000", "--memory", "256M", "--threads", "2",
               "--state", state, "--state-interval", "1", "--json", start_position]
    nodes = 0

    def start():
        """Runs until an interval is over."""
        before = os.stat(state).st_ino if nodes > 0 else 0
        process = subprocess.Popen([program.PATH, *command], stdin=subprocess.DEVNULL, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_for(lambda: os.path.exists(state) and os.stat(state).st_ino != before, process)
        return process

    for number in (signal.SIGINT, signal.SIGTERM):
        process = start()
        process.send_signal(number)
        out, errors = process.communicate(timeout=HANGS)
        expect(process.returncode == 8 and "the state is kept for another run" in errors, errors)
        found = json.loads(out)
        expect(found["state"]["saved"] and found["state"]["resumed"] == (nodes > 0), found)
        expect(found["state"]["nodes"] == nodes + found["nodes"], found)
        nodes = found["state"]["nodes"]
    for _ in range(3 if "KAURI_TEST_LONG" in os.environ else 1):
        process = start()
        refused = run(*command)
        expect("is in use by another run" in refused.stderr, refused.stderr)
        process.kill()
        process.communicate(timeout=HANGS)
        done = run(*command[:3], "0", *command[4:])
        found = json.loads(done.stdout)
        expect(done.returncode == 0 and found["state"]["nodes"] > nodes, done.stdout + done.stderr)
        nodes = found["state"]["nodes"]
        expect(os.listdir(folder) == ["state"], os.listdir(folder))


def a_stopped_report_has_what_was_found(folder):
    """Claims and annotations come out whole, with what needs more marked."""
    games = os.path.join(folder, "games")
    with open(games, "w", encoding="ascii") as file:
        file.write("(1) A - B - 1.1.2011\n1. f D, 2. e F\n(2) A - B - 1.1.2011\n1. f D\n")
    out = interrupted(signal.SIGINT, "annotate", "--time", "80000", "--json", games)
    objects = [json.loads(line) for line in out.splitlines()]
    expect([len(game["plies"]) for game in objects] == [4, 2], out)
    expect(not objects[1]["plies"][0]["tried"], out)
    out = interrupted(signal.SIGINT, "claims", "--time", "80000", "--json")
    claims = json.loads(out)["claims"]
    # What the rules decide, and what nobody can search in a moment.
    expect(claims[2]["verdict"] == "confirmed" and claims[7]["verdict"] == "undecided", out)


CASES = [a_stopped_search_prints_its_bounds, a_stopped_report_has_what_was_found]
PLAIN_CASES = [a_stopped_search_goes_on]
