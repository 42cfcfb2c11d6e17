"""Tables that are damaged or forged."""
import json
import os
import shutil
import subprocess

import program
from program import HANGS, SHORT, expect, run


def every_damaged_byte_is_found(folder):
    expect(run("solve", "--tables", folder, *SHORT).returncode == 0, "solve failed")
    path = os.path.join(folder, "kauri-2x4-01.kauri")
    with open(path, "rb") as file:
        good = file.read()
    for at in range(0, len(good), 7):
        bad = bytearray(good)
        bad[at] ^= 1 << at % 8
        with open(path, "wb") as file:
            file.write(bad)
        done = run("verify", "--tables", folder, "--quiet")
        if done.returncode == 0:
            # A bit of a compressed page that decoding does not need.
            done = run("verify", "--checksums", "--tables", folder, "--quiet")
        expect(done.returncode == 5 and done.stderr.count("\n") == 1 and
               "kauri-2x4-01.kauri" in done.stderr,
               f"byte {at}: status {done.returncode}: {done.stderr}")
    with open(path, "wb") as file:
        file.write(good)
    expect(run("verify", "--tables", folder, "--quiet").returncode == 0, "the good file is refused")


def an_impossible_board_is_refused(folder):
    """65535 holes and cowries are not 255: the tables are damaged, not the command."""
    expect(run("solve", "--tables", folder, *SHORT).returncode == 0, "solve failed")
    forged = os.path.join(folder, "forged")
    os.mkdir(forged)
    path = os.path.join(forged, "kauri-65535x65535-00.kauri")
    shutil.copy(os.path.join(folder, "kauri-2x4-00.kauri"), path)
    subprocess.run([program.FORGE, path, "board", "65535", "65535"], check=True, timeout=HANGS)
    for command in (["probe", "0+1,0/0,0+3 S"], ["verify", "--quiet"], ["info"], ["stats"]):
        done = run(command[0], "--tables", forged, *command[1:])
        expect(done.returncode == 5 and "65535" in done.stderr and "255 " not in done.stderr,
               f"{command[0]}: status {done.returncode}: {done.stdout}{done.stderr}")


def a_wrong_value_is_found(folder):
    """With sound checksums: only the equations tell."""
    expect(run("solve", "--tables", folder, *SHORT).returncode == 0, "solve failed")
    path = os.path.join(folder, "kauri-2x4-02.kauri")
    shutil.copy(path, path + ".good")
    for row in (0, 17, 209):
        for column in ("0", "1"):
            subprocess.run([program.FORGE, path, str(row), column], check=True, timeout=HANGS)
            done = run("verify", "--tables", folder, "--quiet")
            expect(done.returncode == 1 and done.stderr.count("\n") == 1 and
                   "layer 2" in done.stderr,
                   f"row {row}: status {done.returncode}: {done.stdout}{done.stderr}")
            expect("are right" not in done.stdout, done.stdout)
            told = run("verify", "--tables", folder, "--quiet", "--json")
            report = json.loads(told.stdout)
            expect(told.returncode == 1 and told.stderr == done.stderr, told.stderr)
            expect(not report["proven"] and report["fault"] in told.stderr, told.stdout)
            expect([layer["sound"] for layer in report["layers"]] == [True, True, False],
                   told.stdout)
            wrong = report["layers"][2]
            expect(wrong["wrong"] >= 1 and wrong["first_wrong"]["stored"] !=
                   wrong["first_wrong"]["right"], told.stdout)
            shutil.copy(path + ".good", path)


CASES = [a_wrong_value_is_found, an_impossible_board_is_refused]
PLAIN_CASES = [every_damaged_byte_is_found]
