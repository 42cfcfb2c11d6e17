"""The files of the explorer as a browser gets them, from `kauri serve` and from static sites alike:
the page, its styles in one, its scripts in two (bundle.py), data and pictures as they are, and cite.json,
which says of CITATION.cff what a citation has.
"""
import json
import os
import re
import subprocess
import sys

import bundle
from shorten import shorten

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXPLORER = os.path.join(ROOT, "web/explorer")
STYLES = re.compile(r'(?:<link rel="stylesheet" href="[a-z]+\.css">\n?)+')
STYLE = re.compile(r'href="([a-z]+\.css)"')


def files_below(*folders):
    """name -> path of all files in the folders. Names are unique, whatever the folder."""
    found = {}
    for folder in folders:
        for place, _, names in os.walk(folder):
            for name in names:
                path = os.path.join(place, name)
                if name in found:
                    sys.exit(f"page_files: {path} and {found[name]} have the same name")
                found[name] = path
    return found


def read(path):
    with open(path, "rb") as file:
        return file.read()


def citation():
    """What the page cites the program as, {authors, title, version, license}."""
    text = read(os.path.join(ROOT, "CITATION.cff")).decode()
    own = re.search(r"^authors:\n((?:[ ]+.*\n)+)", text, re.M)[1]
    authors = re.findall(r'name: "(.+)"$', own, re.M)
    fields = {name: re.search(rf'^{name}: "?(.+?)"?$', text, re.M)[1]
              for name in ("title", "version", "license")}
    return json.dumps({"authors": authors, **fields}).encode()


def version():
    """The version of the page, "1.2.0", with its commit where the sources are a clone: "1.2.0
    (0123abcd)", with a plus sign behind the commit if they were changed since."""
    with open(os.path.join(ROOT, "include/kauri/kauri.h"), encoding="utf-8") as file:
        numbers = re.findall(r"^#define KAURI_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", file.read(), re.M)
    text = ".".join(numbers)
    if not os.path.exists(os.path.join(ROOT, ".git")):
        return text
    try:
        commit = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--abbrev=8", "--exclude=*", "--dirty=+"],
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout.strip()
    except FileNotFoundError:
        commit = ""
    return f"{text} ({commit})" if commit else text


def gather(*others):
    """The page with its styles left out, the styles, the files beside it (name -> bytes), and the
    scripts that they were made from (name -> text), with those in the folders `others`, of which
    "local" belongs to the page."""
    found = files_below(EXPLORER, *others)
    names = [name for name in found if name.endswith((".js", ".css", ".html"))]
    short = {name: shorten(name, read(found[name]).decode()) for name in names}
    page = short["index.html"].replace(">VERSION<", f">{version()}<", 1)
    styles = "".join(short[name] for name in STYLE.findall(page))
    scripts = {name[:-3]: text for name, text in short.items() if name.endswith(".js")}
    app, late = bundle.split("app", scripts, soon=("local",))
    files = {"app.js": app.encode(), "late.js": late.encode()}
    for name in sorted(found):
        if name.endswith((".svg", ".json")):
            files[name] = read(found[name])
    files["cite.json"] = citation()
    return STYLES.sub("", page), styles, files, scripts
