"""Searches above the tables, proofs and the engine: against the tables, the program and each other."""
import copy
import json
import os
import pickle
import signal
import tempfile
import threading
import time
import unittest

from python_help import BOOK, TABLES, kauri, program, random_texts

# Searched without a limit of time, because a busy machine or qemu may take minutes.
ABOVE = "0+2,0,1+1,0,2+4,0+1/2+1,1+3,0,2,0,2 S 25:25"  # r = 25, some 120,000 positions
HARD = "0+1,3,0,2+1,1+2,2+2/0+1,3+1,0,1,2+3,0+1 S 22:24"
SMALL = random_texts(7, 20, layers=(3, 4), cowries=4, holes=2)


def interrupt_soon(seconds=0.4):
    """Ctrl-C from elsewhere."""
    threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT)).start()


class Searches(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tables = kauri.open(TABLES)

    @classmethod
    def tearDownClass(cls):
        cls.tables.close()

    def test_search_says_what_the_program_says(self):
        for text in SMALL:
            told, = program("search", "--no-tables", "--json", text)
            found = kauri.search(text, threads=1)
            self.assertTrue(found.decided and found.r.exact)
            self.assertEqual(found.r.low, told["r"])
            self.assertEqual(found.standard, told["standard"]["result"])
            self.assertEqual(found.tie_breaker, told["tie_breaker"]["result"])
            self.assertEqual({move.move for move in found.moves},
                             {move["move"] for move in told["moves"]})
            if found.line is not None:
                position = found.position
                for step in found.line:
                    self.assertEqual(step.position, position)
                    self.assertIsNone(step.value)
                    position = position.play(step.move)
                self.assertEqual(position, found.line.last)

    def test_the_tables_end_the_search(self):
        found = kauri.search(ABOVE, self.tables, seconds=0)
        self.assertEqual(found.r, (25, 25))
        self.assertEqual((found.standard, found.tie_breaker, found.stop), ("win", "win", None))
        self.assertTrue(found.moves[0].best)
        self.assertEqual(str(found.r), "+25")
        stored = [step for step in found.line if step.value is not None]
        self.assertTrue(stored)
        self.assertEqual(stored[0].value, self.tables.value(stored[0].position))
        covered = stored[0].position
        looked_up = kauri.search(covered, self.tables)
        self.assertEqual((looked_up.nodes, looked_up.r.low),
                         (0, self.tables.value(covered).r))
        self.assertEqual(looked_up.moves[0].dtc, self.tables.probe(covered).moves[0].value.dtc)

    def test_goals_and_limits(self):
        with kauri.Search(self.tables) as search:
            part = search.run(HARD, seconds=0.1)
            self.assertEqual((part.decided, part.stop, part.line), (False, "time", None))
            self.assertIn(" to ", str(part.r))
            self.assertEqual(search.run(HARD, nodes=1000).stop, "nodes")
            won = search.run(ABOVE, "standard", seconds=0)
            self.assertEqual((won.decided, won.standard), (True, "win"))
            self.assertTrue(search.run(ABOVE, at_least=1, seconds=0).r.low >= 1)
            brief = search.run(ABOVE, value_only=True, seconds=0)
            self.assertEqual((brief.r.low, brief.line), (25, None))
            self.assertLess(search.run(ABOVE, seconds=0).nodes, brief.nodes)  # it is in memory
        with self.assertRaisesRegex(ValueError, "the search is closed"):
            search.run(ABOVE)
        for arguments in ({"goal": "win"}, {"seconds": -1}, {"seconds": float("nan")},
                          {"nodes": -1}, {"at_least": 200}):
            with self.assertRaises(kauri.BadInput):
                kauri.search(ABOVE, **arguments)
        for arguments in ({"threads": 5000}, {"memory_bytes": 1 << 64}):
            with self.assertRaises(kauri.BadInput):
                kauri.Search(**arguments)
        with self.assertRaises(kauri.BadPosition):
            kauri.search("5,1+1/0,0 S", self.tables)
        self.assertEqual(kauri.search(HARD, memory_bytes=1).stop, "memory")

    def test_answers_can_be_written_as_json_and_formatted(self):
        found = kauri.search(ABOVE, self.tables, seconds=0)
        analysis = kauri.analyse(ABOVE, nodes=1000)
        texts = random_texts(41, 3)
        line = self.tables.line(texts[0])
        for answer in (self.tables.probe(texts[0]), line, self.tables.probe_roots(texts), found, analysis,
                       kauri.replay("1. e E; 2. e F; 3. b C (+2)"), self.tables.value(texts[0])):
            self.assertEqual(json.loads(json.dumps(answer)), json.loads(json.dumps(answer, indent=1)))
        written = json.loads(json.dumps(line))
        self.assertEqual([(kauri.Position(step[0]), step[1]) for step in written],
                         [(step.position, step.move) for step in line])
        for answer in (found.r, line, found.line, analysis.lines[0], found.position):
            self.assertEqual(f"{answer:>600}", str(answer).rjust(600))
            self.assertEqual(f"{answer}", str(answer))
        self.assertEqual(pickle.loads(pickle.dumps(line)), line)
        twin = copy.copy(line)
        self.assertEqual((twin, twin.last, twin.end, twin.repeats_from),
                         (line, line.last, line.end, line.repeats_from))
        self.assertEqual(line[1:3], line.steps[1:3])

    def test_progress_follows_stops_and_may_fail(self):
        heard = []
        here = threading.get_ident()

        def follow(so_far):
            self.assertEqual(threading.get_ident(), here)
            heard.append(so_far)
            return len(heard) == 3

        found = kauri.search(HARD, self.tables, progress=follow)
        self.assertEqual((found.stop, len(heard)), ("request", 3))
        self.assertTrue(all(so_far.line is None and not so_far.decided for so_far in heard))
        self.assertGreaterEqual(found.r.low, heard[-1].r.low)

        def fail(_so_far):
            raise ZeroDivisionError

        with kauri.Search(self.tables) as search:
            began = time.monotonic()
            with self.assertRaises(ZeroDivisionError):
                search.run(HARD, progress=fail)
            self.assertLess(time.monotonic() - began, 20)
            self.assertEqual(search.run(ABOVE, seconds=0).r.low, 25)

    def test_ctrl_c_stops_and_the_search_stays_usable(self):
        with kauri.Search(self.tables) as search, kauri.Engine() as engine:
            for work in (lambda: search.run(HARD, seconds=0),
                         lambda: search.run(HARD, seconds=0, progress=lambda _: None),
                         lambda: engine.analyse(kauri.Position.start(), seconds=0),
                         lambda: engine.analyse(kauri.Position.start(), seconds=300)):
                began = time.monotonic()
                with self.assertRaises(KeyboardInterrupt):
                    interrupt_soon()  # which on a busy machine may come before the work begins
                    work()
                self.assertLess(time.monotonic() - began, 20)
            self.assertEqual(search.run(ABOVE, seconds=0).r.low, 25)
            self.assertTrue(engine.analyse(ABOVE, depth=3).lines)

    def test_threads_take_turns(self):
        found = []
        with kauri.Search(self.tables) as search:
            threads = [threading.Thread(target=lambda: found.append(search.run(ABOVE, seconds=0).r))
                       for _ in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(found, [(25, 25)] * 3)

    def test_tables_stay_open_for_a_search(self):
        tables = kauri.open(TABLES)
        with kauri.Search(tables) as search, kauri.Engine(tables) as engine:
            tables.close()
            self.assertEqual(search.run(ABOVE, seconds=0).r.low, 25)
            self.assertTrue(engine.analyse(ABOVE, depth=3).lines)
        with self.assertRaises(ValueError):
            kauri.Search(tables)


class Proofs(unittest.TestCase):
    def test_proofs_are_written_checked_and_cited(self):
        with kauri.open(TABLES) as tables, tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.proof")
            with kauri.Search(tables) as search:
                with self.assertRaisesRegex(kauri.BadInput, "nothing was searched"):
                    search.write_proof(path)
                moves = search.run(ABOVE, value_only=True, seconds=0).moves
                after = next(move.position for move in moves if move.best)
                search.run(after, value_only=True, seconds=0)
                written = search.write_proof(path)
                with self.assertRaises(kauri.BadInput):
                    search.write_proof(path)
                # Not the repairs: what the first writing searched again is in memory for the second.
                again = search.write_proof(path, replace=True)
                self.assertEqual((again.steps, again.digest), (written.steps, written.digest))
            proof = kauri.check_proof(path, tables)
            self.assertEqual((proof.position, proof.r), (after, (-25, -25)))
            self.assertEqual((proof.steps, proof.digest), (written.steps, written.digest))
            self.assertEqual(len(proof.table_digests), 3)
            os.rename(path, os.path.join(folder, f"{proof.digest}.proof"))
            with kauri.Search(tables, proofs=[proof]) as search:
                self.assertEqual(search.run(ABOVE, value_only=True, seconds=0).r.low, 25)
                citing = search.write_proof(os.path.join(folder, "citing.proof"))
            self.assertGreater(citing.citations, 0)
            both = kauri.check_proofs(folder, tables, trust_tables=True)
            self.assertEqual([os.path.basename(each.path) for each in both],
                             sorted([f"{proof.digest}.proof", "citing.proof"]))
            program("check-proof", "--tables", TABLES, "--json", folder)
            with self.assertRaises(kauri.MissingLayer):
                kauri.check_proof(os.path.join(folder, f"{proof.digest}.proof"))

    def test_what_is_no_proof_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.proof")
            with self.assertRaises(FileNotFoundError):
                kauri.check_proof(path)
            with open(path, "w", encoding="ascii") as file:
                file.write("nothing")
            with self.assertRaises(kauri.BadProof) as caught:
                kauri.check_proof(path)
            self.assertEqual(caught.exception.status, kauri.Status.BAD_INPUT)
            with self.assertRaisesRegex(kauri.BadProof, "check_proofs"):
                kauri.check_proof(folder)
            with kauri.Search() as search:
                search.run(SMALL[0])
                search.write_proof(path, replace=True)
            self.assertEqual(kauri.check_proof(path).position, kauri.Position(SMALL[0]))
            with open(path, "r+b") as file:
                content = bytearray(file.read())
                content[len(content) // 2] ^= 1
                file.seek(0)
                file.write(content)
            with self.assertRaises(kauri.BadProof):
                kauri.check_proof(path)


class Books(unittest.TestCase):
    def test_a_book_knows_who_wins(self):
        with kauri.Book(BOOK) as book:
            with kauri.Search(book=book, threads=1) as search:
                found = search.run(kauri.Position.start(), "standard", nodes=1000)
                self.assertEqual((found.r.high, found.nodes), (-3, 0))
                with self.assertRaisesRegex(kauri.BadInput, "book"):
                    search.write_proof(os.path.join(tempfile.gettempdir(), "never"))
            with kauri.Engine(book=book) as engine:
                after = kauri.Position.start().play("a")
                self.assertEqual(engine.choose(after, seconds=0.1), "B")
                book.close()  # what uses it keeps it open
                self.assertEqual(engine.choose(after, seconds=0.1), "B")
        with self.assertRaises(ValueError):
            kauri.Search(book=book)
        with self.assertRaises(FileNotFoundError):
            kauri.Book("nowhere.book")


class Engines(unittest.TestCase):
    def test_the_engine_says_what_the_program_says(self):
        start = str(kauri.Position.start())
        told, = program("analyse", "--no-tables", "--json", "--nodes", "200000", "--lines", "3",
                        "--memory", "256M", start)
        with kauri.Book(BOOK) as book, kauri.Engine(book=book) as engine:
            found = engine.analyse(start, nodes=200000, lines=3)
        self.assertEqual([(line.move, line.depth, list(line.moves)) for line in found.lines],
                         [(line["move"], line["depth"], line["line"]) for line in told["lines"]])
        self.assertEqual([list(line.r) for line in found.lines],
                         [line["bounds"] for line in told["lines"]])
        self.assertEqual(round(found.lines[0].estimate), told["estimate"])  # in whole seeds
        for line in found.lines:
            found.position.play(*line.moves)
            self.assertEqual(str(line), " ".join(line.moves))
            self.assertTrue(line.r.low <= 3 * line.estimate <= line.r.high)

    def test_strengths(self):
        start = kauri.Position.start()
        with kauri.Engine() as engine:
            for strength in range(1, 12):
                move = engine.choose(start, strength=strength, seed=3, depth=4)
                self.assertIn(move, start.moves())
                if strength < 11:
                    self.assertEqual(engine.choose(start, strength=strength, seed=3), move)
            self.assertEqual(kauri.OPPONENTS[0::10], ("Egg", "Kauri"))
            self.assertEqual(engine.choose("1,0/2,1+1 S", depth=3), "-")
            with self.assertRaisesRegex(kauri.BadPosition, "game is over"):
                engine.choose("0,0/0,0+1 S 30:30", depth=3)
            for strength in (0, 12, -1):
                with self.assertRaises(kauri.BadInput):
                    engine.choose(start, strength=strength)

    def test_history_limits_and_progress(self):
        before = kauri.Position("0+1,0/1+1,0 S")
        with kauri.Engine(memory_bytes=1 << 16) as engine:
            self.assertNotEqual(engine.analyse(before, depth=2).lines[0].estimate, 0)
        with kauri.Engine(memory_bytes=1 << 16) as engine:
            again = engine.analyse(before, depth=2, history=[before, before.play("a")])
            self.assertEqual(again.lines[0].estimate, 0)
        heard = []
        found = kauri.analyse(kauri.Position.start(), seconds=100,
                              progress=lambda so_far: heard.append(so_far) or len(heard) > 2)
        self.assertEqual(len(heard), 3)
        self.assertLess(found.seconds, 60)
        for arguments in ({"lines": 7}, {"depth": 101}, {"rules": "mine"}, {"seconds": -1},
                          {"memory_bytes": 1}):
            with self.assertRaises(kauri.BadInput):
                kauri.analyse(before, **arguments)
        with self.assertRaises(kauri.BadPosition):
            kauri.analyse(before, depth=1, history=[kauri.Position.start()])


class LookUps(unittest.TestCase):
    def test_many_roots_and_single_numbers(self):
        texts = random_texts(3, 200)
        with kauri.open(TABLES) as tables:
            roots = tables.probe_roots(texts)
            for text, root in zip(texts, roots):
                self.assertEqual(root, tables.probe(text))
                self.assertEqual(tables.value_r(text), root.value.r)
                self.assertTrue(tables.covers(text))
            self.assertEqual(tables.probe_roots(kauri.pack_positions(texts)), roots)
            self.assertEqual(tables.probe_roots([]), [])
            self.assertFalse(tables.covers(ABOVE))
            partial = tables.probe_roots([texts[0], ABOVE], partial=True)
            self.assertEqual(partial, [roots[0], None])
            for call in (tables.probe_roots, lambda positions: tables.value_r(positions[1])):
                with self.assertRaises(kauri.MissingLayer):
                    call([texts[0], ABOVE])
            for call in (tables.covers, tables.value_r):
                with self.assertRaises(kauri.BadPosition):
                    call("1,1/1,1 S")


if __name__ == "__main__":
    unittest.main()
