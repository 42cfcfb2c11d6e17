"""Disks, memory and threads that do not suffice."""
import glob
import os
import resource
import statistics
import subprocess

import program
from program import HANGS, SHORT, Skipped, contents, expect, run

GAMES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../games/claims/article/four-games.txt")


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


def limited(mebibytes, *arguments):
    """Runs with so much address space."""
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))
    return run(*arguments, preexec_fn=limit)


def a_refused_allocation_is_said(folder):
    """Whichever of the first is refused, before main() or when threads start: one line, status 6."""
    expect(run("solve", "--tables", folder, *SHORT).returncode == 0, "solve failed")
    said = set()
    for threads in "1", "2":
        for number in range(1, 60):
            done = run("verify", "--tables", folder, "--quiet", "--threads", threads,
                       env={**os.environ, "LD_PRELOAD": program.REFUSE, "REFUSED": str(number)})
            expect(done.returncode in (0, 6), f"{number}: status {done.returncode}: {done.stderr}")
            expect(done.stderr.count("\n") == (done.returncode == 6), f"{number}: {done.stderr}")
            said.add(done.stderr)
    for line in ("kauri: out of memory\n", "kauri: the system does not give 2 threads; use fewer (--threads)\n"):
        expect(line in said, f"nothing ended with {line}")


def threads_that_are_not_there_are_said(folder):
    """With little address space there is none for the stacks of many threads."""
    expect(run("solve", "--tables", folder, *SHORT).returncode == 0, "solve failed")
    refused = 0
    for mebibytes in range(40, 200, 5):
        commands = [["verify", "--tables", folder]]
        if mebibytes % 20 == 0:
            commands += [["solve", "--tables", os.path.join(folder, str(mebibytes)), *SHORT]]
        for command in commands:
            done = limited(mebibytes, *command, "--threads", "8")
            expect(done.returncode in (0, 6), f"{mebibytes} MiB: {done.returncode}: {done.stderr}")
            expect(done.returncode == 0 or done.stderr.count("\n") == 1, done.stderr)
            refused += "does not give 8 threads" in done.stderr
    expect(refused > 0, "no limit was too small")


def threads_that_are_not_allowed_are_said(folder):
    """A user who may have so many threads (ulimit -u)."""
    stranger = 54321  # a user without other processes
    expect(run("solve", "--tables", folder, *SHORT).returncode == 0, "solve failed")
    os.chmod(folder, 0o755)
    if os.geteuid() != 0 or subprocess.run(["test", "-x", program.PATH, "-a", "-r", folder],
                                           user=stranger, check=False).returncode != 0:
        raise Skipped("needs root, and a program that other users may run")
    outcomes = set()
    for most in (1, 2, 3, 4, 5, 8):
        def limit(most=most):
            resource.setrlimit(resource.RLIMIT_NPROC, (most, most))
        done = run("verify", "--tables", folder, "--threads", "4", user=stranger, extra_groups=[],
                   preexec_fn=limit)
        expect(done.returncode in (0, 6), f"{most} threads: {done.returncode}: {done.stderr}")
        expect(done.returncode == 0 or "does not give 4 threads" in done.stderr
               and done.stderr.count("\n") == 1, done.stderr)
        outcomes.add(done.returncode)
    expect(outcomes == {0, 6}, outcomes)


def processor_seconds(*arguments):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = run(*arguments)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    expect(done.returncode == 0, done.stderr)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def waiting_threads_leave_the_processor_to_others(folder):
    """Beside 8 busy processes: threads that spin took 14 times the processor time of one thread."""
    board = ["solve", "--holes", "2", "--cowries", "4", "--seeds", "12", "--quiet"]
    times = {1: [], 2: []}
    busy = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(8)]
    try:
        for turn in range(5):
            for threads, found in times.items():
                found.append(processor_seconds(*board, "--threads", str(threads), "--tables",
                                               os.path.join(folder, f"{threads}-{turn}")))
    finally:
        for process in busy:
            process.kill()
            process.wait()
    one, two = map(statistics.median, times.values())
    expect(two <= 2 * one, f"{two} s of processor time, {one} s on one thread")


def the_variables_of_openmp_hold(folder):
    """OMP_NUM_THREADS is the number of threads unless --threads is given, up to OMP_THREAD_LIMIT."""
    del folder
    for given, options, threads in (({"OMP_NUM_THREADS": "3"}, [], 3),
                                    ({"OMP_NUM_THREADS": "3"}, ["--threads", "2"], 2),
                                    ({"OMP_NUM_THREADS": "5", "OMP_THREAD_LIMIT": "4"}, [], 4)):
        done = run("plan", "--seeds", "1", "--no-time", "--json", *options,
                   env=dict(os.environ, **given))
        expect(f'"threads":{threads},' in done.stdout, f"{given}, {options}: {done.stdout}")


def a_game_without_memory_does_not_begin(folder):
    del folder
    done = subprocess.run([program.PATH, "play", "--memory", "900T", "5+1,5+1/5+1,5+1 S"], text=True,
                          capture_output=True, input="hint\na\n", timeout=HANGS, check=False)
    expect(done.returncode == 6 and done.stderr.count("\n") == 1, done.stderr)
    expect(done.stdout == "", done.stdout)


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


CASES = [a_full_disk_is_said, the_variables_of_openmp_hold]
# A sanitizer maps terabytes of its own, and keeps what is freed.
PLAIN_CASES = [memory_that_is_not_there_is_said, a_refused_allocation_is_said, threads_that_are_not_there_are_said,
               threads_that_are_not_allowed_are_said,
               waiting_threads_leave_the_processor_to_others,
               a_game_without_memory_does_not_begin, many_games_need_the_memory_of_one,
               the_memory_of_annotate_holds_for_tables_too]
