"""Disks, memory and threads that do not suffice."""
import glob
import os
import resource
import subprocess

import program
from program import HANGS, SHORT, contents, expect, run

GAMES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../data/four-games.txt")


def a_full_disk_is_said(folder):
    """A limit on file sizes stands for it: one line, status 6, and the finished tables stay."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1150, 1150))
    done = run("solve", "--tables", folder, *SHORT, preexec_fn=limit)
    expect(done.returncode == 6, f"status {done.returncode}: {done.stderr}")
    expect(done.stderr.count("\n") == 1 and "kauri-2x4-02.kauri" in done.stderr, done.stderr)
    expect(sorted(contents(folder)) == ["kauri-2x4-00.kauri", "kauri-2x4-01.kauri"],
           "the finished tables are not all that is there")
    expect(not glob.glob(os.path.join(folder, "*.tmp*")), "a temporary file is left")
    done = run("solve", "--tables", folder, *SHORT)
    expect(done.returncode == 0, done.stderr)


def memory_that_is_not_there_is_said(folder):
    """With too little memory, not even mapped: one line and exit status 6."""
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (28 << 20, 28 << 20))
    done = run("solve", "--tables", folder, "--seeds", "1", "--threads", "1", "--quiet",
               preexec_fn=limit)
    expect(done.returncode == 6, f"status {done.returncode}: {done.stderr}")
    expect(done.stderr.count("\n") == 1 and "memory" in done.stderr, done.stderr)


def threads_that_are_not_there_are_said(folder):
    """With little address space there is none for the stacks of many threads."""
    expect(run("solve", "--tables", folder, *SHORT).returncode == 0, "solve failed")
    refused = 0
    for mebibytes in range(40, 200, 20):
        def limit(size=mebibytes << 20):
                resource.setrlimit(resource.RLIMIT_AS, (size, size))
        for command in (["verify", "--tables", folder],
                        ["solve", "--tables", os.path.join(folder, str(mebibytes)), *SHORT]):
            done = run(*command, "--threads", "8", preexec_fn=limit)
            expect(done.returncode in (0, 6), f"{mebibytes} MiB: {done.returncode}: {done.stderr}")
            expect(done.returncode == 0 or done.stderr.count("\n") == 1, done.stderr)
            refused += "does not give 8 threads" in done.stderr
    expect(refused > 0, "no limit was too small")


def a_search_without_memory_ends_no_game(folder):
    del folder
    done = subprocess.run([program.PATH, "play", "--memory", "900T", "5+1,5+1/5+1,5+1 S"], text=True,
                          capture_output=True, input="hint\na\n", timeout=HANGS, check=False)
    expect(done.returncode == 6 and done.stderr.count("\n") == 1, done.stderr)
    expect("goes on without searching" in done.stdout and "North plays" in done.stdout,
           done.stdout)


def limited(mebibytes, *arguments):
    """Runs with so much address space."""
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))
    return run(*arguments, preexec_fn=limit)


def many_games_need_the_memory_of_one(folder):
    path = os.path.join(folder, "games.txt")
    with open(path, "w", encoding="ascii") as file:
        file.write("1.a\n\n" * 50000)
    for arguments in (["replay"], ["replay", "--json"], ["annotate", "--time", "0"],
                      ["annotate", "--time", "0", "--json"]):
        done = limited(32, *arguments, path)
        expect(done.returncode == 0, f"{arguments}: {done.stderr}")


def the_memory_of_annotate_holds_for_tables_too(folder):
    made = run("solve", "--tables", folder, "--seeds", "1", "--quiet")
    expect(made.returncode == 0, made.stderr)
    # 24M more: the program and its libraries, those of the server among them, take 20.
    done = limited(72, "annotate", "--tables", folder, "--memory", "48M", "--nodes", "1000",
                   "--game", "4", GAMES)
    expect(done.returncode == 0, done.stderr)


CASES = [a_full_disk_is_said]
# A sanitizer maps terabytes of its own, and keeps what is freed.
PLAIN_CASES = [memory_that_is_not_there_is_said, threads_that_are_not_there_are_said,
               a_search_without_memory_ends_no_game, many_games_need_the_memory_of_one,
               the_memory_of_annotate_holds_for_tables_too]
