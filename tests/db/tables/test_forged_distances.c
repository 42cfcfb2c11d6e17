// The greatest distance that a table can hold, 65,535, at every stored position: no derived
// position can be one ply farther away, so such a table is refused where it matters.
#include "tests/db/tables/written_table.h"
#include "tests/temporary.h"
#include "tests/test.h"

#include "db/tables/layer_table.h"
#include "db/tables/tablebase.h"
#include "indexer/convention.h"
#include "tests/indexer/layers.h"

#include <stdlib.h>
#include <string.h>

enum { SEEDS = 3, CACHE_BYTES = 1 << 20 };

static const struct kauri_shape shape = {.holes = 2, .cowries = 3};

struct forged_scene {
    char folder[TEMPORARY_BYTES];
    struct kauri_layer layer; // SEEDS
    struct kauri_position *positions;
    struct kauri_value *values;
    enum kauri_status *statuses;
};

// Writes the table of a layer in which all stored positions have the least r, and this distance.
static void write_layer(const char *folder, unsigned seeds, unsigned dtc)
{
    struct kauri_table_info info;
    const struct kauri_layer layer = layer_of(shape, seeds);
    kauri_layer_table_info(&layer, UINT16_MAX, &info);
    const struct kauri_count count = {
        .value = info.columns[KAURI_COLUMN_R].bias,
        .count = layer.positions,
    };
    const bool whole = info.entries == info.positions;
    const struct kauri_totals all = {
        .maximum = {[KAURI_COLUMN_R] = count.value,
                    [KAURI_COLUMN_DTC] = whole ? (int32_t)dtc : UINT16_MAX},
        .count_count = 1,
        .counts = &count,
    };
    uint8_t *r = calloc(info.entries, 1);
    uint8_t *distances = malloc(info.entries * 2);
    assert_true(r != NULL && distances != NULL);
    for (uint64_t i = 0; i < info.entries; i++) {
        distances[2 * i] = (uint8_t)dtc;
        distances[2 * i + 1] = (uint8_t)(dtc >> 8);
    }
    write_table(folder, &info, r, distances, &all);
}

static struct kauri_tablebase *open_tables(const char *folder)
{
    struct kauri_tablebase *tables = NULL;
    assert_int_equal(kauri_tablebase_open_folder(folder, CACHE_BYTES, &tables, NULL), KAURI_OK);
    return tables;
}

static int set_up(void **state)
{
    struct forged_scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    temporary_make(scene->folder);
    assert_int_equal(kauri_layer_init(&scene->layer, shape, SEEDS, NULL), KAURI_OK);
    scene->positions = malloc(scene->layer.positions * sizeof *scene->positions);
    scene->values = malloc(scene->layer.positions * sizeof *scene->values);
    scene->statuses = malloc(scene->layer.positions * sizeof *scene->statuses);
    assert_true(scene->positions != NULL && scene->values != NULL && scene->statuses != NULL);
    for (uint64_t i = 0; i < scene->layer.positions; i++) {
        scene->positions[i] = kauri_layer_position(&scene->layer, i);
    }
    *state = scene;
    return 0;
}

static int tear_down(void **state)
{
    struct forged_scene *scene = *state;
    temporary_remove(scene->folder);
    free(scene->positions);
    free(scene->values);
    free(scene->statuses);
    free(scene);
    return 0;
}

// Writes all layers with this distance, and looks every position of the last one up, one by one and
// in a batch, which must agree.
static void look_all_up(struct forged_scene *scene, unsigned dtc)
{
    for (unsigned n = 0; n <= SEEDS; n++) {
        write_layer(scene->folder, n, dtc);
    }
    struct kauri_tablebase *tables = open_tables(scene->folder);
    assert_int_equal(kauri_probe_many(tables, scene->positions, scene->layer.positions,
                                      scene->values, scene->statuses, 2, NULL),
                     KAURI_OK);
    for (uint64_t i = 0; i < scene->layer.positions; i++) {
        struct kauri_value value = {0};
        struct kauri_error error;
        assert_int_equal(kauri_probe_value(tables, &scene->positions[i], &value, &error),
                         scene->statuses[i]);
        if (scene->statuses[i] != KAURI_OK) {
            assert_int_equal(scene->statuses[i], KAURI_CORRUPT);
            assert_non_null(strstr(error.message, "dtc = 65535"));
            continue;
        }
        assert_int_equal(value.r, scene->values[i].r);
        assert_int_equal(value.dtc, scene->values[i].dtc);
        assert_in_range(value.dtc, 0, UINT16_MAX);
    }
    kauri_tablebase_close(tables);
}

TEST_WITH(no_look_up_wraps, set_up, tear_down)
{
    struct forged_scene *scene = *state;
    const uint64_t positions = scene->layer.positions;
    bool *farthest = calloc(positions, sizeof *farthest);
    unsigned refused = 0;
    assert_non_null(farthest);
    look_all_up(scene, UINT16_MAX - 1);
    for (uint64_t i = 0; i < positions; i++) {
        assert_int_equal(scene->statuses[i], KAURI_OK);
        farthest[i] = scene->values[i].dtc == UINT16_MAX;
    }
    look_all_up(scene, UINT16_MAX);
    for (uint64_t i = 0; i < positions; i++) {
        assert_int_equal(scene->statuses[i], farthest[i] ? KAURI_CORRUPT : KAURI_OK);
        refused += farthest[i];
    }
    assert_in_range(refused, positions / 8, positions - 1);
    free(farthest);
}

// Reading a range derives whole blocks at once, with keys that have no room for the distance.
TEST_WITH(no_range_wraps, set_up, tear_down)
{
    struct forged_scene *scene = *state;
    const uint64_t positions = scene->layer.positions;
    int16_t *r = malloc(positions * sizeof *r);
    uint16_t *dtc = malloc(positions * sizeof *dtc);
    assert_true(r != NULL && dtc != NULL);
    look_all_up(scene, UINT16_MAX - 1);
    struct kauri_tablebase *tables = open_tables(scene->folder);
    assert_int_equal(kauri_layer_read(tables, SEEDS, 0, positions, r, dtc, 2, NULL), KAURI_OK);
    for (uint64_t i = 0; i < positions; i++) {
        assert_int_equal(r[i], scene->values[i].r);
        assert_int_equal(dtc[i], scene->values[i].dtc);
    }
    kauri_tablebase_close(tables);
    for (unsigned n = 0; n <= SEEDS; n++) {
        write_layer(scene->folder, n, UINT16_MAX);
    }
    tables = open_tables(scene->folder);
    assert_int_equal(kauri_layer_read(tables, SEEDS, 0, positions, r, dtc, 2, NULL), KAURI_CORRUPT);
    assert_int_equal(kauri_layer_read(tables, SEEDS, 0, positions, r, NULL, 2, NULL), KAURI_OK);
    for (uint64_t i = 0; i < positions; i++) {
        assert_int_equal(r[i], scene->values[i].r);
    }
    kauri_tablebase_close(tables);
    free(r);
    free(dtc);
}
