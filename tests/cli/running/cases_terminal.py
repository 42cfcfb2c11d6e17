"""Terminals and pipes: what they show, and games that are left."""
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

import program
from program import HANGS, SHORT, Skipped, expect, run


def need_terminal():
    """Not in a bare chroot, which has no /dev/pts."""
    try:
        for descriptor in pty.openpty():
            os.close(descriptor)
    except OSError:
        raise Skipped("no terminal can be opened here")


def plain_lines_have_no_control_characters(folder):
    done = run("solve", "--tables", folder, *SHORT[:-1])
    expect(done.returncode == 0, done.stderr)
    text = done.stdout + done.stderr
    expect(all(c == "\n" or " " <= c <= "~" for c in text), repr(text))
    expect(done.stderr.count("layer") == 3, done.stderr)


def a_terminal_sees_progress(folder):
    need_terminal()
    primary, secondary = pty.openpty()
    columns = 60  # less than a line with its time, more than it takes to the speed on any machine
    fcntl.ioctl(secondary, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with subprocess.Popen([program.PATH, "solve", "--tables", folder, "--seeds", "1", "--threads", "1"],
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=secondary) as process:
        os.close(secondary)
        seen = b""
        while True:
            ready, _, _ = select.select([primary], [], [], 60)
            expect(ready, "silent for a minute")
            try:
                part = os.read(primary, 4096)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            seen += part
        expect(process.wait(60) == 0, seen)
    os.close(primary)
    for word in (b"layer 1", b"%", b"M posi"):
        expect(word in seen, f"no {word} in {seen}")
    expect(b"\r" in seen, seen)
    for line in re.sub(rb"\x1b\[K", b"", seen).replace(b"\n", b"\r").split(b"\r"):
        expect(b"%" not in line or len(line) < columns, f"too wide: {line}")


def look_ups_on_a_pipe_are_answered_at_once(folder):
    """A line is answered when it is complete, and many lines in their order, faults included."""
    run("solve", "--tables", folder, "--holes", "3", "--cowries", "4", "--seeds", "2", "--quiet")
    probe = [program.PATH, "probe", "--tables", folder, "--json"]
    process = subprocess.Popen([*probe, "--threads", "2"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    for seeds in ("0,1,1", "2,0,0", "0,0,0"):
        process.stdin.write(f"# a question\n\n{seeds}/0+1,0+1,")
        process.stdin.flush()
        time.sleep(0.05)
        process.stdin.write("0+2 S\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        expect(answer["position"] == f"{seeds}/0+1,0+1,0+2 S 0:0", answer)
    lines = []
    for number in range(9000):
        row = [(number >> shift) % 3 for shift in (0, 2, 4)]
        seeds = "nonsense" if number % 1000 == 7 else ",".join(map(str, row))
        lines.append(f"{seeds}/0+1,0+{number % 2},0+{3 - number % 2} S {number % 20}:0")
    out = process.communicate("\n".join(lines))[0].splitlines()
    expect(len(out) == len(lines), f"{len(out)} answers")
    sample = range(0, len(lines), 500)
    for number in (*sample, *(n + 7 for n in sample)):
        alone = subprocess.run(probe, input=lines[number], capture_output=True, text=True,
                               check=False).stdout.strip()
        expect(alone == out[number], f"{out[number]} is not {alone}")


def read_until(descriptor, word):
    """What a terminal shows until `word` comes (None: until the other end closes)."""
    seen = b""
    while word is None or word not in seen:
        ready, _, _ = select.select([descriptor], [], [], 60)
        expect(ready, f"silent for a minute after {seen!r}")
        try:
            part = os.read(descriptor, 4096)
        except OSError:  # the other end is closed
            part = b""
        if not part:
            expect(word is None, f"ended without {word!r}: {seen!r}")
            break
        seen += part
    return seen


CASES = [plain_lines_have_no_control_characters, look_ups_on_a_pipe_are_answered_at_once]
PLAIN_CASES = [a_terminal_sees_progress]
