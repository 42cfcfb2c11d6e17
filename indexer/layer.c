#include "indexer/layer.h"

#include "common/checked.h"
#include "indexer/binomial.h"

#include <string.h>

enum kauri_status kauri_layer_init(struct kauri_layer *layer, struct kauri_shape shape,
                                   unsigned seeds, struct kauri_error *error)
{
    if (shape.holes < 1 || shape.holes > KAURI_HOLES_MAX) {
        return kauri_fail(error, KAURI_USAGE, "%u holes in a row: only 1 to %d can be handled",
                          shape.holes, KAURI_HOLES_MAX);
    }
    if (shape.cowries > KAURI_COWRIES_MAX) {
        return kauri_fail(error, KAURI_USAGE, "%u cowries: only 0 to %d can be handled",
                          shape.cowries, KAURI_COWRIES_MAX);
    }
    if (seeds > KAURI_SEEDS_MAX) {
        return kauri_fail(error, KAURI_USAGE, "%u seeds: only 0 to %d can be handled", seeds,
                          KAURI_SEEDS_MAX);
    }
    memset(layer, 0, sizeof *layer);
    layer->shape = shape;
    layer->seeds = (uint8_t)seeds;
    layer->block_count = kauri_compositions(seeds, 2U * shape.holes);
    for (unsigned t = 0; t <= shape.cowries; t++) {
        layer->row_count[t] = (uint32_t)kauri_compositions(t, shape.holes);
    }
    // The sums of row products count configurations of two rows, of which there are at most C(23,
    // 11), so they fit into 32 bits.
    for (unsigned t = 0; t <= shape.cowries; t++) {
        layer->half_start[t + 1] =
            layer->half_start[t] + layer->row_count[t] * layer->row_count[shape.cowries - t];
    }
    layer->cowrie_count = layer->half_start[shape.cowries + 1];
    if (!kauri_checked_multiply(layer->block_count, layer->cowrie_count, &layer->positions)) {
        return kauri_fail(error, KAURI_USAGE,
                          "%u seeds: the positions cannot be counted in 64 bits", seeds);
    }
    return KAURI_OK;
}

enum kauri_status kauri_layer_out_of_memory(const struct kauri_layer *layer, const char *purpose,
                                            struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory for %s layer %u", purpose,
                      layer->seeds);
}

// Inlined with a constant number of holes, each copy takes a few instructions.
static inline void copy_turned(const uint8_t *from, unsigned own, unsigned holes, uint8_t *to)
{
    memcpy(to, from + own, holes);
    memcpy(to + holes, from + (holes - own), holes);
}

struct kauri_view kauri_view_of(const struct kauri_position *position)
{
    struct kauri_view view = {{0}, {0}};
    const unsigned holes = position->holes;
    const unsigned own = kauri_own_hole(position, 0);
    if (holes == KAURI_HOLES_MAX) {
        copy_turned(position->seeds, own, KAURI_HOLES_MAX, view.seeds);
        copy_turned(position->cowries, own, KAURI_HOLES_MAX, view.cowries);
    } else {
        copy_turned(position->seeds, own, holes, view.seeds);
        copy_turned(position->cowries, own, holes, view.cowries);
    }
    return view;
}

struct kauri_position kauri_view_position(const struct kauri_view *view, unsigned holes)
{
    struct kauri_position position = {.holes = (uint8_t)holes, .side = KAURI_SOUTH};
    memcpy(position.seeds, view->seeds, sizeof position.seeds);
    memcpy(position.cowries, view->cowries, sizeof position.cowries);
    return position;
}

// The number of configurations that begin like this one but hold fewer counters in the current
// hole: with k holes after it and `rest` counters left, those with v < count counters in it are sum
// over v of C(rest - v + k - 1, k - 1) = C(rest + k, k) - C(rest - count + k, k).
static uint64_t before(unsigned rest, unsigned behind, unsigned count)
{
    return kauri_binomial(rest + behind, behind) - kauri_binomial(rest - count + behind, behind);
}

// The sum of before() over the holes. With rest_j counters in hole j and after it, and k_j holes
// after it, neighbouring terms combine by Pascal's rule, C(rest_j + k_j + 1, k_j + 1) - C(rest_j +
// k_j, k_j) = C(rest_j + k_j, k_j + 1), which leaves one coefficient per hole:
//
//   rank = C(things + k_0, k_0) - 1 - sum over j >= 1 of C(rest_j + k_j, k_j + 1)
static inline uint64_t row_rank(const uint8_t *counts, unsigned holes, unsigned things)
{
    uint64_t rank = kauri_compositions(things, holes) - 1;
    unsigned rest = things;
    for (unsigned after = holes - 1; after > 0; after--) {
        rest -= *counts++;
        rank -= kauri_binomial(rest + after - 1, after);
    }
    return rank;
}

uint64_t kauri_row_rank(const uint8_t *counts, unsigned holes, unsigned things)
{
    return row_rank(counts, holes, things);
}

void kauri_row_unrank(uint64_t rank, unsigned holes, unsigned things, uint8_t *counts)
{
    unsigned rest = things;
    for (unsigned hole = 0; hole + 1 < holes; hole++) {
        const unsigned behind = holes - 1 - hole;
        unsigned count = 0;
        while (count < rest && before(rest, behind, count + 1) <= rank) {
            count++;
        }
        rank -= before(rest, behind, count);
        counts[hole] = (uint8_t)count;
        rest -= count;
    }
    counts[holes - 1] = (uint8_t)rest;
}

static inline unsigned sum(const uint8_t *counts, unsigned holes)
{
    unsigned total = 0;
    for (unsigned hole = 0; hole < holes; hole++) {
        total += counts[hole];
    }
    return total;
}

static inline uint32_t cowrie_rank(const struct kauri_layer *layer, unsigned holes,
                                   const uint8_t *cowries)
{
    const unsigned own = sum(cowries, holes);
    const unsigned other = layer->shape.cowries - own;
    return layer->half_start[own] +
           (uint32_t)row_rank(cowries, holes, own) * layer->row_count[other] +
           (uint32_t)row_rank(cowries + holes, holes, other);
}

uint32_t kauri_cowrie_rank(const struct kauri_layer *layer, const uint8_t *cowries)
{
    return cowrie_rank(layer, layer->shape.holes, cowries);
}

void kauri_cowrie_unrank(const struct kauri_layer *layer, uint32_t rank, uint8_t *cowries)
{
    const unsigned holes = layer->shape.holes;
    unsigned own = 0;
    while (rank >= layer->half_start[own + 1]) {
        own++;
    }
    const unsigned other = layer->shape.cowries - own;
    rank -= layer->half_start[own];
    kauri_row_unrank(rank / layer->row_count[other], holes, own, cowries);
    kauri_row_unrank(rank % layer->row_count[other], holes, other, cowries + holes);
}

// The rows of a position as its mover sees it.
struct seen_rows {
    const uint8_t *own, *other;
};

static inline struct kauri_block_place block_place(const struct kauri_layer *layer, unsigned holes,
                                                   struct seen_rows seeds, struct seen_rows cowries)
{
    // row_rank of both rows of seeds together
    uint64_t block = kauri_compositions(layer->seeds, 2 * holes) - 1;
    unsigned rest = layer->seeds;
    for (unsigned i = 0; i < holes; i++) {
        rest -= seeds.own[i];
        block -= kauri_binomial(rest + 2 * holes - 2 - i, 2 * holes - 1 - i);
    }
    for (unsigned i = 0; i + 1 < holes; i++) {
        rest -= seeds.other[i];
        block -= kauri_binomial(rest + holes - 2 - i, holes - 1 - i);
    }
    const unsigned own = sum(cowries.own, holes);
    const unsigned other = layer->shape.cowries - own;
    const uint32_t rank = layer->half_start[own] +
                          (uint32_t)row_rank(cowries.own, holes, own) * layer->row_count[other] +
                          (uint32_t)row_rank(cowries.other, holes, other);
    return (struct kauri_block_place){block, rank};
}

uint64_t kauri_block_exchanged(const struct kauri_layer *layer, uint64_t block)
{
    const unsigned holes = layer->shape.holes;
    uint8_t seeds[KAURI_BOARD_HOLES_MAX] = {0};
    uint8_t exchanged[KAURI_BOARD_HOLES_MAX] = {0};
    kauri_row_unrank(block, 2 * holes, layer->seeds, seeds);
    memcpy(exchanged, seeds + holes, holes);
    memcpy(exchanged + holes, seeds, holes);
    return kauri_row_rank(exchanged, 2 * holes, layer->seeds);
}

struct kauri_block_place kauri_block_place(const struct kauri_layer *layer,
                                           const struct kauri_position *position)
{
    const unsigned holes = layer->shape.holes;
    const unsigned own = position->side == KAURI_SOUTH ? 0 : holes;
    const unsigned other = holes - own;
    const struct seen_rows seeds = {position->seeds + own, position->seeds + other};
    const struct seen_rows cowries = {position->cowries + own, position->cowries + other};
    // The full board has a version of its own: a constant number of holes lets the compiler unroll
    // the loops.
    return holes == KAURI_HOLES_MAX ? block_place(layer, KAURI_HOLES_MAX, seeds, cowries)
                                    : block_place(layer, holes, seeds, cowries);
}

static inline uint64_t view_index(const struct kauri_layer *layer, unsigned holes,
                                  const struct kauri_view *view)
{
    return row_rank(view->seeds, 2 * holes, layer->seeds) * layer->cowrie_count +
           cowrie_rank(layer, holes, view->cowries);
}

uint64_t kauri_index(const struct kauri_layer *layer, const struct kauri_view *view)
{
    const unsigned holes = layer->shape.holes;
    return holes == KAURI_HOLES_MAX ? view_index(layer, KAURI_HOLES_MAX, view)
                                    : view_index(layer, holes, view);
}

void kauri_unindex(const struct kauri_layer *layer, uint64_t index, struct kauri_view *view)
{
    memset(view, 0, sizeof *view);
    kauri_row_unrank(index / layer->cowrie_count, 2U * layer->shape.holes, layer->seeds,
                     view->seeds);
    kauri_cowrie_unrank(layer, (uint32_t)(index % layer->cowrie_count), view->cowries);
}
