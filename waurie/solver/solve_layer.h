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
// Here all layers are in memory; waurie/solver/solve_blocks.h does with less.
#ifndef KAURI_WAURIE_SOLVER_SOLVE_LAYER_H
#define KAURI_WAURIE_SOLVER_SOLVE_LAYER_H

#include "common/status.h"
#include "waurie/solver/layer_work.h"

// Fills work->bits. Takes the memory of waurie_layer_scratch besides. Errors: KAURI_RESOURCE,
// KAURI_INTERRUPTED.
enum kauri_status waurie_layer_solve(const struct waurie_layer_work *work,
                                     struct kauri_error *error);

// The greatest number of bytes that the threads take while they solve the layer with `seeds`
// seeds, without the layers themselves. Thread-safe.
uint64_t waurie_layer_scratch(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                              unsigned threads);

#endif
