// Solves one layer, 64 positions at a time, from the layers below it.
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
//
// The threads, the progress and the folder are those of the tables.
#ifndef KAURI_WAURIE_SOLVER_SOLVE_LAYER_H
#define KAURI_WAURIE_SOLVER_SOLVE_LAYER_H

#include "waurie/solver/pair.h"

// Solves the layer with `seeds` seeds in memory, which then is held. The layers below that its
// moves lead to must be held. Takes the memory of waurie_layer_scratch besides. Errors:
// KAURI_RESOURCE, KAURI_INTERRUPTED.
enum kauri_status waurie_solve_in_memory(struct waurie_tables *tables, unsigned seeds,
                                         const struct waurie_lines *lines,
                                         struct kauri_error *error);

struct waurie_blocks_solved {
    double solve_seconds; // with reading
    double write_seconds;
    double read_seconds;
    uint64_t read_bytes; // of lower blocks, decoded
    uint64_t lower_most; // greatest number of bytes of lower blocks held at a time
};

// Solves a layer in bounded memory and writes its table, which has the same bytes as that of a
// layer solved in memory: one pair of blocks after the other, with the lower blocks that it needs
// in lower_memory bytes, at least waurie_lower_least. No blocks may be held before, and none are
// afterwards. The caller holds the folder's lock (db/lock.h).
//
// The pairs are solved in the order first = 0, 1, ..., so that their smaller blocks come in the
// order of the table and go into it at once. The others, about half of the layer, come the other
// way round; they are kept in a temporary file in the folder until all pairs are solved.
//
// Errors: KAURI_RESOURCE; KAURI_MISSING; KAURI_CORRUPT if a lower layer is damaged;
// KAURI_INTERRUPTED. After any, nothing is left of the layer in the folder.
enum kauri_status waurie_solve_by_blocks(struct waurie_tables *tables, unsigned seeds,
                                         const struct waurie_lines *lines, uint64_t lower_memory,
                                         struct waurie_blocks_solved *solved,
                                         struct kauri_error *error);

// Solves one pair in the same way, of which *blocks says the first number, and writes nothing; the
// folder need not be locked. The caller frees the blocks with waurie_pair_blocks_free, also on
// failure. Errors: those of waurie_solve_by_blocks.
enum kauri_status waurie_solve_pair(struct waurie_tables *tables, unsigned seeds,
                                    const struct waurie_lines *lines, uint64_t lower_memory,
                                    struct waurie_pair_blocks *blocks, struct kauri_error *error);

// The greatest number of bytes that the threads take while they solve the layer with `seeds` seeds:
// in memory, without the layers themselves; or by blocks, without the lower blocks and what reading
// and writing tables takes. Thread-safe.
uint64_t waurie_layer_scratch(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                              unsigned threads, bool by_blocks);

#endif
