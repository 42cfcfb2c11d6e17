// The verifier accepts correct tables and finds every single wrong value.
#include "tests/test.h"

#include "db/tables/tablebase.h"

#include "tests/indexer/layers.h"
#include "tests/solver/tables_help.h"
#include "tests/temporary.h"
#include "verify/equations.h"
#include "verify/verify.h"
#include "verify/verify_blocks.h"

#include <string.h>

static enum kauri_status verify_by(const char *folder, unsigned seeds,
                                   const struct kauri_verify_options *options,
                                   struct kauri_verify_result *result, struct kauri_error *error)
{
    struct kauri_tablebase *tables = NULL;
    assert_int_equal(kauri_tablebase_open_folder(folder, 1 << 20, &tables, NULL), KAURI_OK);
    const enum kauri_status status = kauri_verify_layer(tables, seeds, options, result, error);
    kauri_tablebase_close(tables);
    return status;
}

static enum kauri_status verify(const char *folder, unsigned seeds, uint64_t sample,
                                struct kauri_verify_result *result, struct kauri_error *error)
{
    const struct kauri_verify_options options = {.threads = 2, .sample = sample};
    return verify_by(folder, seeds, &options, result, error);
}

TEST_IN_FOLDER(the_message_names_the_position, folder)
{
    const struct kauri_shape shape = {2, 4};
    struct kauri_error error;
    struct kauri_verify_result result;
    solve_layers(folder, shape, 0, 1, 1);
    struct layer_values values = read_layer(folder, shape, 1);
    values.dtc[0] += 1;
    write_layer(folder, &values);
    assert_int_equal(verify(folder, 1, 0, &result, &error), KAURI_WRONG);
    assert_non_null(strstr(error.message, "0,0/0,1+4 S 0:0"));
    assert_int_equal(result.stored_dtc, result.correct_dtc + 1);
    assert_int_equal(result.stored_r, result.correct_r);
    free_layer(&values);
}

// A sample as large as the layer is the whole layer; a smaller one plays the rules one by one.
TEST_IN_FOLDER(samples_pass_and_find, folder)
{
    const struct kauri_shape shape = {3, 4};
    struct kauri_verify_result result;
    solve_layers(folder, shape, 0, 2, 2);
    struct layer_values values = read_layer(folder, shape, 2);
    assert_int_equal(verify(folder, 2, 500, &result, NULL), KAURI_OK);
    assert_int_equal(result.checked, 500);
    assert_int_equal(verify(folder, 2, UINT64_MAX, &result, NULL), KAURI_OK);
    assert_int_equal(result.checked, values.info.positions);
    for (uint64_t at = 0; at < values.info.positions; at += 2) {
        values.dtc[at] += 1;
    }
    write_layer(folder, &values);
    assert_int_equal(verify(folder, 2, 500, &result, NULL), KAURI_WRONG);
    free_layer(&values);
}

// Checks all blocks of a layer in so little memory that each is made again whenever it is needed,
// and returns how many positions are wrong.
static uint64_t wrong_without_memory(const char *folder, unsigned seeds)
{
    struct kauri_tablebase *tables = NULL;
    struct kauri_verify_part part;
    struct kauri_verify_blocks *blocks = NULL;
    uint64_t wrong = 0;
    assert_int_equal(kauri_tablebase_open_folder(folder, 1 << 20, &tables, NULL), KAURI_OK);
    assert_int_equal(kauri_verify_part_init(&part, tables, seeds, false, NULL), KAURI_OK);
    assert_int_equal(kauri_verify_blocks_new(&part, 1, 1, &blocks, NULL), KAURI_OK);
    for (uint64_t block = 0; block < part.layer.block_count; block++) {
        struct kauri_block_check check;
        assert_int_equal(kauri_verify_blocks_check(blocks, 0, block, &check, NULL), KAURI_OK);
        wrong += check.wrong;
    }
    kauri_verify_blocks_free(blocks);
    kauri_verify_part_clear(&part);
    kauri_tablebase_close(tables);
    return wrong;
}

// Verifies the layer whole and in parts: these have each position, and each wrong one, once between
// them, and as equally as whole blocks allow.
static void compare_parts(const char *folder, const struct kauri_layer *layer)
{
    static const uint32_t counts[] = {1, 2, 5, 40}; // the last are more than the blocks
    struct kauri_verify_result whole;
    const enum kauri_status status = verify(folder, layer->seeds, 0, &whole, NULL);
    assert_int_equal(status, whole.wrong > 0 ? KAURI_WRONG : KAURI_OK);
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        struct kauri_verify_result sum = {.checked = 0};
        struct kauri_verify_options options = {.threads = 2, .parts = counts[i]};
        for (options.part = 1; options.part <= options.parts; options.part++) {
            struct kauri_verify_result result;
            const enum kauri_status found =
                verify_by(folder, layer->seeds, &options, &result, NULL);
            assert_int_equal(found, result.wrong > 0 ? KAURI_WRONG : KAURI_OK);
            assert_true(layer->shape.holes < 4 ||
                        result.checked <=
                            (layer->block_count / counts[i] + 1) * layer->cowrie_count);
            sum.checked += result.checked;
            sum.wrong += result.wrong;
        }
        assert_int_equal(sum.checked, whole.checked);
        assert_int_equal(sum.wrong, whole.wrong);
    }
}

// Boards of several blocks per unit and of one, with distances that do not fit 16 bits and that do.
TEST(parts_make_the_whole)
{
    static const struct kauri_shape shapes[] = {{1, 3}, {2, 4}, {3, 4}, {4, 12}};
    for (unsigned s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
        const unsigned seeds = shapes[s].holes < 4 ? 2 : 1;
        const struct kauri_layer layer = layer_of(shapes[s], seeds);
        char folder[TEMPORARY_BYTES];
        temporary_make(folder);
        solve_layers(folder, shapes[s], 0, seeds, 2);
        compare_parts(folder, &layer);
        struct layer_values values = read_layer(folder, shapes[s], seeds);
        values.dtc[layer.positions / 3] += 1;
        write_layer(folder, &values);
        free_layer(&values);
        compare_parts(folder, &layer);
        temporary_remove(folder);
    }
}

// One position in each part, however few or many they are, the last ones too.
TEST_IN_FOLDER(samples_reach_the_end, folder)
{
    const struct kauri_shape shape = {2, 3};
    struct kauri_verify_result result;
    solve_layers(folder, shape, 0, 1, 1);
    struct layer_values values = read_layer(folder, shape, 1);
    const uint64_t positions = values.info.positions;
    const uint64_t half = positions / 2;
    // Every second half is wrong: a sample of a little more than half must meet it.
    for (uint64_t at = half; at < positions; at++) {
        values.dtc[at] += 100;
    }
    write_layer(folder, &values);
    assert_int_equal(verify(folder, 1, half + 1, &result, NULL), KAURI_WRONG);
    assert_in_range(result.wrong, half / 2, half + 1);
    free_layer(&values);
}

TEST_IN_FOLDER(memory_changes_nothing, folder)
{
    const struct kauri_shape shape = {4, 8};
    struct kauri_verify_result result;
    solve_layers(folder, shape, 0, 2, 2);
    assert_int_equal(wrong_without_memory(folder, 2), 0);
    struct layer_values values = read_layer(folder, shape, 2);
    for (uint64_t at = 0; at < values.info.positions; at += 1001) {
        values.dtc[at] += 1;
    }
    write_layer(folder, &values);
    assert_int_equal(verify(folder, 2, 0, &result, NULL), KAURI_WRONG);
    assert_true(result.wrong > values.info.positions / 1001);
    assert_int_equal(wrong_without_memory(folder, 2), result.wrong);
    // And position by position.
    assert_int_equal(verify(folder, 2, values.info.positions - 1, &result, NULL), KAURI_WRONG);
    free_layer(&values);
}

TEST_IN_FOLDER(too_little_memory_is_refused, folder)
{
    const struct kauri_shape shape = {3, 4};
    struct kauri_tablebase *tables = NULL;
    struct kauri_verify_result result;
    struct kauri_error error;
    const struct kauri_verify_options options = {.threads = 2, .memory = 1 << 20};
    solve_layers(folder, shape, 0, 0, 1);
    assert_int_equal(kauri_tablebase_open_folder(folder, 1 << 20, &tables, NULL), KAURI_OK);
    assert_int_equal(kauri_verify_layer(tables, 0, &options, &result, &error), KAURI_RESOURCE);
    assert_non_null(strstr(error.message, "MiB of memory, not 1.00 MiB"));
    kauri_tablebase_close(tables);
}

// With several threads and many blocks, the lowest wrong position is reported, whichever is found
// first.
TEST_IN_FOLDER(the_first_wrong_position_is_the_lowest, folder)
{
    const struct kauri_shape shape = {3, 4};
    struct kauri_verify_result result;
    struct kauri_tablebase *tables = NULL;
    uint64_t wrong = 0;
    uint64_t lowest = 0;
    solve_layers(folder, shape, 0, 2, 2);
    struct layer_values values = read_layer(folder, shape, 2);
    for (uint64_t at = 300; at < values.info.positions; at += 301) {
        values.dtc[at] += 1;
    }
    write_layer(folder, &values);
    const struct kauri_layer layer = layer_of(shape, 2);
    assert_int_equal(kauri_tablebase_open_folder(folder, 1 << 20, &tables, NULL), KAURI_OK);
    for (uint64_t at = values.info.positions; at-- > 0;) {
        struct kauri_value right;
        assert_int_equal(kauri_equation_at(tables, &layer, at, &right, NULL), KAURI_OK);
        if (right.r != values.r[at] || (int32_t)right.dtc != values.dtc[at]) {
            wrong++;
            lowest = at;
        }
    }
    kauri_tablebase_close(tables);
    const struct kauri_position position = kauri_layer_position(&layer, lowest);
    for (unsigned way = 0; way < 2; way++) {
        assert_int_equal(verify(folder, 2, way == 0 ? 0 : UINT64_MAX, &result, NULL), KAURI_WRONG);
        assert_int_equal(result.wrong, wrong);
        assert_true(kauri_position_equal(&result.first_wrong, &position));
    }
    free_layer(&values);
}

TEST(keys_order_values_and_distances)
{
    assert_true(kauri_key(4, 3, KAURI_KEY_SCALE) > kauri_key(4, 5, KAURI_KEY_SCALE));
    assert_true(kauri_key(-4, 3, KAURI_KEY_SCALE) < kauri_key(-4, 5, KAURI_KEY_SCALE));
    assert_true(kauri_key(1, 30000, KAURI_KEY_SCALE) > kauri_key(0, 0, KAURI_KEY_SCALE));
    assert_true(kauri_key(-1, 30000, KAURI_KEY_SCALE) < kauri_key(0, 0, KAURI_KEY_SCALE));
    for (int r = -181; r <= 181; r++) {
        for (int dtc = 0; dtc < 32768; dtc += 97) {
            const int32_t key = kauri_key(r, dtc, KAURI_KEY_SCALE);
            assert_int_equal(kauri_key_r(key, KAURI_KEY_SCALE), r);
            assert_int_equal(kauri_key_dtc(key, KAURI_KEY_SCALE), r == 0 ? 0 : dtc);
        }
    }
}
