// When a search stops, what it may rest on, and how it reports progress.
#ifndef KAURI_QUERIES_SEARCH_SEARCH_LIMITS_H
#define KAURI_QUERIES_SEARCH_SEARCH_LIMITS_H

#include "common/progress.h"
#include "kauri/kauri.h"
#include "queries/lookup/bounds.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Memory that several searches share (queries/search/search_memory.h), and a search under way
// (queries/search/search.h).
struct kauri_book;
struct kauri_search_memory;
struct kauri_search_answer;

// Bounds of r that another proof establishes (kauri_prover_cite).
struct kauri_search_fact {
    struct kauri_position position;
    struct kauri_bounds r; // bounds for the player to move
    uint64_t digest;       // digest of the file of the proof
    unsigned tables;       // the proof rests on the tables of layers 0 to tables - 1
};

// Limits of one search. The pages that the tables keep in memory are not counted here; their limit
// is set when the tables are opened.
struct kauri_search_limits {
    uint64_t memory; // bytes that the search may hold; with fewer than kauri_search_least it ends
                     // at once, with bounds
    // Shared memory, or NULL: the search has its own memory. With shared memory, `memory` and
    // `threads` are ignored, the tables must be those of the shared memory, and the position may
    // have no more seeds than it was made for.
    struct kauri_search_memory *shared;
    unsigned threads; // 0: one
    // A different seed makes the search take a different course; not with shared memory.
    uint64_t seed;
    double seconds; // limit of elapsed time; at 0 or less, only the moves of the root are looked at
    uint64_t nodes; // positions to expand; 0: no limit. Each thread but one may add another one
    // A book whose entries are taken for proven; NULL: none, so that the search can prove all that
    // it says.
    const struct kauri_book *book;
    bool value_only; // leave out the line, and the proof of the best move
    // Once the goal is reached, prove in turn what each other move is worth, too, with a limited
    // number of positions for each. Not with value_only.
    bool every_move;
    // Ask only whether r >= x for the player to move, whatever the goal, and leave out the line and
    // the best move.
    bool ask;
    int x;
    // Bounds that the search may take for proven; those of other boards, or with more seeds than
    // the position, are ignored. Shared memory keeps them.
    const struct kauri_search_fact *facts;
    size_t fact_count;
    // NULL, or called about every tenth of a second: `layer` is that of the root, `done` counts
    // expanded positions, and `total` is 0. A request to stop ends the search like a limit.
    const struct kauri_progress *progress;
    // NULL, or called at the same times with what is known so far: bounds, nodes, seconds and share
    // of the memory in use; moves in the order of the holes, with their bounds and efforts.
    void (*follow)(void *follower, const struct kauri_search_answer *search);
    void *follower;
};

#endif
