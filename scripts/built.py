"""The programs of a build, which the scripts beside this file run."""
import os
import shutil
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
REMEDY = "cmake --preset release && cmake --build --preset release"


def program(given=None, name="cli/kauri"):
    """The path of a program: `given`, or else that of the preset release, or of scripts/quickstart.

    If there is none, one sentence says so and how to build it, and the script ends with status 1.
    """
    places = [given] if given else [os.path.join(ROOT, "build", build, name)
                                    for build in ("release", "quickstart")]
    for place in places:
        found = shutil.which(place)
        if found:
            return os.path.abspath(found)
    place = given or os.path.join("build", "release", name)
    sys.exit(f"{os.path.basename(sys.argv[0])}: there is no program {place}; build it with: {REMEDY}")


def folder(given, *names):
    """The folder of a build that has these programs; it is the one of the preset release if it is
    not given."""
    build = given or os.path.join(ROOT, "build", "release")
    for name in names:
        program(os.path.join(build, name))
    return os.path.abspath(build)
