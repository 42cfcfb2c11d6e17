#include "waurie/bit_layer.h"

#include "waurie/rows.h"

#include <string.h>

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
