// Search: decides positions with more seeds than tables hold, a win or a loss for the player to
// move.
//
// Every game ends with a winner (W10 of docs/guide/WAURIE.md), so a position is won if and only if
// one of its moves leads to a position that is lost for the opponent or, after a bonus move, won
// for the mover. The search works depth first and remembers decided positions by number, which is
// unique. These results do not depend on the line that led to the position, so they stay valid, and
// later searches use them.
#ifndef KAURI_WAURIE_WINNER_SEARCH_H
#define KAURI_WAURIE_WINNER_SEARCH_H

#include "common/progress.h"
#include "common/status.h"
#include "waurie/tables.h"

struct waurie_search_options {
    const char *folder; // folder of tables; NULL: none
    struct waurie_rules rules;
    unsigned pits;         // pits in a row, 1..6
    unsigned layers_most;  // greatest layer of the tables to use
    unsigned seeds_most;   // most seeds of a position that will be asked about
    uint64_t memory;       // bytes, at least WAURIE_SEARCH_LEAST: layers, pages, decided positions
    uint64_t layer_memory; // part of `memory` for layers, at most 13/16; 0: 13/16
    unsigned threads;      // at least 1
    const struct kauri_progress *progress; // progress of reading layers; may be NULL
    unsigned depth; // greatest number of sowings in a line of play; 0: WAURIE_SEARCH_DEPTH
};

enum {
    WAURIE_SEARCH_LEAST = 1 << 16,
    WAURIE_SEARCH_DEPTH = 6000, // sowings whose frames fit on the stack of a thread
};

struct waurie_search;

// Opens the tables, holds the layers that the search can look up, and allocates the rest of the
// memory. Errors: KAURI_RESOURCE, also for too little memory; those of waurie_tables_open and
// waurie_tables_hold_window. Free the search with waurie_search_free, which accepts NULL.
enum kauri_status waurie_search_new(const struct waurie_search_options *options,
                                    struct waurie_search **search, struct kauri_error *error);
void waurie_search_free(struct waurie_search *search);

// The layers that are looked up instead of being searched: up to `top`, and for a position that the
// caller asks about up to `greatest`.
const struct waurie_window *waurie_search_window(const struct waurie_search *search);

// Decides a position of the board of the search, for the player to move. WAURIE_OPEN after
// `seconds` of elapsed time (0: no limit), if `progress` (may be NULL) asks to stop, or if a line
// of play has more sowings than options.depth. The reports of `progress` are made by the calling
// thread; `done` is the number of positions searched so far. The answer does not depend on the
// number of threads. One thread at a time may call this.
enum waurie_result waurie_search_decide(struct waurie_search *search,
                                        const struct waurie_board *board, double seconds,
                                        const struct kauri_progress *progress);

// The result if it takes no search, from the rules, tables or remembered results; else WAURIE_OPEN.
enum waurie_result waurie_search_recall(struct waurie_search *search,
                                        const struct waurie_board *board);

// The error of the first look-up that failed for a reason other than a missing layer; KAURI_OK, and
// *error is not set, if there was none. Such a position is taken for one that is not known.
enum kauri_status waurie_search_failure(const struct waurie_search *search,
                                        struct kauri_error *error);

// Positions searched so far by all calls of waurie_search_decide.
uint64_t waurie_search_nodes(const struct waurie_search *search);

#endif
