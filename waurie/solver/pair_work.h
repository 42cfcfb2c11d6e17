// Types that the parts of the solver of a pair share (waurie/solver/pair.h).
#ifndef KAURI_WAURIE_SOLVER_PAIR_WORK_H
#define KAURI_WAURIE_SOLVER_PAIR_WORK_H

#include "common/loop.h"
#include "waurie/layer_file.h"
#include "waurie/pits.h"
#include "waurie/solver/lines.h"
#include "waurie/solver/lower_blocks.h"
#include "waurie/solver/sowing.h"

#include <stdint.h>

// The work on the pairs of a layer; it does not change, but for the lower blocks that are held.
struct waurie_layer_work {
    struct waurie_tables *tables;
    struct waurie_lower *lower;
    struct waurie_rules rules;
    unsigned pits;
    unsigned seeds;
    const struct waurie_layer *layer; // array of layers, by number of seeds
    const struct waurie_lines *lines;
};

// A pair being solved.
struct waurie_pair {
    const struct waurie_layer_work *work;
    struct kauri_pace *pace; // pace of the loops
    uint64_t **line;         // by worker: the result of a move for a whole line, and one word more
    struct waurie_sown sowing[WAURIE_PITS_MAX][WAURIE_SEEDS_MAX + 1]; // by pit and seeds
};

// The rank of a row with `seeds` seeds: what the sowing from pit `pit` leaves of `row`.
static inline uint32_t waurie_pair_rank_after(const struct waurie_pair *pair,
                                              const uint8_t row[WAURIE_PITS_MAX], unsigned pit,
                                              const struct waurie_sown *sowing, unsigned seeds)
{
    uint8_t after[WAURIE_PITS_MAX];
    for (unsigned i = 0; i < WAURIE_PITS_MAX; i++) {
        after[i] = (uint8_t)((i == pit ? 0 : row[i]) + sowing->own[i]);
    }
    return waurie_row_rank(pair->work->pits, seeds, after);
}

#endif
