#include "waurie/bit_layer.h"

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

void waurie_layer_make(unsigned pits, unsigned seeds, struct waurie_layer *layer)
{
    memset(layer, 0, sizeof *layer);
    layer->pits = pits;
    layer->seeds = seeds;
    for (unsigned own = 0; own <= seeds; own++) {
        layer->block[own] = layer->words;
        layer->line_bits[own] = waurie_row_count(pits, own);
        layer->line_words[own] = waurie_line_words(layer->line_bits[own]);
        layer->lines[own] = waurie_row_count(pits, seeds - own);
        layer->words += (uint64_t)layer->lines[own] * layer->line_words[own];
        layer->places += (uint64_t)layer->lines[own] * layer->line_bits[own];
    }
}

uint64_t waurie_layer_positions(const struct waurie_layer *layer)
{
    uint64_t positions = 0;
    for (unsigned own = 1; own < layer->seeds; own++) {
        positions += (uint64_t)layer->lines[own] * layer->line_bits[own];
    }
    return positions;
}

bool waurie_layer_filled_up(const struct waurie_layer *layer, uint64_t first, uint64_t count,
                            const uint64_t *words)
{
    const uint64_t end = first + count;
    for (unsigned own = 0; own <= layer->seeds && layer->block[own] < end; own++) {
        const uint64_t line = layer->line_words[own];
        const uint64_t block_end = layer->block[own] + layer->lines[own] * line;
        const unsigned used = layer->line_bits[own] % 64; // bits of the last word
        if (used == 0 || block_end <= first) {
            continue;
        }
        const uint64_t skipped = first > layer->block[own] ? (first - layer->block[own]) / line : 0;
        uint64_t last = layer->block[own] + (skipped + 1) * line - 1; // word of the line
        for (; last < end && last < block_end; last += line) {
            if (words[last - first] >> used != 0) {
                return false;
            }
        }
    }
    return true;
}
