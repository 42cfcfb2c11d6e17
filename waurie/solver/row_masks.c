#include "waurie/solver/row_masks.h"

#include "waurie/bit_layer.h"
#include "waurie/rows.h"

#include <stdlib.h>
#include <string.h>

static bool fits(unsigned pits, const uint8_t row[WAURIE_PITS_MAX],
                 const uint8_t least[WAURIE_PITS_MAX], const uint8_t most[WAURIE_PITS_MAX])
{
    for (unsigned i = 0; i < pits; i++) {
        if (row[i] < least[i] || row[i] > most[i]) {
            return false;
        }
    }
    return true;
}

static void add_word(struct waurie_mask *mask, uint32_t index, uint64_t bits, uint32_t *before)
{
    if (bits != 0) {
        mask->index[mask->words] = index;
        mask->before[mask->words] = *before;
        mask->bits[mask->words] = bits;
        mask->words++;
        *before += (uint32_t)__builtin_popcountll(bits);
    }
}

enum kauri_status waurie_mask_make(unsigned pits, unsigned seeds,
                                   const uint8_t least[WAURIE_PITS_MAX],
                                   const uint8_t most[WAURIE_PITS_MAX], struct waurie_mask *mask,
                                   struct kauri_error *error)
{
    const uint32_t words = waurie_line_words(waurie_row_count(pits, seeds));
    uint8_t row[WAURIE_PITS_MAX];
    uint64_t bits = 0;
    uint32_t rank = 0;
    uint32_t before = 0;
    *mask = (struct waurie_mask){.index = malloc(words * sizeof *mask->index),
                                 .before = malloc(words * sizeof *mask->before),
                                 .bits = malloc(words * sizeof *mask->bits)};
    if (mask->index == NULL || mask->before == NULL || mask->bits == NULL) {
        waurie_mask_clear(mask);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    waurie_row_first(pits, seeds, row);
    do {
        bits |= (uint64_t)fits(pits, row, least, most) << rank % 64;
        if (++rank % 64 == 0) {
            add_word(mask, rank / 64 - 1, bits, &before);
            bits = 0;
        }
    } while (waurie_row_next(pits, row));
    add_word(mask, rank / 64, bits, &before);
    return KAURI_OK;
}

enum kauri_status waurie_mask_sown(unsigned pits, unsigned seeds, unsigned added,
                                   struct waurie_mask *mask, struct kauri_error *error)
{
    uint8_t least[WAURIE_PITS_MAX] = {0};
    uint8_t most[WAURIE_PITS_MAX];
    memset(most, WAURIE_SEEDS_MAX, sizeof most);
    for (unsigned i = 0; i < pits; i++) {
        least[i] = (uint8_t)(added / pits + (i < added % pits ? 1 : 0));
    }
    return waurie_mask_make(pits, seeds, least, most, mask, error);
}

void waurie_mask_clear(struct waurie_mask *mask)
{
    free(mask->index);
    free(mask->before);
    free(mask->bits);
    *mask = (struct waurie_mask){.words = 0};
}
