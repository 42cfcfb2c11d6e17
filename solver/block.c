#include "solver/block.h"

#include <string.h>

// The rules are asked, not restated: a stand-in position with the class's occupancy is played. Only
// whether an opponent's hole holds cowries matters for captures, so one cowrie stands for any.
static void play_class(const struct kauri_layer *layer, const uint8_t *seeds, unsigned h,
                       unsigned k, unsigned class, struct kauri_outcome *outcome)
{
    const unsigned holes = layer->shape.holes;
    struct kauri_position position = {.holes = (uint8_t)holes, .side = KAURI_SOUTH};
    memcpy(position.seeds, seeds, sizeof position.seeds);
    position.cowries[h] = (uint8_t)k;
    uint8_t occupied[KAURI_HOLES_MAX];
    for (unsigned hole = 0; hole < KAURI_HOLES_MAX; hole++) {
        occupied[hole] = (uint8_t)(class >> hole & 1U);
    }
    memcpy(position.cowries + holes, occupied, holes);
    const struct kauri_capture capture = kauri_play(&position, (int)h);
    const struct kauri_view view = kauri_view_of(&position);
    outcome->seeds_left = (uint8_t)(layer->seeds - capture.own - capture.opponent);
    outcome->gain = (int8_t)(capture.own - capture.opponent);
    outcome->block = kauri_row_rank(view.seeds, 2 * holes, outcome->seeds_left);
}

void kauri_block_init(const struct kauri_layer *layer, uint64_t number, struct kauri_block *block,
                      struct kauri_outcomes *outcomes)
{
    const unsigned holes = layer->shape.holes;
    memset(block, 0, sizeof *block);
    kauri_row_unrank(number, 2 * holes, layer->seeds, block->seeds);
    uint8_t turned[KAURI_BOARD_HOLES_MAX] = {0};
    for (unsigned place = 0; place < 2 * holes; place++) {
        turned[place] = block->seeds[(place + holes) % (2 * holes)];
    }
    block->successor[holes] = (uint32_t)kauri_row_rank(turned, 2 * holes, layer->seeds);
    for (unsigned h = 0; h < holes && h < KAURI_HOLES_MAX; h++) {
        block->start[h] = (uint8_t)((h + block->seeds[h]) % (2 * holes));
        for (unsigned k = 1; k <= layer->shape.cowries; k++) {
            for (unsigned class = 0; class < 1U << holes; class ++) {
                struct kauri_outcome outcome;
                play_class(layer, block->seeds, h, k, class, &outcome);
                if (outcome.seeds_left == layer->seeds) {
                    block->quiet[h][k] |= UINT64_C(1) << class;
                    block->successor[h] = (uint32_t)outcome.block;
                } else if (outcomes != NULL) {
                    outcomes->of[h][k][class] = outcome;
                }
            }
        }
    }
}
