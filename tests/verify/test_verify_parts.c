// The parts of a layer, verified one by one and added up, say what verifying the whole layer says.
#include "tests/test.h"

#include "db/tables/tablebase.h"
#include "tests/db/forge.h"
#include "tests/indexer/layers.h"
#include "tests/sanitized.h"
#include "tests/solver/tables_help.h"
#include "tests/temporary.h"
#include "verify/equations.h"
#include "verify/verify.h"
#include "verify/verify_units.h"

#include <stdio.h>
#include <string.h>

enum { PARTS_MAX = 40 };

struct bench {
    char folder[TEMPORARY_BYTES];  // tables
    char results[TEMPORARY_BYTES]; // folder with a file for each part
    char paths[PARTS_MAX][FORGE_PATH_BYTES];
    enum kauri_status part_status[PARTS_MAX];
    struct kauri_verify_result findings[PARTS_MAX];
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
    for (unsigned i = 0; i < PARTS_MAX; i++) {
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
    char *paths[PARTS_MAX];
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
    static const unsigned parts[] = {1, 2, 5, PARTS_MAX};
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
    begin(&bench);
    solve_layers(bench.folder, shape, 0, 1, 2);
    const struct kauri_layer layer = layer_of(shape, 1);
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
    begin(&bench);
    solve_layers(bench.folder, shape, 0, 1, 2);
    const struct kauri_layer layer = layer_of(shape, 1);
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
