#include "tablebase/column_reader.h"

#include "db/entries.h"
#include "indexer/convention.h"

#include <stdlib.h>

struct kauri_column_reader {
    struct kauri_entries *entries;
    uint8_t *memory[2]; // of the columns
    size_t room[2];
    struct kauri_column_range last; // what they hold; without entries, nothing
};

enum kauri_status kauri_column_reader_new(struct kauri_column_reader **columns,
                                          struct kauri_error *error)
{
    *columns = NULL;
    struct kauri_column_reader *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for blocks of tables");
    }
    const enum kauri_status status = kauri_entries_new(&made->entries, error);
    if (status != KAURI_OK) {
        free(made);
        return status;
    }
    *columns = made;
    return KAURI_OK;
}

void kauri_column_reader_free(struct kauri_column_reader *columns)
{
    if (columns != NULL) {
        kauri_entries_free(columns->entries);
        free(columns->memory[0]);
        free(columns->memory[1]);
        free(columns);
    }
}

static enum kauri_status make_room(struct kauri_column_reader *columns, unsigned c, size_t bytes,
                                   struct kauri_error *error)
{
    if (columns->room[c] < bytes) {
        free(columns->memory[c]);
        columns->memory[c] = malloc(bytes);
        columns->room[c] = columns->memory[c] == NULL ? 0 : bytes;
    }
    return columns->room[c] >= bytes
               ? KAURI_OK
               : kauri_fail(error, KAURI_RESOURCE, "out of memory for blocks of tables");
}

enum kauri_status kauri_columns_read(struct kauri_column_reader *columns,
                                     const struct kauri_column_range *range, unsigned seeds,
                                     struct kauri_block_columns *out, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = kauri_reader_info(range->reader);
    const bool wanted[2] = {[KAURI_COLUMN_R] = range->r, [KAURI_COLUMN_DTC] = range->dtc};
    uint8_t *to[KAURI_COLUMNS_MAX] = {NULL};
    columns->last = (struct kauri_column_range){.count = 0};
    for (unsigned c = 0; c < 2; c++) {
        if (wanted[c]) {
            KAURI_TRY(make_room(columns, c, (size_t)range->count * info->columns[c].width, error));
            to[c] = columns->memory[c];
        }
    }
    KAURI_TRY(
        kauri_entries_read(columns->entries, range->reader, range->first, range->count, to, error));
    *out = (struct kauri_block_columns){
        .info = info,
        .r = to[KAURI_COLUMN_R],
        .dtc = to[KAURI_COLUMN_DTC],
    };
    if (!kauri_columns_possible(out, seeds, range->count)) {
        status = kauri_fail(error, KAURI_CORRUPT, "%s holds a value that its layer cannot have",
                            kauri_reader_path(range->reader));
        goto cleanup;
    }
    columns->last = *range;
cleanup:
    return status;
}

bool kauri_columns_read_last(const struct kauri_column_reader *columns,
                             const struct kauri_column_range *range,
                             struct kauri_block_columns *out)
{
    const struct kauri_column_range *last = &columns->last;
    if (last->reader != range->reader || last->first > range->first ||
        last->first + last->count < range->first + range->count || (range->r && !last->r) ||
        (range->dtc && !last->dtc)) {
        return false;
    }
    const struct kauri_block_columns all = {
        .info = kauri_reader_info(range->reader),
        .r = range->r ? columns->memory[KAURI_COLUMN_R] : NULL,
        .dtc = range->dtc ? columns->memory[KAURI_COLUMN_DTC] : NULL,
    };
    *out = kauri_columns_skip(all, range->first - last->first);
    return true;
}
