"""The program that the cases of check-running start."""
import glob
import os
import subprocess
import time

# Set by check-running: the program; tests/cli/forge_table.c, which rewrites a table with one value or
# the board changed; and tests/cli/refuse_memory.c, which refuses memory when it is preloaded.
PATH = FORGE = REFUSE = ""
# Seconds after which something hangs. How fast a signal stops is not for a test: scripts/measure/bench-stop.
HANGS = 300
# A board that is solved at once.
SHORT = ["--holes", "2", "--cowries", "4", "--seeds", "2", "--quiet"]


class Skipped(Exception):
    """What a case needs is not there."""


def run(*arguments, **more):
    return subprocess.run([PATH, *arguments], capture_output=True, text=True, timeout=HANGS,
                          check=False, stdin=subprocess.DEVNULL, **more)


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def contents(folder):
    """The finished tables; the lock and temporary files are no tables."""
    tables = {}
    for path in glob.glob(os.path.join(folder, "*.kauri")):
        with open(path, "rb") as file:
            tables[os.path.basename(path)] = file.read()
    return tables


def wait_for(condition, process):
    end = time.monotonic() + HANGS
    while not condition():
        expect(process.poll() is None, f"ended too early: {process.returncode}")
        expect(time.monotonic() < end, "nothing happened for minutes")
        time.sleep(0.01)
