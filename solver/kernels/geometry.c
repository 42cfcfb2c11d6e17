#include "solver/kernels/geometry.h"

#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_BITS = 64 };

static void *table_new(struct kauri_geometry *geometry, size_t count, size_t size)
{
    void *table = calloc(count, size);
    if (table != NULL) {
        geometry->bytes += (uint64_t)count * size;
    }
    return table;
}

static uint16_t row_number(const struct kauri_geometry *geometry, const uint8_t *row)
{
    unsigned total = 0;
    for (unsigned hole = 0; hole < geometry->layer.shape.holes; hole++) {
        total += row[hole];
    }
    return (uint16_t)(geometry->row_first[total] +
                      kauri_row_rank(row, geometry->layer.shape.holes, total));
}

static enum kauri_status make_rows(struct kauri_geometry *geometry)
{
    const struct kauri_layer *layer = &geometry->layer;
    const unsigned holes = layer->shape.holes;
    const unsigned cowries = layer->shape.cowries;
    for (unsigned t = 0; t <= cowries; t++) {
        geometry->row_first[t + 1] = geometry->row_first[t] + layer->row_count[t];
    }
    geometry->row_total = geometry->row_first[cowries + 1];
    const size_t rows = geometry->row_total;
    geometry->row = table_new(geometry, rows, sizeof *geometry->row);
    geometry->cowries = table_new(geometry, rows, 1);
    geometry->occupied = table_new(geometry, rows, 1);
    geometry->base = table_new(geometry, rows + 1, sizeof *geometry->base);
    geometry->turned = table_new(geometry, rows, sizeof *geometry->turned);
    geometry->word_first = table_new(geometry, rows + 1, sizeof *geometry->word_first);
    if (geometry->row == NULL || geometry->cowries == NULL || geometry->occupied == NULL ||
        geometry->base == NULL || geometry->turned == NULL || geometry->word_first == NULL) {
        return KAURI_RESOURCE;
    }
    for (uint32_t number = 0, t = 0; number < rows; number++) {
        while (number >= geometry->row_first[t + 1]) {
            t++;
        }
        const uint32_t rank = number - geometry->row_first[t];
        const uint32_t opposite = layer->row_count[cowries - t];
        kauri_row_unrank(rank, holes, t, geometry->row[number]);
        geometry->cowries[number] = (uint8_t)t;
        for (unsigned hole = 0; hole < holes; hole++) {
            if (geometry->row[number][hole] > 0) {
                geometry->occupied[number] |= (uint8_t)(1U << hole);
            }
        }
        geometry->base[number + 1] = geometry->base[number] + opposite;
        geometry->word_first[number + 1] =
            geometry->word_first[number] + (opposite + WORD_BITS - 1) / WORD_BITS;
        geometry->turned[number] = (struct kauri_turned_place){
            .opponent = (int32_t)geometry->row_first[cowries - t] - (int32_t)geometry->base[number],
            .word = (uint16_t)(rank / WORD_BITS),
            .bit = (uint16_t)(rank % WORD_BITS),
        };
    }
    geometry->word_total = geometry->word_first[rows];
    return KAURI_OK;
}

static enum kauri_status make_words(struct kauri_geometry *geometry)
{
    const struct kauri_layer *layer = &geometry->layer;
    const unsigned cowries = layer->shape.cowries;
    for (unsigned t = 0; t <= cowries; t++) {
        geometry->mask_first[t + 1] =
            geometry->mask_first[t] + (layer->row_count[t] + WORD_BITS - 1) / WORD_BITS;
    }
    geometry->mask_total = geometry->mask_first[cowries + 1];
    const size_t words = geometry->word_total;
    geometry->word_row = table_new(geometry, words, sizeof *geometry->word_row);
    geometry->word_mask = table_new(geometry, words, sizeof *geometry->word_mask);
    geometry->word_place = table_new(geometry, words, sizeof *geometry->word_place);
    geometry->mask_full = table_new(geometry, geometry->mask_total, sizeof *geometry->mask_full);
    if (geometry->word_row == NULL || geometry->word_mask == NULL || geometry->word_place == NULL ||
        geometry->mask_full == NULL) {
        return KAURI_RESOURCE;
    }
    for (unsigned t = 0; t <= cowries; t++) {
        for (uint32_t rank = 0; rank < layer->row_count[t]; rank++) {
            geometry->mask_full[geometry->mask_first[t] + rank / WORD_BITS] |= UINT64_C(1)
                                                                               << rank % WORD_BITS;
        }
    }
    for (uint32_t number = 0; number < geometry->row_total; number++) {
        const uint32_t first = geometry->word_first[number];
        for (uint32_t word = first; word < geometry->word_first[number + 1]; word++) {
            geometry->word_row[word] = (uint16_t)number;
            geometry->word_mask[word] =
                (uint16_t)(geometry->mask_first[cowries - geometry->cowries[number]] + word -
                           first);
            geometry->word_place[word] = geometry->base[number] + (word - first) * WORD_BITS;
        }
    }
    return KAURI_OK;
}

static enum kauri_status make_pattern(struct kauri_geometry *geometry, const uint8_t *drops,
                                      uint16_t *number)
{
    const struct kauri_layer *layer = &geometry->layer;
    const unsigned holes = layer->shape.holes;
    for (unsigned i = 0; i < geometry->pattern_count; i++) {
        if (memcmp(geometry->patterns[i].drops, drops, holes) == 0) {
            *number = (uint16_t)i;
            return KAURI_OK;
        }
    }
    *number = (uint16_t)geometry->pattern_count;
    struct kauri_pattern *pattern = &geometry->patterns[geometry->pattern_count++];
    memcpy(pattern->drops, drops, holes);
    for (unsigned hole = 0; hole < holes; hole++) {
        pattern->total = (uint8_t)(pattern->total + drops[hole]);
    }
    pattern->after = table_new(geometry, geometry->row_total, sizeof *pattern->after);
    pattern->image = table_new(geometry, geometry->mask_total, sizeof *pattern->image);
    pattern->offset = table_new(geometry, geometry->mask_total, sizeof *pattern->offset);
    if (pattern->after == NULL || pattern->image == NULL || pattern->offset == NULL) {
        return KAURI_RESOURCE;
    }
    for (uint32_t row = 0; row < geometry->row_total; row++) {
        const unsigned total = geometry->cowries[row] + (unsigned)pattern->total;
        pattern->after[row] = KAURI_NO_ROW;
        if (total <= layer->shape.cowries) {
            uint8_t result[KAURI_HOLES_MAX] = {0};
            for (unsigned hole = 0; hole < holes; hole++) {
                result[hole] = (uint8_t)(geometry->row[row][hole] + drops[hole]);
            }
            const uint64_t rank = kauri_row_rank(result, holes, total);
            pattern->after[row] = (uint16_t)rank;
            pattern->image[geometry->mask_first[total] + rank / WORD_BITS] |= UINT64_C(1)
                                                                              << rank % WORD_BITS;
        }
    }
    for (unsigned t = 0; t <= layer->shape.cowries; t++) {
        unsigned before = 0;
        for (uint32_t word = geometry->mask_first[t]; word < geometry->mask_first[t + 1]; word++) {
            pattern->offset[word] = (uint16_t)before;
            before += (unsigned)__builtin_popcountll(pattern->image[word]);
        }
    }
    return KAURI_OK;
}

static enum kauri_status make_origins(struct kauri_geometry *geometry, unsigned h, unsigned start,
                                      const uint16_t *moved)
{
    struct kauri_origins *origins = &geometry->origins[h][start];
    const uint32_t rows = geometry->row_total;
    const unsigned cowries = geometry->layer.shape.cowries;
    uint16_t *before = malloc(((size_t)cowries + 1) * rows * sizeof *before);
    origins->entry = table_new(geometry, rows, sizeof *origins->entry);
    origins->rows = table_new(geometry, (size_t)rows + 16, sizeof *origins->rows);
    if (before == NULL || origins->entry == NULL || origins->rows == NULL) {
        free(before);
        return KAURI_RESOURCE;
    }
    memset(before, 0xff, ((size_t)cowries + 1) * rows * sizeof *before);
    for (uint32_t number = 0; number < rows; number++) {
        if (moved[number] != KAURI_NO_ROW) {
            before[(size_t)geometry->row[number][h] * rows + moved[number]] = (uint16_t)number;
        }
    }
    // The origins of one row have consecutive k: the number of cowries that k drop into a hole
    // grows with k, so the conditions "no more than the hole contains" and, for h, "exactly as many
    // as the hole contains" hold for an interval of k.
    uint32_t used = 0;
    for (uint32_t result = 0; result < rows; result++) {
        const uint32_t first = used;
        unsigned low = 0;
        for (unsigned k = 1; k <= cowries; k++) {
            const uint16_t row = before[(size_t)k * rows + result];
            if (row != KAURI_NO_ROW) {
                low = low == 0 ? k : low;
                origins->rows[used++] = row;
            }
        }
        origins->entry[result] = first << 8 | (low == 0 ? 0 : low - 1) << 4 | (used - first);
    }
    free(before);
    return KAURI_OK;
}

static enum kauri_status make_mover_side(struct kauri_geometry *geometry, unsigned h,
                                         unsigned start)
{
    const unsigned holes = geometry->layer.shape.holes;
    const size_t rows = geometry->row_total;
    uint8_t drops[KAURI_COWRIES_MAX + 1][KAURI_BOARD_HOLES_MAX];
    uint16_t *moved = table_new(geometry, rows, sizeof *moved);
    geometry->moved[h][start] = moved;
    if (moved == NULL) {
        return KAURI_RESOURCE;
    }
    for (unsigned k = 1; k <= geometry->layer.shape.cowries; k++) {
        kauri_sowing_drops(holes, h, start, k, drops[k]);
    }
    for (uint32_t number = 0; number < rows; number++) {
        const unsigned k = geometry->row[number][h];
        moved[number] = KAURI_NO_ROW;
        if (k > 0) {
            uint8_t row[KAURI_HOLES_MAX] = {0};
            for (unsigned hole = 0; hole < holes; hole++) {
                row[hole] =
                    (uint8_t)((hole == h ? 0 : geometry->row[number][hole]) + drops[k][hole]);
            }
            moved[number] = row_number(geometry, row);
        }
    }
    return make_origins(geometry, h, start, moved);
}

enum kauri_status kauri_geometry_new(struct kauri_shape shape, unsigned seeds,
                                     struct kauri_geometry **geometry, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *geometry = NULL;
    struct kauri_geometry *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "the half-board tables"));
    KAURI_TRY(kauri_layer_init(&made->layer, shape, 0, error));
    KAURI_TRY(make_rows(made));
    KAURI_TRY(make_words(made));
    for (unsigned h = 0; h < shape.holes; h++) {
        for (unsigned start = 0; start < 2U * shape.holes; start++) {
            for (unsigned k = 1; k <= shape.cowries; k++) {
                uint8_t drops[KAURI_BOARD_HOLES_MAX];
                kauri_sowing_drops(shape.holes, h, start, k, drops);
                KAURI_TRY(make_pattern(made, drops + shape.holes, &made->pattern_of[h][start][k]));
            }
        }
        for (unsigned o = 0; o <= seeds; o++) {
            const unsigned start = kauri_sowing_end(shape.holes, h, o);
            if (made->moved[h][start] == NULL) {
                KAURI_TRY(make_mover_side(made, h, start));
            }
        }
    }
    *geometry = made;
    made = NULL;
cleanup:
    if (status == KAURI_RESOURCE) {
        (void)kauri_fail(error, status, "out of memory for the half-board tables");
    }
    kauri_geometry_free(made);
    return status;
}

uint64_t kauri_geometry_bytes(const struct kauri_geometry *geometry, unsigned seeds)
{
    const unsigned holes = geometry->layer.shape.holes;
    const unsigned starts = seeds + 1 < 2 * holes ? seeds + 1 : 2 * holes;
    const uint64_t rows = geometry->row_total;
    // The sizes that make_mover_side and make_origins allocate.
    const uint64_t side = rows * sizeof *geometry->moved[0][0] +
                          rows * sizeof *geometry->origins[0][0].entry +
                          (rows + 16) * sizeof *geometry->origins[0][0].rows;
    uint64_t made = 0;
    for (unsigned start = 0; start < 2 * holes; start++) {
        made += geometry->moved[0][start] != NULL;
    }
    return geometry->bytes - holes * made * side + (uint64_t)holes * starts * side;
}

void kauri_geometry_free(struct kauri_geometry *geometry)
{
    if (geometry == NULL) {
        return;
    }
    for (unsigned i = 0; i < geometry->pattern_count; i++) {
        free(geometry->patterns[i].after);
        free(geometry->patterns[i].image);
        free(geometry->patterns[i].offset);
    }
    for (unsigned start = 0; start < KAURI_BOARD_HOLES_MAX; start++) {
        for (unsigned h = 0; h < KAURI_HOLES_MAX; h++) {
            free(geometry->moved[h][start]);
            free(geometry->origins[h][start].entry);
            free(geometry->origins[h][start].rows);
        }
    }
    free(geometry->row);
    free(geometry->cowries);
    free(geometry->occupied);
    free(geometry->base);
    free(geometry->turned);
    free(geometry->word_first);
    free(geometry->word_row);
    free(geometry->word_mask);
    free(geometry->word_place);
    free(geometry->mask_full);
    free(geometry);
}
