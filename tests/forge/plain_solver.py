"""Values of small boards, by repeating the definitions of docs/guide/RULES.md until nothing changes. It knows the
rules alone, and shares nothing with `kauri`.

A position is (seeds, cowries), as in scripts/reader/layer_index.py, whose moves are played here.
"""
import itertools

from layer_index import moves


def spread(things, holes):
    """All ways to put things into holes."""
    if holes == 1:
        yield (things,)
        return
    for first in range(things + 1):
        for rest in spread(things - first, holes - 1):
            yield (first,) + rest


def graph_of(layer, holes, cowries):
    """What each move of the positions of a layer leads to: (gain, whether it captures, position)."""
    graph = {}
    for position in itertools.product(spread(layer, 2 * holes), spread(cowries, 2 * holes)):
        stuck = layer == 0 and not any(position[1][:holes])
        graph[position] = [] if stuck else list(moves(*position, holes))
    return graph


def solve_layer(layer, holes, cowries, r):
    """Adds r of the positions of a layer to those of the lower ones. For each x > 0 it finds where the
    player to move can force r >= x, and where the opponent can force r <= -x; elsewhere, r is 0."""
    graph = graph_of(layer, holes, cowries)
    result = dict.fromkeys(graph, 0)
    for x in range(1, 3 * layer + 2):
        forced, held = set(), set()  # r >= x for the mover; r <= -x
        changed = True
        while changed:
            changed = False
            for position, options in graph.items():
                if position not in forced and any(
                        3 * gain - r[after] >= x if captures else after in held
                        for gain, captures, after in options):
                    forced.add(position)
                    changed = True
                if position not in held and (x == 1 if not options else all(
                        3 * gain - r[after] <= -x if captures else after in forced
                        for gain, captures, after in options)):
                    held.add(position)
                    changed = True
        result.update(dict.fromkeys(forced, x))
        result.update(dict.fromkeys(held, -x))
    r.update(result)


def distances(layer, holes, cowries, r):
    """dtc of the positions of a layer."""
    keeping = {position: [(captures, after) for gain, captures, after in options
                          if 3 * gain - r[after] == r[position]]
               for position, options in graph_of(layer, holes, cowries).items()}
    dtc = {position: 0 for position, options in keeping.items() if r[position] == 0 or not options}
    for plies in itertools.count(1):
        found = [position for position, options in keeping.items() if position not in dtc and
                 (any if r[position] > 0 else all)(captures or after in dtc for captures, after in options)]
        if not found:
            break
        dtc.update(dict.fromkeys(found, plies))
    assert len(dtc) == len(keeping)
    return dtc


def solve(holes, cowries, last):
    """The values (r, dtc) by position of each of the layers 0 to last."""
    r, layers = {}, []
    for layer in range(last + 1):
        solve_layer(layer, holes, cowries, r)
        layers.append({position: (r[position], dtc)
                       for position, dtc in distances(layer, holes, cowries, r).items()})
    return layers
