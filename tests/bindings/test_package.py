"""The package as a whole: it fits the header, is found, and can be installed."""
import ctypes
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

from python_help import LONG, PACKAGE, SOURCE, TABLES, TESTED_WITHOUT_NUMPY, kauri, numpy, read
from kauri import _library
from platform_tag import platform_tag

HEADER = "".join(read("include", "kauri", name) for name in sorted(os.listdir(os.path.join(SOURCE, "include", "kauri"))))


def python(*arguments, program=sys.executable, cwd=None, **variables):
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("PYTHONPATH", "KAURI_LIBRARY")}
    return subprocess.run([program, *arguments], env={**environment, **variables}, text=True,
                          capture_output=True, timeout=300, check=False, cwd=cwd)


class Header(unittest.TestCase):
    def test_structs_lie_as_the_compiler_lays_them_out(self):
        lines = [f'printf("kauri_position 0 %zu\\n", sizeof(struct kauri_position));']
        mine = [f"kauri_position 0 {_library.POSITION_BYTES}"]
        for tag, struct in _library.STRUCTS.items():
            if f"struct {tag} {{" not in HEADER:
                continue  # of a part that was left out
            lines.append(f'printf("{tag} 0 %zu\\n", sizeof(struct {tag}));')
            mine.append(f"{tag} 0 {ctypes.sizeof(struct)}")
            for name, *_ in struct._fields_:
                lines.append(f'printf("{tag}.{name} %zu %zu\\n", offsetof(struct {tag}, {name}), '
                             f"sizeof(((struct {tag} *)0)->{name}));")
                field = getattr(struct, name)
                mine.append(f"{tag}.{name} {field.offset} {field.size}")
        for name in ("seeds", "cowries", "score", "holes", "side"):
            lines.append(f'printf("{name} %zu\\n", offsetof(struct kauri_position, {name}));')
        mine += ["seeds 4", "cowries 16", "score 2", "holes 0", "side 1"]
        with tempfile.TemporaryDirectory() as folder:
            source, program = os.path.join(folder, "layout.c"), os.path.join(folder, "layout")
            with open(source, "w", encoding="ascii") as file:
                file.write("#include <kauri/analysis.h>\n#include <stdio.h>\nint main(void)\n{\n"
                           + "\n".join(lines) + "\nreturn 0;\n}\n")
            subprocess.run([os.environ["KAURI_CC"], "-I", os.path.join(SOURCE, "include"), source,
                            "-o", program], check=True)
            printed = subprocess.run([program], check=True, capture_output=True, text=True).stdout
        self.assertEqual(printed.splitlines(), mine)

    def test_functions_take_as_many_arguments_as_the_header_says(self):
        declared = dict(re.findall(r"^KAURI_API[^;{]*?\b(kauri_\w+)\(([^;]*)\);", HEADER, re.M))
        for name, (_, *arguments) in _library.FUNCTIONS.items():
            if name not in declared and name in _library.OPTIONAL:
                continue
            parameters = "" if declared[name] == "void" else declared[name]
            self.assertEqual(len(arguments), len([p for p in parameters.split(",") if p]), name)

    def test_numbers_are_those_of_the_header(self):
        statuses = re.findall(r"^    KAURI_(\w+) = (\d+),", HEADER.split("enum kauri_status {")[1]
                              .split("};")[0], re.M)
        self.assertEqual({name: int(number) for name, number in statuses},
                         {status.name: status.value for status in kauri.Status})
        for name, number in (("KAURI_HOLES_MAX", _library.HOLES_MAX),
                             ("KAURI_BOARD_HOLES_MAX", _library.BOARD_HOLES_MAX),
                             ("KAURI_MOVE_PASS", _library.MOVE_PASS)):
            self.assertRegex(HEADER, rf"\b{name} = {number},")
        self.assertIn(f"KAURI_POSITION_TEXT_BYTES {_library.POSITION_TEXT_BYTES}\n", HEADER)

    def test_there_is_one_version(self):
        version = ".".join(re.findall(r"^#define KAURI_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", HEADER,
                                      re.M))
        self.assertEqual(kauri.__version__, version)
        self.assertEqual(kauri.library_version(), version)

    def test_all_names_are_there(self):
        for name in kauri.__all__:
            self.assertTrue(getattr(kauri, name).__doc__, name)


class Import(unittest.TestCase):
    def test_importing_loads_little(self):
        done = python("-c", "import sys; before = set(sys.modules); import kauri\n"
                      "print(sorted(set(sys.modules) - before))", PYTHONPATH=PACKAGE,
                      KAURI_LIBRARY=os.environ["KAURI_LIBRARY"])
        self.assertEqual(done.stderr, "")
        for name in ("numpy", "inspect", "subprocess", "asyncio", "multiprocessing", "json"):
            self.assertNotIn(f"'{name}'", done.stdout)

    def test_libraries_that_do_not_fit_are_named(self):
        for library, words in (("/nowhere/libkauri.so", "/nowhere/libkauri.so"),
                               ("libc.so.6", "libc.so.6 is not libkauri")):
            done = python("-c", "import kauri", PYTHONPATH=PACKAGE, KAURI_LIBRARY=library)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("ImportError: kauri: ", done.stderr)
            self.assertIn(words, done.stderr)


PROBE = ("import kauri, sys\n"
         "with kauri.open(sys.argv[1]) as tables:\n"
         "    print(tables.probe('0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 S 28:30').value.r, "
         "kauri.library_path())")


class Wheel(unittest.TestCase):
    def build(self, folder, *options):
        done = python(os.path.join(PACKAGE, "build_wheel.py"), *options, folder)
        self.assertEqual(done.stderr, "")
        return done.stdout.strip()

    @unittest.skipUnless(LONG, "scripts/check/test-long does this")
    def test_the_source_distribution_works_in_a_fresh_environment(self):
        with tempfile.TemporaryDirectory() as folder:
            made = python("-m", "venv", os.path.join(folder, "venv"))
            if made.returncode != 0:
                self.skipTest("this Python makes no virtual environments (python3-venv)")
            inside = os.path.join(folder, "venv", "bin", "python")
            # Compiled without optimisation, which takes a quarter of the time.
            done = python("-m", "pip", "install", "--no-index", "--disable-pip-version-check",
                          self.build(folder, "--sdist"), program=inside, CC=os.environ["KAURI_CC"],
                          CMAKE_ARGS="-DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            done = python("-c", PROBE, TABLES, program=inside, cwd=folder)
            self.assertEqual(done.stderr, "")
            self.assertRegex(done.stdout, r"^7 .*/venv/.*/kauri/libkauri\.so\.1\n$")

    def test_a_wheel_for_another_system_says_so(self):
        with tempfile.TemporaryDirectory() as folder:
            library = os.path.join(folder, "library")
            with open(library, "w", encoding="ascii") as file:
                file.write("not a library")
            with zipfile.ZipFile(self.build(folder, "--library", library)) as wheel:
                wheel.extractall(folder)
            done = python("-c", "import kauri", PYTHONPATH=folder, cwd=folder)
            self.assertRegex(done.stderr, r"ImportError: kauri: no library: .*/kauri/libkauri\.so\.1"
                             r".*; the wheel was built for another system")

    def test_the_same_files_come_out_again(self):
        for options, kind in ((["--library", os.environ["KAURI_LIBRARY"]], zipfile.ZipFile),
                              (["--sdist"], tarfile.open)):
            with tempfile.TemporaryDirectory() as folder:
                one = self.build(os.path.join(folder, "1"), *options)
                two = self.build(os.path.join(folder, "2"), *options)
                with open(one, "rb") as first, open(two, "rb") as second:
                    self.assertEqual(first.read(), second.read())
                with kind(one) as archive:
                    names = archive.namelist() if kind is zipfile.ZipFile else archive.getnames()
            self.assertTrue(any(name.endswith("kauri/py.typed") for name in names))
            self.assertFalse(any("__pycache__" in name for name in names))
            for name in os.listdir(os.path.join(PACKAGE, "kauri")):
                known = any(path.endswith(f"kauri/{name}") for path in names)
                self.assertTrue(known or name == "__pycache__" or name.startswith("."), name)

    def test_a_line_says_what_building_needs(self):
        def build(tools, **variables):
            with tempfile.TemporaryDirectory() as folder:
                for tool, path in tools.items():
                    os.symlink(path, os.path.join(folder, tool))
                # As pip does it.
                return python("-B", "-c", "import sys, build_wheel; build_wheel.build_wheel(sys.argv[1])",
                              folder, PYTHONPATH=PACKAGE, PATH=folder, **variables)

        cmake, ninja, false = map(shutil.which, ("cmake", "ninja", "false"))
        if ninja is None:
            self.skipTest("there is no ninja")
        for tools, variables, words in (
                ({}, {"CC": "cc"}, "not found: CMake, a C compiler, ninja or make; building kauri needs CMake"),
                ({"cmake": cmake, "cc": false}, {"CC": ""}, "not found: ninja or make; building kauri needs CMake"),
                ({"cmake": cmake, "ninja": ninja}, {"CC": ""}, "not found: a C compiler; building"),
                ({"cmake": cmake, "ninja": ninja, "cc": false}, {"CC": "gone"}, "not found: a C compiler; building")):
            done = build(tools, **variables)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertRegex(done.stderr, rf"^kauri: {words}.*\n$")
        done = build({"cmake": cmake, "ninja": ninja, "cc": false}, CC="cc")  # does not compile
        self.assertEqual(done.returncode, 1)
        self.assertNotIn("Traceback", done.stderr)
        self.assertRegex(done.stderr, r"\nkauri: the library was not built, for the reason above; building .*\n$")

    def test_the_tag_says_what_the_library_needs(self):
        other = ["-Wl,--no-as-needed", os.environ["KAURI_LIBRARY"]]
        for code, flags, tag in (
                ("#include <stdlib.h>\nint kauri(void) { return rand(); }", [], "manylinux_2_17_"),
                ("int fcntl64(int, int);\nint kauri(void) { return fcntl64(0, 1); }", [], "manylinux_2_28_"),
                ("#include <stdlib.h>\nint kauri(void) { return rand(); }", other, "linux_")):
            with tempfile.TemporaryDirectory() as folder:
                source, library = os.path.join(folder, "a.c"), os.path.join(folder, "a.so")
                with open(source, "w", encoding="ascii") as file:
                    file.write(code)
                subprocess.run([os.environ["KAURI_CC"], "-shared", "-fPIC", source, *flags, "-o", library],
                               check=True)
                self.assertIn(f"-py3-none-{tag}", self.build(folder, "--library", library))
                # A damaged file is named, or has another tag; it is no reason to crash.
                with open(library, "rb") as file:
                    image = file.read()
                for size in range(16, len(image), len(image) // 50):
                    with open(library, "wb") as file:
                        file.write(image[:size])
                    try:
                        platform_tag(library)
                    except ValueError as fault:
                        self.assertEqual(str(fault), f"{library} is damaged")


TYPED = """import kauri
with kauri.open("tables") as tables:
    batch = tables.probe_many(["1/1 S"])
    number: int = batch.r[0] + len(batch.dtc) + sum(batch.status[1:])
    values: "list[int]" = tables.layer(1)[0:5].dtc.tolist()
    r, dtc = tables.layer(1)[0:5]
    won: int = (r > 0).sum() + r[dtc > 100].mean()
    rows = tables.layer(1).positions(r[r > 3])[:, 4:16].sum(axis=0)
    wrong: str = batch.r
    tables.get("1/1 S").value
    move: str = tables.probe("1/1 S").moves[0].position.play("a").side
    with kauri.Search(tables) as search:
        search.run(kauri.Position.start(), progress=lambda found: found.r.exact)
"""


class Types(unittest.TestCase):
    @unittest.skipIf(TESTED_WITHOUT_NUMPY or not shutil.which("mypy"), "there is no mypy, or another run does this")
    def test_the_package_and_its_users_are_checked_strictly(self):
        with tempfile.TemporaryDirectory() as folder:
            user = os.path.join(folder, "user.py")
            with open(user, "w", encoding="ascii") as file:
                file.write(TYPED)
            done = subprocess.run(["mypy", "--strict", "--no-error-summary", f"--cache-dir={folder}/cache",
                                   "-p", "kauri"], cwd=PACKAGE, text=True, capture_output=True,
                                  timeout=300, check=False)
            self.assertEqual((done.stdout, done.stderr), ("", ""))
            done = subprocess.run(["mypy", "--strict", "--no-error-summary", f"--cache-dir={folder}/cache", user],
                                  cwd=folder, env=dict(os.environ, MYPYPATH=PACKAGE), text=True,
                                  capture_output=True, timeout=300, check=False)
        lines = [int(number) for number in re.findall(r"^[^:]*user\.py:(\d+): error: ", done.stdout, re.M)]
        self.assertEqual(lines, [TYPED[:TYPED.index(word)].count("\n") + 1 for word in ("wrong", "get(")],
                         done.stdout)


class Documents(unittest.TestCase):
    def test_the_programs_of_the_api_document_print_what_it_says(self):
        programs = re.findall(r"^```python\n(.*?)^```\n\n((?:    [^\n]*\n)+)",
                              read("docs", "reference", "API.md"), re.M | re.S)
        self.assertEqual(len(programs), 4)
        for code, shown in programs:
            if "Answers" in code and not hasattr(_library.lib, "kauri_answers_new"):
                continue
            with tempfile.TemporaryDirectory() as folder:
                os.symlink(TABLES, os.path.join(folder, "tables"))
                done = subprocess.run([sys.executable, "-c", code], cwd=folder, text=True,
                                      check=False, capture_output=True, timeout=300,
                                      env=dict(os.environ, PYTHONPATH=PACKAGE))
            self.assertEqual(done.stderr, "")
            self.assertEqual(done.stdout, re.sub(r"^    ", "", shown, flags=re.M))

    def test_the_example_draws(self):
        with tempfile.TemporaryDirectory() as folder:
            image = os.path.join(folder, "layer.png")
            done = python(os.path.join(SOURCE, "docs", "examples", "python", "histogram.py"), TABLES, "0",
                          image, PYTHONPATH=PACKAGE, KAURI_LIBRARY=os.environ["KAURI_LIBRARY"])
            if "matplotlib" in done.stderr or numpy is None:
                self.skipTest("there is no matplotlib")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            with open(image, "rb") as file:
                self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n")

    def test_the_benchmark_runs(self):
        done = python(os.path.join(PACKAGE, "bench.py"), TABLES, "--seeds", "1", "--count", "2000",
                      "--rounds", "1", KAURI_LIBRARY=os.environ["KAURI_LIBRARY"])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(len(re.findall(r"processor time", done.stdout)), 3)


if __name__ == "__main__":
    unittest.main()
