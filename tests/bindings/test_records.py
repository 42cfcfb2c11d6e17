"""Game records, against the program."""
import os
import pickle
import unittest

from python_help import SOURCE, kauri, program, read

GAMES = os.path.join(SOURCE, "games", "claims", "article", "four-games.txt")


class Records(unittest.TestCase):
    def test_games_are_those_of_the_program(self):
        games = kauri.replay(read("games", "claims", "article", "four-games.txt"))
        told = program("replay", "--json", GAMES)
        self.assertEqual(len(games), 4)
        for game, other in zip(games, told):
            self.assertEqual((game.south, game.north, game.date),
                             (other["south"], other["north"], other["date"]))
            self.assertEqual(len(game.plies), len(other["plies"]))
            for ply, line in zip(game.plies, other["plies"]):
                self.assertEqual(ply.move, line["move"])
                self.assertEqual(str(ply.after), line["position"])
                self.assertEqual(ply.before.play(ply.move), ply.after)
                self.assertEqual(ply.before.captures(ply.move), ply.captured)
            self.assertEqual(game.end, game.plies[-1].after)
            self.assertEqual(game.start, kauri.Position.start())
            self.assertIsNone(game.fault)
        inserted = [ply for ply in games[3].plies if ply.inserted]
        self.assertEqual([(ply.move, ply.number) for ply in inserted], [("D", 24)])
        noted = [(ply.number, ply.move, ply.note) for ply in games[3].plies if ply.note]
        self.assertEqual(noted, [(35, "F", "A")])
        self.assertTrue(any(ply.differs for ply in games[0].plies))
        self.assertIn("Gering", games[3].result or games[3].north)

    def test_a_broken_record(self):
        text = "(1) A - B\n\n1. c D; 2. a a\n\n(2) C - Dé\n\n1. c! D; 2. f (+1) E\n"
        with self.assertRaises(kauri.BadRecord) as caught:
            kauri.replay(text)
        self.assertEqual(len(caught.exception.games), 1)
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(again), again.games), (str(caught.exception),
                                                     caught.exception.games))
        games = kauri.replay(text, partial=True)
        self.assertEqual([bool(game.fault) for game in games], [True, False])
        self.assertEqual(games[0].fault, str(caught.exception))
        self.assertEqual((games[1].south, games[1].north), ("C", "Dé"))
        plies = games[1].plies
        self.assertEqual([ply.move for ply in plies], ["c", "D", "f", "E"])
        self.assertEqual(plies[0].marks, "!")
        self.assertEqual((plies[2].written, plies[2].differs), ((1, 0), True))
        self.assertIsNone(plies[0].written)

    def test_pasted_texts_are_read_as_by_the_program(self):
        start = "0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 S 28:30"
        texts = (
            "> 1.\u202fe E 2. e 2\u2026F\n> 3. b {good} C x2 - draw\n",
            "| 1 | e | E |\n| 3 | e | F |\n\nAnna resigned.",
            f"Position: \u201c{start}\u201d\n\n1. a B; 2. d\u2011C",
            f"7. d -- 8. a\n\n{start}\n\nSome prose.",
        )
        for text in texts:
            games = kauri.replay(text, partial=True)
            status = 3 if any(game.fault for game in games) else 0
            told = program("replay", "--json", "-", lines=[text], status=status)
            self.assertEqual(len(games), len(told))
            for game, other in zip(games, told):
                self.assertEqual([ply.move for ply in game.plies],
                                 [ply["move"] for ply in other["plies"]])
                self.assertEqual(list(game.remarks), other["remarks"])
                # The program reads a line end behind the text.
                self.assertEqual([piece._asdict() for piece in game.pieces[:-1]],
                                 other["pieces"][:len(game.pieces) - 1])
                self.assertEqual(game.fault, other["fault"])
                if not game.fault:
                    self.assertEqual(game.result_agrees, (other["result"] or {}).get("agrees"))

    def test_results_are_compared(self):
        def agrees(result):
            return kauri.replay(f"Position 5,1+1/0+1,5 S 30:2\n1. b - {result}")[0].result_agrees
        self.assertIs(agrees("1-0"), True)
        self.assertIs(agrees("draw"), False)
        self.assertIsNone(agrees("a good game"))
        self.assertEqual(kauri.replay("1. e E; 5. e")[0].remarks,
                         ("line 1: the move numbers go from 1 to 5",))

    def test_texts_without_games(self):
        self.assertEqual(kauri.replay(""), [])
        self.assertEqual(kauri.replay("nothing here"), [])
        with self.assertRaises(kauri.BadRecord):
            kauri.replay("1. c\0 D")
        for bad, name in ((b"1. c", "bytes"), (3, "int"), (None, "NoneType")):
            with self.assertRaisesRegex(TypeError, f"^a record must be a str, not {name}$"):
                kauri.replay(bad)


if __name__ == "__main__":
    unittest.main()
