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
    // Every sum of row products counts the configurations of some row pairs, at most C(23, 11) in
    // all, so 32 bits hold it.
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

struct kauri_view kauri_view_of(const struct kauri_position *position)
{
    struct kauri_view view = {{0}, {0}};
    const unsigned holes = position->holes;
    const unsigned own = kauri_own_hole(position, 0);
    const unsigned other = holes - own;
    memcpy(view.seeds, position->seeds + own, holes);
    memcpy(view.seeds + holes, position->seeds + other, holes);
    memcpy(view.cowries, position->cowries + own, holes);
    memcpy(view.cowries + holes, position->cowries + other, holes);
    return view;
}

struct kauri_position kauri_view_position(const struct kauri_view *view, unsigned holes)
{
    struct kauri_position position = {.holes = (uint8_t)holes, .side = KAURI_SOUTH};
    memcpy(position.seeds, view->seeds, sizeof position.seeds);
    memcpy(position.cowries, view->cowries, sizeof position.cowries);
    return position;
}

// The configurations that begin like this one but hold fewer counters in the hole at hand: with k
// holes behind it and `rest` counters left, those with v < count counters there are
// sum over v of C(rest - v + k - 1, k - 1) = C(rest + k, k) - C(rest - count + k, k).
static uint64_t before(unsigned rest, unsigned behind, unsigned count)
{
    return kauri_binomial(rest + behind, behind) - kauri_binomial(rest - count + behind, behind);
}

uint64_t kauri_row_rank(const uint8_t *counts, unsigned holes, unsigned things)
{
    uint64_t rank = 0;
    unsigned rest = things;
    for (unsigned hole = 0; hole + 1 < holes; hole++) {
        rank += before(rest, holes - 1 - hole, counts[hole]);
        rest -= counts[hole];
    }
    return rank;
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

static unsigned sum(const uint8_t *counts, unsigned holes)
{
    unsigned total = 0;
    for (unsigned hole = 0; hole < holes; hole++) {
        total += counts[hole];
    }
    return total;
}

uint32_t kauri_cowrie_rank(const struct kauri_layer *layer, const uint8_t *cowries)
{
    const unsigned holes = layer->shape.holes;
    const unsigned own = sum(cowries, holes);
    const unsigned other = layer->shape.cowries - own;
    return layer->half_start[own] +
           (uint32_t)kauri_row_rank(cowries, holes, own) * layer->row_count[other] +
           (uint32_t)kauri_row_rank(cowries + holes, holes, other);
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

uint64_t kauri_index(const struct kauri_layer *layer, const struct kauri_view *view)
{
    return kauri_row_rank(view->seeds, 2U * layer->shape.holes, layer->seeds) *
               layer->cowrie_count +
           kauri_cowrie_rank(layer, view->cowries);
}

void kauri_unindex(const struct kauri_layer *layer, uint64_t index, struct kauri_view *view)
{
    memset(view, 0, sizeof *view);
    kauri_row_unrank(index / layer->cowrie_count, 2U * layer->shape.holes, layer->seeds,
                     view->seeds);
    kauri_cowrie_unrank(layer, (uint32_t)(index % layer->cowrie_count), view->cowries);
}
