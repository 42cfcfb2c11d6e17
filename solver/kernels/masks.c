#include "solver/kernels/masks.h"

#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

static enum kauri_status refuse(struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory for the masks of the moves");
}

static void fill_mask(const struct kauri_geometry *geometry, struct kauri_mask *mask)
{
    const struct kauri_pattern *pattern = &geometry->patterns[mask->pattern];
    for (uint32_t word = 0; word < geometry->mask_total; word++) {
        mask->words[word].image = pattern->image[word];
        mask->words[word].offset = pattern->offset[word];
    }
    for (uint32_t row = 0; row < geometry->row_total; row++) {
        const unsigned total = geometry->cowries[row];
        const uint32_t rank = row - geometry->row_first[total];
        if (!(mask->classes >> geometry->occupied[row] & 1U)) {
            continue;
        }
        mask->quiet[geometry->mask_first[total] + rank / 64] |= UINT64_C(1) << rank % 64;
        if (pattern->after[row] != KAURI_NO_ROW) {
            const uint32_t after = pattern->after[row];
            mask->words[geometry->mask_first[total + pattern->total] + after / 64].allowed |=
                UINT64_C(1) << after % 64;
        }
    }
}

enum kauri_status kauri_masks_intern(struct kauri_masks *masks, uint16_t pattern, uint64_t classes,
                                     uint16_t *number, struct kauri_error *error)
{
    const struct kauri_geometry *geometry = masks->geometry;
    // Newest first, since blocks with neighbouring numbers ask for the same masks.
    for (uint32_t i = masks->mask_count; i > 0; i--) {
        const struct kauri_mask *known = &masks->masks[i - 1];
        if (known->classes == classes && known->pattern == pattern) {
            *number = (uint16_t)(i - 1);
            return KAURI_OK;
        }
    }
    if (masks->mask_count > UINT16_MAX ||
        !KAURI_FITS(masks->masks, masks->mask_count + 1, masks->mask_capacity)) {
        return refuse(error);
    }
    struct kauri_mask mask = {.classes = classes, .pattern = pattern};
    mask.words = calloc(geometry->mask_total, sizeof *mask.words);
    mask.quiet = calloc(geometry->mask_total, sizeof *mask.quiet);
    if (mask.words == NULL || mask.quiet == NULL) {
        free(mask.words);
        free(mask.quiet);
        return refuse(error);
    }
    fill_mask(geometry, &mask);
    masks->bytes += geometry->mask_total * (sizeof *mask.words + sizeof *mask.quiet);
    masks->masks[masks->mask_count] = mask;
    *number = (uint16_t)masks->mask_count++;
    return KAURI_OK;
}

enum kauri_status kauri_masks_limit(struct kauri_masks *masks,
                                    const uint16_t numbers[KAURI_COWRIES_MAX + 1], uint16_t *number,
                                    struct kauri_error *error)
{
    const struct kauri_geometry *geometry = masks->geometry;
    const unsigned cowries = geometry->layer.shape.cowries;
    for (uint32_t i = masks->limit_count; i > 0; i--) {
        if (memcmp(masks->limits[i - 1].masks + 1, numbers + 1, cowries * sizeof *numbers) == 0) {
            *number = (uint16_t)(i - 1);
            return KAURI_OK;
        }
    }
    if (masks->limit_count > UINT16_MAX ||
        !KAURI_FITS(masks->limits, masks->limit_count + 1, masks->limit_capacity)) {
        return refuse(error);
    }
    struct kauri_limit limit = {.maximum = calloc(geometry->mask_total, 1)};
    if (limit.maximum == NULL) {
        return refuse(error);
    }
    for (unsigned k = 1; k <= cowries; k++) {
        limit.masks[k] = numbers[k];
        const struct kauri_mask_word *words = masks->masks[numbers[k]].words;
        for (uint32_t word = 0; word < geometry->mask_total; word++) {
            if (words[word].allowed != 0) {
                limit.maximum[word] = (uint8_t)k;
            }
        }
    }
    masks->bytes += geometry->mask_total;
    masks->limits[masks->limit_count] = limit;
    *number = (uint16_t)masks->limit_count++;
    return KAURI_OK;
}

void kauri_masks_clear(struct kauri_masks *masks)
{
    for (uint32_t i = 0; i < masks->mask_count; i++) {
        free(masks->masks[i].words);
        free(masks->masks[i].quiet);
    }
    for (uint32_t i = 0; i < masks->limit_count; i++) {
        free(masks->limits[i].maximum);
    }
    free(masks->masks);
    free(masks->limits);
    memset(masks, 0, sizeof *masks);
}
