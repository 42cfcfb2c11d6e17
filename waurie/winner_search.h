// Search: decides positions with more seeds than tables hold, a win or a loss for the player to
// move.
//
// Every game ends with a winner (W10 of docs/WAURIE.md), so a position is won if and only if one of
// its moves leads to a position that is lost for the opponent or, after a bonus move, won for the
// mover. The search works depth first and remembers decided positions by number, which is unique.
// These results do not depend on the line that led to the position, so they stay valid, and later
// searches use them.
#ifndef KAURI_WAURIE_WINNER_SEARCH_H
#define KAURI_WAURIE_WINNER_SEARCH_H

#include "common/progress.h"
#include "common/status.h"
#include "waurie/table_window.h"

struct waurie_search_options {
    struct waurie_rules rules;
    unsigned pits;    // in a row, 1..6
    uint64_t memory;  // bytes for positions to remember, at least WAURIE_SEARCH_LEAST
    unsigned threads; // at least 1
    // Positions with at most window.top seeds are looked up instead of being searched, and the
    // position that the caller asks about also with as many as window.greatest. The tables must
    // outlive the search; NULL: nothing is known.
    struct waurie_window window;
    unsigned depth; // greatest number of sowings in a line of play; 0: WAURIE_SEARCH_DEPTH
};

enum {
    WAURIE_SEARCH_LEAST = 1 << 16,
    WAURIE_SEARCH_DEPTH =
        6000, // the stack of a thread has room for the frames of this many sowings
};

struct waurie_search;

// Allocates all of the memory. KAURI_RESOURCE if it is too little or cannot be allocated. Free the
// search with waurie_search_free, which accepts NULL.
enum kauri_status waurie_search_new(const struct waurie_search_options *options,
                                    struct waurie_search **search, struct kauri_error *error);
void waurie_search_free(struct waurie_search *search);

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
