// What the parts of the solver of a pair share (waurie/solver/pair.h).
#ifndef KAURI_WAURIE_SOLVER_PAIR_WORK_H
#define KAURI_WAURIE_SOLVER_PAIR_WORK_H

#include "common/loop.h"
#include "waurie/bit_layer.h"
#include "waurie/solver/lines.h"
#include "waurie/solver/lower_blocks.h"
#include "waurie/solver/sowing.h"

// The work on the pairs of a layer; it does not change, but for the blocks that are held.
struct waurie_pair_work {
    struct waurie_rules rules;
    unsigned pits;
    unsigned seeds;
    const struct waurie_lines *lines;
    const struct waurie_layer *layer; // array by seeds, as far as `seeds`
    struct waurie_lower *lower;
};

// A pair being solved.
struct waurie_pair {
    const struct waurie_pair_work *work;
    struct kauri_pace *pace; // of the loops
    uint64_t **line;         // by worker: the result of a move for a whole line, and a word more
    struct waurie_sown sowing[WAURIE_PITS_MAX][WAURIE_SEEDS_MAX + 1]; // by pit and seeds
};

// The rank of a row with `seeds` seeds: what the sowing from pit `pit` leaves of `row`.
uint32_t waurie_pair_rank_after(const struct waurie_pair *pair, const uint8_t row[WAURIE_PITS_MAX],
                                unsigned pit, const struct waurie_sown *sowing, unsigned seeds);

#endif
