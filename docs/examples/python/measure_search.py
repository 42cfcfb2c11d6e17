#!/usr/bin/env python3
"""Measures a small search against exact values.

    docs/examples/python/measure_search.py TABLES SEEDS [POSITIONS [PLAYOUTS]]

Monte Carlo tree search (UCT) with random playouts chooses a move in random positions of a layer, as a
program does that knows the rules alone. The tables then say what each choice gave away.
"""
import math
import random
import sys

import kauri

PLIES = 40  # of a playout; captures so far count if it is not over then


class Node:
    def __init__(self, environment):
        self.environment = environment
        self.untried = environment.legal()
        self.children = {}
        self.visits = 0
        self.gain = 0.0  # of the player who moved here, summed over visits


def net(environment, player):
    score = environment.position.score
    return score[player] - score[1 - player]


def playout(environment, draw):
    """Plays at random from here, in a copy; the position at the end."""
    game = environment.copy()
    for _ in range(PLIES):
        if game.over:
            break
        game.step(draw.choice(game.legal()))
    return game


def visit(root, draw):
    path = [root]
    while path[-1].children and not path[-1].untried:
        node = path[-1]
        path.append(max(node.children.values(), key=lambda child: (
            child.gain / child.visits + 2 * math.sqrt(math.log(node.visits) / child.visits))))
    node = path[-1]
    if node.untried:
        action = node.untried.pop()
        game = node.environment.copy()
        game.step(action)
        node.children[action] = Node(game)
        path.append(node.children[action])
    end = playout(path[-1].environment, draw)
    for parent, child in zip([None] + path, path):
        child.visits += 1
        if parent is not None:
            child.gain += net(end, parent.environment.player)


def search(environment, playouts, draw):
    root = Node(environment)
    for _ in range(playouts):
        visit(root, draw)
    return max(root.children, key=lambda action: root.children[action].visits)


def main(arguments):
    if not 2 <= len(arguments) <= 4:
        sys.exit(__doc__)
    positions = int(arguments[2]) if len(arguments) > 2 else 40
    playouts = int(arguments[3]) if len(arguments) > 3 else 100
    draw = random.Random(1)
    with kauri.open(arguments[0]) as tables:
        environment = kauri.Environment(tables, seeds=int(arguments[1]))
        environment.reset(seed=1)
        chosen = {"at random": lambda: draw.choice(environment.legal()),
                  f"by {playouts} playouts": lambda: search(environment, playouts, draw)}
        kept, lost, count = dict.fromkeys(chosen, 0), dict.fromkeys(chosen, 0), 0
        while count < positions:
            exact = environment.oracle()
            if len(set(exact.values())) > 1:  # there is something to lose
                count += 1
                for name, choose in chosen.items():
                    value = exact[choose()]
                    kept[name] += value == max(exact.values())
                    lost[name] += (max(exact.values()) - value) / 3
            environment.reset()
        for name in chosen:
            print(f"{name}: best in {kept[name]} of {count} positions, {lost[name] / count:.2f} seeds lost a move")


if __name__ == "__main__":
    main(sys.argv[1:])
