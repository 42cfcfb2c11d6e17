// The verifier on tables of stored blocks: it derives the others itself, accepts correct tables and
// finds wrong values, wherever they are stored.
#include "tests/test.h"

#include "db/tables/tablebase.h"
#include "indexer/stored_blocks.h"
#include "tests/indexer/layers.h"
#include "tests/sanitized.h"
#include "tests/solver/tables_help.h"
#include "tests/temporary.h"
#include "tests/verify/stored_tables.h"
#include "verify/equations.h"
#include "verify/verify.h"
#include "verify/verify_blocks.h"

enum { LAYERS_MAX = 8 };

// A folder with the stored blocks of layers 0 .. count - 1, and all their values in memory.
struct world {
    char folder[TEMPORARY_BYTES];
    struct kauri_shape shape;
    unsigned count;
    struct layer_values layers[LAYERS_MAX];
};

static void make_world(struct world *world, struct kauri_shape shape, unsigned count)
{
    temporary_make(world->folder);
    world->shape = shape;
    world->count = count;
    assert_true(count <= LAYERS_MAX);
    solve_layers(world->folder, shape, 0, count - 1, 1);
    for (unsigned n = 0; n < count; n++) {
        world->layers[n] = read_layer(world->folder, shape, n);
    }
    for (unsigned n = 0; n < count; n++) {
        write_stored_layer(world->folder, &world->layers[n]);
    }
}

static void clear_world(struct world *world)
{
    for (unsigned n = 0; n < world->count; n++) {
        free_layer(&world->layers[n]);
    }
    temporary_remove(world->folder);
}

static enum kauri_status verify(const struct world *world, unsigned seeds, uint64_t sample,
                                struct kauri_verify_result *result, struct kauri_error *error)
{
    struct kauri_tablebase *tables = NULL;
    const struct kauri_verify_options options = {.threads = 2, .sample = sample};
    assert_int_equal(kauri_tablebase_open_folder(world->folder, 1 << 20, &tables, NULL), KAURI_OK);
    const enum kauri_status status = kauri_verify_layer(tables, seeds, &options, result, error);
    kauri_tablebase_close(tables);
    return status;
}

static const struct kauri_shape shapes[] = {{1, 3}, {1, 12}, {2, 0}, {2, 3}, {3, 1},
                                            {3, 4}, {4, 2},  {5, 2}, {6, 1}, {6, 3}};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

TEST(correct_tables_are_accepted)
{
    for (unsigned s = 0; s < SHAPES; s++) {
        struct world world;
        make_world(&world, shapes[s], shapes[s].holes < 4 ? 6 : 4);
        for (unsigned n = 0; n < world.count; n++) {
            struct kauri_verify_result result;
            struct kauri_error error;
            for (unsigned way = 0; way < 2; way++) {
                if (verify(&world, n, way == 0 ? 0 : UINT64_MAX, &result, &error) != KAURI_OK) {
                    fail_msg("%u holes, %u cowries: %s", shapes[s].holes, shapes[s].cowries,
                             error.message);
                }
                assert_int_equal(result.checked, world.layers[n].info.positions);
                // No block was given back before its last use.
                assert_int_equal(result.work, way == 0 ? result.checked : 0);
            }
        }
        clear_world(&world);
    }
}

// One altered value at a time: every fault of r and of dtc, at every `stride`-th stored position.
static void expect_found(const struct world *world, unsigned n, bool dtc, unsigned stride)
{
    static const int32_t steps[] = {-3, -2, -1, 1, 2, 6};
    struct layer_values values = world->layers[n];
    int32_t *column = dtc ? values.dtc : values.r;
    const int32_t maximum = 3 * (int32_t)n + 1;
    for (uint64_t at = 0; at < values.info.positions; at += stride) {
        for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++) {
            const int32_t right = column[at];
            const int32_t changed = right + steps[i];
            if (!position_is_stored(&values, at) || changed < (dtc ? 0 : -maximum) ||
                changed > (dtc ? 200 : maximum)) {
                continue;
            }
            struct kauri_verify_result result;
            column[at] = changed;
            write_stored_layer(world->folder, &values);
            column[at] = right;
            if (verify(world, n, 0, &result, NULL) != KAURI_WRONG || result.wrong == 0) {
                fail_msg("layer %u, position %u: a change of %s from %d to %d was not found", n,
                         (unsigned)at, dtc ? "dtc" : "r", right, changed);
            }
        }
    }
    write_stored_layer(world->folder, &values);
}

TEST(every_wrong_value_is_found)
{
    static const struct {
        struct kauri_shape shape;
        unsigned stride;
    } boards[] = {{{1, 3}, 1}, {{2, 3}, 7}, {{3, 2}, 37}, {{6, 1}, 211}};
    for (unsigned s = 0; s < sizeof boards / sizeof boards[0]; s++) {
        struct world world;
        make_world(&world, boards[s].shape, 3);
        for (unsigned n = 0; n < world.count; n++) {
            const unsigned stride = boards[s].stride * fewer(4, 1);
            expect_found(&world, n, false, stride);
            expect_found(&world, n, true, stride);
        }
        clear_world(&world);
    }
}

// A number that no position of its layer can have, there and in layers above.
TEST(impossible_values_are_refused)
{
    struct world world;
    struct kauri_verify_result result;
    make_world(&world, (struct kauri_shape){2, 3}, 3);
    struct layer_values *values = &world.layers[1];
    for (uint64_t at = 0; at < values->info.positions; at++) {
        if (position_is_stored(values, at)) {
            values->r[at] = 200; // 200 * 256 wraps into 16 bits
            break;
        }
    }
    write_stored_layer(world.folder, values);
    assert_int_equal(verify(&world, 1, 0, &result, NULL), KAURI_CORRUPT);
    assert_int_equal(verify(&world, 2, 0, &result, NULL), KAURI_CORRUPT);
    assert_int_equal(verify(&world, 1, UINT64_MAX, &result, NULL), KAURI_CORRUPT);
    clear_world(&world);
}

// Layer 1 of the full board: its digest over all positions is the published one
// (docs/results/RESULTS.md), whatever is stored, and a wrong value is found. With sanitizers, a
// board with fewer holes: its digest does not depend on what is stored.
TEST(the_full_board_is_verified)
{
    uint64_t digests[] = {UINT64_C(0x007b3033fee1a3a9), UINT64_C(0xc8a559dce1b8ceb7)};
    struct world world;
    struct kauri_verify_result result;
    make_world(&world, (struct kauri_shape){SANITIZED ? 4 : 6, 12}, 2);
    struct layer_values *values = &world.layers[1];
    for (unsigned way = 0; way < 2; way++) {
        void (*write)(const char *, const struct layer_values *) =
            way == 0 ? write_stored_layer : write_layer;
        if (way == 1) {
            write_layer(world.folder, values);
        }
        for (unsigned n = 0; n < 2; n++) {
            assert_int_equal(verify(&world, n, 0, &result, NULL), KAURI_OK);
            assert_true(result.has_digest);
            if (SANITIZED && way == 0) {
                digests[n] = result.digest;
            }
            assert_int_equal(result.digest, digests[n]);
        }
        uint64_t at = values->info.positions / 2;
        while (!position_is_stored(values, at)) {
            at += values->info.positions / 15;
        }
        values->dtc[at] += 2;
        write(world.folder, values);
        assert_int_equal(verify(&world, 1, 0, &result, NULL), KAURI_WRONG);
        assert_false(result.has_digest);
        values->dtc[at] -= 2;
    }
    clear_world(&world);
}
