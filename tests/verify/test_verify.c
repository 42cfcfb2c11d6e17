// The verifier accepts correct tables and finds every single wrong value.
#include "tests/test.h"

#include "db/bytes.h"
#include "db/table_names.h"
#include "db/tables/tablebase.h"
#include "tests/db/forge.h"

#include "common/digest.h"
#include "tests/solver/tables_help.h"
#include "tests/temporary.h"
#include "verify/equations.h"
#include "verify/verify.h"
#include "verify/verify_blocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum kauri_status verify(const char *folder, unsigned seeds, uint64_t sample,
                                struct kauri_verify_result *result, struct kauri_error *error)
{
    struct kauri_tablebase *tables = NULL;
    const struct kauri_verify_options options = {.threads = 2, .sample = sample};
    assert_int_equal(kauri_tablebase_open_folder(folder, 1 << 20, &tables, NULL), KAURI_OK);
    const enum kauri_status status = kauri_verify_layer(tables, seeds, &options, result, error);
    kauri_tablebase_close(tables);
    return status;
}

// Changes one number of a column by every step of a list, at every position, and expects the
// verifier to point at that position or at one that leads there.
static void expect_found(const char *folder, struct layer_values *values, int32_t *column,
                         int32_t low, int32_t high, unsigned stride)
{
    static const int32_t steps[] = {-3, -2, -1, 1, 2, 6};
    for (uint64_t at = 0; at < values->info.positions; at += stride) {
        for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++) {
            const int32_t right = column[at];
            const int32_t changed = right + steps[i];
            if (changed < low || changed > high) {
                continue;
            }
            struct kauri_verify_result result;
            column[at] = changed;
            write_layer(folder, values);
            column[at] = right;
            if (verify(folder, values->info.seeds, 0, &result, NULL) != KAURI_WRONG) {
                fail_msg("position %u: a change from %d to %d was not found", (unsigned)at, right,
                         changed);
            }
            assert_true(result.wrong >= 1);
        }
    }
    write_layer(folder, values);
}

TEST(every_wrong_value_is_found)
{
    // The first shape has positions of unlimited play.
    static const struct kauri_shape shapes[] = {{1, 3}, {2, 3}};
    for (unsigned s = 0; s < 2; s++) {
        for (unsigned seeds = 0; seeds <= 2; seeds++) {
            char folder[TEMPORARY_BYTES];
            temporary_make(folder);
            solve_layers(folder, shapes[s], 0, seeds, 1);
            struct layer_values values = read_layer(folder, shapes[s], seeds);
            const int32_t most = 3 * (int32_t)seeds + 1;
            expect_found(folder, &values, values.r, -most, most, 1 + s * 6);
            expect_found(folder, &values, values.dtc, 0, 200, 1 + s * 6);
            free_layer(&values);
            temporary_remove(folder);
        }
    }
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

// A number that no position of the layer can have must not wrap into one that it can have.
TEST_IN_FOLDER(impossible_values_are_refused, folder)
{
    const struct kauri_shape shape = {2, 3};
    struct kauri_verify_result result;
    solve_layers(folder, shape, 0, 1, 1);
    struct layer_values values = read_layer(folder, shape, 1);
    values.r[5] = 251; // 251 * 256 wraps into 16 bits
    write_layer(folder, &values);
    assert_int_equal(verify(folder, 1, 0, &result, NULL), KAURI_CORRUPT);
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

// A certificate with correct checksum and sum that does not match the values, in any of its parts.
TEST_IN_FOLDER(certificates_are_counted_again, folder)
{
    const struct kauri_shape shape = {2, 2}; // r is -4, -2, 2, 4
    struct kauri_verify_result result;
    struct kauri_error error;
    size_t size = 0;
    solve_layers(folder, shape, 0, 1, 1);
    char *path = kauri_table_path(folder, shape.holes, shape.cowries, 1);
    for (unsigned fault = 0; fault < 5; fault++) {
        uint8_t *bytes = forge_load(path, &size);
        // docs/reference/FORMAT.md, section 5.
        uint8_t *certificate = bytes + kauri_load_u64(bytes + 48);
        uint8_t *first = certificate + 80;
        uint8_t *second = first + 24;
        if (fault == 0) { // one entry more of the first value, one less of the second
            for (unsigned at = 8; at <= 16; at += 8) {
                kauri_store_u64(first + at, kauri_load_u64(first + at) + 1);
                kauri_store_u64(second + at, kauri_load_u64(second + at) - 1);
            }
        } else if (fault == 1) { // the greatest dtc
            kauri_store_u32(certificate + 44, kauri_load_u32(certificate + 44) + 1);
            kauri_store_u32(certificate + 60, kauri_load_u32(certificate + 60) + 1);
        } else if (fault == 2) { // a value that does not occur in place of one that does
            kauri_store_u32(first, kauri_load_u32(first) + 1);
        } else { // the digest of r, or of dtc
            certificate[8 * (fault - 2)] ^= 1;
            kauri_store_u64(certificate, kauri_digest(certificate + 8, 16));
        }
        forge_seal_certificate(bytes);
        forge_save(path, bytes, size);
        assert_int_equal(verify(folder, 1, 0, &result, &error), KAURI_WRONG);
        assert_int_equal(result.wrong, 0);
        assert_non_null(strstr(error.message, fault < 3
                                                  ? "its certificate does not match its values"
                                                  : "is not that of its entries"));
        assert_int_equal(verify(folder, 1, UINT64_MAX, &result, &error),
                         fault < 3 ? KAURI_WRONG : KAURI_OK);
        // A sample does not check the certificate.
        assert_int_equal(verify(folder, 1, 5, &result, &error), KAURI_OK);
        free(bytes);
        assert_int_equal(remove(path), 0);
        solve_layers(folder, shape, 1, 1, 1);
        assert_int_equal(verify(folder, 1, 0, &result, &error), KAURI_OK);
    }
    free(path);
}

// With several threads and many blocks, the lowest wrong position is reported, whichever is found
// first.
TEST_IN_FOLDER(the_first_wrong_position_is_the_lowest, folder)
{
    const struct kauri_shape shape = {3, 4};
    struct kauri_verify_result result;
    struct kauri_layer layer;
    struct kauri_tablebase *tables = NULL;
    uint64_t wrong = 0;
    uint64_t lowest = 0;
    solve_layers(folder, shape, 0, 2, 2);
    struct layer_values values = read_layer(folder, shape, 2);
    for (uint64_t at = 300; at < values.info.positions; at += 301) {
        values.dtc[at] += 1;
    }
    write_layer(folder, &values);
    assert_int_equal(kauri_layer_init(&layer, shape, 2, NULL), KAURI_OK);
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

TEST_IN_FOLDER(tables_of_other_rules_are_refused, folder)
{
    const struct kauri_shape shape = {2, 3};
    struct kauri_verify_result result;
    struct kauri_error error;
    solve_layers(folder, shape, 0, 0, 1);
    struct layer_values values = read_layer(folder, shape, 0);
    values.info.rules[0] = 'K';
    write_layer(folder, &values);
    assert_int_equal(verify(folder, 0, 0, &result, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "is for the rules"));
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
