"""Tables that are damaged or forged."""
import json
import os
import shutil
import subprocess
import sys

import program
from program import HANGS, SHORT, expect, run

sys.path.insert(0, os.path.join(os.path.dirname(__file__), *[os.pardir] * 3, "scripts", "reader"))
from xxh64 import xxh64


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


def a_wrong_value_is_counted(folder):
    """With sound checksums, which only the equations tell: the report has the layers and the first position.
    tests/forge/check-forged-tables has more of what a table may hold."""
    expect(run("solve", "--tables", folder, *SHORT).returncode == 0, "solve failed")
    subprocess.run([program.FORGE, os.path.join(folder, "kauri-2x4-02.kauri"), "17", "0"], check=True, timeout=HANGS)
    told = run("verify", "--tables", folder, "--quiet", "--json")
    report = json.loads(told.stdout)
    expect(told.returncode == 1 and not report["proven"] and report["fault"] in told.stderr, told)
    expect([layer["sound"] for layer in report["layers"]] == [True, True, False], told.stdout)
    wrong = report["layers"][2]
    expect(wrong["wrong"] >= 1 and wrong["first_wrong"]["stored"] != wrong["first_wrong"]["right"], told.stdout)


def state_digests_of(path, other):
    """Makes a table state the digests of another one: docs/reference/FORMAT.md, section 5."""
    with open(path, "rb") as file:
        forged = bytearray(file.read())
    with open(other, "rb") as file:
        genuine = file.read()
    at, there = (int.from_bytes(table[48:56], "little") for table in (forged, genuine))
    forged[at:at + 40] = genuine[there:there + 40]
    forged[-8:] = xxh64(bytes(forged[at:-8])).to_bytes(8, "little")
    with open(path, "wb") as file:
        file.write(forged)


def told_of_published(tables, *options):
    """What info says of layer 0, and its run."""
    done = run("info", "--tables", tables, "--json", *options)
    layers = json.loads(done.stdout)["layers"] if done.stdout else []
    return [layer["published"] for layer in layers], done


def a_table_that_claims_to_be_published_is_found_out(folder):
    """info repeats what a table states; info --check reads what it holds."""
    full, forged, r_alone = (os.path.join(folder, name) for name in ("full", "forged", "r"))
    expect(run("solve", "--tables", full, "--seeds", "0", "--quiet").returncode == 0, "solve failed")
    expect(run("pack", "--tables", full, "--into", r_alone, "--columns", "r", "--quiet").returncode == 0,
           "pack failed")
    for tables in (full, r_alone):
        expect(told_of_published(tables)[0] == ["stated"], tables)
        expect(told_of_published(tables, "--check")[0] == ["yes"], tables)
    for column in ("0", "1"):
        shutil.rmtree(forged, ignore_errors=True)
        shutil.copytree(full, forged)
        path = os.path.join(forged, "kauri-6x12-00.kauri")
        subprocess.run([program.FORGE, path, "12345", column], check=True, timeout=HANGS)
        for options in ((), ("--check",)):
            expect(told_of_published(forged, *options)[0] == ["another"], "forged and honest")
        state_digests_of(path, os.path.join(full, "kauri-6x12-00.kauri"))
        expect(told_of_published(forged)[0] == ["stated"], "forged")
        found, done = told_of_published(forged, "--check")
        expect((found, done.returncode, done.stderr.count("\n")) == ([], 1, 1) and path in done.stderr,
               f"{found}: {done}")


CASES = [a_wrong_value_is_counted, an_impossible_board_is_refused]
PLAIN_CASES = [every_damaged_byte_is_found, a_table_that_claims_to_be_published_is_found_out]
