// What the parts of the solver of a pair share (waurie/solver/pair.h).
#ifndef KAURI_WAURIE_SOLVER_PAIR_WORK_H
#define KAURI_WAURIE_SOLVER_PAIR_WORK_H

#include "common/loop.h"
#include "waurie/bit_layer.h"
#include "waurie/solver/lines.h"
#include "waurie/solver/lower_blocks.h"
#include "waurie/solver/sowing.h"

#include <stdatomic.h>

// Called by a thread now and then with the number of positions it treated since its last call;
// returns whether to stop. Thread 0 is the one that called the library.
typedef bool waurie_pair_tick(void *context, unsigned thread, uint64_t positions);

// The work on the pairs of a layer; it does not change, but for the blocks that are held.
struct waurie_pair_work {
    struct waurie_rules rules;
    unsigned pits;
    unsigned seeds;
    const struct waurie_lines *lines;
    const struct waurie_layer *layer; // array by seeds, as far as `seeds`
    struct waurie_lower *lower;
    waurie_pair_tick *tick;
    void *context;
};

// What a thread needs for itself.
struct waurie_pair_thread {
    uint64_t *line;   // the result of a move for a whole line, and a word more
    uint64_t treated; // positions since the last tick, twice over
};

// A pair being solved.
struct waurie_pair {
    const struct waurie_pair_work *work;
    unsigned thread_first; // number of the first of `threads`
    unsigned thread_count;
    struct waurie_pair_thread *threads;
    struct waurie_sown sowing[WAURIE_PITS_MAX][WAURIE_SEEDS_MAX + 1]; // by pit and seeds
    atomic_bool stop;
};

// Runs a loop (common/loop.h) with the threads of the pair.
void waurie_pair_for(const struct waurie_pair *pair, uint64_t count, uint64_t grain,
                     kauri_loop_step *body, void *context);

// Counts half the work on positions; returns whether to go on.
bool waurie_pair_treat(struct waurie_pair *pair, unsigned thread, uint64_t positions);

// The rank of a row with `seeds` seeds: what the sowing from pit `pit` leaves of `row`.
uint32_t waurie_pair_rank_after(const struct waurie_pair *pair, const uint8_t row[WAURIE_PITS_MAX],
                                unsigned pit, const struct waurie_sown *sowing, unsigned seeds);

#endif
