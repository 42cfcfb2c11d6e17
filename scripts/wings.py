"""The wings: folders and files that can be deleted, with their tests, and the rest builds and passes its
tests (scripts/test-core). What is listed may be missing."""

WINGS = {
    "waurie": ["waurie", "tests/waurie", "studies/waurie"],
    "web": ["web", "tests/web", "tests/explorer", "tests/fuzz/fuzz_request.c"],
    "bindings": ["bindings", "tests/bindings"],
    "studies": ["studies", "tests/studies"],
    "cluster": ["solver/cluster", "cli/mpi", "tests/solver/cluster",
                "tests/cli/check-mpi", "tests/cli/check-cluster"],
    "campaign": ["queries/campaign", "cli/campaign", "tests/campaign", "tests/cli/running/cases_campaign.py",
                 "tests/fuzz/fuzz_frontier.c"],
    "problem": ["queries/problem", "cli/problem", "tests/problem"],
}


def wing_of(path):
    """The wing that a file belongs to, or None: the core."""
    for wing, parts in WINGS.items():
        if any(path == part or path.startswith(part + "/") for part in parts):
            return wing
    return None
