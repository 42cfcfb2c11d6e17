"""The wings: folders and files that can be deleted, with their tests, and the rest builds and passes its
tests (scripts/test-core). What is listed may be missing.

    scripts/wings.py        prints the wings that are missing
"""
import os

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

WINGS = {
    "games": ["games", "include/kauri/game_records.h", "include/kauri/game_engine.h", "tests/games",
              "tests/fuzz/games", "docs/examples/replay_games.c",
              "docs/examples/walk_proof.cpp"],
    "waurie": ["waurie", "tests/waurie", "studies/waurie"],
    "web": ["web", "include/kauri/answers.h", "docs/examples/ask.c", "tests/bindings/test_answers.py", "tests/web", "tests/explorer", "tests/fuzz/web"],
    "bindings": ["bindings", "tests/bindings"],
    "studies": ["studies", "tests/studies"],
    "cluster": ["solver/cluster", "cli/mpi", "tests/cluster"],
    "campaign": ["queries/campaign", "cli/campaign", "tests/campaign", "tests/fuzz/campaign"],
    "problem": ["queries/problem", "cli/problem", "tests/problem"],
}
# Tests of the documents, the packages and the list of commands. They run if no wing is missing.
WHOLE = "tests/scripts"


def wing_of(path):
    """The wing that a file belongs to, or None: the core."""
    for wing, parts in WINGS.items():
        if any(path == part or path.startswith(part + "/") for part in parts):
            return wing
    return None


def is_there(part, wing):
    """Whether a folder or file of a wing is there. A folder may also hold files of another wing."""
    path = os.path.join(ROOT, part)
    return os.path.isfile(path) or any(
        wing_of(os.path.relpath(os.path.join(folder, name), ROOT)) == wing
        for folder, _, names in os.walk(path) for name in names)


def missing():
    """The wings of which something was deleted."""
    return [wing for wing, parts in WINGS.items() if not all(is_there(part, wing) for part in parts)]


if __name__ == "__main__":
    print(*missing())
