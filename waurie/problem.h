// Finds every position from which printed lines of play can be played.
#ifndef KAURI_WAURIE_PROBLEM_H
#define KAURI_WAURIE_PROBLEM_H

#include "common/status.h"
#include "waurie/decide.h"
#include "waurie/printed.h"

#include <stddef.h>

// The positions that were found, South to move. Must be zeroed at first; freed with
// waurie_candidates_clear.
struct waurie_candidates {
    uint64_t tried; // boards tried, most of them with some pits still undetermined
    size_t count;
    size_t room;
    struct waurie_board *boards;
};

// Finds all positions of six pits in a row with at most `seeds` seeds (up to WAURIE_SEEDS_MAX) in
// which each of the lines
// - can be played by the rules of the decider, with a bonus move exactly where a hyphen joins two
//   sowings, except that the last sowing may or may not earn one;
// - does not end the game before its last sowing;
// - empties the winner's row with its last sowing, and wins: at once or, where an empty row wins
//   only on its owner's turn, with exact play of both sides from there.
// Boards are built pit by pit: the seeds of a pit are chosen when a line first sows it.
enum kauri_status waurie_problem_find(struct waurie_decider *decider,
                                      const struct waurie_printed_line *lines, unsigned count,
                                      unsigned seeds, struct waurie_candidates *candidates,
                                      struct kauri_error *error);
void waurie_candidates_clear(struct waurie_candidates *candidates);

// Whether a line can be played from the board, South to move, as described above.
enum kauri_status waurie_problem_fits(struct waurie_decider *decider,
                                      const struct waurie_printed_line *line,
                                      const struct waurie_board *board, bool *fits,
                                      struct kauri_error *error);

#endif
