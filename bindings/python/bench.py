#!/usr/bin/env python3
"""Compares Tables.probe_many with the C function that it calls.

    bindings/python/bench.py TABLES [--seeds N] [--count N] [--rounds N] [--threads N]

Draws random positions of a layer and looks them up several times in turn: by kauri_probe_many with
room made before, by probe_many on an array, and by probe_many on a list of Position objects. A
round before that is not counted fills the cache. Prints the best time of each, and the processor
time of all threads, which other programs on the machine disturb less.
"""
import argparse
import ctypes
import os
import random
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import kauri  # noqa: E402
from kauri import _library  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description="Compares probe_many with the C function.")
    parser.add_argument("tables", metavar="TABLES", help="folder of the tables")
    parser.add_argument("--seeds", type=int, default=3, help="layer (default 3)")
    parser.add_argument("--count", type=int, default=1_000_000,
                        help="positions (default 1000000)")
    parser.add_argument("--rounds", type=int, default=5, help="default 5")
    parser.add_argument("--threads", type=int, default=1, help="default 1; 0: one per processor")
    arguments = parser.parse_args()
    with kauri.open(arguments.tables) as tables:
        layer = tables.layer(arguments.seeds)
        draw = random.Random(1)
        positions = [layer.position(draw.randrange(len(layer))) for _ in range(arguments.count)]
        rows = kauri.pack_positions(positions)
        values = (_library.RawValue * arguments.count)()
        statuses = (ctypes.c_int * arguments.count)()
        packed = bytes(rows)

        def call_c():
            with tables._handle as handle:
                status = _library.lib.kauri_probe_many(
                    handle, packed, arguments.count, ctypes.byref(values),
                    ctypes.byref(statuses), arguments.threads, None)
            assert status == 0 and not any(statuses)

        def check(batch):
            assert all(int(batch.r[i]) == values[i].r and int(batch.dtc[i]) == values[i].dtc
                       for i in range(0, arguments.count, 997))

        ways = {
            "kauri_probe_many in C": call_c,
            "probe_many, array": lambda: tables.probe_many(rows, threads=arguments.threads),
            "probe_many, list": lambda: tables.probe_many(positions, threads=arguments.threads),
        }
        call_c()
        times = {name: [] for name in ways}
        for _ in range(arguments.rounds):
            for name, way in ways.items():
                begin, used = time.perf_counter(), time.process_time()
                batch = way()
                times[name].append((time.perf_counter() - begin, time.process_time() - used))
                if batch is not None:
                    check(batch)
    numpy = sys.modules.get("numpy")
    print(f"{arguments.count} random positions of layer {arguments.seeds}, "
          f"{arguments.threads or 'all'} threads, {arguments.rounds} rounds; libkauri "
          f"{kauri.library_version()}, Python {sys.version.split()[0]}, "
          f"NumPy {numpy.__version__ if numpy else 'absent'}")
    base = min(used for _, used in times["kauri_probe_many in C"])
    for name, taken in times.items():
        best = min(wall for wall, _ in taken)
        used = min(used for _, used in taken)
        print(f"{name:22} {best:7.3f} s, {arguments.count / best:9,.0f} values/s; processor time "
              f"{used:7.3f} s, {arguments.count / used:9,.0f} values/s, {used / base:.2f} of C")


if __name__ == "__main__":
    main()
