"""Tables made by the package, against the program's."""
import os
import pathlib
import subprocess
import tempfile
import unittest

from python_help import PROGRAM, kauri

LAYERS = 5  # of the board with 2 holes in a row


class Solving(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def tables(self, name):
        return {path.name: path.read_bytes() for path in (self.folder / name).glob("*.kauri")}

    def test_tables_are_those_of_the_program(self):
        subprocess.run([PROGRAM, "solve", "--tables", self.folder / "theirs", "--holes", "2", "--cowries", "3",
                        "--seeds", str(LAYERS - 1), "--quiet"], check=True, stdout=subprocess.DEVNULL)
        seen = []
        with kauri.solve(self.folder / "ours", LAYERS - 1, holes=2, cowries=3, threads=2,
                         progress=lambda layer, share: seen.append((layer, share))) as tables:
            self.assertEqual((tables.holes, tables.cowries, len(tables)), (2, 3, LAYERS))
            for layer in tables:
                self.assertEqual(layer.verify(), len(layer))
        self.assertEqual(self.tables("ours"), self.tables("theirs"))
        self.assertTrue(seen)
        self.assertEqual([layer for layer, _ in seen], sorted(layer for layer, _ in seen))
        self.assertTrue(all(0 <= share <= 1 for _, share in seen))

    def test_a_run_is_stopped_and_continued(self):
        with self.assertRaises(kauri.KauriError) as caught:
            kauri.solve(self.folder / "tables", 1, progress=lambda layer, share: True)
        self.assertEqual(caught.exception.status, kauri.Status.INTERRUPTED)
        self.assertNotIn("kauri-6x12-01.kauri", self.tables("tables"))

        def fail(layer, share):
            raise ZeroDivisionError
        with self.assertRaises(ZeroDivisionError):
            kauri.solve(self.folder / "tables", 1, progress=fail)
        with kauri.solve(self.folder / "tables", 0) as tables:
            self.assertEqual(len(tables), 1)
            self.assertEqual(tables.layer(0).verify(), len(tables.layer(0)))

    def test_what_cannot_be_solved_is_refused(self):
        for wrong in ({"holes": 7}, {"holes": -1}, {"cowries": 13}, {"level": 20}, {"threads": 5000}):
            with self.assertRaises(kauri.BadInput, msg=wrong):
                kauri.solve(self.folder, 1, **wrong)
        with self.assertRaises(kauri.BadInput):
            kauri.solve(self.folder, 61)
        with self.assertRaises(kauri.BadInput):
            kauri.solve(b"a\0b", 1)
        with self.assertRaises(TypeError):
            kauri.solve(self.folder, 1.5)
        with self.assertRaises(kauri.KauriError) as caught:
            kauri.solve(self.folder, 7, memory_bytes=1 << 20)
        self.assertEqual(caught.exception.status, kauri.Status.RESOURCE)
        kauri.solve(self.folder, 1, holes=1).close()
        with self.assertRaises(kauri.DamagedTable):
            kauri.solve(self.folder, 1, holes=2)
        self.assertIn("kauri.lock", os.listdir(self.folder))


if __name__ == "__main__":
    unittest.main()
