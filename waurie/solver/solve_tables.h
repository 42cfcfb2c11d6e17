// Solves layers, 64 positions at a time, and writes their tables.
//
// In a layer, the two blocks with a seeds in one row and b in the other refer to one another by
// *quiet* moves, those that store nothing, and to no other block: such a pair of blocks is solved
// by itself. Quiet moves lead to rows of smaller rank, so the rows of the first player could be
// treated in ascending order, each with all rows of the second player at once; in fact they are
// treated by another sum, so that threads can share them (waurie/solver/quiet_moves.c):
//
// 1. Moves that store a seed lead to lower layers. For each row of the mover, the results of a move
//    for all rows of the opponent are a line of the lower layer, masked (waurie/solver/lines.h), or
//    after a bonus move a line of its transpose. Done for both players, the second one transposed.
// 2. Quiet moves of the first player from row X: OR of the inverted lines of the second player's
//    block at the rows after the moves. Now the line of X is complete for the first player to move.
// 3. Quiet moves of the second player, for the same X: from each row with c seeds in a pit to the
//    row after the sowing. With c and the pit given, this keeps the order of rows: the bits at one
//    mask go to another mask.
#ifndef KAURI_WAURIE_SOLVER_SOLVE_TABLES_H
#define KAURI_WAURIE_SOLVER_SOLVE_TABLES_H

#include "waurie/solver/lines.h"
#include "waurie/tables.h"

// A layer that was solved.
struct waurie_solved {
    unsigned seeds;
    uint64_t positions; // positions in which neither row is empty
    uint64_t speed;     // positions solved per second
    double solve_seconds;
    double write_seconds;
    double read_seconds; // part of solve_seconds: reading lower blocks
    uint64_t read_bytes; // bytes of lower blocks that were read, decoded
    uint64_t held;       // bytes held for the layer: bits, lower blocks and scratch memory
};

struct waurie_solve_request {
    const char *folder; // an existing folder
    struct waurie_rules rules;
    unsigned pits;
    unsigned seeds_most;
    unsigned threads;
    uint64_t memory;                       // memory in bytes, which is never exceeded
    bool *exceeds;                         // becomes true if a layer takes more; may be NULL
    const struct kauri_progress *progress; // may be NULL
    // Called after each layer; may be NULL.
    void (*solved)(void *context, const struct waurie_solved *solved);
    void *context;
};

// Solves the layers 0 to request->seeds_most that the folder does not have, beginning with the
// first that is missing, so that a stopped run continues with the layer that it was solving. Holds
// the folder's lock (db/lock.h), and removes what a killed run left. Takes fewer threads if a layer
// does not fit with all. Errors: KAURI_RESOURCE, and before any work on a layer that does not fit
// with one thread; KAURI_LOCKED; KAURI_CORRUPT if a lower layer is damaged; KAURI_INTERRUPTED.
enum kauri_status waurie_solve_tables(const struct waurie_solve_request *request,
                                      struct kauri_error *error);

// The least memory with which waurie_solve_tables solves a layer. Thread-safe.
uint64_t waurie_solve_memory(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                             unsigned threads);

// Solves a layer and writes its table, whose bytes do not depend on the memory: one pair of blocks
// after the other, with the lower blocks that it needs
// in lower_memory bytes, at least waurie_lower_least. No blocks may be held before, and none are
// afterwards. The caller holds the folder's lock (db/lock.h). Of *solved, `held` receives the
// greatest number of bytes of lower blocks at a time; the seeds, positions and speed stay as they
// are.
//
// The pairs are solved in the order first = 0, 1, ..., so that their smaller blocks come in the
// order of the table and go into it at once. The others, about half of the layer, come the other
// way round; they are kept in a temporary file in the folder until all pairs are solved.
//
// Errors: KAURI_RESOURCE; KAURI_MISSING; KAURI_CORRUPT if a lower layer is damaged;
// KAURI_INTERRUPTED. After any, nothing is left of the layer in the folder.
enum kauri_status waurie_solve_layer(struct waurie_tables *tables, unsigned seeds,
                                     const struct waurie_lines *lines, uint64_t lower_memory,
                                     struct waurie_solved *solved, struct kauri_error *error);

#endif
