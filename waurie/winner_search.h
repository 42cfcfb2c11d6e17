// Search: decides positions with more seeds than tables hold, a win or a loss for the player to
// move.
//
// Play is finite and somebody wins (W10 of docs/WAURIE.md), so a position is won if and only if one
// of its moves leads to a position that is lost for the opponent or, after a bonus move, won for
// the mover. The search tries the moves that way, deepest first, and remembers every position that
// it decided by its number, which no other position shares. What it remembers therefore holds
// forever, whatever line led to the position, and each later question begins with it.
#ifndef KAURI_WAURIE_WINNER_SEARCH_H
#define KAURI_WAURIE_WINNER_SEARCH_H

#include "common/progress.h"
#include "common/status.h"
#include "waurie/pits.h"

// What is known without searching: positions with at most `seeds` seeds in the pits. `look_up`
// answers for a board with at most that many, where the game is not over; WAURIE_OPEN means that it
// does not know after all. `prefetch` (may be NULL) comes some time before. Both are called by
// several threads at once.
struct waurie_known {
    int seeds; // -1: nothing is known
    // At least `seeds`: up to here a position that is asked about is looked up first, but not the
    // positions of the search, because it takes longer.
    int asked_seeds;
    enum waurie_result (*look_up)(void *context, const struct waurie_board *board);
    void (*prefetch)(void *context, const struct waurie_board *board);
    void *context;
};

struct waurie_search_options {
    struct waurie_rules rules;
    unsigned pits;             // in a row, 1..6
    uint64_t memory;           // bytes for positions to remember, at least WAURIE_SEARCH_LEAST
    unsigned threads;          // at least 1
    struct waurie_known known; // what it points to must stay as long as the search
    unsigned depth; // greatest number of sowings in a line of play; 0: WAURIE_SEARCH_DEPTH
};

enum {
    WAURIE_SEARCH_LEAST = 1 << 16,
    WAURIE_SEARCH_DEPTH = 6000, // the frames of so many sowings fit into the stack of a thread
};

struct waurie_search;

// Takes the memory at once. KAURI_RESOURCE if it is too little or cannot be had. Free the search
// with waurie_search_free, which accepts NULL.
enum kauri_status waurie_search_new(const struct waurie_search_options *options,
                                    struct waurie_search **search, struct kauri_error *error);
void waurie_search_free(struct waurie_search *search);

// Decides a position of the board of the search, for the player to move: WAURIE_OPEN when `seconds`
// of elapsed time (0: no limit) are over, `progress` (may be NULL) asks to stop, or a line of play
// has more sowings than options.depth. The reports of `progress`
// count in `done` the positions searched by this search so far, and are made by the thread that
// calls. The answer does not depend on the threads. One thread at a time may ask.
enum waurie_result waurie_search_decide(struct waurie_search *search,
                                        const struct waurie_board *board, double seconds,
                                        const struct kauri_progress *progress);

// The same if it needs no search: from the rules, from what is known, or remembered.
enum waurie_result waurie_search_recall(const struct waurie_search *search,
                                        const struct waurie_board *board);

// Positions searched by all questions so far, and look-ups of known positions.
struct waurie_search_counts {
    uint64_t nodes;
    uint64_t known;
};
struct waurie_search_counts waurie_search_counts(const struct waurie_search *search);

#endif
