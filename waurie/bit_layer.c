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
