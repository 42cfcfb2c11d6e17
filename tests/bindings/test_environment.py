"""The environment for programs that learn, against positions and tables."""
import os
import random
import re
import unittest

from python_help import LONG, PACKAGE, SOURCE, TABLES, kauri, read
from test_package import python


def play_out(environment, draw, seed, **reset):
    """Plays at random and checks every step; the rewards of South and North."""
    rewards, over = [0.0, 0.0], False
    seen, info = environment.reset(seed=seed, **reset)
    for _ in range(2000):
        position, player = environment.position, environment.player
        turn = environment.holes * player
        assert list(seen) == [*position.seeds[turn:], *position.seeds[:turn], *position.cowries[turn:],
                              *position.cowries[:turn], position.score[player], position.score[1 - player]]
        assert [action for action, may in enumerate(info["mask"]) if may] == environment.legal()
        assert (info["player"], info["position"]) == (player, position)
        if environment.over:
            return rewards
        letters = "abcdef" if player == 0 else "ABCDEF"
        assert [letters[action] for action in environment.legal()] == list(position.moves())
        action = draw.choice(environment.legal())
        after = position.play(letters[action])
        seen, reward, over, cut, info = environment.step(action)
        assert environment.position in (after, after.play("-") if after.moves() == ("-",) else after)
        assert (over, cut) == (environment.over, False)
        rewards[player] += reward
    raise AssertionError("the game does not end")


class Games(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tables = kauri.open(TABLES)

    @classmethod
    def tearDownClass(cls):
        cls.tables.close()

    def test_random_games_end_with_the_right_rewards(self):
        draw = random.Random(3)
        for number in range(40):
            rules = draw.choice(["standard", "tie-breaker"])
            seeds, holes = draw.choice([(None, 6), (None, 3), (4, 3), (5, 6)])
            board = {"seeds": seeds, "holes": holes, "cowries": 2 * holes, "rules": rules}
            environment = kauri.Environment(**board, reward="captures")
            gained = play_out(environment, draw, number)
            start = environment.reset(seed=number)[1]["position"].score
            lead = lambda score: score[0] - score[1]
            environment = kauri.Environment(**board)
            won = play_out(environment, draw, number)
            end = environment.position
            self.assertIn(sum(won), (-1, 0, 1))
            self.assertEqual(won[0] or -won[1], environment.result(0))
            self.assertEqual(environment.result(0), -environment.result(1))
            if lead(end.score) != 0:
                self.assertEqual(environment.result(0), 1 if lead(end.score) > 0 else -1)
            self.assertEqual(sum(start), 10 * holes - (seeds or 10 * holes))
            self.assertEqual(abs(lead(start)), sum(start) % 2)
            self.assertNotEqual(gained, None)

    def test_captures_add_up(self):
        environment = kauri.Environment(reward="captures")
        for seed in range(5):
            rewards = play_out(environment, random.Random(seed), seed)
            south, north = environment.position.score
            self.assertEqual(rewards[0] - rewards[1], south - north)

    def test_the_oracle_is_exact(self):
        environment = kauri.Environment(self.tables, seeds=2, reward="captures")
        for seed in range(30):
            environment.reset(seed=seed)
            self.assertEqual(environment.position.layer, 2)
            exact = environment.oracle()
            self.assertEqual(max(exact.values()), self.tables.value(environment.position).r)
            for action in environment.legal():
                game = environment.copy()
                _, reward, over, _, info = game.step(action)
                if not over:
                    sign = 1 if game.player == environment.player else -1
                    self.assertEqual(exact[action], 3 * reward + sign * self.tables.value(info["position"]).r)
            self.assertEqual(sorted(exact), environment.legal())
        environment.reset(options={"position": kauri.Position.start()})
        for environment in (environment, kauri.Environment()):
            with self.assertRaises(kauri.MissingLayer):
                environment.oracle()

    def test_passes_are_played_and_repetitions_end_a_game(self):
        environment = kauri.Environment()
        passed = "13+1,5+1,3,1,2+1,10+9/1,1,4,4,6,6 N 0:4"
        _, info = environment.reset(options={"position": passed})
        self.assertEqual((info["player"], environment.position), (0, kauri.Position(passed).play("-")))
        endless = kauri.Environment(holes=1, cowries=2, rules="tie-breaker")
        endless.reset(options={"position": "0+1/0+1 S 5:5"})
        self.assertFalse(endless.step(0)[2])
        _, reward, over, _, _ = endless.step(0)
        self.assertEqual((reward, over, endless.result(0), endless.legal()), (0, True, 0, []))
        stuck = kauri.Environment(holes=1, cowries=2, rules="tie-breaker")
        stuck.reset(options={"position": "0/0+2 S 5:5"})
        self.assertEqual((stuck.over, stuck.result(0), stuck.result(1)), (True, -1, 1))
        stuck = kauri.Environment(holes=1, cowries=2)
        stuck.reset(options={"position": "0/0+2 S 5:5"})
        self.assertEqual((stuck.over, stuck.result(0)), (True, 0))

    def test_seeds_repeat_and_faults_are_told(self):
        environment = kauri.Environment(seeds=3)
        first = [environment.reset(seed=5)[1]["position"], environment.reset()[1]["position"]]
        self.assertEqual(first, [environment.reset(seed=5)[1]["position"], environment.reset()[1]["position"]])
        self.assertNotEqual(*first)
        game = environment.copy()
        before = environment.position
        game.step(game.legal()[0])
        self.assertEqual(environment.position, before)
        with self.assertRaises(kauri.BadMove):
            environment.step(6)
        for wrong in ({"rules": "chess"}, {"reward": "score"}):
            with self.assertRaises(kauri.BadInput):
                kauri.Environment(**wrong)
        with self.assertRaises(kauri.BadInput):
            kauri.Environment(seeds=61).reset()

    @unittest.skipUnless(LONG, "scripts/check/test-long does this")
    def test_the_measured_search_is_as_good_as_the_document_says(self):
        done = python(os.path.join(SOURCE, "docs", "examples", "python", "measure_search.py"), TABLES, "2",
                      PYTHONPATH=PACKAGE, KAURI_LIBRARY=os.environ["KAURI_LIBRARY"])
        self.assertEqual(done.stderr, "")
        shown = re.findall(r"^    (.*: best in .*\n)", read("docs", "reference", "API.md"), re.M)
        self.assertEqual(done.stdout, "".join(shown))
        lost = [float(number) for number in re.findall(r"([\d.]+) seeds lost", done.stdout)]
        self.assertLess(lost[1], lost[0])


if __name__ == "__main__":
    unittest.main()
