"""Kauri as an environment for programs that learn."""
from __future__ import annotations

import copy
import random
from typing import Any, Dict, List, Optional, Set, Tuple

from . import _arrays
from ._arrays import Numbers
from ._errors import BadInput, BadMove, MissingLayer, Status
from ._position import Position
from ._tables import AnyPosition, Tables, layer_positions

Info = Dict[str, Any]


class Environment:
    """A game between two players who take turns, in the shape that learning programs expect:

        environment = kauri.Environment(tables, seeds=2)
        observation, info = environment.reset(seed=1)
        while not over:
            action = environment.legal()[0]
            observation, reward, over, _, info = environment.step(action)

    An action is a hole of the player to move, 0 the leftmost; passes (R7) are played by themselves, so
    the player who moved may be the next to move. An observation is seen by the player to move: 4 x
    holes + 2 numbers, the seeds of the own holes and of the opponent's in sowing order, the cowries in
    the same order, and the captures of the player and of the opponent. The reward is that of the
    player who moved: "result" gives 1, 0 or -1 at the end, "captures" what a move captures for the
    player less what it captures for the opponent. A game ends by the rules, or with the first
    position that comes again, since play may then go on forever and captures nothing more (R10).

    info has `player`, 0 for South or 1 for North, who moves next; `mask`, 1 for each legal action; and
    `position`.

    tables: for `oracle`, None for none. seeds: a game begins with a position of this layer, all with the
    same chance, and captures so far that are as equal as they can be; None: with the start of the game.
    holes, cowries: those of the board, if there are no tables that have them.
    """

    def __init__(self, tables: Optional[Tables] = None, *, seeds: Optional[int] = None, holes: int = 6,
                 cowries: int = 12, rules: str = "standard", reward: str = "result") -> None:
        if rules not in ("standard", "tie-breaker") or reward not in ("result", "captures"):
            raise BadInput('the rules are "standard" or "tie-breaker", the reward is "result" or "captures"', 2)
        self.tables, self.seeds, self.rules, self.reward = tables, seeds, rules, reward
        self.holes = holes if tables is None else tables.holes
        self.cowries = cowries if tables is None else tables.cowries
        self._draw = random.Random()
        self.position = Position.start(self.holes)
        self.over = False
        self._seen: Set[bytes] = set()

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, AnyPosition]] = None) -> Tuple[Numbers, Info]:
        """Begins a game and returns its first observation and info. The same seed gives the same
        positions from then on; options={"position": p} begins with p."""
        if seed is not None:
            self._draw.seed(seed)
        if options is not None and "position" in options:
            self.position = Position(options["position"])
        elif self.seeds is None:
            self.position = Position.start(self.holes)
        else:
            self.position = self._random(self.seeds)
        self._seen = set()
        self._settle()
        return self.observation(), self.info()

    def step(self, action: int) -> Tuple[Numbers, float, bool, bool, Info]:
        """Plays an action: the observation and info of the next player to move, the reward of the
        player who moved, and whether the game is over; it is never cut short. BadMove if the action is
        not legal."""
        if action not in self.legal():
            raise BadMove(f"{action} is not one of the legal actions {self.legal()}", 3)
        mover = self.player
        move = "abcdefABCDEF"[action + 6 * mover]
        captured = self.position.captures(move)
        self.position = self.position.play(move)
        self._settle()
        reward = float(captured.own - captured.opponent)
        if self.reward == "result":
            reward = float(self.result(mover)) if self.over else 0.0
        return self.observation(), reward, self.over, False, self.info()

    @property
    def player(self) -> int:
        """The player to move, 0 for South or 1 for North."""
        return "SN".index(self.position.side)

    def legal(self) -> List[int]:
        """The legal actions; none if the game is over."""
        return [] if self.over else ["abcdefABCDEF".index(move) % 6 for move in self.position.moves()]

    def result(self, player: int) -> int:
        """1, 0 or -1 for a player: the result by the captures now and, in a tie-breaker that is over, by
        the cowries. It is that of the game once this is over."""
        lead = self.position.score[player] - self.position.score[1 - player]
        if lead == 0 and self.rules == "tie-breaker" and self.position.layer == 0 and not self.position.moves():
            return -1 if player == self.player else 1  # who is to move is stuck (R9)
        return (lead > 0) - (lead < 0)

    def oracle(self) -> Dict[int, int]:
        """The exact r of each legal action for the player to move, its captures included, from the
        tables. MissingLayer where they do not cover the position, as where there are none."""
        if self.tables is None:
            raise MissingLayer("the environment has no tables", Status.MISSING)
        return {} if self.over else {"abcdefABCDEF".index(move.move) % 6: move.value.r
                                     for move in self.tables.probe(self.position).moves}

    def observation(self) -> Numbers:
        """What the player to move sees."""
        seeds, cowries, score = self.position.seeds, self.position.cowries, self.position.score
        turn, mine = self.holes * self.player, self.player
        seen = _arrays.zeros(4 * self.holes + 2, "uint8")
        for place, number in enumerate((*seeds[turn:], *seeds[:turn], *cowries[turn:], *cowries[:turn],
                                        score[mine], score[1 - mine])):
            seen[place] = number
        numbers: Numbers = seen
        return numbers

    def info(self) -> Info:
        """The player to move, the legal actions as a mask, and the position."""
        mask, legal = _arrays.zeros(self.holes, "uint8"), self.legal()
        for action in legal:
            mask[action] = 1
        return {"player": self.player, "mask": mask, "position": self.position}

    def copy(self) -> "Environment":
        """The same game, to be played on by itself, for a search; it shares the tables."""
        other = copy.copy(self)
        other._seen = set(self._seen)
        other._draw = random.Random(self._draw.random())
        return other

    def _random(self, seeds: int) -> Position:
        count = layer_positions(self.holes, self.cowries, seeds)
        raw = bytearray(bytes(Position.at(seeds, self._draw.randrange(count), self.holes, self.cowries)))
        captured = 10 * self.holes - seeds
        raw[2], raw[3] = captured // 2, captured - captured // 2
        return Position.from_bytes(bytes(raw))

    def _settle(self) -> None:
        """Plays a pass, and notes whether the game is over."""
        while True:
            raw, position = bytes(self.position), self.position
            ended = position.layer == 0 and (
                self.rules == "standard" or position.score[0] != position.score[1] or not position.moves())
            self.over = ended or raw in self._seen
            self._seen.add(raw)
            if self.over or position.moves() != ("-",):
                return
            self.position = position.play("-")
