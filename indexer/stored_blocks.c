#include "indexer/stored_blocks.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROW_SEEDS_MAX = KAURI_SEEDS_MAX / 2,
    PIPS_MAX = ROW_SEEDS_MAX * KAURI_HOLES_MAX,
};

// Seeds and pips of one row as a single number that orders rows as the pair does.
static inline unsigned weight(const uint8_t *row, unsigned holes)
{
    unsigned seeds = 0;
    unsigned pips = 0;
    for (unsigned i = 0; i < holes; i++) {
        seeds += row[i];
        pips += row[i] * (holes - i);
    }
    return seeds * (KAURI_SEEDS_MAX * KAURI_HOLES_MAX + 1) + pips;
}

bool kauri_seeds_stored(const uint8_t *seeds, unsigned holes)
{
    return weight(seeds, holes) >= weight(seeds + holes, holes);
}

// Counts the stored blocks. Turning the board exchanges A and B, so there are as many blocks with A
// > B as with A < B. What remains are the blocks with A = B: pairs of rows with half of the seeds
// each, and equal pips.
uint64_t kauri_stored_block_count(const struct kauri_layer *layer)
{
    uint64_t rows[ROW_SEEDS_MAX + 1][PIPS_MAX + 1] = {{1}}; // by seeds and pips
    const unsigned half = layer->seeds / 2;
    uint64_t equal = 0;
    if (layer->seeds % 2 != 0) {
        return layer->block_count / 2;
    }
    // One hole after the other: a seed in a hole of `pips` pips may be added any number of times.
    for (unsigned pips = 1; pips <= layer->shape.holes; pips++) {
        for (unsigned seeds = 1; seeds <= half; seeds++) {
            for (unsigned sum = pips; sum <= half * layer->shape.holes; sum++) {
                rows[seeds][sum] += rows[seeds - 1][sum - pips];
            }
        }
    }
    for (unsigned sum = 0; sum <= half * layer->shape.holes; sum++) {
        equal += rows[half][sum] * rows[half][sum];
    }
    return (layer->block_count - equal) / 2 + equal;
}

// Advances to the next distribution in the order of kauri_row_rank. The last one, with everything
// in the first hole, is left alone.
static void next_distribution(uint8_t *counts, unsigned holes)
{
    // The rightmost hole with a counter to its right receives one; what is right of it moves to the
    // last hole.
    unsigned rest = counts[holes - 1];
    for (unsigned hole = holes - 1; hole-- > 0;) {
        if (rest > 0) {
            counts[hole]++;
            memset(counts + hole + 1, 0, holes - hole - 1);
            counts[holes - 1] = (uint8_t)(rest - 1);
            return;
        }
        rest += counts[hole];
    }
}

enum kauri_status kauri_stored_blocks_init(struct kauri_stored_blocks *blocks,
                                           const struct kauri_layer *layer,
                                           struct kauri_error *error)
{
    const unsigned holes = 2U * layer->shape.holes;
    uint8_t seeds[KAURI_BOARD_HOLES_MAX] = {0};
    memset(blocks, 0, sizeof *blocks);
    if (layer->block_count <= UINT32_MAX) {
        const size_t words = (size_t)layer->block_count / 64 + 1;
        blocks->bits = calloc(words, sizeof *blocks->bits);
        blocks->before = calloc(words, sizeof *blocks->before);
    }
    if (blocks->bits == NULL || blocks->before == NULL) {
        return kauri_layer_out_of_memory(layer, "the blocks of", error);
    }
    blocks->block_count = layer->block_count;
    seeds[holes - 1] = layer->seeds;
    for (uint64_t block = 0; block < layer->block_count; block++) {
        if (block % 64 == 0) {
            blocks->before[block / 64] = (uint32_t)blocks->count;
        }
        if (kauri_seeds_stored(seeds, layer->shape.holes)) {
            blocks->bits[block / 64] |= UINT64_C(1) << block % 64;
            blocks->count++;
        }
        next_distribution(seeds, holes);
    }
    if (layer->block_count % 64 == 0) { // the word after the last one
        blocks->before[layer->block_count / 64] = (uint32_t)blocks->count;
    }
    return KAURI_OK;
}

void kauri_stored_blocks_clear(struct kauri_stored_blocks *blocks)
{
    free(blocks->bits);
    free(blocks->before);
    memset(blocks, 0, sizeof *blocks);
}

uint64_t kauri_stored_block_at(const struct kauri_stored_blocks *blocks, uint64_t rank)
{
    // Find the last word with at most `rank` stored blocks before it, then the bit in it.
    uint64_t low = 0;
    uint64_t high = (blocks->block_count - 1) / 64;
    while (low < high) {
        const uint64_t middle = (low + high + 1) / 2;
        if (blocks->before[middle] <= rank) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    uint64_t bits = blocks->bits[low];
    for (uint64_t skip = rank - blocks->before[low]; skip > 0; skip--) {
        bits &= bits - 1;
    }
    return low * 64 + (uint64_t)__builtin_ctzll(bits);
}

uint64_t kauri_derived_block_at(const struct kauri_stored_blocks *blocks, uint64_t rank)
{
    uint64_t low = 0;
    uint64_t high = (blocks->block_count - 1) / 64;
    while (low < high) {
        const uint64_t middle = (low + high + 1) / 2;
        if (middle * 64 - blocks->before[middle] <= rank) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    uint64_t bits = ~blocks->bits[low];
    for (uint64_t skip = rank - (low * 64 - blocks->before[low]); skip > 0; skip--) {
        bits &= bits - 1;
    }
    return low * 64 + (uint64_t)__builtin_ctzll(bits);
}
