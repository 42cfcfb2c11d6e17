#include "solver/block.h"

#include "common/loop.h"
#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH_BLOCKS = 1024 };

// Classes that moves of a block are quiet against, while masks are interned.
struct quiet {
    uint64_t classes[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1];
};

struct making {
    const struct kauri_layer *layer;
    const uint32_t *numbers; // NULL: all blocks in order
    struct kauri_block *blocks;
    struct quiet *quiet; // by block, from `first` on
    uint64_t first;
};

// Plays the move in a position that stands for the whole class, so that the rules of captures are
// not stated a second time. Only whether an opponent's hole holds cowries matters for captures, so
// each such hole gets one.
struct kauri_outcome kauri_block_outcome(const struct kauri_layer *layer, const uint8_t *seeds,
                                         unsigned h, unsigned k, unsigned held)
{
    const unsigned holes = layer->shape.holes;
    struct kauri_position position = {.holes = (uint8_t)holes, .side = KAURI_SOUTH};
    memcpy(position.seeds, seeds, sizeof position.seeds);
    position.cowries[h] = (uint8_t)k;
    uint8_t occupied[KAURI_HOLES_MAX];
    for (unsigned hole = 0; hole < KAURI_HOLES_MAX; hole++) {
        occupied[hole] = (uint8_t)(held >> hole & 1U);
    }
    memcpy(position.cowries + holes, occupied, holes);
    const struct kauri_capture capture = kauri_play(&position, (int)h);
    const unsigned left = layer->seeds - (unsigned)capture.own - capture.opponent;
    const struct kauri_view view = kauri_view_of(&position);
    return (struct kauri_outcome){.block = kauri_row_rank(view.seeds, 2 * holes, left),
                                  .seeds_left = (uint8_t)left,
                                  .gain = (int8_t)(capture.own - capture.opponent)};
}

static void make_block(void *context, unsigned worker, uint64_t index)
{
    (void)worker;
    const struct making *making = context;
    const struct kauri_layer *layer = making->layer;
    const unsigned holes = layer->shape.holes;
    struct kauri_block *block = &making->blocks[making->first + index];
    struct quiet *quiet = &making->quiet[index];
    const uint64_t place = making->first + index;
    const uint64_t number = making->numbers == NULL ? place : making->numbers[place];
    uint8_t seeds[KAURI_BOARD_HOLES_MAX] = {0};
    kauri_row_unrank(number, 2 * holes, layer->seeds, seeds);
    memset(quiet, 0, sizeof *quiet);
    block->successor[holes] = (uint32_t)kauri_block_exchanged(layer, number);
    for (unsigned h = 0; h < holes && h < KAURI_HOLES_MAX; h++) {
        block->start[h] = (uint8_t)kauri_sowing_end(holes, h, seeds[h]);
        for (unsigned k = 1; k <= layer->shape.cowries; k++) {
            for (unsigned held = 0; held < 1U << holes; held++) {
                const struct kauri_outcome outcome = kauri_block_outcome(layer, seeds, h, k, held);
                if (outcome.seeds_left == layer->seeds) {
                    quiet->classes[h][k] |= UINT64_C(1) << held;
                    block->successor[h] = (uint32_t)outcome.block;
                }
            }
        }
    }
}

static enum kauri_status intern_block(const struct making *making, uint64_t index,
                                      struct kauri_masks *masks, struct kauri_error *error)
{
    struct kauri_block *block = &making->blocks[making->first + index];
    for (unsigned h = 0; h < making->layer->shape.holes; h++) {
        for (unsigned k = 1; k <= making->layer->shape.cowries; k++) {
            KAURI_PASS(kauri_masks_intern(masks, masks->geometry->pattern_of[h][block->start[h]][k],
                                          making->quiet[index].classes[h][k], &block->mask[h][k],
                                          error));
        }
        KAURI_PASS(kauri_masks_limit(masks, block->mask[h], &block->limit[h], error));
    }
    return KAURI_OK;
}

enum kauri_status kauri_blocks_new(const struct kauri_layer *layer, const uint32_t *numbers,
                                   uint64_t count, unsigned threads, struct kauri_masks *masks,
                                   struct kauri_block **blocks, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct making making = {.layer = layer, .numbers = numbers};
    *blocks = NULL;
    if (layer->block_count > UINT32_MAX) {
        return kauri_fail(error, KAURI_RESOURCE, "layer %u is beyond any memory", layer->seeds);
    }
    KAURI_TRY(KAURI_NEW(making.blocks, (size_t)count + 1, error, "the blocks of the layer"));
    KAURI_TRY(KAURI_NEW(making.quiet, BATCH_BLOCKS, error, "the blocks of the layer"));
    while (making.first < count) {
        const uint64_t left = count - making.first;
        const uint64_t batch = left < BATCH_BLOCKS ? left : BATCH_BLOCKS;
        kauri_loop_for(threads, batch, 1, make_block, &making);
        for (uint64_t i = 0; i < batch; i++) {
            KAURI_TRY(intern_block(&making, i, masks, error));
        }
        making.first += batch;
    }
    *blocks = making.blocks;
    making.blocks = NULL;
cleanup:
    free(making.blocks);
    free(making.quiet);
    return status;
}

void kauri_block_outcomes(const struct kauri_layer *layer, uint64_t number,
                          const struct kauri_block *block, const struct kauri_masks *masks,
                          struct kauri_outcomes *outcomes)
{
    const unsigned holes = layer->shape.holes;
    uint8_t seeds[KAURI_BOARD_HOLES_MAX] = {0};
    kauri_row_unrank(number, 2 * holes, layer->seeds, seeds);
    for (unsigned h = 0; h < holes && h < KAURI_HOLES_MAX; h++) {
        for (unsigned k = 1; k <= layer->shape.cowries; k++) {
            const uint64_t quiet = masks->masks[block->mask[h][k]].classes;
            for (unsigned held = 0; held < 1U << holes; held++) {
                if (!(quiet >> held & 1U)) {
                    outcomes->of[h][k][held] = kauri_block_outcome(layer, seeds, h, k, held);
                }
            }
        }
    }
}
