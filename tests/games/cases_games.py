"""Games that are left, reports that are stopped, and the memory of commands about games."""
import json
import os
import pty
import signal
import subprocess

import program
from cases_limits import limited
from cases_search import interrupted
from cases_terminal import need_terminal, read_until
from program import HANGS, expect, run

GAMES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../games/claims/article/four-games.txt")


def play_in_terminal(*arguments):
    """kauri play in a terminal of its own, which it has for its controlling terminal."""
    pid, descriptor = pty.fork()
    if pid == 0:
        environment = dict(os.environ, LC_ALL="C")
        environment.pop("NO_COLOR", None)
        os.execve(program.PATH, [program.PATH, "play", *arguments], environment)
    return pid, descriptor


def a_game_is_left_cleanly(folder):
    """Ctrl-C, Ctrl-D, a signal and a closed terminal end a game with its record written."""
    need_terminal()
    record = os.path.join(folder, "record")
    for leave in (b"\x03", b"\x04", signal.SIGTERM, signal.SIGHUP, None):
        pid, descriptor = play_in_terminal("--time", "0", "--record", record, "5+1/5+1 S")
        seen = read_until(descriptor, b"(a)> ")
        expect(b"\x1b[" in seen, f"no colour on a terminal: {seen!r}")
        os.write(descriptor, b"a\n")
        read_until(descriptor, b"(a)> ")
        if leave is None:
            os.close(descriptor)
        elif isinstance(leave, bytes):
            os.write(descriptor, leave)
        else:
            os.kill(pid, leave)
        if leave is not None:
            seen = read_until(descriptor, None)
            expect(b"The record is in" in seen, f"{leave}: {seen!r}")
            os.close(descriptor)
        _, status = os.waitpid(pid, 0)
        # Without a terminal the last words cannot be said, which main reports.
        expect(os.WIFEXITED(status) and os.WEXITSTATUS(status) == (0 if leave else 6),
               f"{leave}: status {status}")
        done = run("replay", record)
        expect(done.returncode == 0 and "1. A" in done.stdout, done.stdout + done.stderr)
        os.remove(record)


def a_game_is_not_lost_with_its_folder(folder):
    """The record can be written when the game begins and not when it ends."""
    inner = os.path.join(folder, "inner")
    os.mkdir(inner)
    with subprocess.Popen([program.PATH, "play", "--time", "0", "--record",
                           os.path.join(inner, "record"), "5+1/5+1 S"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        process.stdin.write(b"a\n")
        process.stdin.flush()
        os.read(process.stdout.fileno(), 65536)
        expect(os.listdir(inner) == [], "something is created before the end")
        os.rmdir(inner)
        out, errors = process.communicate(timeout=HANGS)
    expect(process.returncode == 6 and b"No such file" in errors, errors)
    expect(b"1. a A" in out, out)


def a_reader_that_goes_away_costs_no_game(folder):
    record = os.path.join(folder, "record")
    with subprocess.Popen([program.PATH, "play", "--time", "0", "--record", record, "5+1/5+1 S"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        process.stdin.write(b"a\n")
        process.stdin.flush()
        os.read(process.stdout.fileno(), 65536)
        process.stdout.close()
        errors = process.communicate(b"a\n", timeout=HANGS)[1]
        expect(process.returncode == 6 and errors.count(b"\n") == 1, errors)
    expect(run("replay", record).returncode == 0, "no record")


def a_game_on_pipes_has_no_control_characters(folder):
    del folder
    done = subprocess.run([program.PATH, "play", "--time", "0"], text=True, capture_output=True,
                          input="a\nhint\n\x1b[A\n\x00\nboard\n" + 9000 * "x" + "\nb", timeout=HANGS,
                          check=False, env=dict(os.environ, LC_ALL="C"))
    text = done.stdout + done.stderr
    # A long line costs nothing, and the last one needs no end.
    expect(done.returncode == 0 and "South plays b" in text, text)
    expect(all(c == "\n" or " " <= c <= "~" for c in text), repr(text))


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


CASES = [a_game_is_left_cleanly, a_game_is_not_lost_with_its_folder, a_reader_that_goes_away_costs_no_game,
         a_game_on_pipes_has_no_control_characters, a_stopped_report_has_what_was_found]
# A sanitizer maps terabytes of its own, and keeps what is freed.
PLAIN_CASES = [a_game_without_memory_does_not_begin, many_games_need_the_memory_of_one,
               the_memory_of_annotate_holds_for_tables_too]
