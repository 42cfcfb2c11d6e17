#!/usr/bin/env python3
"""Makes a wheel of the package, with nothing but the standard library.

    bindings/python/build_wheel.py FOLDER                    uses an installed libkauri
    bindings/python/build_wheel.py --library FILE FOLDER     contains this libkauri.so

The wheel with the library runs on machines with the same processor architecture, the same or a
newer C library, and zstd and xxHash installed. The same wheel comes out every time.

This file is also the build backend of pyproject.toml, so `pip install bindings/python` works without
a network. The wheel then contains the library that KAURI_LIBRARY names, else the one that
scripts/quickstart built, if it is there.
"""
import argparse
import base64
import hashlib
import os
import re
import sys
import sysconfig
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
# Of every file in the wheel; zip files know no time before 1980.
TIME = (2020, 1, 1, 0, 0, 0)


def _read(*path):
    with open(os.path.join(HERE, *path), "rb") as file:
        return file.read()


def _project():
    """The single-line strings of the table [project] in pyproject.toml."""
    table = _read("pyproject.toml").decode().split("[project]\n")[1].split("\n[")[0]
    return dict(re.findall(r'^([a-z-]+) = "(.*)"$', table, re.M))


def _metadata():
    project = _project()
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}",
             f"Version: {project['version']}", f"Summary: {project['description']}",
             f"Requires-Python: {project['requires-python']}", "Provides-Extra: numpy",
             'Requires-Dist: numpy; extra == "numpy"',
             "Description-Content-Type: text/markdown", "", ""]
    return "\n".join(lines).encode() + _read(project["readme"])


def _library_name():
    names = {"darwin": "libkauri.1.dylib", "win32": "kauri.dll"}
    return names.get(sys.platform, "libkauri.so.1")


def _files(library):
    """Pairs of the name in the wheel and the bytes, without the folder .dist-info."""
    for name in sorted(os.listdir(os.path.join(HERE, "kauri"))):
        if name.endswith(".py") or name == "py.typed":
            yield f"kauri/{name}", _read("kauri", name)
    if library:
        with open(library, "rb") as file:
            yield f"kauri/{_library_name()}", file.read()


def make_wheel(folder, library=None):
    """Writes the wheel into the folder and returns its file name."""
    project = _project()
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform()) if library else "any"
    tag = f"py3-none-{platform}"
    stem = f"{project['name']}-{project['version']}"
    info = f"{stem}.dist-info"
    wheel = (f"Wheel-Version: 1.0\nGenerator: kauri ({project['version']})\n"
             f"Root-Is-Purelib: {'false' if library else 'true'}\nTag: {tag}\n")
    files = list(_files(library))
    files += [(f"{info}/METADATA", _metadata()), (f"{info}/WHEEL", wheel.encode())]
    licence = os.path.join(HERE, "..", "..", "LICENSE")
    if os.path.exists(licence):
        files.append((f"{info}/LICENSE", _read(licence)))
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


def _digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The hook of PEP 517."""
    del config_settings, metadata_directory
    built = os.path.join(HERE, "..", "..", "build", "quickstart", "library", _library_name())
    return make_wheel(wheel_directory, os.environ.get("KAURI_LIBRARY")
                      or (built if os.path.exists(built) else None))


def main():
    parser = argparse.ArgumentParser(description="Makes a wheel of the package kauri.")
    parser.add_argument("--library", metavar="FILE", help="libkauri.so to put into the wheel")
    parser.add_argument("folder", metavar="FOLDER", help="where the wheel is written")
    arguments = parser.parse_args()
    try:
        os.makedirs(arguments.folder, exist_ok=True)
        name = make_wheel(arguments.folder, arguments.library)
    except OSError as fault:
        sys.exit(f"build_wheel.py: {fault}")
    print(os.path.join(arguments.folder, name))


if __name__ == "__main__":
    main()
