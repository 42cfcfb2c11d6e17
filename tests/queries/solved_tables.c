#include "tests/queries/solved_tables.h"

#include "tests/test.h"

#include "db/reader.h"
#include "db/table_names.h"
#include "db/tables/pack.h"
#include "db/writer.h"
#include "indexer/stored_blocks.h"
#include "solver/solve.h"
#include "tests/db/recount.h"
#include "tests/indexer/layers.h"

#include <stdlib.h>
#include <string.h>

void solved_make(struct solved *solved, unsigned holes, unsigned cowries, unsigned seeds)
{
    const struct kauri_solve_options options = {.threads = 2, .level = 1};
    struct kauri_error error;
    temporary_make(solved->folder);
    solved->shape = (struct kauri_shape){.holes = (uint8_t)holes, .cowries = (uint8_t)cowries};
    solved->seeds = seeds;
    for (unsigned layer = 0; layer <= seeds; layer++) {
        struct kauri_solve_result result;
        assert_int_equal(
            kauri_solve_layer(solved->folder, solved->shape, layer, &options, &result, &error),
            KAURI_OK);
        kauri_solve_result_clear(&result);
    }
    assert_int_equal(kauri_tablebase_open_folder(solved->folder, 16 << 20, &solved->tables, &error),
                     KAURI_OK);
}

void solved_make_r_alone(struct solved *alone, const struct solved *full)
{
    const struct kauri_pack_options options = {
        .form = kauri_pack_probing(), .columns = KAURI_PACK_R, .threads = 1};
    *alone = (struct solved){.shape = full->shape, .seeds = full->seeds};
    temporary_make(alone->folder);
    for (unsigned n = 0; n <= full->seeds; n++) {
        struct kauri_pack_result packed;
        assert_int_equal(
            kauri_pack_layer(full->folder, alone->folder, full->shape, n, &options, &packed, NULL),
            KAURI_OK);
    }
    solved_reopen(alone);
}

void solved_remove(struct solved *solved)
{
    kauri_tablebase_close(solved->tables);
    temporary_remove(solved->folder);
}

void solved_reopen(struct solved *solved)
{
    kauri_tablebase_close(solved->tables);
    assert_int_equal(kauri_tablebase_open_folder(solved->folder, 16 << 20, &solved->tables, NULL),
                     KAURI_OK);
}

const struct kauri_reader *solved_reader(struct solved *solved, unsigned seeds)
{
    const struct kauri_tablebase_layer *layer = NULL;
    assert_int_equal(kauri_tablebase_layer(solved->tables, seeds, &layer, NULL), KAURI_OK);
    return layer->reader;
}

void solved_for_all(struct solved *solved,
                    void (*check)(struct solved *, const struct kauri_position *))
{
    for (unsigned seeds = 0; seeds <= solved->seeds; seeds++) {
        const struct kauri_layer layer = layer_of(solved->shape, seeds);
        for (uint64_t index = 0; index < layer.positions; index++) {
            const struct kauri_position position = kauri_layer_position(&layer, index);
            check(solved, &position);
        }
    }
}

struct kauri_probe_result solved_probe(struct solved *solved, const struct kauri_position *position)
{
    struct kauri_probe_result result;
    struct kauri_error error;
    assert_ok(kauri_probe_root(solved->tables, position, &result, &error), &error);
    return result;
}

void solved_forge(const char *folder, struct kauri_shape shape, unsigned seeds, uint64_t index,
                  unsigned column, int change)
{
    struct kauri_stored_blocks stored;
    const struct kauri_layer layer = layer_of(shape, seeds);
    assert_int_equal(kauri_stored_blocks_init(&stored, &layer, NULL), KAURI_OK);
    char *path = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
    struct kauri_reader *reader = NULL;
    struct kauri_writer *writer = NULL;
    assert_int_equal(kauri_reader_open(path, &reader, NULL), KAURI_OK);
    const struct kauri_table_info info = *kauri_reader_info(reader);
    assert_int_equal(info.columns[0].width + info.columns[1].width, 2);
    const struct kauri_writer_options options = {.level = 1, .threads = 1};
    struct kauri_reader_scratch *entries = NULL;
    uint8_t *columns[] = {malloc(info.entries), malloc(info.entries)};
    assert_true(columns[0] != NULL && columns[1] != NULL);
    assert_int_equal(kauri_reader_scratch_new(&entries, NULL), KAURI_OK);
    assert_int_equal(kauri_entries_read(entries, reader, 0, info.entries, columns, NULL), KAURI_OK);
    const uint64_t block = index / layer.cowrie_count;
    assert_true(kauri_block_stored(&stored, block));
    const uint64_t entry =
        info.derivation == KAURI_DERIVATION_STORED
            ? kauri_stored_rank(&stored, block) * layer.cowrie_count + index % layer.cowrie_count
            : index;
    const int32_t before = info.columns[column].bias + columns[column][entry];
    columns[column][entry] = (uint8_t)(columns[column][entry] + change);
    const int32_t after = info.columns[column].bias + columns[column][entry];
    const struct kauri_certificate *certificate = kauri_reader_certificate(reader);
    struct kauri_count counts[RECOUNT_MAX];
    struct kauri_totals totals = {.counts = counts};
    memcpy(totals.maximum, certificate->maximum, sizeof totals.maximum);
    if (column == 0) {
        totals.count_count = recount(certificate, before, after, counts);
        totals.maximum[0] = counts[totals.count_count - 1].value;
    } else {
        totals.count_count = recount(certificate, 0, 0, counts);
        totals.maximum[1] = after > totals.maximum[1] ? after : totals.maximum[1];
    }
    assert_int_equal(kauri_writer_open(path, &info, &options, &writer, NULL), KAURI_OK);
    assert_int_equal(kauri_writer_append(writer, (const void *const *)columns, info.entries, NULL),
                     KAURI_OK);
    assert_int_equal(kauri_writer_commit(writer, &totals, NULL, NULL), KAURI_OK);
    kauri_stored_blocks_clear(&stored);
    kauri_reader_scratch_free(entries);
    free(columns[0]);
    free(columns[1]);
    kauri_reader_close(reader);
    free(path);
}
