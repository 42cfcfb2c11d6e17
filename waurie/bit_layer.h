// The bits of a layer: for each position with `seeds` seeds in the pits, whether the player to move
// wins.
//
// A block consists of the positions with the same number of seeds in the mover's row. It is a
// matrix of bits: one line for each row of the waiting player, and in it one bit for each row of
// the mover, both by rank (waurie/rows.h). Lines are padded with zeros to whole words of 64 bits.
// The blocks are ordered by the mover's seeds, 0 to `seeds`.
//
// Blocks with an empty row belong to the layer too. If the mover's row is empty, the mover has won.
// If only the other row is empty, the mover has lost, or, with `at_turn`, still moves.
#ifndef KAURI_WAURIE_BIT_LAYER_H
#define KAURI_WAURIE_BIT_LAYER_H

#include "waurie/pits.h"

// Where the blocks are. Does not change after waurie_layer_make.
struct waurie_layer {
    unsigned pits;
    unsigned seeds;
    uint64_t words;                            // of the layer
    uint64_t block[WAURIE_SEEDS_MAX + 1];      // first word of the block, by the mover's seeds
    uint32_t line_words[WAURIE_SEEDS_MAX + 1]; // words of a line
    uint32_t line_bits[WAURIE_SEEDS_MAX + 1];  // bits of a line in use
    uint32_t lines[WAURIE_SEEDS_MAX + 1];      // lines of the block
    uint64_t places; // positions of the layer, with or without an empty row
};

// Describes the layer with `seeds` seeds, 0..WAURIE_SEEDS_MAX, on 2 x `pits` pits. Thread-safe.
void waurie_layer_make(unsigned pits, unsigned seeds, struct waurie_layer *layer);

// Number of positions in which neither row is empty.
uint64_t waurie_layer_positions(const struct waurie_layer *layer);

// Whether all padding is 0 in words[0..count), which are the words of the layer from `first` on.
bool waurie_layer_filled_up(const struct waurie_layer *layer, uint64_t first, uint64_t count,
                            const uint64_t *words);

// Words of the block with `own` seeds in the mover's row.
static inline uint64_t waurie_block_words(const struct waurie_layer *layer, unsigned own)
{
    return (uint64_t)layer->lines[own] * layer->line_words[own];
}

// Words of a line of `bits` bits.
static inline uint32_t waurie_line_words(uint32_t bits)
{
    return (bits + 63) / 64;
}

#endif
