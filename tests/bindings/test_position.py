"""Positions and moves, against the rules written down once more and against the program."""
import copy
import json
import pickle
import random
import unittest
import xml.dom.minidom

from python_help import kauri, program, random_text, random_texts

START = "5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S 0:0"


def by_the_rules(position, letter):
    """R3 to R6 of docs/guide/RULES.md: the position after a move and the captures."""
    holes = position.holes
    seeds, cowries, score = list(position.seeds), list(position.cowries), list(position.score)
    mover = "SN".index(position.side)
    captured = [0, 0]
    if letter != "-":
        place = "abcdefABCDEF".index(letter) % 6 + mover * holes
        hand = [0] * seeds[place] + [1] * cowries[place]
        seeds[place] = cowries[place] = 0
        for counter in hand:
            place = (place + 1) % (2 * holes)
            theirs = place // holes != mover
            if counter == 0 and theirs and seeds[place] == 0 and cowries[place] > 0:
                score[1 - mover] += 1
                captured[1] += 1
            elif counter == 0:
                seeds[place] += 1
            else:
                if theirs and cowries[place] == 0:
                    score[mover] += seeds[place]
                    captured[0] += seeds[place]
                    seeds[place] = 0
                cowries[place] += 1
    return seeds, cowries, score, "NS"[mover], tuple(captured)


class Positions(unittest.TestCase):
    def test_text_is_read_and_written(self):
        self.assertEqual(str(kauri.Position.start()), START)
        self.assertEqual(kauri.Position.start(2), kauri.Position.parse("5+1,5+1/5+1,5+1 S"))
        p = kauri.Position("7,0,0,0,0,0+1/0,0,0+2,0+1,0+1,5+7 N 30:18")
        self.assertEqual((p.holes, p.side, p.score, p.layer), (6, "N", (30, 18), 12))
        self.assertEqual(p.seeds, (7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5))
        self.assertEqual(p.cowries, (0, 0, 0, 0, 0, 1, 0, 0, 2, 1, 1, 7))
        self.assertEqual(repr(p), f"Position('{p}')")
        for text in random_texts(1, 200, range(61)):
            self.assertEqual(str(kauri.Position(text)), text)

    def test_a_position_is_a_value(self):
        p, q = kauri.Position(START), kauri.Position.start()
        self.assertIsNot(p, q)
        self.assertEqual(p, q)
        self.assertEqual(len({p, q, p.play("a")}), 2)
        self.assertEqual(p, START)
        self.assertEqual({START: 1}[p], 1)
        self.assertNotEqual(p, START.removesuffix(" 0:0"))
        self.assertNotEqual(kauri.Position("1/1 S 0:1"), kauri.Position("1/1 S 1:0"))
        for twin in (copy.copy(p), copy.deepcopy(p), pickle.loads(pickle.dumps(p)),
                     eval(repr(p), {"Position": kauri.Position}),  # pylint: disable=eval-used
                     kauri.Position.from_bytes(bytes(p)), kauri.Position(p)):
            self.assertEqual(p, twin)
        for name in ("holes", "_raw", "new"):
            with self.assertRaises(AttributeError):
                setattr(p, name, 1)
        with self.assertRaises(AttributeError):
            del p._raw
        self.assertEqual(str(p), START)

    def test_a_position_is_a_text_wherever_one_is_expected(self):
        p = kauri.Position("1/1 S")
        self.assertIsInstance(p, str)
        self.assertEqual(f"{p:>12}|{p:.3}|{p!s}", "   1/1 S 0:0|1/1|1/1 S 0:0")
        self.assertEqual("%-12s|" % p + "{:^11}|".format(p), "1/1 S 0:0   | 1/1 S 0:0 |")
        self.assertEqual(json.dumps({p: [p]}), '{"1/1 S 0:0": ["1/1 S 0:0"]}')
        self.assertIs(type(str(p)), str)
        self.assertEqual(" ".join(sorted([p, kauri.Position("1/0 S")])), "1/0 S 0:0 1/1 S 0:0")
        self.assertEqual(kauri.Position.at(2, 0, 1, 0).index, 0)  # not str.index

    def test_bad_positions_are_refused(self):
        for text in ("", "x", "1/1", "1,2/3 S", START + " 1:0", "0/0+13 S", "1\0/1 S", "\udcff", "ü", "ü/1 S"):
            with self.assertRaises(kauri.BadPosition) as caught:
                kauri.Position(text)
            self.assertIsInstance(caught.exception, kauri.KauriError)
            self.assertIsInstance(caught.exception, ValueError)
            self.assertEqual(caught.exception.status, kauri.Status.BAD_INPUT)
        self.assertIn("South's hole a", str(caught.exception))
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(again), again.status), (str(caught.exception), 3))
        raw = bytes(kauri.Position.start())
        for bad in (raw[:-1], raw + b"\0", b"\7" + raw[1:], raw[:4] + b"\xff" + raw[5:]):
            with self.assertRaises(kauri.BadPosition):
                kauri.Position.from_bytes(bad)
        for bad in ("1/1 S", 28, None):
            with self.assertRaises(TypeError):
                kauri.Position.from_bytes(bad)
        for bad in (None, 3, b"1/1 S", ["1/1 S"]):
            with self.assertRaises(TypeError):
                kauri.Position(bad)
        for holes in (0, 7, -1, 1 << 40):
            with self.assertRaises(kauri.BadInput):
                kauri.Position.start(holes)

    def test_moves_are_those_of_the_rules(self):
        draw = random.Random(2)
        for _ in range(400):
            holes = draw.randint(1, 6)
            p = kauri.Position(random_text(draw, draw.randint(0, 60), draw.randint(0, 12), holes))
            first = 0 if p.side == "S" else holes
            own = [("abcdef", "ABCDEF")[p.side == "N"][i] for i in range(holes)
                   if p.cowries[first + i] > 0]
            self.assertEqual(list(p.moves()), own or (["-"] if p.layer > 0 else []))
            for letter in p.moves():
                q = p.play(letter)
                seeds, cowries, score, side, captured = by_the_rules(p, letter)
                self.assertEqual((list(q.seeds), list(q.cowries), list(q.score), q.side),
                                 (seeds, cowries, score, side))
                self.assertEqual(p.captures(letter), captured)

    def test_several_moves_are_made_in_turn(self):
        p = kauri.Position.start()
        self.assertEqual(p.play("c", "D"), p.play("c").play("D"))
        self.assertEqual(p.play(), p)

    def test_bad_moves_are_refused(self):
        p = kauri.Position.start()
        for move in ("A", "g", "", "ab", "-", "pass", "a\0", "é"):
            with self.assertRaises(kauri.BadMove):
                p.play(move)
        with self.assertRaises(kauri.BadMove):
            p.play("a", "b")
        with self.assertRaisesRegex(TypeError, "^a move must be a str, not int$"):
            p.play(0)

    def test_numbers_are_ints(self):
        p = kauri.Position.start()
        for bad, name in ((1.0, "float"), (True, "bool"), ("1", "str"), (None, "NoneType")):
            for call, what in ((kauri.Position.start, "holes"), (p.final_score, "r"),
                               (lambda n: kauri.Position.at(n, 0), "seeds"),
                               (lambda n: kauri.Position.at(1, n), "index")):
                with self.assertRaisesRegex(TypeError, f"^{what} must be an int, not {name}$"):
                    call(bad)
        for text in (p.svg, lambda **what: p.svg(labels={"a": what["caption"]})):
            with self.assertRaisesRegex(TypeError, "^a (caption|label) must be a str, not int$"):
                text(caption=1)

    def test_indices_number_a_layer(self):
        draw = random.Random(3)
        for holes, cowries, seeds in ((6, 12, 3), (2, 4, 5), (1, 0, 0)):
            for index in [0] + [draw.randrange(60) % (1 if holes == 1 else 60) for _ in range(9)]:
                p = kauri.Position.at(seeds, index, holes, cowries)
                self.assertEqual((p.layer, p.index, sum(p.cowries), p.side), (seeds, index, cowries, "S"))
        for bad in ((61, 0), (-1, 0), (3, -1), (3, 1 << 64), (3, 492156392)):
            with self.assertRaises(kauri.BadInput):
                kauri.Position.at(*bad)

    def test_results_need_a_possible_value(self):
        p = kauri.Position("0,1/1+1,0 S 3:4")
        with self.assertRaises(kauri.BadInput):
            p.result(8)
        with self.assertRaises(kauri.BadInput):
            p.final_score(-8)
        with self.assertRaises(kauri.BadInput):
            p.result(1, "other")
        self.assertEqual(p.final_score(7), (5, 4))


class Drawings(unittest.TestCase):
    def test_drawings_are_those_of_the_program(self):
        for text in random_texts(4, 20, range(61)):
            p = kauri.Position(text)
            self.assertEqual(p.svg(), program("show", "--json", text)[0]["svg"])
            for move in p.moves():
                told = program("show", "--json", "--move", move, "--caption", "Süd & <Nord>", text)[0]
                self.assertEqual(told["position"], str(p.play(move)))
                self.assertEqual(told["svg"], p.play(move).svg(before=p, move=move,
                                                              caption="Süd & <Nord>"))
                self.assertEqual(tuple(told["last_move"]["captured"]), p.captures(move))

    def test_drawings_speak_german(self):
        p = kauri.Position("1+1,1/1,2+1 S")
        self.assertEqual(p.svg(language="de"), program("show", "--json", "--lang", "de", str(p))[0]["svg"])
        self.assertIn(">Süd ist am Zug<", p.svg(language="de"))
        with self.assertRaises(kauri.BadInput):
            p.svg(language="fr")

    def test_labels_stand_beside_their_holes(self):
        p = kauri.Position("1+1,1/1,2+1 S")
        svg = p.svg(labels={"a": "<+2>", "B": "zwölf"}, best="B")
        words = {node.firstChild.data: node for node in
                 xml.dom.minidom.parseString(svg).getElementsByTagName("text") if node.firstChild}
        self.assertEqual(words["<+2>"].getAttribute("x"), words["a"].getAttribute("x"))
        self.assertEqual(words["zwölf"].getAttribute("x"), words["B"].getAttribute("x"))
        self.assertEqual(words["zwölf"].getAttribute("font-weight"), "bold")
        self.assertEqual(words["<+2>"].getAttribute("font-weight"), "")
        self.assertNotIn("bewiesen", svg)
        self.assertIn(">bewiesen</text>", p.svg(seal="bewiesen"))
        for bad in ({"c": "x"}, {"": "x"}, {"ab": "x"}, {"-": "x"}, {"a": "x" * 33},
                    {"a": "\n"}, {"a": "\0"}):
            with self.assertRaises(kauri.BadInput):
                p.svg(labels=bad)
        with self.assertRaises(kauri.BadInput):
            p.svg(move="a")
        with self.assertRaises(kauri.BadMove):
            p.svg(before=p, move="b")
        with self.assertRaises(kauri.BadInput):
            p.svg(before=p, move="a")

    def test_a_notebook_gets_an_element(self):
        shown = kauri.Position.start()._repr_svg_()
        self.assertTrue(shown.startswith("<svg "))
        self.assertIn("South to move", shown)


if __name__ == "__main__":
    unittest.main()
