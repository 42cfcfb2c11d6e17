// The tables of a folder for a search above them: the highest layers are held in memory, the others
// are read page by page on demand.
//
// A sowing stores few seeds: from a position with n seeds at most waurie_stored_most (solver/
// sowing.h). A search that stops at the first position with at most L seeds therefore looks up
// layer L, the one or two layers below it, and hardly ever a lower one, since that takes enough
// seeds in one pit for two rounds of the board. Layers far below are needed only for positions that
// have few seeds to begin with.
#ifndef KAURI_WAURIE_TABLE_WINDOW_H
#define KAURI_WAURIE_TABLE_WINDOW_H

#include "waurie/tables.h"

struct waurie_window_options {
    struct waurie_tables_options tables; // with page_memory
    unsigned layers_most;                // the greatest layer to use, 0..WAURIE_SEEDS_MAX
    unsigned seeds_most; // of the positions that will be searched, 0..WAURIE_SEEDS_MAX
    uint64_t memory;     // bytes for layers
};

// Plain data; closed by waurie_window_close.
struct waurie_window {
    struct waurie_tables *tables; // NULL: none
    int greatest;                 // layer in the folder, at most layers_most; -1: none
    int top;                      // the greatest layer in memory; -1: none
    int least;                    // the lowest layer in memory; -1: none
};

// The lowest layer that sowings lead to from positions with more than `top` and at most `seeds`
// seeds in which the game is not over; `top` itself if there are none. Thread-safe.
unsigned waurie_window_least(const struct waurie_rules *rules, unsigned pits, unsigned top,
                             unsigned seeds);

// Finds the tables, and holds layers for a search of positions with at most `seeds_most` seeds: the
// greatest layer that fits together with the one below it, and then as many of the layers below
// these as the search can need, as far as they exist and fit. Holds nothing if the greatest table
// covers these positions itself. Errors: those of waurie_tables_open; KAURI_CORRUPT for a damaged
// table or one of other rules; KAURI_INTERRUPTED.
enum kauri_status waurie_window_open(const struct waurie_window_options *options,
                                     struct waurie_window *window, struct kauri_error *error);
// Leaves a window without tables.
void waurie_window_close(struct waurie_window *window);

#endif
