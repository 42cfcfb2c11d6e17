"""Questions whose answers are JSON, the steps of proofs, records that are written, and layers that are
checked: against the program."""
import os
import shutil
import tempfile
import unittest

from python_help import SOURCE, TABLES, kauri, program, read

GAMES = ("games", "claims", "article", "four-games.txt")
PROOF = os.path.join(SOURCE, "proofs", "start-f.proof")


@unittest.skipUnless(hasattr(kauri._library.lib, "kauri_answers_new"), "the library was built without answers")
class Asked(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tables = kauri.open(TABLES)
        cls.answers = kauri.Answers(cls.tables)

    @classmethod
    def tearDownClass(cls):
        cls.answers.close()
        cls.tables.close()

    def test_find_says_what_the_program_says(self):
        with tempfile.TemporaryDirectory() as folder:
            program("solve", "--tables", folder, "--holes", "3", "--cowries", "3", "--seeds", "3", "--json")
            with kauri.open(folder) as tables, kauri.Answers(tables) as answers:
                self.find_as_the_program(folder, tables, answers)

    def find_as_the_program(self, folder, tables, answers):
        for conditions, options in (
                ({"dtc": (10, None), "moves": 3, "limit": 5}, ["--dtc", "10..", "--moves", "3", "--longest", "5"]),
                ({"zugzwang": True, "limit": 3}, ["--zugzwang", "--longest", "3"]),
                ({"r": (None, -2), "mover_seeds": 1, "shortest": True, "limit": 4},
                 ["--r", "..-2", "--mover-seeds", "1", "--shortest", "4"]),
                ({"rules": "standard", "score": "28:29", "result": "draw", "holding": 1, "moves": (2, 3)},
                 ["--rules", "standard", "--score", "28:29", "--result", "draw", "--holding", "1", "--moves", "2..3",
                  "--longest", "20"])):
            found = answers.find(3, **conditions)
            told = program("find", "--tables", folder, "--seeds", "3", "--json", *options)
            self.assertEqual([(one.position, one.number, one.r, one.dtc, one.moves, one.other_r, one.holding)
                              for one in found.listed],
                             [(one["position"], one["index"], one["r"], one["dtc"], one["move_count"],
                               one.get("other_r"), one.get("holding")) for one in told])
            self.assertEqual(found.positions, len(tables.layer(3)))
            self.assertGreaterEqual(found.found, max(1, len(found.listed)))
        self.assertEqual(answers.find(0, r=0).listed, ())

    def test_a_game_is_annotated(self):
        text = read(*GAMES)
        game = self.answers.annotate(text, game=3, seconds=2)
        self.assertEqual((game["game"], game["south"]), (3, kauri.replay(text)[2].south))
        self.assertEqual([ply["played"]["move"] for ply in game["plies"] if not ply["pass"]],
                         [ply.move for ply in kauri.replay(text)[2].plies if ply.move != "-"])
        with self.assertRaises(kauri.BadRecord):
            self.answers.annotate("nothing")
        with self.assertRaisesRegex(kauri.BadInput, r"there is no game \(9\)"):
            self.answers.annotate(text, game=9)

    def test_other_questions_are_those_of_the_api(self):
        position = kauri.Position("0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 S 28:30")
        self.assertEqual(self.answers.ask("probe", position=position), program("probe", "--tables", TABLES, "--json", position)[0])
        self.assertEqual(len(self.answers.ask("opponents")["opponents"]), len(kauri.OPPONENTS))
        proof = self.answers.ask("search-proof", position="2,2/2,2 S", seconds=60)
        self.assertEqual(proof[:11], b"kauri-proof")
        for fault, name, given in ((kauri.BadInput, "nothing", {}), (kauri.BadInput, "probe", {"place": 1}),
                                   (kauri.BadInput, "probe", {"position": "x"}),
                                   (kauri.MissingLayer, "probe", {"position": kauri.Position.start()})):
            with self.assertRaises(fault):
                self.answers.ask(name, **given)

    def test_an_answer_is_followed_and_stopped(self):
        heard = []

        def hear(event, so_far):
            heard.append((event, so_far["bounds"]))
            return True

        answer = self.answers.ask("search", position=kauri.Position.start(), seconds=1000, progress=hear)
        self.assertEqual(heard[0][0], "bounds")
        self.assertEqual(answer["stop"], "signal")

    def test_closed_answers_answer_no_more(self):
        answers = kauri.Answers()
        with self.assertRaisesRegex(kauri.MissingLayer, "there are no tables here"):
            answers.find(1, r=1)
        answers.close()
        with self.assertRaises(ValueError):
            answers.ask("rules")


class Steps(unittest.TestCase):
    def test_a_proof_is_walked(self):
        steps = kauri.ProofSteps(PROOF)
        checked = kauri.check_proof(PROOF)
        self.assertEqual((steps.position, steps.r, len(steps), steps.digest, steps.tables),
                         (checked.position, checked.r, checked.steps, checked.digest, 0))
        # North follows the proof, South plays the first move: North is sure of r >= 3 all the time.
        position, value, north = steps.position, steps.r.low, True
        for ply in range(100):
            said = steps.find(position, prover_moves=north)
            if said is None or said.cited:
                break
            self.assertGreaterEqual(said.value, value)
            self.assertEqual(said.move is not None, north)
            move = said.move.upper() if north and position.side == "N" else said.move
            if not north:
                move = position.moves()[0]
            captured = position.captures(move)
            net = captured.own - captured.opponent
            value = said.value - 3 * net if north else said.value + 3 * net
            position, north = position.play(move), not north
        self.assertGreater(ply, 5)
        self.assertIsNone(steps.find(steps.position, prover_moves=False))
        self.assertEqual(steps[len(steps) - 1], steps[-1])
        self.assertEqual(steps.find(steps[5].position, steps[5].prover_moves), steps[5])
        with self.assertRaises(IndexError):
            steps[len(steps)]
        with self.assertRaises(kauri.BadPosition):
            steps.find("1/1 S", True)
        with self.assertRaises(FileNotFoundError):
            kauri.ProofSteps("nowhere")
        with self.assertRaises(kauri.BadProof):
            kauri.ProofSteps(os.path.join(SOURCE, "LICENSE"))


class Records(unittest.TestCase):
    def test_a_record_that_is_written_reads_back_as_the_same_game(self):
        for game in kauri.replay(read(*GAMES)):
            text = kauri.write_record([ply.move for ply in game.plies], south=game.south, north=game.north,
                                      date=game.date, number=4)
            again, = kauri.replay(text)
            self.assertEqual([ply.after for ply in again.plies], [ply.after for ply in game.plies])
            self.assertEqual((again.south, again.north, again.date), (game.south, game.north, game.date))
            self.assertTrue(text.startswith("(4) "))
        start = "2+1,1/0,0+1 N 3:4"
        again, = kauri.replay(kauri.write_record("B", start=start))
        self.assertEqual((again.start, again.plies[0].move), (start, "B"))
        for moves, fault in (("ab", kauri.BadMove), (["xx"], kauri.BadMove), ("", kauri.BadMove)):
            with self.assertRaises(fault):
                kauri.write_record(moves)
        with self.assertRaises(kauri.BadInput):
            kauri.write_record("a", rules="chess")


class Layers(unittest.TestCase):
    def test_a_layer_is_checked(self):
        with kauri.open(TABLES) as tables:
            layer, heard = tables.layer(0), []
            self.assertEqual(layer.verify(progress=lambda done, total: heard.append((done, total))), len(layer))
            self.assertTrue(all(0 <= done <= total == len(layer) for done, total in heard))
            self.assertTrue(heard)
            self.assertEqual(tables.layer(1).verify(sample=100, threads=2), 100)
            with self.assertRaises(kauri.KauriError) as caught:
                tables.layer(2).verify(progress=lambda done, total: True)
            self.assertEqual(caught.exception.status, kauri.Status.INTERRUPTED)

    def test_a_damaged_layer_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "kauri-6x12-00.kauri")
            shutil.copy(os.path.join(TABLES, "kauri-6x12-00.kauri"), name)
            with open(name, "r+b") as file:
                file.seek(5000)
                file.write(b"damage")
            with kauri.open(folder) as tables, self.assertRaises(kauri.DamagedTable):
                tables.layer(0).verify()


if __name__ == "__main__":
    unittest.main()
