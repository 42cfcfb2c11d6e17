#!/usr/bin/env python3
"""Draws how often each value and each distance occur in a layer.

    docs/examples/python/histogram.py TABLES SEEDS IMAGE

Reads the layer in pieces, so that it need not fit into memory, and needs NumPy and matplotlib.
IMAGE is a file such as layer-2.png.
"""
import sys

import kauri
import matplotlib
import numpy

matplotlib.use("Agg")  # draws into files, without a window
from matplotlib import pyplot, ticker  # noqa: E402

GREY = "#c8c8c8"
DARK = "#30506e"


def count(layer):
    """How many positions have each net, by outcome of the cowrie phase, and each dtc."""
    limit = 3 * layer.seeds + 1
    by_r = numpy.zeros(2 * limit + 1, "int64")  # r = -limit .. limit
    by_dtc = numpy.zeros(1, "int64")
    for _, (r, dtc) in layer.chunks():
        by_r += numpy.bincount(r + limit, minlength=len(by_r))
        found = numpy.bincount(dtc)
        if len(found) > len(by_dtc):
            by_dtc = numpy.pad(by_dtc, (0, len(found) - len(by_dtc)))
        by_dtc[:len(found)] += found
    return by_r, by_dtc


def draw_r(axes, by_r, seeds):
    """Two bars for each net: r = 3 net - 1 (cowrie phase lost) and 3 net + 1 (won)."""
    total = by_r.sum()
    limit = 3 * seeds + 1
    nets = numpy.arange(-seeds, seeds + 1)
    for shift, name, colour in ((-1, "cowrie phase lost", GREY), (1, "cowrie phase won", DARK)):
        shares = 100 * by_r[3 * nets + shift + limit] / total
        axes.bar(nets + 0.2 * shift, shares, 0.38, label=name, color=colour, edgecolor="black",
                 linewidth=0.6)
    axes.set_xticks(nets, [f"{net:+d}" if net else "0" for net in nets])
    axes.set_xlabel("net: seeds still captured by the player to move\nminus those by the opponent")
    axes.set_ylabel("share of the positions")
    axes.yaxis.set_major_formatter(ticker.PercentFormatter(decimals=0))
    endless = by_r[3 * nets + limit].sum()
    title = "Values" if endless == 0 else f"Values (and {endless:,} where play never ends)"
    axes.set_title(title, loc="left")
    axes.legend(frameon=False)


def draw_dtc(axes, by_dtc, seeds):
    """A logarithmic scale: long distances are rare."""
    plies = numpy.arange(len(by_dtc))
    shown = by_dtc > 0
    axes.bar(plies[shown], by_dtc[shown], 1.0, color=DARK, edgecolor="white", linewidth=0.3)
    axes.set_yscale("log")
    axes.set_ylim(bottom=0.7)
    axes.set_xlim(-1, len(by_dtc) + 1)
    axes.set_xlabel("dtc: plies to the "
                    + ("next capture" if seeds > 0 else "end of the cowrie phase"))
    axes.set_ylabel("positions")
    longest = len(by_dtc) - 1
    axes.annotate(f"longest: {longest} plies", (longest, 1.15 * by_dtc[longest]), (0.98, 0.9),
                  textcoords="axes fraction", ha="right",
                  arrowprops={"arrowstyle": "->", "relpos": (0.97, 0)})
    axes.set_title("Distances", loc="left")


def main(arguments):
    if len(arguments) != 3:
        sys.exit("usage: histogram.py TABLES SEEDS IMAGE")
    folder, seeds, image = arguments
    with kauri.open(folder) as tables:
        layer = tables.layer(int(seeds))
        by_r, by_dtc = count(layer)
        figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4.4), layout="constrained")
        plural = "seed" if layer.seeds == 1 else "seeds"
        figure.suptitle(f"Kauri, {layer.seeds} {plural} on the board: {len(layer):,} positions",
                        fontweight="bold")
        draw_r(left, by_r, layer.seeds)
        draw_dtc(right, by_dtc, layer.seeds)
        for axes in (left, right):
            axes.spines[["top", "right"]].set_visible(False)
            axes.grid(axis="y", color="#e6e6e6")
            axes.set_axisbelow(True)
        figure.savefig(image, dpi=150)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except kauri.KauriError as fault:
        sys.exit(f"histogram.py: {fault}")
