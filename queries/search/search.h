// Exact search above the tables (docs/SEARCH.md): the value of a position with more seeds than the
// tables hold, or proven bounds when a limit ends the search.
//
// Every bound is sound, however early the search ends. Only values that hold whatever the path are
// kept, play that never ends included (R10).
//
// Implemented in search.c and search_proof.c.
#ifndef KAURI_QUERIES_SEARCH_SEARCH_H
#define KAURI_QUERIES_SEARCH_SEARCH_H

#include "common/progress.h"
#include "common/status.h"
#include "queries/lookup/line.h"
#include "queries/lookup/probe.h"
#include "rules/board.h"
#include "rules/value.h"
#include "tablebase/tables.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What is to be found out.
enum kauri_search_goal {
    KAURI_SEARCH_VALUE,      // r, which answers both rules for every score
    KAURI_SEARCH_STANDARD,   // the result for the banked score under the standard rules (R8)
    KAURI_SEARCH_TIEBREAKER, // the same under the tie-breaker rules (R9)
};

// What searches of several positions know together: each begins with what those before it found
// out. Everything is kept until more than half of the memory is in use when a search begins; then
// all of it is forgotten. Opaque; one search at a time.
struct kauri_search_memory;

// For positions of one shape with at most `seeds` seeds, within `bytes`. `tables` (may be NULL)
// must stay open. KAURI_BAD_INPUT, KAURI_CORRUPT and KAURI_RESOURCE as kauri_search_run.
enum kauri_status kauri_search_memory_new(struct kauri_tables *tables,
                                          const struct kauri_position *position, uint64_t bytes,
                                          struct kauri_search_memory **memory,
                                          struct kauri_error *error);
// Accepts NULL. Not before the searches that use it are freed.
void kauri_search_memory_free(struct kauri_search_memory *memory);

// When to stop. The blocks that `tables` keep are bounded by whoever opened them and not counted.
struct kauri_search_limits {
    uint64_t memory; // bytes the search may hold; with too few it ends at once, with bounds
    // NULL: the search has its memory for itself. Otherwise `memory` above means nothing, the
    // tables must be the same, and the position may have no more seeds than the memory is for.
    struct kauri_search_memory *shared;
    double seconds; // on the clock; 0 or less: only the moves of the root are looked at
    uint64_t nodes; // positions to expand, 0: no limit
    // NULL, or told and asked now and then: layer is that of the root, done counts expanded
    // positions, total is 0. When it says so, the search ends as at a limit.
    const struct kauri_progress *progress;
};

enum kauri_search_status {
    KAURI_SEARCH_EXACT,  // the goal is reached: low = high, or the result is decided
    KAURI_SEARCH_BOUNDS, // a limit or an interruption came first
};

// What ended a search with bounds.
enum kauri_search_stop {
    KAURI_SEARCH_STOP_NONE, // it is exact
    KAURI_SEARCH_STOP_TIME,
    KAURI_SEARCH_STOP_MEMORY,
    KAURI_SEARCH_STOP_NODES,
    KAURI_SEARCH_STOP_REQUEST, // the progress
};

struct kauri_search_move {
    int hole; // own hole number, or KAURI_MOVE_PASS
    struct kauri_capture captured;
    int32_t low, high; // bounds of r after the move, its captures included, for who moves
    bool best;         // proven to be as good as any: low reaches the position's high, or for a
                       // decided result keeps that
    struct kauri_position successor;
};

// Freed by kauri_search_free. Plain data but for `graph`; not changed after it is made.
struct kauri_search {
    struct kauri_position position;
    enum kauri_search_goal goal;
    enum kauri_search_status status;
    int32_t low, high; // bounds of r for the player to move
    uint64_t nodes;    // positions expanded
    uint64_t memory;   // bytes in use at the end, without the tables
    double seconds;
    enum kauri_search_stop stop;
    unsigned move_count;                             // 0: no seeds and no cowrie in the own row
    struct kauri_search_move moves[KAURI_HOLES_MAX]; // greatest low first, then greatest high
    // The tables hold the position and what its moves lead to: nothing was searched, `probe` is
    // what they say, and moves stand in its order.
    bool covered;
    struct kauri_probe_result probe;
    // Best play where the status is exact: moves that keep both bounds, first those that the search
    // found, from ply table_from on those of the tables, to the end of the game, or until nothing
    // more is proven or stored (KAURI_LINE_OPEN). Where low and high differ they keep the result,
    // and from table_from on the value. No plies, and OPEN, where the status is bounds.
    struct kauri_line line;
    struct kauri_tables *tables;      // as given
    struct kauri_search_graph *graph; // what was searched, for kauri_search_write_proof
    bool shared;                      // the graph is not this search's own
};

// Searches. `tables` may be NULL (the search then goes down to the last cowrie) and may have any
// layers, but must be of the position's shape; it must stay open until the result is freed.
// KAURI_BAD_INPUT for a position of another shape than the tables, KAURI_CORRUPT and KAURI_RESOURCE
// from reading tables, KAURI_RESOURCE when the memory of the limits is not there at all; *search is
// NULL then. One thread at a time.
enum kauri_status kauri_search_run(struct kauri_tables *tables,
                                   const struct kauri_position *position,
                                   enum kauri_search_goal goal,
                                   const struct kauri_search_limits *limits,
                                   struct kauri_search **search, struct kauri_error *error);

// Accepts NULL.
void kauri_search_free(struct kauri_search *search);

// Whether every r between low and high means the same result for the goal's rules (or is one
// value), and which. For KAURI_SEARCH_VALUE *result is the sign of r.
bool kauri_search_decided(const struct kauri_position *position, enum kauri_search_goal goal,
                          int32_t low, int32_t high, enum kauri_result *result);

// Writes a proof of low and high (docs/PROOF.md) that verify/proof_check.h accepts. *steps (may be
// NULL) receives its number of steps. If the memory of the search is shared, this must be called
// before the next search in it. KAURI_RESOURCE; errors of the tables.
enum kauri_status kauri_search_write_proof(const struct kauri_search *search, const char *path,
                                           uint64_t *steps, struct kauri_error *error);

#endif
