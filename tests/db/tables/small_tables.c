#include "tests/db/tables/small_tables.h"

#include "tests/db/tables/written_table.h"
#include "tests/test.h"

#include "db/tables/layer_table.h"
#include "indexer/convention.h"
#include "indexer/layer.h"

#include <stdio.h>
#include <stdlib.h>

static struct kauri_layer layer_of(unsigned seeds)
{
    struct kauri_layer layer;
    const struct kauri_shape shape = {SMALL_HOLES, SMALL_COWRIES};
    assert_int_equal(kauri_layer_init(&layer, shape, seeds, NULL), KAURI_OK);
    return layer;
}

uint64_t small_positions(unsigned seeds)
{
    return layer_of(seeds).positions;
}

struct kauri_position small_position(unsigned seeds, uint64_t index)
{
    const struct kauri_layer layer = layer_of(seeds);
    struct kauri_view view;
    kauri_unindex(&layer, index, &view);
    return kauri_view_position(&view, SMALL_HOLES);
}

struct kauri_value small_value(unsigned seeds, uint64_t index, unsigned variant)
{
    const uint64_t hash = (index * 64 + seeds + variant + 1) * UINT64_C(0x9E3779B97F4A7C15) >> 33;
    const int32_t maximum = 3 * (int32_t)seeds + 1;
    if (variant == SMALL_IMPOSSIBLE) {
        return (struct kauri_value){.r = maximum + 1, .dtc = 1};
    }
    return (struct kauri_value){
        .r = (int32_t)(hash % (uint64_t)(2 * maximum + 1)) - maximum,
        .dtc = (uint32_t)(hash / 512 % 1000),
    };
}

static void write_layer(const char *folder, unsigned seeds, unsigned variant, const char *rules,
                        uint32_t dtc_page_entries)
{
    const struct kauri_layer layer = layer_of(seeds);
    struct kauri_table_info info;
    kauri_layer_table_info_full(&layer, UINT16_MAX, &info);
    info.columns[KAURI_COLUMN_R].page_entries = SMALL_PAGE_ENTRIES;
    info.columns[KAURI_COLUMN_DTC].page_entries = dtc_page_entries;
    (void)snprintf(info.rules, sizeof info.rules, "%s", rules);
    uint8_t *r = malloc(layer.positions);
    uint8_t *dtc = malloc(2 * layer.positions);
    assert_true(r != NULL && dtc != NULL);
    for (uint64_t i = 0; i < layer.positions; i++) {
        const struct kauri_value value = small_value(seeds, i, variant);
        r[i] = (uint8_t)(value.r - info.columns[KAURI_COLUMN_R].bias);
        dtc[2 * i] = (uint8_t)value.dtc;
        dtc[2 * i + 1] = (uint8_t)(value.dtc >> 8);
    }
    write_table(folder, &info, r, dtc, NULL);
}

void small_layer(const char *folder, unsigned seeds, unsigned variant)
{
    write_layer(folder, seeds, variant, KAURI_RULES_IDENTITY, SMALL_PAGE_ENTRIES);
}

void small_uneven_layer(const char *folder, unsigned seeds)
{
    write_layer(folder, seeds, 0, KAURI_RULES_IDENTITY, SMALL_PAGE_ENTRIES / 2 * 3);
}

void small_foreign_layer(const char *folder, unsigned seeds)
{
    write_layer(folder, seeds, 0, "chess", SMALL_PAGE_ENTRIES);
}

void stored_table(const char *folder, const struct kauri_layer *layer, uint32_t max_dtc,
                  uint32_t page_entries)
{
    struct kauri_table_info info;
    kauri_layer_table_info(layer, max_dtc, &info);
    info.columns[KAURI_COLUMN_R].page_entries = page_entries;
    info.columns[KAURI_COLUMN_DTC].page_entries = page_entries + 3;
    const unsigned values = 6U * layer->seeds + 3;
    const size_t width = info.columns[KAURI_COLUMN_DTC].width;
    struct kauri_count counts[6 * KAURI_SEEDS_MAX + 3] = {{.value = 0}};
    struct kauri_totals totals = {.counts = counts};
    uint8_t *r = malloc(info.entries);
    uint8_t *dtc = calloc(info.entries, width);
    assert_true(r != NULL && dtc != NULL);
    for (unsigned i = 0; i < values; i++) {
        counts[i].value = (int32_t)i + info.columns[KAURI_COLUMN_R].bias;
    }
    counts[2].count = info.positions - info.entries;
    for (uint64_t i = 0; i < info.entries; i++) {
        const uint64_t hash = (i / 5 * 64 + layer->seeds + 1) * UINT64_C(0x9E3779B97F4A7C15) >> 33;
        r[i] = (uint8_t)(hash % values);
        dtc[i * width] = (uint8_t)(hash / 512 % 50);
        counts[r[i]].count++;
        if (dtc[i * width] > totals.maximum[KAURI_COLUMN_DTC]) {
            totals.maximum[KAURI_COLUMN_DTC] = dtc[i * width];
        }
    }
    for (unsigned i = 0; i < values; i++) {
        if (counts[i].count > 0) {
            counts[totals.count_count++] = counts[i];
            totals.maximum[KAURI_COLUMN_R] = counts[i].value;
        }
    }
    write_table(folder, &info, r, dtc, &totals);
}
