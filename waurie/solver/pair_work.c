#include "waurie/solver/pair_work.h"

#include "waurie/rows.h"

uint32_t waurie_pair_rank_after(const struct waurie_pair *pair, const uint8_t row[WAURIE_PITS_MAX],
                                unsigned pit, const struct waurie_sown *sowing, unsigned seeds)
{
    uint8_t after[WAURIE_PITS_MAX];
    for (unsigned i = 0; i < WAURIE_PITS_MAX; i++) {
        after[i] = (uint8_t)((i == pit ? 0 : row[i]) + sowing->own[i]);
    }
    return waurie_row_rank(pair->work->pits, seeds, after);
}
