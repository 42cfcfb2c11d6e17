"""Measurements that are stopped."""
import glob
import os
import signal
import subprocess

import program
from program import HANGS, expect, wait_for


def a_stopped_measurement_leaves_nothing(folder):
    """It ends soon, and its temporary folder goes."""
    bench = subprocess.Popen([program.PATH, "bench", "--no-limits", "--threads", "1", "--quiet"],
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, env=dict(os.environ, TMPDIR=folder))
    wait_for(lambda: glob.glob(os.path.join(folder, "*", "*-00.kauri")), bench)
    bench.send_signal(signal.SIGTERM)
    _, said = bench.communicate(timeout=HANGS)
    expect(bench.returncode == 8, f"exit status {bench.returncode}: {said}")
    expect(os.listdir(folder) == [], f"left: {os.listdir(folder)}")


CASES = [a_stopped_measurement_leaves_nothing]
PLAIN_CASES = []
