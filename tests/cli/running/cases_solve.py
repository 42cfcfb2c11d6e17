"""Runs that make tables: stopped, killed, continued, and two at once."""
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import time

import program
from program import HANGS, SHORT, contents, expect, run, wait_for

# Large enough to be interrupted in the middle, small enough for a few seconds.
LARGE = ["--seeds", "2", "--threads", "1"]


def start(folder, *more):
    return subprocess.Popen([program.PATH, "solve", "--tables", folder, *LARGE, *more],
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def a_signal_stops_cleanly(folder):
    parent = folder
    for number in (signal.SIGINT, signal.SIGTERM):
        folder = os.path.join(parent, number.name)
        process = start(folder, "--quiet")
        wait_for(lambda: "kauri-6x12-00.kauri" in contents(folder), process)
        process.send_signal(number)
        out, errors = process.communicate(timeout=HANGS)
        expect(process.returncode == 8, f"status {process.returncode}: {errors}")
        expect("stopped in layer" in errors and "begins again" in errors, errors)
        expect(out == "", out)
        expect(errors.startswith("kauri: ") and errors.count("\n") == 1, errors)
        expect(not glob.glob(os.path.join(folder, "*.tmp*")), "a temporary file is left")
        expect("kauri-6x12-02.kauri" not in contents(folder), "it was too fast to stop")


def stop_after_a_checkpoint(folder):
    """Stops a run inside a layer that has a checkpoint; returns its options.

    The faster the machine, the larger the layer that lasts until there is one.
    """
    for seeds, cowries in ((2, 10), (2, 12), (3, 12), (4, 12)):
        options = ["--seeds", str(seeds), "--cowries", str(cowries), "--threads", "1"]
        checkpoint = os.path.join(folder, f"kauri-6x{cowries}-0{seeds}.kauri.checkpoint")
        process = subprocess.Popen([program.PATH, "solve", "--tables", folder, *options,
                                    "--checkpoint", "1"],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        while process.poll() is None and not os.path.exists(checkpoint):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=HANGS)[1]
        if process.returncode != 0:
            expect(process.returncode == 8 and "last checkpoint" in errors, errors)
            return checkpoint, options
        for path in glob.glob(os.path.join(folder, "*.kauri")):
            os.remove(path)
    raise AssertionError("every layer was solved within a second")


def a_stopped_layer_is_gone_on_with(folder):
    """Inside the layer, from a checkpoint, in the same words that stopping promised."""
    checkpoint, options = stop_after_a_checkpoint(folder)
    with open(checkpoint, "r+b") as file:
        file.seek(5000)
        byte = file.read(1)
        file.seek(5000)
        file.write(bytes([byte[0] ^ 1]))
    done = run("solve", "--tables", folder, *options)
    expect(done.returncode == 5 and "remove it" in done.stderr, done.stderr)
    with open(checkpoint, "r+b") as file:
        file.seek(5000)
        file.write(byte)
    done = run("solve", "--tables", folder, *options)
    expect(done.returncode == 0, done.stderr)
    expect(re.search(r"layer \d: goes on from the checkpoint of [\d: -]+, [\d.]+ % done",
                     done.stderr), done.stderr)
    expect("from a checkpoint on" in done.stderr, done.stderr)
    expect(run("verify", "--tables", folder, "--quiet").returncode == 0, "wrong tables")


def a_killed_run_is_continued(folder):
    process = start(folder, "--quiet")
    wait_for(lambda: "kauri-6x12-00.kauri" in contents(folder), process)
    process.kill()
    process.communicate(timeout=HANGS)
    before = contents(folder)
    expect("kauri-6x12-02.kauri" not in before, "it was too fast to kill")
    # What a kill in the middle of writing leaves.
    with open(os.path.join(folder, "kauri-6x12-01.kauri.tmp-0123456789abcdef"), "wb") as file:
        file.write(b"half a table")
    done = run("solve", "--tables", folder, "--seeds", "1", "--json")
    expect(done.returncode == 0, done.stderr)
    layers = json.loads(done.stdout)["layers"]
    expect([layer["seeds"] for layer in layers] == [0, 1], done.stdout)
    expect(layers[0]["seconds"] is None, "layer 0 was solved again")
    expect(layers[0]["r"] == {"-1": 694141, "1": 657937}, done.stdout)
    expect(layers[1]["r"] == {"-4": 6075482, "-2": 1886488, "2": 2204876, "4": 6058090},
           done.stdout)
    expect([layer["max_dtc"] for layer in layers] == [86, 116], done.stdout)
    after = contents(folder)
    expect(all(after[name] == data for name, data in before.items()), "a table was changed")
    expect(not glob.glob(os.path.join(folder, "*.tmp*")), "a temporary file is left")


def a_stopped_packing_begins_again(folder):
    """A signal leaves nothing, and what a kill leaves is removed by the next run."""
    source, whole, into = (os.path.join(folder, name) for name in ("source", "whole", "into"))
    name = "kauri-6x12-01.kauri"
    expect(run("solve", "--tables", source, "--seeds", "1", "--quiet").returncode == 0, "solve failed")
    form = ["--seeds", "1", "--level", "12", "--page", "4K", "--threads", "1"]
    before = contents(source)

    def pack(target):
        return [program.PATH, "pack", "--tables", source, "--into", target, *form]

    def temporary():
        return glob.glob(os.path.join(into, name + ".tmp-*"))

    def stop(number):
        process = subprocess.Popen([*pack(into), "--quiet"], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_for(lambda: any(os.path.getsize(path) > 100000 for path in temporary()), process)
        process.send_signal(number)
        out, errors = process.communicate(timeout=HANGS)
        expect(out == "" and not contents(into), "it was too fast to stop")
        return process.returncode, errors

    expect(run(*pack(whole)[1:]).returncode == 0, "pack failed")
    status, errors = stop(signal.SIGINT)
    expect(status == 8 and errors == "kauri: stopped in layer 1\n", f"status {status}: {errors}")
    expect(not temporary(), f"left: {temporary()}")
    status, errors = stop(signal.SIGKILL)
    expect(status == -signal.SIGKILL and len(temporary()) == 1, f"status {status}: {errors}")
    done = run(*pack(into)[1:])
    expect(done.returncode == 0, done.stderr)
    expect(contents(into) == contents(whole), "the bytes differ")
    expect(sorted(os.listdir(into)) == [name, "kauri.lock"], f"left: {os.listdir(into)}")
    expect(contents(source) == before, "the source was changed")


def finished_layers_are_tidied(folder):
    """A kill between a finished table and the removal of what led to it leaves files for good."""
    expect(run("solve", "--tables", folder, *SHORT).returncode == 0, "solve failed")
    before = contents(folder)
    for seeds in (0, 1, 2):
        for name in ("checkpoint", "checkpoint.tmp-0123456789abcdef", "tmp-0123456789abcdef",
                     "work-history", "work-captures"):
            with open(os.path.join(folder, f"kauri-2x4-0{seeds}.kauri.{name}"), "wb") as file:
                file.write(b"left")
    # Also of layers above those that are asked for.
    done = run("solve", "--tables", folder, "--holes", "2", "--cowries", "4", "--seeds", "1")
    expect(done.returncode == 0 and done.stderr.count("finished before") == 2, done.stderr)
    left = [name for name in os.listdir(folder) if ".kauri." in name]
    expect(not left, f"left: {left}")
    expect(contents(folder) == before, "a table was changed")


def two_runs_do_not_meet(folder):
    process = start(folder, "--quiet")
    wait_for(lambda: os.path.exists(os.path.join(folder, "kauri-6x12-00.kauri")), process)
    second = run("solve", "--tables", folder, "--seeds", "0")
    process.kill()
    process.communicate(timeout=HANGS)
    expect(second.returncode == 7, f"status {second.returncode}: {second.stderr}")
    expect(second.stderr.count("\n") == 1 and folder in second.stderr, second.stderr)


def a_kill_while_a_table_is_written_leaves_nothing(folder):
    """The temporary file has a name of its own; the next run finds it."""
    pattern = os.path.join(folder, "kauri-6x12-01.kauri.tmp-*")
    for _ in range(5):
        process = start(folder, "--quiet")
        # On a busy machine the run may have ended before it is looked at.
        wait_for(lambda: glob.glob(pattern) or process.poll() is not None, process)
        process.kill()
        process.communicate(timeout=HANGS)
        if glob.glob(pattern):
            break
        os.remove(os.path.join(folder, "kauri-6x12-01.kauri"))
    expect(len(glob.glob(pattern)) == 1, "it was too fast to kill")
    done = run("solve", "--tables", folder, "--seeds", "1", "--quiet")
    expect(done.returncode == 0, done.stderr)
    expect(not glob.glob(pattern), "a temporary file is left")


def a_folder_that_is_only_read(folder):
    """Enough when nothing is left to do; otherwise the reason is told."""
    tables = os.path.join(folder, "tables")
    copy = os.path.join(folder, "kauri")
    shutil.copy(program.PATH, copy)
    expect(run("solve", "--tables", tables, *SHORT).returncode == 0, "solve failed")
    os.chmod(folder, 0o755)
    # The superuser may write anywhere.
    other = {"user": 65534} if os.geteuid() == 0 else {}
    for lock in (True, False):
        if not lock:
            os.chmod(tables, 0o755)
            os.remove(os.path.join(tables, "kauri.lock"))
        os.chmod(tables, 0o555)
        for seeds, status, told in (("2", 0, ""), ("3", 6, "Permission denied")):
            done = subprocess.run([copy, "solve", "--tables", tables, "--holes", "2",
                                   "--cowries", "4", "--seeds", seeds, "--quiet"],
                                  capture_output=True, text=True, timeout=HANGS, check=False,
                                  stdin=subprocess.DEVNULL, cwd="/", **other)
            expect(done.returncode == status and told in done.stderr,
                   f"{seeds} seeds: status {done.returncode}: {done.stderr}")
            expect(done.stderr.count("\n") == (status != 0), done.stderr)
    os.chmod(tables, 0o755)


def a_link_in_the_folder_leads_nowhere(folder):
    """A stopped run's work file that was replaced by a link is not written through."""
    victim = os.path.join(folder, "victim")
    tables = os.path.join(folder, "tables")
    os.mkdir(tables)
    with open(victim, "w", encoding="ascii") as file:
        file.write("somebody's work")
    checkpoint, options = stop_after_a_checkpoint(tables)
    history = checkpoint.replace("checkpoint", "work-history")
    if os.path.exists(history):
        os.remove(history)
    os.symlink(victim, history)
    done = run("solve", "--tables", tables, *options)
    expect(done.returncode in (0, 5), done.stderr)
    with open(victim, encoding="ascii") as file:
        expect(file.read() == "somebody's work", "the file outside was written")


CASES = [a_signal_stops_cleanly, a_killed_run_is_continued, finished_layers_are_tidied,
         two_runs_do_not_meet, a_folder_that_is_only_read]
PLAIN_CASES = [a_stopped_packing_begins_again, a_kill_while_a_table_is_written_leaves_nothing,
               a_stopped_layer_is_gone_on_with, a_link_in_the_folder_leads_nowhere]
