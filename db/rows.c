#include "db/rows.h"

#include <stdlib.h>
#include <string.h>

struct kauri_rows {
    struct kauri_reader_scratch *scratch;
    uint8_t *payload;
    size_t room; // bytes of payload
};

enum kauri_status kauri_rows_new(struct kauri_rows **rows, struct kauri_error *error)
{
    *rows = NULL;
    struct kauri_rows *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for reading tables");
    }
    const enum kauri_status status = kauri_reader_scratch_new(&made->scratch, error);
    if (status != KAURI_OK) {
        kauri_rows_free(made);
        return status;
    }
    *rows = made;
    return KAURI_OK;
}

void kauri_rows_free(struct kauri_rows *rows)
{
    if (rows != NULL) {
        kauri_reader_scratch_free(rows->scratch);
        free(rows->payload);
        free(rows);
    }
}

static bool make_room(struct kauri_rows *rows, size_t wanted)
{
    if (rows->room < wanted) {
        free(rows->payload);
        rows->payload = malloc(wanted);
        rows->room = rows->payload == NULL ? 0 : wanted;
    }
    return rows->payload != NULL;
}

enum kauri_status kauri_rows_read(struct kauri_rows *rows, const struct kauri_reader *reader,
                                  uint64_t first, uint64_t count, uint8_t *const *out,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = kauri_reader_info(reader);
    if (first > info->positions || count > info->positions - first) {
        return kauri_fail(error, KAURI_CORRUPT, "%s has only %llu positions",
                          kauri_reader_path(reader), (unsigned long long)info->positions);
    }
    if (!make_room(rows, kauri_reader_block_bytes(reader))) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for reading %s",
                          kauri_reader_path(reader));
    }
    for (uint64_t done = 0; done < count;) {
        const uint64_t block = (first + done) / info->block_positions;
        const uint64_t skip = (first + done) % info->block_positions;
        const uint32_t block_rows = kauri_reader_block_rows(reader, block);
        const uint64_t here = block_rows - skip;
        const uint64_t taken = here < count - done ? here : count - done;
        KAURI_TRY(kauri_reader_block(reader, block, rows->payload, rows->scratch, error));
        const uint8_t *column = rows->payload;
        for (uint32_t c = 0; c < info->column_count; c++) {
            const size_t width = info->columns[c].width;
            if (out[c] != NULL) {
                memcpy(out[c] + done * width, column + skip * width, (size_t)taken * width);
            }
            column += block_rows * width;
        }
        done += taken;
    }
cleanup:
    return status;
}
