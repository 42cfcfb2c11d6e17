"""The programs of a build, which the scripts beside this file run."""
import os
import shutil
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
REMEDY = "cmake --preset release && cmake --build --preset release"


BUILDS = [os.path.join(ROOT, "build", build) for build in ("release", "quickstart")]


def fail(reason):
    """Ends the script with status 1 and one sentence."""
    sys.exit(f"{os.path.basename(sys.argv[0])}: {reason}")


def program(given=None, name="cli/kauri"):
    """The path of a program: `given`, or else that of the preset release, or of scripts/quickstart.

    If there is none, one sentence says so, with how to build it unless another one was named, and the
    script ends with status 1.
    """
    for place in [given] if given else [os.path.join(build, name) for build in BUILDS]:
        found = shutil.which(place)
        if found:
            return os.path.abspath(found)
    if given:
        fail(f"there is no program {given}; give the command of a program that can be run")
    return fail(f"there is no program {os.path.join('build', 'release', name)}; build it with: {REMEDY}")


def folder(given, *names):
    """The folder of a build that has these programs: `given`, or else that of the preset release, or
    of scripts/quickstart, which has all of them."""
    for build in [given] if given else BUILDS:
        missing = [name for name in names if not shutil.which(os.path.join(build, name))]
        if not missing:
            return os.path.abspath(build)
    if given:
        fail(f"there is no program {os.path.join(given, missing[0])}; name the folder of a build "
             "that has it")
    place = os.path.join("build", "release", missing[0])
    return fail(f"there is no program {place}; build it with: {REMEDY}")
