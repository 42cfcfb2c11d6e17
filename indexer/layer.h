// The dense index of a layer: all positions with the same number of seeds, seen from the player to
// move (scores and side are not part of it).
//
//   index = block * cowrie_count + cowrie_rank
//
// A block is one seed configuration; blocks are numbered by kauri_row_rank of the seeds in all
// holes. Inside a block the cowrie configurations are ordered by the mover's cowries t (ascending),
// then the rank of the mover's row S, then the rank of the opponent's row N; rows with the same
// number of counters rank lexicographically by their holes from the owner's left (docs/FORMAT.md,
// "The index").
//
// Pure functions on constant data: thread-safe, no allocation.
#ifndef KAURI_INDEXER_LAYER_H
#define KAURI_INDEXER_LAYER_H

#include "common/status.h"
#include "rules/board.h"

#include <stdint.h>

// What the tables of one folder have in common.
struct kauri_shape {
    uint8_t holes;   // in a row, 1..6
    uint8_t cowries; // on the board, 0..12
};

struct kauri_layer {
    struct kauri_shape shape;
    uint8_t seeds;                              // on the board, 0..60
    uint32_t cowrie_count;                      // cowrie configurations, positions in a block
    uint64_t block_count;                       // seed configurations
    uint64_t positions;                         // block_count * cowrie_count
    uint32_t half_start[KAURI_COWRIES_MAX + 2]; // first cowrie rank with t mover's cowries
    uint32_t row_count[KAURI_COWRIES_MAX + 1];  // rows with t cowries
};

// A position without side and score: mover's holes 0..holes-1, then the opponent's, in sowing
// order.
struct kauri_view {
    uint8_t seeds[KAURI_BOARD_HOLES_MAX];
    uint8_t cowries[KAURI_BOARD_HOLES_MAX];
};

// Fills *layer. KAURI_USAGE for a shape out of range. (All others fit 64 bits, which is checked all
// the same.)
enum kauri_status kauri_layer_init(struct kauri_layer *layer, struct kauri_shape shape,
                                   unsigned seeds, struct kauri_error *error);

// The position as its mover sees it, and back (South to move, score 0:0).
struct kauri_view kauri_view_of(const struct kauri_position *position);
struct kauri_position kauri_view_position(const struct kauri_view *view, unsigned holes);

// Rank of `things` counters in `holes` holes among all such, lexicographically: 0 for everything in
// the last hole. Counts up to 60, holes up to 12; O(holes). The inverse writes all holes.
uint64_t kauri_row_rank(const uint8_t *counts, unsigned holes, unsigned things);
void kauri_row_unrank(uint64_t rank, unsigned holes, unsigned things, uint8_t *counts);

// Cowrie rank inside a block and its inverse.
uint32_t kauri_cowrie_rank(const struct kauri_layer *layer, const uint8_t *cowries);
void kauri_cowrie_unrank(const struct kauri_layer *layer, uint32_t rank, uint8_t *cowries);

// Index of a view with the layer's seeds and cowries, in [0, layer->positions), and its inverse.
uint64_t kauri_index(const struct kauri_layer *layer, const struct kauri_view *view);
void kauri_unindex(const struct kauri_layer *layer, uint64_t index, struct kauri_view *view);

#endif
