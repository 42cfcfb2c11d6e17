#include "waurie/solver/pair_work.h"

#include "waurie/rows.h"

enum { TICK_POSITIONS = 1 << 22 }; // between two ticks of a thread

void waurie_pair_for(const struct waurie_pair *pair, uint64_t count, uint64_t grain,
                     kauri_loop_step *body, void *context)
{
    kauri_loop_for(pair->thread_count, count, grain, body, context);
}

bool waurie_pair_treat(struct waurie_pair *pair, unsigned thread, uint64_t positions)
{
    uint64_t *treated = &pair->threads[thread].treated;
    *treated += positions;
    if (*treated >= 2 * TICK_POSITIONS) {
        if (pair->work->tick(pair->work->context, pair->thread_first + thread, *treated / 2)) {
            atomic_store(&pair->stop, true);
        }
        *treated = 0;
    }
    return !atomic_load_explicit(&pair->stop, memory_order_relaxed);
}

uint32_t waurie_pair_rank_after(const struct waurie_pair *pair, const uint8_t row[WAURIE_PITS_MAX],
                                unsigned pit, const struct waurie_sown *sowing, unsigned seeds)
{
    uint8_t after[WAURIE_PITS_MAX];
    for (unsigned i = 0; i < WAURIE_PITS_MAX; i++) {
        after[i] = (uint8_t)((i == pit ? 0 : row[i]) + sowing->own[i]);
    }
    return waurie_row_rank(pair->work->pits, seeds, after);
}
