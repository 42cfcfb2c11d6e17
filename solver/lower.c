#include "solver/lower.h"

#include "indexer/convention.h"
#include "solver/layer_table.h"

#include <stdlib.h>
#include <string.h>

enum kauri_status kauri_lower_load(const char *folder, struct kauri_shape shape, unsigned seeds,
                                   unsigned threads, struct kauri_lower *lower,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_reader *reader = NULL;
    char *path = NULL;
    for (unsigned n = 0; n < seeds; n++) {
        struct kauri_lower_layer *layer = &lower->layer[n];
        path = kauri_table_path(folder, shape.holes, shape.cowries, n);
        if (path == NULL) {
            status = kauri_fail(error, KAURI_RESOURCE, "out of memory");
            goto cleanup;
        }
        KAURI_TRY(kauri_layer_reader_open(path, shape, n, &reader, error));
        const struct kauri_column *column = &kauri_reader_info(reader)->columns[KAURI_COLUMN_R];
        const uint64_t bytes = kauri_reader_info(reader)->positions * column->width;
        layer->bias = column->bias;
        layer->width = column->width;
        layer->stored = malloc(bytes);
        if (layer->stored == NULL) {
            status =
                kauri_fail(error, KAURI_RESOURCE, "out of memory for the values of layer %u", n);
            goto cleanup;
        }
        lower->bytes += bytes;
        KAURI_TRY(kauri_reader_column(reader, KAURI_COLUMN_R, 0,
                                      kauri_reader_info(reader)->positions, threads, layer->stored,
                                      error));
        kauri_reader_close(reader);
        reader = NULL;
        free(path);
        path = NULL;
    }
cleanup:
    kauri_reader_close(reader);
    free(path);
    return status;
}

void kauri_lower_clear(struct kauri_lower *lower)
{
    for (unsigned n = 0; n <= KAURI_SEEDS_MAX; n++) {
        free(lower->layer[n].stored);
    }
    memset(lower, 0, sizeof *lower);
}
