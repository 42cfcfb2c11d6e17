#include "solver/solve.h"

#include "common/parallel.h"
#include "db/tables.h"
#include "db/writer.h"
#include "indexer/convention.h"
#include "solver/layer_table.h"
#include "solver/retrograde.h"

#include <stdlib.h>
#include <string.h>

enum { STORE_BATCH_BYTES = 16 << 20 };

// A run of positions on its way from the solver's arrays into the table's columns.
struct store {
    const struct kauri_retrograde *retrograde;
    const struct kauri_table_info *info;
    uint8_t *columns[2];
    uint64_t first; // position
    uint64_t count;
    uint64_t slice; // positions a parallel step converts
};

static void put(uint8_t *bytes, unsigned width, uint64_t at, unsigned number)
{
    if (width == 1) {
        bytes[at] = (uint8_t)number;
    } else {
        bytes[2 * at] = (uint8_t)number;
        bytes[2 * at + 1] = (uint8_t)(number >> 8);
    }
}

static void store_slice(void *context, unsigned worker, uint64_t slice)
{
    (void)worker;
    const struct store *store = context;
    const struct kauri_retrograde *retrograde = store->retrograde;
    const struct kauri_column *columns = store->info->columns;
    const uint64_t begin = slice * store->slice;
    const uint64_t end = begin + store->slice < store->count ? begin + store->slice : store->count;
    for (uint64_t i = begin; i < end; i++) {
        const uint64_t position = store->first + i;
        // The code of r is r - bias + 1 (kauri_code_of, kauri_layer_table_info).
        put(store->columns[KAURI_COLUMN_R], columns[KAURI_COLUMN_R].width, i,
            retrograde->state[position] - 1U);
        unsigned dtc = retrograde->dtc[position];
        if (retrograde->dtc_high != NULL) {
            dtc |= (unsigned)retrograde->dtc_high[position] << 8;
        }
        put(store->columns[KAURI_COLUMN_DTC], columns[KAURI_COLUMN_DTC].width, i, dtc);
    }
}

static enum kauri_status store_layer(const struct kauri_retrograde *retrograde, const char *path,
                                     const struct kauri_solve_options *options,
                                     struct kauri_solve_result *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_writer *writer = NULL;
    struct kauri_table_info info;
    kauri_layer_table_info(&retrograde->layer, retrograde->max_dtc, &info);
    struct store store = {.retrograde = retrograde, .info = &info, .slice = 1 << 16};
    const uint64_t batch = STORE_BATCH_BYTES / 2;
    const struct kauri_column *columns = info.columns;
    store.columns[0] = malloc(batch * columns[0].width);
    store.columns[1] = malloc(batch * columns[1].width);
    if (store.columns[0] == NULL || store.columns[1] == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for writing %s", path);
        goto cleanup;
    }
    KAURI_TRY(kauri_writer_open(path, &info, options->level, options->threads, &writer, error));
    for (store.first = 0; store.first < info.positions; store.first += store.count) {
        store.count = info.positions - store.first < batch ? info.positions - store.first : batch;
        kauri_parallel_for(options->threads, (store.count + store.slice - 1) / store.slice, 1,
                           store_slice, &store);
        const void *const written[] = {store.columns[0], store.columns[1]};
        KAURI_TRY(kauri_writer_append(writer, written, store.count, error));
        if (kauri_progress_cancelled(options->progress)) {
            status = kauri_fail(error, KAURI_INTERRUPTED, "stopped while writing layer %u",
                                retrograde->layer.seeds);
            goto cleanup;
        }
    }
    status = kauri_writer_commit(writer, &result->certificate, error);
    writer = NULL;
cleanup:
    kauri_writer_abandon(writer);
    free(store.columns[0]);
    free(store.columns[1]);
    return status;
}

enum kauri_status kauri_solve_layer(const char *folder, struct kauri_shape shape, unsigned seeds,
                                    const struct kauri_solve_options *options,
                                    struct kauri_solve_result *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const double began = kauri_clock_seconds();
    struct kauri_layer layer;
    struct kauri_geometry *geometry = NULL;
    struct kauri_lower lower;
    struct kauri_retrograde *retrograde = NULL;
    struct kauri_reader *reader = NULL;
    char *path = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
    memset(result, 0, sizeof *result);
    memset(&lower, 0, sizeof lower);
    if (path == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory");
        goto cleanup;
    }
    KAURI_TRY(kauri_layer_init(&layer, shape, seeds, error));
    KAURI_TRY(kauri_lower_load(folder, shape, seeds, options->threads, &lower, error));
    KAURI_TRY(kauri_geometry_new(shape, seeds, &geometry, error));
    KAURI_TRY(kauri_retrograde_new(&layer, geometry, &retrograde, error));
    KAURI_TRY(kauri_captures(retrograde, &lower, options->threads, error));
    result->memory = kauri_retrograde_bytes(&layer) + lower.bytes + geometry->bytes;
    kauri_lower_clear(&lower);
    KAURI_TRY(kauri_retrograde_run(retrograde, options->threads, options->progress, error));
    const uint64_t running =
        kauri_retrograde_bytes(&layer) + retrograde->frontier_bytes + geometry->bytes;
    result->memory = running > result->memory ? running : result->memory;
    KAURI_TRY(store_layer(retrograde, path, options, result, error));
    KAURI_TRY(kauri_reader_open(path, &reader, error));
    result->positions = layer.positions;
    result->max_dtc = retrograde->max_dtc;
    result->file_bytes = kauri_reader_file_bytes(reader);
    result->seconds = kauri_clock_seconds() - began;
cleanup:
    kauri_reader_close(reader);
    kauri_retrograde_free(retrograde);
    kauri_geometry_free(geometry);
    kauri_lower_clear(&lower);
    free(path);
    if (status != KAURI_OK) {
        kauri_solve_result_clear(result);
    }
    return status;
}

void kauri_solve_result_clear(struct kauri_solve_result *result)
{
    free(result->certificate.counts);
    memset(result, 0, sizeof *result);
}
