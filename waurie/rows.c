#include "waurie/rows.h"

#include <string.h>

// Distributions of x seeds over 1 to 6 pits: the binomial coefficients (x + k - 1 over k - 1).
#define WAYS(x)                                                                                    \
    {                                                                                              \
        1, (x) + 1, ((x) + 1) * ((x) + 2) / 2, ((x) + 1) * ((x) + 2) * ((x) + 3) / 6,              \
            (uint32_t)(((x) + 1) * ((x) + 2) * ((x) + 3) * ((x) + 4) / 24),                        \
            (uint32_t)(((x) + 1) * ((x) + 2) * ((x) + 3) * ((x) + 4) * ((x) + 5) / 120)            \
    }
#define WAYS_8(x)                                                                                  \
    WAYS((x) + 0ULL), WAYS((x) + 1ULL), WAYS((x) + 2ULL), WAYS((x) + 3ULL), WAYS((x) + 4ULL),      \
        WAYS((x) + 5ULL), WAYS((x) + 6ULL), WAYS((x) + 7ULL)

static const uint32_t ways[WAURIE_SEEDS_MAX + 8][WAURIE_PITS_MAX] = {
    WAYS_8(0),  WAYS_8(8),  WAYS_8(16), WAYS_8(24), WAYS_8(32),
    WAYS_8(40), WAYS_8(48), WAYS_8(56), WAYS_8(64), WAYS_8(72),
};

uint32_t waurie_row_count(unsigned pits, unsigned seeds)
{
    return ways[seeds][pits - 1];
}

// Of the rows with `left` seeds in the pits from this one on, those with fewer than c seeds in it
// are all but those that put at least c seeds there: ways(left) - ways(left - c), both over the
// pits from this one on.
uint32_t waurie_row_rank(unsigned pits, unsigned seeds, const uint8_t row[WAURIE_PITS_MAX])
{
    uint32_t rank = 0;
    unsigned left = seeds;
    for (unsigned i = 0; i + 1 < pits; i++) {
        rank += ways[left][pits - 1 - i];
        left -= row[i];
        rank -= ways[left][pits - 1 - i];
    }
    return rank;
}

void waurie_row_first(unsigned pits, unsigned seeds, uint8_t row[WAURIE_PITS_MAX])
{
    memset(row, 0, WAURIE_PITS_MAX);
    row[pits - 1] = (uint8_t)seeds;
}

bool waurie_row_next(unsigned pits, uint8_t row[WAURIE_PITS_MAX])
{
    unsigned last = pits - 1; // the last pit with seeds
    while (last > 0 && row[last] == 0) {
        last--;
    }
    if (last == 0) {
        return false;
    }
    const uint8_t rest = (uint8_t)(row[last] - 1);
    row[last] = 0;
    row[last - 1]++;
    row[pits - 1] = rest;
    return true;
}

void waurie_row_at(unsigned pits, unsigned seeds, uint32_t rank, uint8_t row[WAURIE_PITS_MAX])
{
    unsigned left = seeds;
    memset(row, 0, WAURIE_PITS_MAX);
    for (unsigned i = 0; i + 1 < pits; i++) {
        while (rank >= ways[left - row[i]][pits - 2 - i]) {
            rank -= ways[left - row[i]][pits - 2 - i];
            row[i]++;
        }
        left -= row[i];
    }
    row[pits - 1] = (uint8_t)left;
}
