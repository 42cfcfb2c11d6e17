// The tables of a folder for a search above them: the highest layers are decoded in memory, the
// others are read page by page on demand.
//
// A sowing stores few seeds: from a position with n seeds at most waurie_stored_most (solver/
// sowing.h). A search that stops at the first position with at most L seeds therefore looks up
// layer L, the one or two layers below it, and hardly ever a lower one, since that takes enough
// seeds in one pit for two rounds of the board. Layers far below are needed only for positions that
// have few seeds to begin with.
#ifndef KAURI_WAURIE_TABLE_WINDOW_H
#define KAURI_WAURIE_TABLE_WINDOW_H

#include "common/progress.h"
#include "common/status.h"
#include "waurie/pits.h"

// Several threads may look positions up at once.
struct waurie_window;

struct waurie_window_options {
    const char *folder;
    struct waurie_rules rules;
    unsigned pits;        // in a row, 1..6
    unsigned layers_most; // the greatest layer to use, 0..WAURIE_SEEDS_MAX
    unsigned seeds_most;  // of the positions that will be searched, 0..WAURIE_SEEDS_MAX
    uint64_t memory;      // bytes for layers
    uint64_t page_memory; // bytes for pages, at least WAURIE_PAGES_LEAST (table_pages.h)
    unsigned threads;     // that load, at least 1
    const struct kauri_progress *progress; // may be NULL; reports count positions of the layer
};

// The lowest layer that sowings lead to from positions with more than `top` and at most `seeds`
// seeds in which the game is not over; `top` itself if there are none. Thread-safe.
unsigned waurie_window_least(const struct waurie_rules *rules, unsigned pits, unsigned top,
                             unsigned seeds);

// Finds the tables, and loads layers for a search of positions with at most `seeds_most` seeds: the
// greatest layer that fits together with the one below it, and then as many of the layers below
// these as the search can need, as far as they exist and fit. Loads nothing if the greatest table
// covers these positions itself. Errors: KAURI_MISSING if the folder does not exist; KAURI_CORRUPT
// for a damaged table or one of other rules; KAURI_RESOURCE, also if page_memory is too little;
// KAURI_INTERRUPTED. The caller closes *window.
enum kauri_status waurie_window_open(const struct waurie_window_options *options,
                                     struct waurie_window **window, struct kauri_error *error);
// Accepts NULL.
void waurie_window_close(struct waurie_window *window);

struct waurie_window_layers {
    int greatest; // in the folder, at most layers_most; -1: none
    int top;      // the greatest one in memory; -1: none
    int least;    // the lowest one in memory; -1: none
    uint64_t bytes;
};
struct waurie_window_layers waurie_window_layers(const struct waurie_window *window);

// The result for the player to move of a board with the pits of the window and at most as many
// seeds as its greatest layer: from memory, or in some milliseconds from a file. WAURIE_OPEN if the
// layer is missing or cannot be read. With an empty row the answer is that of the rules, as in
// tables.h.
enum waurie_result waurie_window_look_up(struct waurie_window *window,
                                         const struct waurie_board *board);

// Prefetches the result if its layer is in memory, so that the look-up does not wait.
void waurie_window_prefetch(const struct waurie_window *window, const struct waurie_board *board);

// The error of the first look-up that failed for a reason other than a missing layer; KAURI_OK, and
// *error is not set, if there was none. Must not run while other threads look positions up.
enum kauri_status waurie_window_failure(const struct waurie_window *window,
                                        struct kauri_error *error);

#endif
