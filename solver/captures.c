// The forward pass: what captures are worth, and how many quiet moves there are.
#include "common/parallel.h"
#include "solver/retrograde.h"

#include <stdlib.h>

struct pass {
    struct kauri_retrograde *retrograde;
    const struct kauri_lower *lower;
    struct kauri_outcomes *outcomes; // one a worker
};

// The moves of hole h, which holds k cowries in mover's row S, against every opponent's row.
static void move_rows(const struct pass *pass, const struct kauri_block *block,
                      const struct kauri_outcomes *outcomes, uint16_t *states, uint32_t mover,
                      unsigned h)
{
    const struct kauri_layer *layer = &pass->retrograde->layer;
    const struct kauri_geometry *geometry = pass->retrograde->geometry;
    const unsigned k = geometry->row[mover][h];
    const unsigned opposite = layer->shape.cowries - geometry->cowries[mover];
    const uint32_t first = geometry->row_first[opposite];
    const uint32_t count = layer->row_count[opposite];
    const uint8_t *occupied = geometry->occupied + first;
    const uint16_t *dropped = geometry->dropped[block->start[h]][k] + first;
    const uint32_t successor_opponent = geometry->moved[h][block->start[h]][mover];
    const uint64_t quiet = block->quiet[h][k];
    for (uint32_t i = 0; i < count; i++) {
        const unsigned class = occupied[i];
        if (quiet >> class & 1U) {
            states[i] = (uint16_t)(states[i] + KAURI_STATE_MOVE);
            continue;
        }
        const struct kauri_outcome *outcome = &outcomes->of[h][k][class];
        const uint64_t index = outcome->block * layer->cowrie_count +
                               kauri_place(geometry, dropped[i], successor_opponent);
        const int r =
            3 * outcome->gain - kauri_lower_value(&pass->lower->layer[outcome->seeds_left], index);
        const unsigned code = kauri_code_of(layer, r);
        if (code > (states[i] & KAURI_STATE_CODE)) {
            states[i] = (uint16_t)((states[i] & ~(unsigned)KAURI_STATE_CODE) | code);
        }
    }
}

static void capture_block(void *context, unsigned worker, uint64_t number)
{
    const struct pass *pass = context;
    struct kauri_retrograde *retrograde = pass->retrograde;
    const struct kauri_layer *layer = &retrograde->layer;
    const struct kauri_geometry *geometry = retrograde->geometry;
    struct kauri_outcomes *outcomes = &pass->outcomes[worker];
    struct kauri_block *block = &retrograde->blocks[number];
    kauri_block_init(layer, number, block, outcomes);
    uint16_t *states = retrograde->state + number * layer->cowrie_count;
    for (uint32_t mover = 0; mover < geometry->row_total; mover++) {
        const unsigned own = geometry->cowries[mover];
        const uint32_t count = layer->row_count[layer->shape.cowries - own];
        // Without own cowries: a pass is one quiet move (R7); in layer 0 the mover has lost (R9).
        const unsigned begin = own > 0            ? KAURI_STATE_OPEN
                               : layer->seeds > 0 ? KAURI_STATE_OPEN + KAURI_STATE_MOVE
                                                  : KAURI_STATE_OPEN + kauri_code_of(layer, -1);
        for (uint32_t i = 0; i < count; i++) {
            states[i] = (uint16_t)begin;
        }
        for (unsigned h = 0; h < layer->shape.holes; h++) {
            if (geometry->row[mover][h] > 0) {
                move_rows(pass, block, outcomes, states, mover, h);
            }
        }
        states += count;
    }
}

enum kauri_status kauri_captures(struct kauri_retrograde *retrograde,
                                 const struct kauri_lower *lower, unsigned threads,
                                 struct kauri_error *error)
{
    struct pass pass = {.retrograde = retrograde, .lower = lower};
    pass.outcomes = calloc(threads, sizeof *pass.outcomes);
    if (pass.outcomes == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the capture pass");
    }
    kauri_parallel_for(threads, retrograde->layer.block_count, 1, capture_block, &pass);
    free(pass.outcomes);
    return KAURI_OK;
}
