// The half of a layer from which the other half follows.
//
// For a block, let A = (seeds, pips) of the mover's row and B the same of the opponent's row, where
// pips is the sum of (holes - i) over the seeds in hole i, counted from the owner's left. A block
// is *stored* if A >= B, compared lexicographically, and *derived* if A < B. Every quiet move and
// every pass from a derived block leads to a stored block of the same layer (proof in
// docs/guide/RULES.md), so r and dtc of a derived position follow from those of its successors:
// from stored positions of its layer, and from lower layers.
//
// Stored blocks are numbered 0, 1, ... in the order of their block numbers.
#ifndef KAURI_INDEXER_STORED_BLOCKS_H
#define KAURI_INDEXER_STORED_BLOCKS_H

#include "common/status.h"
#include "indexer/layer.h"

#include <stdbool.h>
#include <stdint.h>

// Returns true if the block with these seeds is stored: the mover's holes 0..holes-1, then the
// opponent's. Thread-safe.
bool kauri_seeds_stored(const uint8_t *seeds, unsigned holes);

// Number of stored blocks of a layer, at least half of its blocks. Counts without visiting them.
// Thread-safe.
uint64_t kauri_stored_block_count(const struct kauri_layer *layer);

// The stored blocks of a layer, in 1.5 bits per block. Constant after it was made, so any number of
// threads may read it.
struct kauri_stored_blocks {
    uint64_t block_count; // blocks of the layer, stored or not
    uint64_t count;       // number of stored blocks
    uint64_t *bits;       // bit b % 64 of word b / 64: block b is stored
    uint32_t *before;     // by word: stored blocks in the words before it
};

// Makes the map of *layer; *blocks is to be cleared with kauri_stored_blocks_clear, also after a
// failure, and need not be initialised. Errors: KAURI_RESOURCE.
enum kauri_status kauri_stored_blocks_init(struct kauri_stored_blocks *blocks,
                                           const struct kauri_layer *layer,
                                           struct kauri_error *error);
// Frees what *blocks owns. Accepts a zeroed struct.
void kauri_stored_blocks_clear(struct kauri_stored_blocks *blocks);

// Returns true if block `block` (below block_count) is stored.
static inline bool kauri_block_stored(const struct kauri_stored_blocks *blocks, uint64_t block)
{
    return blocks->bits[block / 64] >> block % 64 & 1U;
}

// Number of stored blocks below `block`: the number of `block` itself if it is stored.
static inline uint64_t kauri_stored_rank(const struct kauri_stored_blocks *blocks, uint64_t block)
{
    const uint64_t lower = blocks->bits[block / 64] & ((UINT64_C(1) << block % 64) - 1);
    return blocks->before[block / 64] + (uint64_t)__builtin_popcountll(lower);
}

// The inverse of kauri_stored_rank: the block whose number among the stored ones is `rank` (below
// count).
uint64_t kauri_stored_block_at(const struct kauri_stored_blocks *blocks, uint64_t rank);
// The derived block with `rank` derived blocks below it.
uint64_t kauri_derived_block_at(const struct kauri_stored_blocks *blocks, uint64_t rank);

#endif
