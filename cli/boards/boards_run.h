// Finds the values of the start positions of many boards.
#ifndef KAURI_CLI_BOARDS_BOARDS_RUN_H
#define KAURI_CLI_BOARDS_BOARDS_RUN_H

#include "cli/boards/board_entry.h"
#include "cli/progress_view.h"

#include <stddef.h>

// First and last of a range.
struct kauri_boards_range {
    unsigned first, last;
};

// The boards of `kauri boards`, in the order of the entries: by holes, then by cowries, then by
// seeds.
struct kauri_boards {
    struct kauri_boards_range rows, seeds, cowries; // as asked for
    struct kauri_board_limits limits;
    size_t count;
    struct kauri_board_entry *entries; // freed by kauri_boards_clear
    size_t left_out;                   // boards with more seeds or cowries than positions may have
};

// Fills count, entries and left_out from the ranges and limits; nothing is tried yet. KAURI_USAGE
// if all boards are left out; KAURI_RESOURCE.
enum kauri_status kauri_boards_list(struct kauri_boards *boards, struct kauri_error *error);

// Works on one board after the other. Each gets limits.seconds:
// - if the tables of all its layers are likely to be ready in half of that, they are solved and
//   verified;
// - if not, or if they are not ready then, the search has a quarter of the time without tables,
//   so that its proof rests on the rules alone;
// - if that leaves the value open, as many layers are solved and verified as half of the time
//   allows, and the search has the rest above them.
// KAURI_INTERRUPTED after a request to stop: the entries hold what was found. Errors of solver,
// verifier, search and files.
enum kauri_status kauri_boards_run(struct kauri_boards *boards, struct kauri_progress_view *view,
                                   struct kauri_error *error);

// Accepts a zeroed struct.
void kauri_boards_clear(struct kauri_boards *boards);

#endif
