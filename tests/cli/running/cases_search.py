"""Searches and reports that are stopped."""
import json
import os
import re
import signal
import subprocess

import program
from program import expect, run, wait_for


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
    expect(text.count("the search was interrupted") == 1 and "lose (proven)" in text, text)


def a_stopped_search_goes_on(folder):
    """From its proof, whose bounds the next run has without a search."""
    start_position = "5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S"
    proof = os.path.join(folder, "new")
    command = ["search", "--no-tables", "--memory", "256M", "--threads", "1", "--facts", folder, "--json"]
    first = json.loads(interrupted(signal.SIGINT, *command, "--time", "100000", "--proof", proof,
                                   start_position))
    os.rename(proof, os.path.join(folder, first["proof"]["digest"] + ".proof"))
    done = run(*command, "--nodes", "1", start_position)
    second = json.loads(done.stdout)
    expect(done.returncode == 0 and second["bounds"][0] >= first["bounds"][0] and
           second["bounds"][1] <= first["bounds"][1], done.stdout + done.stderr)


CASES = [a_stopped_search_prints_its_bounds]
PLAIN_CASES = [a_stopped_search_goes_on]
