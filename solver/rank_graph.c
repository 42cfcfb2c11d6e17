#include "solver/rank_graph.h"

#include "indexer/stored_blocks.h"
#include "solver/block.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static enum kauri_status check_size(const struct kauri_layer *layer, struct kauri_error *error)
{
    return layer->block_count <= KAURI_RANK_BLOCKS_MAX
               ? KAURI_OK
               : kauri_fail(error, KAURI_USAGE,
                            "layer %u has %llu blocks; ranks are planned for up to %llu",
                            layer->seeds, (unsigned long long)layer->block_count,
                            (unsigned long long)KAURI_RANK_BLOCKS_MAX);
}

enum kauri_status kauri_rank_owners(const struct kauri_layer *layer, uint32_t ranks,
                                    uint32_t **owners, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_stored_blocks stored = {.count = 0};
    *owners = NULL;
    KAURI_TRY(check_size(layer, error));
    KAURI_TRY(kauri_stored_blocks_init(&stored, layer, error));
    *owners = malloc(layer->block_count * sizeof **owners);
    if (*owners == NULL) {
        status = kauri_layer_out_of_memory(layer, "the blocks of", error);
        goto cleanup;
    }
    for (uint64_t block = 0; block < layer->block_count; block++) {
        const uint64_t other = kauri_block_exchanged(layer, block);
        const bool first = kauri_block_stored(&stored, block) &&
                           (block < other || !kauri_block_stored(&stored, other));
        (*owners)[block] = (uint32_t)(kauri_stored_rank(&stored, first ? block : other) % ranks);
    }
cleanup:
    kauri_stored_blocks_clear(&stored);
    return status;
}

enum kauri_status kauri_rank_most(const struct kauri_layer *layer, uint32_t ranks, uint64_t *most,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint32_t *owners = NULL;
    uint64_t *owned = NULL;
    *most = 0;
    KAURI_TRY(kauri_rank_owners(layer, ranks, &owners, error));
    owned = calloc(ranks, sizeof *owned);
    if (owned == NULL) {
        status =
            kauri_fail(error, KAURI_RESOURCE, "out of memory for %lu ranks", (unsigned long)ranks);
        goto cleanup;
    }
    for (uint64_t block = 0; block < layer->block_count; block++) {
        const uint64_t count = ++owned[owners[block]];
        *most = count > *most ? count : *most;
    }
cleanup:
    free(owners);
    free(owned);
    return status;
}

// Whether a position can have k cowries in one hole, and cowries in just the opponent's holes of
// `class`: the others must have a place, too.
static bool is_possible(const struct kauri_layer *layer, unsigned k, unsigned class)
{
    const unsigned used = k + (unsigned)__builtin_popcount(class);
    return used == layer->shape.cowries ||
           (used < layer->shape.cowries && (class != 0 || layer->shape.holes > 1));
}

// The block that a quiet move of hole h leads to; false if there is none.
static bool quiet_move(const struct kauri_layer *layer, const uint8_t *seeds, unsigned h,
                       uint64_t *block)
{
    for (unsigned class = 0; class < 1U << layer->shape.holes; class ++) {
        for (unsigned k = 1; k <= layer->shape.cowries; k++) {
            if (is_possible(layer, k, class)) {
                const struct kauri_outcome outcome = kauri_block_outcome(layer, seeds, h, k, class);
                if (outcome.seeds_left == layer->seeds) {
                    *block = outcome.block;
                    return true;
                }
            }
        }
    }
    return false;
}

// The blocks that quiet moves and the pass of a block lead to; their number is at most
// KAURI_HOLES_MAX + 1.
static unsigned successors(const struct kauri_layer *layer, uint64_t block, uint64_t *to)
{
    uint8_t seeds[KAURI_BOARD_HOLES_MAX] = {0};
    unsigned count = 0;
    kauri_row_unrank(block, 2U * layer->shape.holes, layer->seeds, seeds);
    for (unsigned h = 0; h < layer->shape.holes; h++) {
        count += quiet_move(layer, seeds, h, &to[count]);
    }
    to[count++] = kauri_block_exchanged(layer, block);
    return count;
}

enum kauri_status kauri_rank_partners(const struct kauri_layer *layer, uint32_t ranks,
                                      uint64_t *partners, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    enum { MOST = KAURI_HOLES_MAX + 1 };
    uint32_t *owners = NULL;
    uint32_t *edges = NULL; // of each block, MOST places: the blocks that it leads to
    uint32_t *first = NULL; // by block: its place in `from`
    uint32_t *from = NULL;  // by block that is led to: owners of the blocks that lead there
    uint64_t to[MOST];
    *partners = 0;
    KAURI_TRY(kauri_rank_owners(layer, ranks, &owners, error));
    edges = malloc(layer->block_count * MOST * sizeof *edges);
    first = calloc(layer->block_count + 2, sizeof *first);
    from = malloc(layer->block_count * MOST * sizeof *from);
    if (edges == NULL || first == NULL || from == NULL) {
        status = kauri_layer_out_of_memory(layer, "the blocks of", error);
        goto cleanup;
    }
    for (uint64_t block = 0; block < layer->block_count; block++) {
        const unsigned count = successors(layer, block, to);
        for (unsigned i = 0; i < MOST; i++) {
            edges[block * MOST + i] = i < count ? (uint32_t)to[i] : UINT32_MAX;
            first[i < count ? to[i] + 2 : 0]++;
        }
    }
    first[0] = 0;
    for (uint64_t block = 2; block < layer->block_count + 2; block++) {
        first[block] += first[block - 1];
    }
    for (uint64_t i = 0; i < layer->block_count * MOST; i++) {
        if (edges[i] != UINT32_MAX) {
            from[first[edges[i] + 1]++] = owners[i / MOST];
        }
    }
    for (uint64_t block = 0; block < layer->block_count; block++) {
        for (uint32_t i = first[block]; i < first[block + 1]; i++) {
            bool counted = from[i] == owners[block];
            for (uint32_t j = first[block]; j < i && !counted; j++) {
                counted = from[j] == from[i];
            }
            *partners += !counted;
        }
    }
cleanup:
    free(owners);
    free(edges);
    free(first);
    free(from);
    return status;
}
