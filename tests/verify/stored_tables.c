#include "tests/verify/stored_tables.h"

#include "tests/db/tables/written_table.h"
#include "tests/test.h"

#include "indexer/convention.h"
#include "indexer/stored_blocks.h"

#include <stdlib.h>

enum { NUMBERS = 6 * KAURI_SEEDS_MAX + 300 }; // more than can be stored for r

static struct kauri_layer layer_of(const struct layer_values *values)
{
    struct kauri_layer layer;
    const struct kauri_shape shape = {(uint8_t)values->info.holes, (uint8_t)values->info.cowries};
    assert_int_equal(kauri_layer_init(&layer, shape, values->info.seeds, NULL), KAURI_OK);
    return layer;
}

static bool is_stored(const struct kauri_layer *layer, uint64_t at)
{
    struct kauri_view view;
    kauri_unindex(layer, at, &view);
    return kauri_seeds_stored(view.seeds, layer->shape.holes);
}

bool position_is_stored(const struct layer_values *values, uint64_t at)
{
    const struct kauri_layer layer = layer_of(values);
    return is_stored(&layer, at);
}

// Bytes of the stored positions in a column; free with free().
static uint8_t *column_of(const struct layer_values *values, unsigned column,
                          const int32_t *numbers, uint64_t *entries)
{
    const struct kauri_layer layer = layer_of(values);
    const unsigned width = values->info.columns[column].width;
    uint8_t *bytes = malloc(layer.positions * 2);
    assert_non_null(bytes);
    *entries = 0;
    for (uint64_t at = 0; at < layer.positions; at++) {
        const unsigned number = (unsigned)(numbers[at] - values->info.columns[column].bias);
        if (at % layer.cowrie_count == 0 && !is_stored(&layer, at)) {
            at += layer.cowrie_count - 1; // go to the next block
            continue;
        }
        for (unsigned byte = 0; byte < width; byte++) {
            bytes[*entries * width + byte] = (uint8_t)(number >> 8 * byte);
        }
        ++*entries;
    }
    return bytes;
}

void write_stored_layer(const char *folder, const struct layer_values *values)
{
    struct kauri_table_info info = values->info;
    uint8_t *r = column_of(values, KAURI_COLUMN_R, values->r, &info.entries);
    uint8_t *dtc = column_of(values, KAURI_COLUMN_DTC, values->dtc, &info.entries);
    uint64_t occurs[NUMBERS] = {0};
    struct kauri_count counts[NUMBERS];
    struct kauri_totals totals = {.counts = counts};
    const int32_t bias = info.columns[KAURI_COLUMN_R].bias;
    for (uint64_t at = 0; at < info.positions; at++) {
        assert_in_range(values->r[at] - bias, 0, NUMBERS - 1);
        occurs[values->r[at] - bias]++;
    }
    for (int32_t number = 0; number < NUMBERS; number++) {
        if (occurs[number] > 0) {
            totals.maximum[KAURI_COLUMN_R] = bias + number;
            counts[totals.count_count++] =
                (struct kauri_count){.value = bias + number, .count = occurs[number]};
        }
    }
    totals.maximum[KAURI_COLUMN_DTC] = greatest_dtc(values);
    info.derivation = KAURI_DERIVATION_STORED;
    write_table(folder, &info, r, dtc, &totals);
}
