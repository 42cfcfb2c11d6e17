"""Measurements that are killed."""
import fcntl
import glob
import os
import signal
import subprocess

import program
from program import HANGS, expect, wait_for


def a_killed_measurement_is_cleaned_up(folder):
    """By the next one, which leaves a folder that is in use alone."""
    environment = dict(os.environ, TMPDIR=folder)

    def start_bench(*more):
        return subprocess.Popen([program.PATH, "bench", "--no-limits", "--threads", "1", "--quiet",
                                 *more],
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env=environment, start_new_session=True)
    def has_file(path):
        return any(os.scandir(path))
    killed = start_bench("--seeds", "2")
    wait_for(lambda: any(has_file(path) for path in glob.glob(os.path.join(folder, "*"))), killed)
    stale = set(os.listdir(folder))
    os.killpg(killed.pid, signal.SIGKILL)
    killed.communicate(timeout=HANGS)
    # A folder of another name is nobody's to remove.
    os.mkdir(os.path.join(folder, "kauri-notes"))
    used = start_bench("--seeds", "2")
    wait_for(lambda: set(os.listdir(folder)) - stale - {"kauri-notes"}, used)
    expect(not stale & set(os.listdir(folder)), "the stale folder is left")
    second = start_bench("--seeds", "0", "--holes", "2", "--cowries", "4")
    expect(second.wait(HANGS) == 0, second.stderr.read())
    second.communicate()
    expect(len(os.listdir(folder)) == 2, f"there are {os.listdir(folder)}")
    used.send_signal(signal.SIGTERM)
    used.communicate(timeout=HANGS)
    expect(os.listdir(folder) == ["kauri-notes"], f"left: {os.listdir(folder)}")


def a_measurement_ends_with_its_process(folder):
    """Its child would finish the layer first, and hold the folder and the memory until then."""
    killed = subprocess.Popen([program.PATH, "bench", "--no-limits", "--threads", "1", "--quiet",
                               "--seeds", "3"],
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, env=dict(os.environ, TMPDIR=folder),
                              start_new_session=True)
    try:
        wait_for(lambda: glob.glob(os.path.join(folder, "*", "*-01.kauri")), killed)
        killed.kill()
        killed.wait(HANGS)
        stale = glob.glob(os.path.join(folder, "*"))[0]
        held = os.open(stale, os.O_RDONLY)
        fcntl.flock(held, fcntl.LOCK_EX)  # waits for the child
        os.close(held)
        expect(not glob.glob(os.path.join(stale, "*-02.kauri")), "the child finished the layer")
    finally:
        try:
            os.killpg(killed.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


CASES = [a_killed_measurement_is_cleaned_up]
PLAIN_CASES = [a_measurement_ends_with_its_process]
