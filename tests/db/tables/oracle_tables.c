#include "tests/db/tables/oracle_tables.h"

#include "tests/db/tables/written_table.h"
#include "tests/test.h"

#include "db/tables/layer_table.h"
#include "indexer/convention.h"
#include "indexer/stored_blocks.h"
#include "tests/indexer/layers.h"

#include <stdlib.h>

// Columns and totals of a table as they are collected.
struct oracle_columns {
    uint8_t *stored[2]; // two bytes a number
    uint64_t entries;
    uint64_t *counts; // by r, from the least on
    int32_t maximum_dtc;
};

static void collect(const struct oracle *oracle, const struct kauri_layer *layer, bool stored_only,
                    struct oracle_columns *columns)
{
    const int32_t maximum = 3 * layer->seeds + 1;
    for (uint64_t i = 0; i < layer->positions; i++) {
        struct kauri_view view;
        kauri_unindex(layer, i, &view);
        const struct kauri_position position = kauri_view_position(&view, layer->shape.holes);
        const struct oracle_value value = oracle_get(oracle, &position);
        columns->counts[value.r + maximum]++;
        columns->maximum_dtc = value.dtc > columns->maximum_dtc ? value.dtc : columns->maximum_dtc;
        if (!stored_only || kauri_seeds_stored(view.seeds, layer->shape.holes)) {
            const unsigned numbers[] = {(unsigned)(value.r + maximum), (unsigned)value.dtc};
            for (unsigned c = 0; c < 2; c++) {
                columns->stored[c][2 * columns->entries] = (uint8_t)numbers[c];
                columns->stored[c][2 * columns->entries + 1] = (uint8_t)(numbers[c] >> 8);
            }
            columns->entries++;
        }
    }
}

void oracle_table(const char *folder, const struct oracle *oracle, struct kauri_shape shape,
                  unsigned seeds, bool stored_only)
{
    struct kauri_table_info info;
    const struct kauri_layer layer = layer_of(shape, seeds);
    const unsigned values = 6 * seeds + 3;
    struct kauri_count *counts = calloc(values, sizeof *counts);
    struct oracle_columns columns = {
        .stored = {malloc(2 * layer.positions), malloc(2 * layer.positions)},
        .counts = calloc(values, sizeof *columns.counts),
    };
    assert_true(counts != NULL && columns.counts != NULL);
    assert_true(columns.stored[0] != NULL && columns.stored[1] != NULL);
    collect(oracle, &layer, stored_only, &columns);

    struct kauri_totals totals = {.counts = counts};
    for (unsigned v = 0; v < values; v++) {
        if (columns.counts[v] > 0) {
            counts[totals.count_count++] = (struct kauri_count){
                .value = (int32_t)v - 3 * (int32_t)seeds - 1, .count = columns.counts[v]};
        }
    }
    totals.maximum[KAURI_COLUMN_R] = counts[totals.count_count - 1].value;
    totals.maximum[KAURI_COLUMN_DTC] = columns.maximum_dtc;
    if (stored_only) {
        kauri_layer_table_info(&layer, UINT16_MAX, &info);
    } else {
        kauri_layer_table_info_full(&layer, UINT16_MAX, &info);
    }
    assert_int_equal(info.entries, columns.entries);
    info.columns[KAURI_COLUMN_R].width = 2;
    info.columns[KAURI_COLUMN_R].page_entries = 7;
    info.columns[KAURI_COLUMN_R].group_pages = 3;
    info.columns[KAURI_COLUMN_DTC].page_entries = 5;
    info.columns[KAURI_COLUMN_DTC].group_pages = 1000; // trailers of more than one cell
    write_table(folder, &info, columns.stored[0], columns.stored[1], stored_only ? &totals : NULL);
    free(counts);
    free(columns.counts);
}

void oracle_compare(const struct oracle *oracle, struct kauri_tablebase *tables, unsigned seeds)
{
    const struct kauri_shape shape = {(uint8_t)kauri_tablebase_holes(tables),
                                      (uint8_t)kauri_tablebase_cowries(tables)};
    const struct kauri_layer layer = layer_of(shape, seeds);
    for (uint64_t index = 0; index < layer.positions; index++) {
        const struct kauri_position position = kauri_layer_position(&layer, index);
        const struct oracle_value expected = oracle_get(oracle, &position);
        struct kauri_value value;
        assert_int_equal(kauri_probe_value(tables, &position, &value, NULL), KAURI_OK);
        if (value.r != expected.r || (int)value.dtc != expected.dtc) {
            fail_msg("2x%u, %u cowries, layer %u, position %u: r %d, dtc %u, not %d, %d",
                     shape.holes, shape.cowries, seeds, (unsigned)index, value.r, value.dtc,
                     expected.r, expected.dtc);
        }
    }
}
