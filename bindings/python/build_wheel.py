#!/usr/bin/env python3
"""Makes the wheel and the source distribution of the Python package, with nothing but the standard
library. It is the build backend of pyproject.toml (PEP 517), so `pip install .` needs no network.

    bindings/python/build_wheel.py FOLDER                    builds libkauri and makes a wheel of it
    bindings/python/build_wheel.py --library FILE FOLDER     takes this library
    bindings/python/build_wheel.py --sdist FOLDER            makes the source distribution

The library is built by CMake in a folder that is removed afterwards; CMAKE_ARGS in the environment
adds options, such as -DKAURI_BUNDLE=ON for a library that contains zstd and xxHash. The tag of the
wheel follows from what the library needs (platform_tag.py). The same files make the same wheel and
the same source distribution every time.
"""
import argparse
import base64
import gzip
import hashlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile

from platform_tag import platform_tag

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# Of every file in the wheel and the source distribution; zip files know no time before 1980.
TIME = (2020, 1, 1, 0, 0, 0)
SECONDS = 1577836800
NEEDED = ("building kauri needs CMake 3.22 or later, a C compiler, ninja or make, zstd and xxHash "
          "(Debian: apt install cmake gcc libc6-dev ninja-build pkg-config libzstd-dev libxxhash-dev)")
# What libkauri and the package are built from.
SOURCES = ("CMakeLists.txt", "LICENSE", "NOTICE", "pyproject.toml", "bindings/python", "common", "db",
           "games", "include", "indexer", "packaging/cmake", "packaging/library", "queries", "rules", "solver", "verify",
           "web/http", "web/serve")


def _read(*path):
    with open(os.path.join(ROOT, *path), "rb") as file:
        return file.read()


def _project():
    """The strings of the table [project] in pyproject.toml, and the version."""
    table = _read("pyproject.toml").decode().split("[project]\n")[1].split("\n[")[0]
    header = _read("include", "kauri", "kauri.h").decode()
    numbers = re.findall(r"^#define KAURI_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header, re.M)
    return {**dict(re.findall(r'^([a-z-]+) = "(.*)"$', table, re.M)), "version": ".".join(numbers)}


def _metadata(project):
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}",
             f"Version: {project['version']}", f"Summary: {project['description']}", "License: MIT",
             f"Requires-Python: {project['requires-python']}", "Provides-Extra: numpy",
             'Requires-Dist: numpy; extra == "numpy"',
             "Description-Content-Type: text/markdown", "", ""]
    return "\n".join(lines).encode() + _read(project["readme"])


def _library_name(system):
    """The name in the wheel, which is also the one in the folder where it is built."""
    return {"macosx": "libkauri.1.dylib", "win": "kauri.dll"}.get(system, "libkauri.so.1")


def _missing(options):
    """The tools that CMake will not find, or CMake itself."""
    def found(*names):
        return any(map(shutil.which, names))
    chosen = " ".join(options)
    missing = [] if found("cmake") else ["CMake"]
    if os.name == "posix":  # elsewhere they are not in PATH
        compiler = shlex.split(os.environ.get("CC", ""))[:1] or ["cc", "gcc", "clang"]
        if not re.search("CMAKE_C_COMPILER=|CMAKE_TOOLCHAIN_FILE=", chosen) and not found(*compiler):
            missing.append("a C compiler")
        if "CMAKE_GENERATOR" not in os.environ and not re.search("(^| )-G", chosen) and not found("ninja", "make"):
            missing.append("ninja or make")
    return missing


def _build(folder):
    """Builds libkauri in the folder and returns its file. Exits with a line that says what is needed if
    that fails; pip prints it."""
    options = shlex.split(os.environ.get("CMAKE_ARGS", ""))
    missing = _missing(options)
    if missing:
        sys.exit(f"kauri: not found: {', '.join(missing)}; {NEEDED}")
    try:
        return _compile(folder, options)
    except subprocess.CalledProcessError:
        sys.exit(f"kauri: the library was not built, for the reason above; {NEEDED}")


def _compile(folder, options):
    environment = dict(os.environ)
    if shutil.which("ninja"):  # CMake's choice is make, which may not be there
        environment.setdefault("CMAKE_GENERATOR", "Ninja")
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DKAURI_PROGRAMS=OFF",
                    "-DKAURI_TESTS=OFF", *options], check=True, env=environment)
    subprocess.run(["cmake", "--build", folder, "--target", "kauri_shared", "--parallel",
                    str(os.cpu_count() or 1)], check=True)
    return os.path.join(folder, "library", _library_name(re.match("[a-z]+", sysconfig.get_platform())[0]))


def _digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def make_wheel(folder, library):
    """Writes the wheel with this library into the folder and returns its file name."""
    project = _project()
    platform = platform_tag(library)
    tag = f"py3-none-{platform}"
    stem = f"{project['name']}-{project['version']}"
    info = f"{stem}.dist-info"
    wheel = (f"Wheel-Version: 1.0\nGenerator: kauri ({project['version']})\n"
             f"Root-Is-Purelib: false\nTag: {tag}\n")
    files = [(f"kauri/{name}", _read(HERE, "kauri", name))
             for name in sorted(os.listdir(os.path.join(HERE, "kauri")))
             if name.endswith(".py") or name == "py.typed"]
    files += [(f"kauri/{_library_name(platform.split('_')[0])}", _read(os.path.abspath(library))),
              (f"{info}/METADATA", _metadata(project)), (f"{info}/WHEEL", wheel.encode()),
              (f"{info}/LICENSE", _read("LICENSE")), (f"{info}/NOTICE", _read("NOTICE"))]
    record = [f"{name},sha256={_digest(content)},{len(content)}\n" for name, content in files]
    files.append((f"{info}/RECORD", "".join([*record, f"{info}/RECORD,,\n"]).encode()))
    name = f"{stem}-{tag}.whl"
    with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files:
            entry = zipfile.ZipInfo(path, TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return name


def _sources():
    """Names of the files of SOURCES, in order."""
    for name in SOURCES:
        path = os.path.join(ROOT, name)
        if os.path.isfile(path):
            yield name
        for folder, folders, files in os.walk(path):
            # Tools for Python leave their caches in such folders.
            folders[:] = sorted(one for one in folders if one != "__pycache__" and not one.startswith("."))
            for file in sorted(files):
                yield os.path.relpath(os.path.join(folder, file), ROOT)


def build_sdist(sdist_directory, config_settings=None):
    """The hook of PEP 517."""
    del config_settings
    project = _project()
    stem = f"{project['name']}-{project['version']}"
    files = [(name, _read(name)) for name in _sources()] + [("PKG-INFO", _metadata(project))]
    with open(os.path.join(sdist_directory, f"{stem}.tar.gz"), "wb") as file, \
            gzip.GzipFile("", "wb", 9, file, mtime=SECONDS) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in files:
            entry = tarfile.TarInfo(f"{stem}/{name}")
            entry.size, entry.mtime = len(content), SECONDS
            entry.mode = 0o755 if content.startswith(b"#!") else 0o644
            archive.addfile(entry, io.BytesIO(content))
    return f"{stem}.tar.gz"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The hook of PEP 517."""
    del config_settings, metadata_directory
    with tempfile.TemporaryDirectory() as folder:
        return make_wheel(wheel_directory, _build(folder))


def main():
    parser = argparse.ArgumentParser(description="Makes a wheel of the package kauri.")
    parser.add_argument("--library", metavar="FILE", help="libkauri.so to put into the wheel")
    parser.add_argument("--sdist", action="store_true", help="make the source distribution instead")
    parser.add_argument("folder", metavar="FOLDER", help="where the file is written")
    arguments = parser.parse_args()
    try:
        os.makedirs(arguments.folder, exist_ok=True)
        if arguments.sdist:
            name = build_sdist(arguments.folder)
        elif arguments.library:
            name = make_wheel(arguments.folder, arguments.library)
        else:
            name = build_wheel(arguments.folder)
    except (OSError, ValueError, subprocess.CalledProcessError) as fault:
        sys.exit(f"build_wheel.py: {fault}")
    print(os.path.join(arguments.folder, name))


if __name__ == "__main__":
    main()
