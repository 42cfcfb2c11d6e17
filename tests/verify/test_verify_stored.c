// The verifier on tables of stored blocks: it derives the others itself, accepts correct tables and
// finds wrong values, wherever they are stored.
#include "tests/test.h"

#include "common/digest.h"
#include "db/bytes.h"
#include "db/table_names.h"
#include "db/tables/tablebase.h"
#include "indexer/stored_blocks.h"
#include "tests/db/forge.h"
#include "tests/sanitized.h"
#include "tests/solver/tables_help.h"
#include "tests/temporary.h"
#include "tests/verify/stored_tables.h"
#include "verify/equations.h"
#include "verify/verify.h"
#include "verify/verify_blocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    const int32_t most = 3 * (int32_t)n + 1;
    for (uint64_t at = 0; at < values.info.positions; at += stride) {
        for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++) {
            const int32_t right = column[at];
            const int32_t changed = right + steps[i];
            if (!position_is_stored(&values, at) || changed < (dtc ? 0 : -most) ||
                changed > (dtc ? 200 : most)) {
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

// The derived blocks that the verifier makes, of the layer and of those below it, have the worths
// that follow from the values of a full table.
static void check_worths(const struct world *world, unsigned seeds, unsigned n)
{
    struct kauri_tablebase *tables = NULL;
    struct kauri_layer layer;
    struct kauri_verify_part part;
    struct kauri_verify_blocks *blocks = NULL;
    const struct layer_values *values = &world->layers[n];
    assert_int_equal(kauri_tablebase_open_folder(world->folder, 1 << 20, &tables, NULL), KAURI_OK);
    assert_int_equal(kauri_verify_part_init(&part, tables, seeds, false, NULL), KAURI_OK);
    assert_int_equal(kauri_layer_init(&layer, world->shape, n, NULL), KAURI_OK);
    assert_int_equal(kauri_verify_blocks_new(&part, 1, 1 << 20, &blocks, NULL), KAURI_OK);
    for (uint64_t block = 0; block < layer.block_count; block++) {
        const void *worths = NULL;
        assert_int_equal(kauri_verify_blocks_acquire(blocks, 0, n, block, &worths, NULL), KAURI_OK);
        for (uint32_t rank = 0; rank < layer.cowrie_count; rank++) {
            unsigned t = 0;
            while (rank >= layer.half_start[t + 1]) {
                t++;
            }
            const uint32_t opponents = layer.row_count[layer.shape.cowries - t];
            const uint32_t at = rank - layer.half_start[t];
            const uint32_t turned = layer.half_start[layer.shape.cowries - t] +
                                    at % opponents * layer.row_count[t] + at / opponents;
            const int32_t r = values->r[block * layer.cowrie_count + rank];
            const int32_t dtc = values->dtc[block * layer.cowrie_count + rank];
            if (n == seeds) {
                const int32_t sign = (r > 0) - (r < 0);
                assert_int_equal(((const int16_t *)worths)[turned],
                                 sign * (dtc + 1) - r * KAURI_KEY_SCALE_NARROW);
            } else {
                assert_int_equal(((const uint8_t *)worths)[turned], 128 - r);
            }
        }
        kauri_verify_blocks_release(blocks, n, block);
    }
    kauri_verify_blocks_free(blocks);
    kauri_verify_part_clear(&part);
    kauri_tablebase_close(tables);
}

TEST(derived_worths_are_those_of_full_tables)
{
    static const struct kauri_shape boards[] = {{1, 2}, {2, 2}, {3, 3}, {4, 2}, {6, 2}};
    for (unsigned s = 0; s < sizeof boards / sizeof boards[0]; s++) {
        struct world world;
        make_world(&world, boards[s], 4);
        for (unsigned n = 0; n < world.count; n++) {
            check_worths(&world, n, n);
            check_worths(&world, world.count - 1, n);
        }
        clear_world(&world);
    }
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

// The equations of single positions, derived ones included, give the values of full tables.
TEST(single_equations_derive)
{
    struct world world;
    struct kauri_tablebase *tables = NULL;
    make_world(&world, (struct kauri_shape){3, 2}, 6);
    assert_int_equal(kauri_tablebase_open_folder(world.folder, 1 << 20, &tables, NULL), KAURI_OK);
    for (unsigned n = 0; n < world.count; n++) {
        struct kauri_layer layer;
        assert_int_equal(kauri_layer_init(&layer, world.shape, n, NULL), KAURI_OK);
        for (uint64_t at = 0; at < layer.positions; at++) {
            struct kauri_value value;
            bool stored = false;
            assert_int_equal(kauri_equation_at(tables, &layer, at, &value, NULL), KAURI_OK);
            assert_int_equal(value.r, world.layers[n].r[at]);
            assert_int_equal(value.dtc, world.layers[n].dtc[at]);
            assert_int_equal(kauri_stored_value(tables, &layer, at, &stored, &value, NULL),
                             KAURI_OK);
            assert_int_equal(stored, position_is_stored(&world.layers[n], at));
        }
    }
    kauri_tablebase_close(tables);
    clear_world(&world);
}

// Moves one position in the counts of a certificate (docs/reference/FORMAT.md, section 5) from one
// value of r to another: in the counts over all positions, and in those over the entries.
static void move_count(uint8_t *certificate, bool all, bool entries)
{
    const uint32_t count = kauri_load_u32(certificate + 72);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < count; j++) {
            uint8_t *from = certificate + 80 + 24 * i + 8;
            uint8_t *to = certificate + 80 + 24 * j + 8;
            const uint64_t derived = kauri_load_u64(from) - kauri_load_u64(from + 8);
            if (i == j || kauri_load_u64(from + 8) < 2 || (all && !entries && derived == 0) ||
                (!all && kauri_load_u64(to) == kauri_load_u64(to + 8))) {
                continue;
            }
            for (unsigned part = all ? 0 : 1; part < (entries ? 2U : 1U); part++) {
                kauri_store_u64(from + 8 * part, kauri_load_u64(from + 8 * part) - 1);
                kauri_store_u64(to + 8 * part, kauri_load_u64(to + 8 * part) + 1);
            }
            return;
        }
    }
    fail_msg("no two counts that can be altered");
}

// Every part of a certificate, with correct checksums.
TEST(certificates_are_counted_again)
{
    struct world world;
    struct kauri_verify_result result;
    struct kauri_error error;
    size_t size = 0;
    make_world(&world, (struct kauri_shape){2, 3}, 2);
    char *path = kauri_table_path(world.folder, 2, 3, 1);
    for (unsigned fault = 0; fault < 7; fault++) {
        uint8_t *bytes = forge_load(path, &size);
        // docs/reference/FORMAT.md, section 5.
        uint8_t *certificate = bytes + kauri_load_u64(bytes + 48);
        if (fault < 3) {
            move_count(certificate, fault != 1, fault != 0);
        } else if (fault == 3) { // the greatest dtc of all positions
            kauri_store_u32(certificate + 44, kauri_load_u32(certificate + 44) + 1);
        } else if (fault == 4) { // the greatest dtc of the entries
            kauri_store_u32(certificate + 60, kauri_load_u32(certificate + 60) - 1);
        } else { // the digest of r, or of dtc
            certificate[8 * (fault - 4)] ^= 1;
            kauri_store_u64(certificate, kauri_digest(certificate + 8, 16));
        }
        forge_seal_certificate(bytes);
        forge_save(path, bytes, size);
        const enum kauri_status status = verify(&world, 1, 0, &result, &error);
        if (status != KAURI_WRONG) {
            fail_msg("fault %u in the certificate: %d %s", fault, status,
                     status == KAURI_OK ? "" : error.message);
        }
        assert_int_equal(result.wrong, 0);
        assert_non_null(strstr(error.message, fault < 5
                                                  ? "its certificate does not match its values"
                                                  : "is not that of its entries"));
        // Position by position.
        assert_int_equal(verify(&world, 1, UINT64_MAX, &result, &error),
                         fault < 5 ? KAURI_WRONG : KAURI_OK);
        free(bytes);
        write_stored_layer(world.folder, &world.layers[1]);
        assert_int_equal(verify(&world, 1, 0, &result, &error), KAURI_OK);
    }
    free(path);
    clear_world(&world);
}
