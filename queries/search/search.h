// Exact search above the tables (docs/SEARCH.md): the value of a position with more seeds than the
// tables hold, or proven bounds when a limit ends the search.
//
// Every bound is sound, however early the search ends. Values are kept only if they hold on every
// path, play that never ends included (R10).
#ifndef KAURI_QUERIES_SEARCH_SEARCH_H
#define KAURI_QUERIES_SEARCH_SEARCH_H

#include "common/status.h"
#include "kauri/kauri.h"
#include "queries/lookup/line.h"
#include "queries/lookup/valued_move.h"
#include "queries/search/search_watch.h"
#include "rules/board.h"
#include "tablebase/tablebase.h"

#include <stdbool.h>
#include <stdint.h>

// Makes memory that searches of several positions share: each begins with the bounds that the
// earlier ones found. If more than half of the memory is in use when a search begins, all of it is
// emptied first. One search at a time.
//
// It takes positions of one shape with at most as many seeds as `position`, within `bytes` bytes.
// `tables` (may be NULL) must stay open. KAURI_BAD_INPUT, KAURI_CORRUPT and KAURI_RESOURCE as from
// kauri_search_run.
enum kauri_status kauri_search_memory_new(struct kauri_tablebase *tables,
                                          const struct kauri_position *position, uint64_t bytes,
                                          struct kauri_search_memory **memory,
                                          struct kauri_error *error);
// Accepts NULL. Must not be called before the searches that use the memory are freed.
void kauri_search_memory_free(struct kauri_search_memory *memory);

enum kauri_search_status {
    KAURI_SEARCH_EXACT,  // the goal is reached: r is exact, or the result is decided
    KAURI_SEARCH_BOUNDS, // a limit or an interruption came first
};

// Released by kauri_search_free. Plain data but for `graph`; does not change after it is made.
struct kauri_search {
    struct kauri_position position;
    enum kauri_goal goal;
    enum kauri_search_status status;
    struct kauri_bounds r; // for the player to move
    uint64_t nodes;        // positions expanded
    uint64_t memory;       // bytes in use at the end, without the tables
    double seconds;
    enum kauri_search_stop stop;
    unsigned move_count; // 0: no seeds and no cowrie in the own row
    // Best first. A move is `best` if its low reaches the position's high, or, when only the result
    // was asked for, if it certainly keeps that.
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    // The tables hold the position and its successors: nothing was searched, `probe` is their
    // answer, and the moves are in its order.
    bool covered;
    struct kauri_probe_result probe;
    // Best play if the status is exact: moves that keep both bounds, first those that the search
    // found and from ply table_from on those of the tables, to the end of the game or until nothing
    // more is proven or stored (KAURI_LINE_OPEN). If r is not exact, the moves keep the result, and
    // from table_from on the value. Without plies, and open, if the status is bounds.
    struct kauri_best_line line;
    struct kauri_tablebase *tables;   // as given
    struct kauri_search_graph *graph; // the searched positions, for kauri_search_write_proof
    bool shared;                      // the graph belongs to shared memory
};

// Searches. `tables` may be NULL (the search then goes down to the last cowrie) and may have any
// layers, but must be of the position's shape; it must stay open until the result is freed.
// KAURI_BAD_INPUT for a position of another shape than the tables; KAURI_CORRUPT and KAURI_RESOURCE
// from reading tables; KAURI_RESOURCE when the memory that the limits allow cannot be had. *search
// is NULL on failure. One thread at a time.
enum kauri_status kauri_search_run(struct kauri_tablebase *tables,
                                   const struct kauri_position *position, enum kauri_goal goal,
                                   const struct kauri_search_limits *limits,
                                   struct kauri_search **search, struct kauri_error *error);

// Accepts NULL.
void kauri_search_free(struct kauri_search *search);

#endif
