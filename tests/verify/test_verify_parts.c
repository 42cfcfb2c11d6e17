// The parts of a layer, verified one by one and added up, say what verifying the whole layer says.
#include "tests/test.h"

#include "common/digest.h"
#include "db/bytes.h"
#include "db/table_names.h"
#include "db/tables/tablebase.h"
#include "tests/db/forge.h"
#include "tests/sanitized.h"
#include "tests/solver/tables_help.h"
#include "tests/temporary.h"
#include "verify/equations.h"
#include "verify/verify.h"
#include "verify/verify_units.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS_MOST = 40 };

struct bench {
    char folder[TEMPORARY_BYTES];  // tables
    char results[TEMPORARY_BYTES]; // folder with a file for each part
    char paths[PARTS_MOST][FORGE_PATH_BYTES];
    enum kauri_status part_status[PARTS_MOST];
    struct kauri_verify_result findings[PARTS_MOST];
    struct kauri_verify_result sum, whole;
    struct kauri_error sum_error, whole_error;
};

static const struct kauri_verify_options options = {.threads = 2};

static struct kauri_tablebase *open_tables(const struct bench *bench)
{
    struct kauri_tablebase *tables = NULL;
    assert_int_equal(kauri_tablebase_open_folder(bench->folder, 1 << 20, &tables, NULL), KAURI_OK);
    return tables;
}

static void begin(struct bench *bench)
{
    memset(bench, 0, sizeof *bench);
    temporary_make(bench->folder);
    temporary_make(bench->results);
    for (unsigned i = 0; i < PARTS_MOST; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "part-%u", i + 1);
        (void)forge_path(bench->paths[i], bench->results, name);
    }
}

static void end(struct bench *bench)
{
    temporary_remove(bench->folder);
    temporary_remove(bench->results);
}

static enum kauri_status verify_whole(struct bench *bench, unsigned seeds)
{
    struct kauri_tablebase *tables = open_tables(bench);
    const enum kauri_status status =
        kauri_verify_layer(tables, seeds, &options, &bench->whole, &bench->whole_error);
    kauri_tablebase_close(tables);
    return status;
}

// Verifies each part with tables opened for it alone, and writes its findings.
static void verify_each(struct bench *bench, unsigned seeds, unsigned parts)
{
    for (unsigned i = 0; i < parts; i++) {
        struct kauri_tablebase *tables = open_tables(bench);
        struct kauri_verify_result *result = &bench->findings[i];
        bench->part_status[i] = kauri_verify_layer_part(tables, seeds, i + 1, parts, &options,
                                                        bench->paths[i], result, NULL);
        assert_int_equal(result->wrong > 0, bench->part_status[i] == KAURI_WRONG);
        kauri_tablebase_close(tables);
    }
}

// Adds up the files, the last part first.
static enum kauri_status add_up(struct bench *bench, unsigned seeds, unsigned parts)
{
    struct kauri_tablebase *tables = open_tables(bench);
    char *paths[PARTS_MOST];
    unsigned count = 0;
    for (unsigned i = 0; i < parts; i++) {
        paths[i] = bench->paths[parts - 1 - i];
    }
    const enum kauri_status status = kauri_verify_parts(tables, seeds, paths, parts, &options,
                                                        &count, &bench->sum, &bench->sum_error);
    kauri_tablebase_close(tables);
    return status;
}

// Verifies the layer whole and in this many parts, and compares.
static void compare(struct bench *bench, unsigned seeds, unsigned parts)
{
    const enum kauri_status whole = verify_whole(bench, seeds);
    verify_each(bench, seeds, parts);
    assert_int_equal(add_up(bench, seeds, parts), whole);
    assert_int_equal(bench->sum.checked, bench->whole.checked);
    assert_int_equal(bench->sum.wrong, bench->whole.wrong);
    assert_int_equal(bench->sum.has_digest, bench->whole.has_digest);
    assert_int_equal(bench->sum.digest, bench->whole.digest);
    if (whole != KAURI_OK) {
        assert_string_equal(bench->sum_error.message, bench->whole_error.message);
        assert_true(kauri_position_equal(&bench->sum.first_wrong, &bench->whole.first_wrong));
        assert_int_equal(bench->sum.stored_r, bench->whole.stored_r);
        assert_int_equal(bench->sum.correct_dtc, bench->whole.correct_dtc);
    }
}

// Boards of one block per unit and of several, with distances that fit 16 bits and that do not,
// tables of stored blocks and of all; more parts than blocks.
TEST(parts_make_the_whole)
{
    static const struct kauri_shape shapes[] = {{1, 3}, {2, 4}, {3, 4}, {4, 12}};
    static const unsigned parts[] = {1, 2, 5, PARTS_MOST};
    struct bench bench;
    for (unsigned s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
        begin(&bench);
        const unsigned seeds = s == 3 ? 1 : 2;
        solve_layers(bench.folder, shapes[s], 0, seeds, 2);
        for (unsigned form = 0; form < 2; form++) {
            for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
                compare(&bench, seeds, parts[i]);
                assert_int_equal(bench.whole.wrong, 0);
                assert_int_equal(bench.sum.has_digest, s == 3);
            }
            struct layer_values values = read_layer(bench.folder, shapes[s], seeds);
            write_layer(bench.folder, &values); // the second time with all positions
            free_layer(&values);
        }
        end(&bench);
    }
}

// Blocks of the full size: each is a unit, and the parts differ by one block at most.
TEST(parts_are_balanced)
{
    const struct kauri_shape shape = {4, 12};
    struct bench bench;
    struct kauri_layer layer;
    begin(&bench);
    solve_layers(bench.folder, shape, 0, 1, 2);
    assert_int_equal(kauri_layer_init(&layer, shape, 1, NULL), KAURI_OK);
    verify_each(&bench, 1, 3); // 8 blocks
    assert_int_equal(bench.findings[0].checked, 3 * layer.cowrie_count);
    assert_int_equal(bench.findings[1].checked, 3 * layer.cowrie_count);
    assert_int_equal(bench.findings[2].checked, 2 * layer.cowrie_count);
    verify_each(&bench, 1, 10);
    for (unsigned i = 0; i < 10; i++) {
        assert_int_equal(bench.findings[i].checked, i < 8 ? layer.cowrie_count : 0);
    }
    end(&bench);
}

// The number of the part of a layer whose blocks are units of one block each.
static unsigned part_of(const struct kauri_layer *layer, uint64_t index, unsigned parts)
{
    const uint64_t number = kauri_verify_units_order(layer, index / layer->cowrie_count);
    unsigned part = 0;
    while (number >=
           (layer->block_count / parts) * (part + 1) +
               (layer->block_count % parts < part + 1 ? layer->block_count % parts : part + 1)) {
        part++;
    }
    return part;
}

// Each wrong position is found by the part that it belongs to, and by no other.
TEST(the_right_part_finds_it)
{
    enum { PARTS = 5 };
    const struct kauri_shape shape = {4, 12};
    struct bench bench;
    struct kauri_layer layer;
    begin(&bench);
    solve_layers(bench.folder, shape, 0, 1, 2);
    assert_int_equal(kauri_layer_init(&layer, shape, 1, NULL), KAURI_OK);
    struct layer_values values = read_layer(bench.folder, shape, 1);
    for (uint64_t block = 0; block < layer.block_count; block += fewer(3, 1)) {
        uint64_t wrong[PARTS] = {0};
        uint64_t at = block * layer.cowrie_count + 11 * block;
        while (values.r[at] == 0) {
            at++;
        }
        values.dtc[at] += 1;
        write_layer(bench.folder, &values);
        values.dtc[at] -= 1;
        struct kauri_tablebase *tables = open_tables(&bench);
        for (uint64_t i = 0; i < layer.positions; i++) {
            struct kauri_value right;
            bool stored = true;
            struct kauri_value value;
            assert_int_equal(kauri_stored_value(tables, &layer, i, &stored, &value, NULL),
                             KAURI_OK);
            assert_int_equal(kauri_equation_at(tables, &layer, i, &right, NULL), KAURI_OK);
            wrong[part_of(&layer, i, PARTS)] += !kauri_value_equal(value, right);
        }
        kauri_tablebase_close(tables);
        compare(&bench, 1, PARTS);
        assert_true(bench.whole.wrong > 0);
        for (unsigned i = 0; i < PARTS; i++) {
            assert_int_equal(bench.findings[i].wrong, wrong[i]);
            assert_int_equal(bench.part_status[i], wrong[i] > 0 ? KAURI_WRONG : KAURI_OK);
        }
        assert_true(wrong[part_of(&layer, at, PARTS)] > 0);
    }
    free_layer(&values);
    end(&bench);
}

// Small boards, and distances evaluated one by one: the sum says what the whole says.
TEST(wrong_values_add_up)
{
    static const struct kauri_shape shapes[] = {{1, 3}, {2, 4}, {3, 4}};
    struct bench bench;
    for (unsigned s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
        begin(&bench);
        solve_layers(bench.folder, shapes[s], 0, 2, 2);
        struct layer_values values = read_layer(bench.folder, shapes[s], 2);
        for (uint64_t at = 3; at < values.info.positions; at += 1 + values.info.positions / 9) {
            const int32_t right = values.dtc[at];
            values.dtc[at] = values.r[at] == 0 ? 5 : right + 1;
            write_layer(bench.folder, &values);
            compare(&bench, 2, 4);
            assert_true(bench.whole.wrong > 0);
            values.dtc[at] = right;
        }
        free_layer(&values);
        end(&bench);
    }
}

// Right values with a certificate that says something else: no part can see that, the sum does.
TEST(certificates_are_compared_with_the_sum)
{
    const struct kauri_shape shape = {3, 4};
    struct bench bench;
    size_t size = 0;
    begin(&bench);
    solve_layers(bench.folder, shape, 0, 1, 1);
    char *path = kauri_table_path(bench.folder, shape.holes, shape.cowries, 1);
    for (unsigned fault = 0; fault < 4; fault++) {
        uint8_t *bytes = forge_load(path, &size);
        // docs/reference/FORMAT.md, section 5.
        uint8_t *certificate = bytes + kauri_load_u64(bytes + 48);
        if (fault == 0) { // one position more of the first value, one less of the second
            kauri_store_u64(certificate + 88, kauri_load_u64(certificate + 88) + 1);
            kauri_store_u64(certificate + 112, kauri_load_u64(certificate + 112) - 1);
        } else if (fault == 1) { // the greatest dtc
            kauri_store_u32(certificate + 44, kauri_load_u32(certificate + 44) + 1);
        } else { // the digest of r, or of dtc
            certificate[8 * (fault - 1)] ^= 1;
            kauri_store_u64(certificate, kauri_digest(certificate + 8, 16));
        }
        forge_seal_certificate(bytes);
        forge_save(path, bytes, size);
        compare(&bench, 1, 3);
        assert_int_equal(verify_whole(&bench, 1), KAURI_WRONG);
        assert_int_equal(bench.whole.wrong, 0);
        for (unsigned i = 0; i < 3; i++) {
            assert_int_equal(bench.part_status[i], KAURI_OK);
        }
        free(bytes);
        assert_int_equal(remove(path), 0);
        solve_layers(bench.folder, shape, 1, 1, 1);
    }
    free(path);
    end(&bench);
}

static void copy_file(const char *from, const char *to)
{
    size_t size = 0;
    uint8_t *bytes = forge_load(from, &size);
    forge_save(to, bytes, size);
    free(bytes);
}

static void expect_refused(struct bench *bench, unsigned seeds, unsigned parts,
                           enum kauri_status status, const char *words)
{
    const enum kauri_status found = add_up(bench, seeds, parts);
    if (found != status) {
        fail_msg("%d in place of %d for '%s'", (int)found, (int)status, words);
    }
    if (strstr(bench->sum_error.message, words) == NULL) {
        fail_msg("'%s' is not in: %s", words, bench->sum_error.message);
    }
}

TEST(parts_must_fit_together)
{
    const struct kauri_shape shape = {3, 4};
    struct bench bench;
    begin(&bench);
    solve_layers(bench.folder, shape, 0, 2, 1);
    verify_each(&bench, 2, 4);
    expect_refused(&bench, 2, 0, KAURI_MISSING, "there are no parts of layer 2");
    expect_refused(&bench, 2, 3, KAURI_MISSING, "part 4 of 4 of layer 2 is missing");
    expect_refused(&bench, 2, 2, KAURI_MISSING,
                   "2 of 4 parts of layer 2 are missing, the first is part 3");
    expect_refused(&bench, 1, 4, KAURI_CORRUPT, "part-4 is for layer 2 of 2 x 3 holes");
    // The same part twice.
    copy_file(bench.paths[1], bench.paths[0]);
    expect_refused(&bench, 2, 4, KAURI_USAGE, "part-2 are both part 2 of 4");
    // A part of another division.
    verify_each(&bench, 2, 5);
    copy_file(bench.paths[0], bench.paths[30]);
    verify_each(&bench, 2, 4);
    copy_file(bench.paths[30], bench.paths[0]);
    expect_refused(&bench, 2, 4, KAURI_USAGE,
                   "part-1 is part 1 of 5, the files before it are of 4");
    // A part that was made before a table was changed, the layer itself or one below it.
    for (unsigned n = 1; n <= 2; n++) {
        verify_each(&bench, 2, 4);
        struct layer_values values = read_layer(bench.folder, shape, n);
        struct layer_values changed = values;
        changed.dtc[1] += 1;
        write_layer(bench.folder, &changed);
        expect_refused(&bench, 2, 4, KAURI_CORRUPT, "with another table of layer");
        changed.dtc[1] -= 1;
        write_layer(bench.folder, &changed);
        free_layer(&values);
    }
    end(&bench);
}

TEST(damaged_results_are_refused)
{
    const struct kauri_shape shape = {2, 4};
    struct bench bench;
    size_t size = 0;
    begin(&bench);
    solve_layers(bench.folder, shape, 0, 1, 1);
    verify_each(&bench, 1, 2);
    assert_int_equal(add_up(&bench, 1, 2), KAURI_OK);
    uint8_t *bytes = forge_load(bench.paths[0], &size);
    for (size_t at = 0; at < size; at++) {
        bytes[at] ^= (uint8_t)(1U << at % 8);
        forge_save(bench.paths[0], bytes, size);
        bytes[at] ^= (uint8_t)(1U << at % 8);
        expect_refused(&bench, 1, 2, KAURI_CORRUPT, "part-1 is ");
    }
    for (size_t length = 0; length < size; length += 7) {
        forge_save(bench.paths[0], bytes, length);
        expect_refused(&bench, 1, 2, KAURI_CORRUPT, "part-1 is ");
    }
    // Numbers out of range under a correct checksum (docs/reference/FORMAT.md, appendix A).
    static const struct {
        unsigned fact;
        uint64_t value;
    } numbers[] = {{0, 1},          {4, 0},          {4, 3},  {5, 0},
                   {5, UINT64_MAX}, {6, 2},          {7, 1},  {7, UINT64_MAX},
                   {8, UINT64_MAX}, {9, UINT64_MAX}, {10, 0}, {10, UINT64_MAX}};
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        uint8_t *fact = bytes + 16 + (size_t)8 * numbers[i].fact;
        const uint64_t right = kauri_load_u64(fact);
        kauri_store_u64(fact, numbers[i].value);
        kauri_store_u64(bytes + 144, kauri_digest(bytes, 144));
        kauri_store_u64(bytes + size - 8, kauri_digest(bytes, size - 8));
        forge_save(bench.paths[0], bytes, size);
        kauri_store_u64(fact, right);
        expect_refused(&bench, 1, 2, KAURI_CORRUPT, "part-1 ");
    }
    free(bytes);
    assert_int_equal(remove(bench.paths[0]), 0);
    expect_refused(&bench, 1, 2, KAURI_MISSING, "part-1");
    end(&bench);
}
