// The value of a start position by search, with a proof that the checker has accepted.
#ifndef KAURI_CLI_BOARDS_BOARD_SEARCH_H
#define KAURI_CLI_BOARDS_BOARD_SEARCH_H

#include "cli/boards/board_entry.h"
#include "cli/progress_view.h"

// KAURI_RESOURCE if limits->memory is too little to search this board; the message names the least
// amount.
enum kauri_status kauri_board_search_check(const struct kauri_board_limits *limits,
                                           const struct kauri_start_board *board,
                                           struct kauri_error *error);

// Searches for `seconds`, until entry->nodes has grown by `nodes` (0: no limit), above the tables
// of the folder (NULL: without any), all of which must have been verified. Writes the proof of what
// it found to `proof`, has it checked, and narrows entry->r to what it states; entry->source
// becomes KAURI_BOARD_SEARCH or KAURI_BOARD_OPEN. If the bounds were as narrow before, the entry
// and the file stay as they are. KAURI_INTERRUPTED after a request to stop, when the entry is
// filled. KAURI_INTERNAL if the checker does not accept the proof. Errors of search and tables.
enum kauri_status
kauri_board_search_run(const char *folder, const struct kauri_board_limits *limits, double seconds,
                       uint64_t nodes, const char *proof, const struct kauri_progress_view *view,
                       struct kauri_board_entry *entry, struct kauri_error *error);

#endif
