"""Look-ups, against the program's answers, and against one another."""
import array
import collections
import contextlib
import ctypes
import gc
import itertools
import json
import os
import pathlib
import pickle
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import unittest.mock
import warnings

from python_help import PROGRAM, TABLES, kauri, numpy, program, random_texts

PROBED = random_texts(11, 300)


def numbers(values):
    return [int(value) for value in values]


class Answers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tables = kauri.open(TABLES)
        cls.told = program("probe", "--tables", TABLES, "--json", lines=PROBED)

    @classmethod
    def tearDownClass(cls):
        cls.tables.close()

    def same_value(self, value, told):
        self.assertEqual((value.r, value.dtc, value.net, value.tiebreak),
                         (told["r"], told["dtc"], told["net"], told["tiebreak"]))

    def test_probe_says_what_the_program_says(self):
        results = collections.Counter()
        for text, told in zip(PROBED, self.told):
            answer = self.tables.probe(text)
            self.assertEqual(str(answer.position), told["position"])
            self.same_value(answer.value, told)
            self.assertEqual(answer.standard, told["standard"]["result"])
            self.assertEqual(answer.tie_breaker, told["tie_breaker"]["result"])
            score = told["standard"]["score"]
            self.assertEqual(answer.score, score and tuple(map(int, score.split(":"))))
            self.assertEqual(len(answer.moves), len(told["moves"]))
            for move, other in zip(answer.moves, told["moves"]):
                self.assertEqual((move.move, move.captured, move.best, str(move.position)),
                                 (other["move"], tuple(other["captured"]), other["best"],
                                  other["position"]))
                self.same_value(move.value, other)
            position = kauri.Position(text)
            self.assertEqual(position.result(answer.value.r), answer.standard)
            self.assertEqual(position.result(answer.value.r, "tie-breaker"), answer.tie_breaker)
            self.assertEqual(position.final_score(answer.value.r), answer.score)
            results[answer.standard, answer.tie_breaker] += 1
        self.assertGreaterEqual(len(results), 4)  # of every kind

    def test_value_and_get_agree_with_probe(self):
        for text in PROBED[:50]:
            answer = self.tables.probe(kauri.Position(text))
            self.assertEqual(self.tables.value(text), answer.value)
            self.assertEqual(self.tables.get(text), answer)
            self.assertIn(text, self.tables)

    def test_line_is_that_of_the_program(self):
        for text, told in zip(PROBED[:30], program("line", "--tables", TABLES, "--json",
                                                   lines=PROBED[:30])):
            line = self.tables.line(text)
            self.assertEqual(len(line), told["plies"])
            self.assertEqual([(step.move, step.captured) for step in line],
                             [(step["move"], tuple(step["captured"])) for step in told["line"]])
            self.assertEqual([str(step.position) for step in line[1:]] + [str(line.last)],
                             [step["position"] for step in told["line"]] or [text])
            self.assertEqual((line.end, line.plies_with_seeds, line.repeats_from),
                             (told["end"], told["plies_with_seeds"], told["repeats_from"]))
            for step in line[:5]:
                self.assertEqual(step.value, self.tables.value(step.position))

    def test_a_batch_in_every_form(self):
        values = [self.tables.value(text) for text in PROBED]
        rows = kauri.pack_positions(PROBED)
        raw = b"".join(bytes(kauri.Position(text)) for text in PROBED)
        forms = [PROBED, [kauri.Position(text) for text in PROBED], tuple(PROBED),
                 rows, raw, bytearray(raw), memoryview(raw), array.array("B", raw),
                 memoryview(raw).cast("B", (len(PROBED), 28))]
        if numpy is not None:
            self.assertEqual((rows.dtype, rows.shape), (numpy.uint8, (len(PROBED), 28)))
            flat = numpy.frombuffer(raw, "uint8")
            wide = numpy.zeros((len(PROBED), 30), "uint8")
            wide[:, :28] = rows
            layout = [("holes", "u1"), ("side", "u1"), ("score", "u1", 2), ("seeds", "u1", 12),
                      ("cowries", "u1", 12)]
            forms += [flat, rows.reshape(-1), wide[:, :28], flat.view(layout),
                      numpy.asfortranarray(rows)]
        for form in forms:
            for threads in (0, 1, 3):
                batch = self.tables.probe_many(form, threads=threads)
                self.assertEqual(numbers(batch.r), [value.r for value in values])
                self.assertEqual(numbers(batch.dtc), [value.dtc or 0 for value in values])
                self.assertEqual(numbers(batch.status), [0] * len(values))
        self.assertEqual(numbers(self.tables.probe_many(iter(PROBED)).r), [v.r for v in values])
        kind = array.array if numpy is None else numpy.ndarray
        self.assertTrue(all(isinstance(column, kind) for column in batch))
        self.assertEqual(kauri.unpack_positions(rows), [kauri.Position(text) for text in PROBED])
        self.assertEqual(kauri.position_indices(rows).tolist(),
                         [kauri.Position(text).index for text in PROBED])
        layer = self.tables.layer(1)
        some = layer.positions(1000, 1003)
        self.assertEqual(kauri.unpack_positions(some), [layer.position(1000 + i) for i in range(3)])
        self.assertEqual(kauri.position_indices(some).tolist(), [1000, 1001, 1002])
        self.assertEqual(len(layer.positions(len(layer), len(layer))), 0)
        for first, last in ((-1, 1), (2, 1), (0, len(layer) + 1)):
            with self.assertRaises(kauri.BadInput):
                layer.positions(first, last)
        wanted = [7, len(layer) - 1, 0, 7]
        lists = [wanted, tuple(wanted), iter(wanted), array.array("l", wanted)]
        lists += [] if numpy is None else [numpy.array(wanted, kind) for kind in ("int32", "uint64", ">i8")]
        for listed in lists:
            self.assertEqual(kauri.position_indices(layer.positions(listed)).tolist(), wanted)
        self.assertEqual(len(layer.positions([])), 0)
        for listed in ([0, len(layer)], [-1], [1.5], ["1"], [1 << 64], [[1]]):
            with self.assertRaises(kauri.BadInput, msg=listed):
                layer.positions(listed)
        for listed in ("12", None, 5):
            with self.assertRaises((TypeError, kauri.BadInput), msg=listed):
                layer.positions(listed)
        with self.assertRaisesRegex(kauri.BadPosition, "position 0: "):
            kauri.position_indices(bytes(28))
        for empty in ([], b"", kauri.pack_positions([])):
            self.assertEqual(len(self.tables.probe_many(empty).r), 0)

    def test_a_batch_makes_no_objects_for_single_rows(self):
        def calls(count):
            rows = kauri.pack_positions(random_texts(12, count))
            seen = []
            sys.setprofile(lambda frame, event, what: seen.append(event))
            try:
                batch = self.tables.probe_many(rows)
            finally:
                sys.setprofile(None)
            self.assertEqual(len(batch.r), count)
            return len(seen)
        few = calls(10)
        if numpy is not None:
            self.assertEqual(calls(3000), few)
        self.assertLess(calls(3000), few + 20)

    def test_a_batch_with_positions_that_have_no_value(self):
        mixed = [PROBED[0], kauri.Position.start(), PROBED[1], "1+1/1 S"]
        batch = self.tables.probe_many(mixed, partial=True)
        self.assertEqual(numbers(batch.status), [0, kauri.Status.NOT_COVERED, 0,
                                                 kauri.Status.BAD_INPUT])
        self.assertEqual([int(batch.r[i]) for i in (0, 2)],
                         [self.tables.value(mixed[i]).r for i in (0, 2)])
        self.assertEqual([int(batch.r[1]), int(batch.dtc[1]), int(batch.r[3])], [0, 0, 0])
        with self.assertRaises(kauri.MissingLayer) as caught:
            self.tables.probe_many(mixed)
        self.assertIn("layer 60", str(caught.exception))
        with self.assertRaises(kauri.BadPosition):
            self.tables.probe_many(kauri.pack_positions(mixed[2:]))
        with self.assertRaises(kauri.BadPosition):
            self.tables.probe_many(b"\xff" * 28)

    def test_arrays_of_another_shape_are_refused(self):
        bad = [b"x", array.array("i", [0] * 7), memoryview(bytes(56)).cast("B", (28, 2))]
        if numpy is not None:
            bad += [numpy.zeros((2, 28), "int64"), numpy.zeros((2, 27), "uint8"),
                    numpy.zeros(28, "float64")]
        for positions in bad:
            with self.assertRaises(kauri.BadPosition):
                self.tables.probe_many(positions)
        for positions in (PROBED[0], kauri.Position.start(), None, 7, [7]):
            with self.assertRaises(TypeError):
                self.tables.probe_many(positions)
        with self.assertRaises(kauri.BadInput):
            self.tables.probe_many([PROBED[0]], threads=-1)

    def test_a_layer_is_a_sequence(self):
        layer = self.tables.layer(1)
        self.assertEqual(len(layer), 12 * 1352078)
        draw = random.Random(13)
        for _ in range(4):
            first = draw.randrange(len(layer) - 500)
            r, dtc = layer[first:first + 500]
            self.assertEqual((r.itemsize, dtc.itemsize, len(r), len(dtc)), (2, 2, 500, 500))
            batch = self.tables.probe_many([layer.position(first + i) for i in range(500)])
            self.assertEqual(numbers(batch.r), numbers(r))
            self.assertEqual(numbers(batch.dtc), numbers(dtc))
            self.assertEqual(layer[first].r, r[0])
            self.assertEqual(layer.position(first).index, first)
        self.assertEqual(layer[-1], layer[len(layer) - 1])
        self.assertEqual([len(part.r) for part in (layer[5:5], layer[9:5], layer[-3:])], [0, 0, 3])
        kind = array.array if numpy is None else numpy.ndarray
        self.assertIsInstance(r, kind)
        for index in (len(layer), -len(layer) - 1):
            with self.assertRaises(IndexError):
                layer[index]  # pylint: disable=pointless-statement
        with self.assertRaises(kauri.BadInput):
            layer[0:10:2]  # pylint: disable=pointless-statement
        with self.assertRaises(kauri.BadInput):
            layer.read(len(layer) - 1, 2)

    def test_all_of_a_layer_is_what_the_program_counts(self):
        told = program("stats", "--tables", TABLES, "--json")[0]["layers"][0]
        layer = self.tables.layer(0)
        counts, greatest = collections.Counter(), 0
        for _, (r, dtc) in layer.chunks(300000):
            counts.update(r.tolist())
            greatest = max(greatest, *dtc.tolist())
        self.assertEqual({str(r): count for r, count in counts.items()}, told["r"])
        self.assertEqual(greatest, told["max_dtc"])
        values = iter(layer)
        self.assertEqual([next(values) for _ in range(5)], [layer[i] for i in range(5)])

    def test_tables_are_a_collection_of_layers(self):
        self.assertEqual(len(self.tables), 3)
        self.assertEqual([layer.seeds for layer in self.tables], [0, 1, 2])
        self.assertEqual((self.tables.holes, self.tables.cowries), (6, 12))
        self.assertNotIn(kauri.Position.start(), self.tables)
        self.assertIn(TABLES, repr(self.tables))


class Faults(unittest.TestCase):
    def test_missing_layers(self):
        with kauri.open(TABLES) as tables:
            for look_up in (tables.probe, tables.value, tables.line):
                with self.assertRaises(kauri.MissingLayer) as caught:
                    look_up(kauri.Position.start())
                self.assertEqual(caught.exception.status, kauri.Status.NOT_COVERED)
                self.assertIsInstance(caught.exception, LookupError)
            self.assertIsNone(tables.get(kauri.Position.start()))
            self.assertEqual(tables.get(kauri.Position.start(), 5), 5)
            for seeds in (3, 60, -1):
                with self.assertRaises(kauri.MissingLayer):
                    tables.layer(seeds)
        with self.assertRaises(kauri.MissingLayer):
            kauri.open(os.path.join(TABLES, "nowhere"))

    def test_damaged_tables(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in sorted(os.listdir(TABLES))[:4]:
                if name.endswith(("00.kauri", "01.kauri")):
                    shutil.copy(os.path.join(TABLES, name), folder)
            path = os.path.join(folder, "kauri-6x12-01.kauri")
            with open(path, "r+b") as file:
                file.seek(16)
                file.write(b"\xaa" * 64)
            text = random_texts(14, 1, [1])[0]
            with kauri.open(folder) as tables:
                self.assertEqual(len(tables), 2)
                for look_up in (tables.probe, tables.get, tables.value, tables.line):
                    with self.assertRaises(kauri.DamagedTable) as caught:
                        look_up(text)
                    self.assertEqual(caught.exception.status, kauri.Status.CORRUPT)
                with self.assertRaises(kauri.DamagedTable):
                    tables.layer(1)[0:100000]  # pylint: disable=expression-not-assigned
                self.assertEqual(tables.value(random_texts(15, 1, [0])[0]).r % 3 in (1, 2), True)

    def test_a_damaged_page_costs_only_what_depends_on_it(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in sorted(os.listdir(TABLES)):
                if name.endswith(("00.kauri", "01.kauri")):
                    shutil.copy(os.path.join(TABLES, name), folder)
            path = os.path.join(folder, "kauri-6x12-01.kauri")
            with open(path, "r+b") as file:
                file.seek(os.path.getsize(path) // 2)
                file.write(b"\x55" * 16)
            texts = random_texts(16, 3000, [1])
            with kauri.open(folder) as tables, kauri.open(TABLES) as right:
                with self.assertRaises(kauri.DamagedTable) as caught:
                    tables.probe_many(texts)
                batch, whole = caught.exception.batch, right.probe_many(texts)
                status = numbers(batch.status)
                sound = [i for i, number in enumerate(status) if number == 0]
                first = next(i for i, number in enumerate(status) if number != 0)
                self.assertEqual(set(status), {0, kauri.Status.CORRUPT})
                self.assertGreater(len(sound), 2000)
                self.assertEqual([(batch.r[i], batch.dtc[i]) for i in sound],
                                 [(whole.r[i], whole.dtc[i]) for i in sound])
                self.assertRegex(str(caught.exception), rf"kauri-6x12-01\.kauri.* \(positions\[{first}\]; "
                                 rf"{len(texts) - len(sound)} of 3000 have no value\)$")
                self.assertEqual(numbers(tables.probe_many(texts, partial=True).status), status)

                with self.assertRaises(kauri.DamagedTable) as caught:
                    tables.probe_roots(texts[:200])
                probes = caught.exception.batch
                self.assertTrue(0 < probes.count(None) < 200)
                for text, probe in zip(texts, probes):
                    self.assertIn(probe, (None, right.probe(text)))
                again = pickle.loads(pickle.dumps(caught.exception))
                self.assertEqual((str(again), again.batch), (str(caught.exception), probes))
                with self.assertRaises(kauri.DamagedTable) as caught:
                    tables.probe(next(text for text, probe in zip(texts, probes) if probe is None))
                self.assertIsNone(caught.exception.batch)

    def test_positions_that_do_not_fit(self):
        with kauri.open(TABLES) as tables:
            for text in ("1+1/1 S", "x"):
                with self.assertRaises(kauri.BadPosition):
                    tables.probe(text)
                with self.assertRaises(kauri.BadPosition):
                    tables.get(text)

    def test_options(self):
        text = PROBED[0]
        with kauri.open(TABLES, TABLES.encode(), cache_bytes=1, threads=2, open_files=1) as tables:
            value = tables.value(text)
            twin = pickle.loads(pickle.dumps(tables))
            self.assertEqual(twin.value(text), value)
        self.assertEqual(twin.value(text), value)
        twin.close()
        for options in ({"threads": 5000}, {"threads": -1}, {"cache_bytes": 1 << 64},
                        {"open_files": 1 << 32}):
            with self.assertRaises(kauri.BadInput):
                kauri.open(TABLES, **options)
        for folder in (TABLES + "\0x", os.fsencode(TABLES) + b"\0"):
            with self.assertRaisesRegex(ValueError, "NUL character"):
                kauri.open(folder)

    def test_answers_are_formatted_like_their_text(self):
        with kauri.open(TABLES) as tables:
            probe = tables.probe(PROBED[0])
        for answer in (probe, probe.value, kauri.Bounds(1, 2), kauri.Captured(1, 0)):
            text = str(answer)
            self.assertEqual(f"{answer:>900}|{answer:.3}", text.rjust(900) + "|" + text[:3])
        for name in kauri.__all__:
            kind = getattr(kauri, name)
            if hasattr(kind, "_fields"):
                self.assertIsNot(kind.__format__, object.__format__, name)

    def test_folders_of_tables_are_any_paths(self):
        with kauri.open(TABLES) as tables:
            layers = len(tables)
        for folders in (TABLES, os.fsencode(TABLES), pathlib.Path(TABLES), [TABLES],
                        (os.fsencode(TABLES), pathlib.Path(TABLES))):
            with kauri.Tables(folders) as tables:
                self.assertEqual(len(tables), layers)
                self.assertIn(TABLES, repr(tables))
        for wrong in (5, [5], None):
            with self.assertRaises(TypeError):
                kauri.Tables(wrong)

    def test_numbers_are_ints(self):
        tables = kauri.open(TABLES)
        self.addCleanup(tables.close)
        layer = tables.layer(1)
        for bad, name in ((1.0, "float"), (True, "bool"), ("1", "str"), (None, "NoneType")):
            for call, what in ((tables.layer, "seeds"), (lambda n: layer[n], "an index"),
                               (lambda n: layer.read(n, 1), "first"),
                               (lambda n: layer.read(0, n), "count"),
                               (lambda n: kauri.open(TABLES, cache_bytes=n), "cache_bytes"),
                               (lambda n: layer.read(0, 1, threads=n), "threads")):
                with self.assertRaisesRegex(TypeError, f"^{what} must be an int, not {name}$"):
                    call(bad)
        if numpy is not None:
            self.assertEqual(tables.layer(numpy.int8(1)).seeds, 1)

    def test_closed_tables(self):
        tables = kauri.open(TABLES)
        layer = tables.layer(0)
        tables.close()
        tables.close()
        for call in (lambda: tables.probe(PROBED[0]), lambda: tables.probe_many(PROBED),
                     lambda: layer[0:3], lambda: PROBED[0] in tables):
            with self.assertRaises(ValueError):
                call()
        self.assertEqual(len(tables), 3)

    def test_what_is_closed_is_not_entered_again(self):
        for owner, words in ((kauri.open(TABLES), "the tables are closed"),
                             (kauri.Search(), "the search is closed"), (kauri.Engine(), "the engine is closed")):
            with owner as entered:
                self.assertIs(entered, owner)
                with owner:  # closes it
                    pass
            with self.assertRaisesRegex(ValueError, words):
                with owner:
                    self.fail("closed, and entered")

    def test_what_was_not_made_goes_without_a_word(self):
        ignored = []
        with unittest.mock.patch.object(sys, "unraisablehook", ignored.append):
            for make in (lambda: kauri.Search(memory=1), lambda: kauri.Engine(memory=1),
                         lambda: kauri.Tables(memory=1), lambda: kauri.Tables.__new__(kauri.Tables).close(),
                         lambda: kauri.Search(threads=5000), lambda: kauri.Engine(memory_bytes=1),
                         lambda: kauri.Search(kauri.Tables.__new__(kauri.Tables)),
                         lambda: kauri.open(TABLES, threads=-1), lambda: kauri.open("/nowhere")):
                with contextlib.suppress(TypeError, ValueError, kauri.KauriError):
                    make()
            gc.collect()
        self.assertEqual(ignored, [])


class WithoutDistances(unittest.TestCase):
    def test_r_is_that_of_the_full_tables_and_dtc_is_absent(self):
        with tempfile.TemporaryDirectory() as folder:
            full, alone = (os.path.join(folder, name) for name in ("full", "alone"))
            program("solve", "--tables", full, "--holes", "3", "--cowries", "3", "--seeds", "2", "--quiet", "--json")
            program("pack", "--tables", full, "--into", alone, "--columns", "r", "--quiet", "--json")
            with kauri.open(full) as right, kauri.open(alone) as tables:
                self.assertTrue(right.has_distances(2))
                self.assertFalse(tables.has_distances(2))
                layer = tables.layer(2)
                values = layer[:]
                self.assertEqual(numbers(values.r), numbers(right.layer(2)[:].r))
                self.assertEqual(len(values.dtc), 0)
                self.assertEqual([value for value in layer],
                                 [kauri.Value(value.r, None) for value in right.layer(2)])
                places = [layer.position(i) for i in range(0, len(layer), 7)]
                batch = tables.probe_many(places)
                for place, r, dtc in zip(places, numbers(batch.r), numbers(batch.dtc)):
                    self.assertEqual(tables.value(place), kauri.Value(r, None))
                    self.assertEqual(right.value(place).r, r)
                    self.assertEqual(dtc, kauri.DTC_UNKNOWN if r else 0)
                    told, = program("line", "--tables", alone, "--json", str(place))
                    line = tables.line(place)
                    self.assertEqual([step.move for step in line], [step["move"] for step in told["line"]])
                    self.assertEqual(line.repeats_from, told["repeats_from"])
                    self.assertEqual(told["end"], None if line.end == "circle" else line.end)


class Folders(unittest.TestCase):
    def test_tables_are_found_where_the_program_finds_them(self):
        def told():
            done = subprocess.run([PROGRAM, "info", "--json"], text=True, capture_output=True,
                                  check=False, timeout=60)
            if done.returncode == 0:
                facts = json.loads(done.stdout)
                warned = done.stderr.replace("kauri: ", "").splitlines()
                return facts["cowries"], len(facts["layers"]), warned
            return done.returncode, done.stderr.strip().split("; name")[0]

        def found():
            try:
                with warnings.catch_warnings(record=True) as warned:
                    warnings.simplefilter("always")
                    with kauri.open() as tables:
                        return tables.cowries, len(tables), [str(one.message) for one in warned]
            except kauri.KauriError as fault:
                return fault.status, "kauri: " + str(fault).split("; give")[0]

        before, seen, warned = os.getcwd(), set(), 0
        with tempfile.TemporaryDirectory() as folder:
            self.addCleanup(os.chdir, before)
            os.chdir(folder)
            for cowries, place in enumerate(("one", "home/.local/share/kauri", "data/kauri",
                                             "relative/kauri", "there/tables"), 1):
                os.makedirs(place)
                program("solve", "--tables", place, "--holes", "1", "--cowries", str(cowries),
                        "--seeds", "2", "--json", "--quiet")
            os.makedirs("two")
            os.rename("one/kauri-1x1-02.kauri", "two/kauri-1x1-02.kauri")
            os.makedirs("here")
            os.makedirs("damaged/tables")  # two shapes
            for cowries, place in ((4, "relative/kauri"), (5, "there/tables")):
                shutil.copy(f"{place}/kauri-1x{cowries}-00.kauri", "damaged/tables")
            lists = [None, "", "::", "../one", "../one::../two:", "../nowhere", "../one:../nowhere",
                     "../here", "../one:../data/kauri"]
            for here, tables, data, home in itertools.product(
                    ("here", "there", "damaged"), lists,
                    (None, "", f"{folder}/data", f"{folder}/here", "../relative"),
                    (None, "", f"{folder}/home", f"{folder}/here")):
                os.chdir(os.path.join(folder, here))
                chosen = {"KAURI_TABLES": tables, "XDG_DATA_HOME": data, "HOME": home}
                with unittest.mock.patch.dict(os.environ):
                    for name, value in chosen.items():
                        os.environ.pop(name, None)
                        if value is not None:
                            os.environ[name] = value
                    answer = found()
                    self.assertEqual(answer, told(), (here, chosen))
                    seen.add(answer[:2])
                    warned += len(answer) == 3 and answer[2] != []
        self.assertLessEqual({(1, 2), (1, 3), (2, 3), (3, 3), (5, 3)}, seen)
        self.assertGreaterEqual(len(seen), 12)
        self.assertGreaterEqual(warned, 12)

    def test_what_is_found_can_be_named_and_pickled(self):
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.dict(os.environ):
            os.environ["KAURI_TABLES"] = f"{TABLES}:{TABLES}"
            with kauri.open(threads=1) as tables:
                del os.environ["KAURI_TABLES"]
                self.assertEqual(repr(tables).count(TABLES), 2)
                with pickle.loads(pickle.dumps(tables)) as twin:
                    self.assertEqual(len(twin), len(tables))
            os.environ["KAURI_TABLES"] = os.path.join(folder, "nowhere")
            with self.assertRaises(kauri.MissingLayer) as caught:
                kauri.open()
            self.assertRegex(str(caught.exception), r"nowhere.*\(from \$KAURI_TABLES\)$")
            with self.assertRaises(kauri.BadInput):
                kauri.open(threads=-1)


class Threads(unittest.TestCase):
    def test_threads_share_tables(self):
        expected = {}
        with kauri.open(TABLES, cache_bytes=1 << 20) as tables:
            for text in PROBED:
                expected[text] = tables.value(text)
            wrong = []

            def work(seed):
                mine = PROBED[:]
                random.Random(seed).shuffle(mine)
                wrong.extend(text for text in mine if tables.value(text) != expected[text])
                batch = tables.probe_many(mine, threads=2)
                wrong.extend(text for text, r in zip(mine, batch.r) if r != expected[text].r)

            threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(wrong, [])

    def test_closing_lets_running_calls_finish(self):
        for _ in range(20):
            tables = kauri.open(TABLES, cache_bytes=1 << 16)
            started, outcomes = threading.Event(), []

            def work():
                try:
                    for text in PROBED:
                        tables.value(text)  # pylint: disable=cell-var-from-loop
                        started.set()  # pylint: disable=cell-var-from-loop
                    outcomes.append("done")  # pylint: disable=cell-var-from-loop
                except ValueError as fault:
                    outcomes.append(str(fault))  # pylint: disable=cell-var-from-loop

            threads = [threading.Thread(target=work) for _ in range(3)]
            for thread in threads:
                thread.start()
            started.wait(60)
            tables.close()
            for thread in threads:
                thread.join()
            self.assertEqual(len(outcomes), 3)
            self.assertLessEqual(set(outcomes), {"done", "the tables are closed"})

    def test_calls_release_the_gil(self):
        from kauri import _library
        self.assertIs(type(_library.lib), ctypes.CDLL)


if __name__ == "__main__":
    unittest.main()
