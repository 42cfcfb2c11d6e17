#include "tests/tablebase/small_tables.h"

#include "tests/test.h"

#include "db/table_names.h"
#include "db/writer.h"
#include "indexer/convention.h"
#include "indexer/layer.h"
#include "tablebase/layer_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    const int32_t most = 3 * (int32_t)seeds + 1;
    if (variant == SMALL_IMPOSSIBLE) {
        return (struct kauri_value){.r = most + 1, .dtc = 1};
    }
    return (struct kauri_value){
        .r = (int32_t)(hash % (uint64_t)(2 * most + 1)) - most,
        .dtc = (uint32_t)(hash / 512 % 1000),
    };
}

static void write_layer(const char *folder, unsigned seeds, unsigned variant, const char *rules,
                        uint32_t dtc_page_entries)
{
    const struct kauri_layer layer = layer_of(seeds);
    struct kauri_table_info info;
    struct kauri_writer *writer = NULL;
    kauri_layer_table_info_full(&layer, UINT16_MAX, &info);
    info.columns[KAURI_COLUMN_R].page_entries = SMALL_PAGE_ENTRIES;
    info.columns[KAURI_COLUMN_DTC].page_entries = dtc_page_entries;
    const struct kauri_writer_options options = {.level = 1, .threads = 1};
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
    char *path = kauri_table_path(folder, SMALL_HOLES, SMALL_COWRIES, seeds);
    const void *const columns[] = {r, dtc};
    assert_int_equal(kauri_writer_open(path, &info, &options, &writer, NULL), KAURI_OK);
    assert_int_equal(kauri_writer_append(writer, columns, layer.positions, NULL), KAURI_OK);
    assert_int_equal(kauri_writer_commit(writer, NULL, NULL, NULL), KAURI_OK);
    free(path);
    free(r);
    free(dtc);
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

void small_junk(const char *path)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite("junk", 1, 4, file), 4);
    assert_int_equal(fclose(file), 0);
}
