#include "db/entries.h"

#include <stdlib.h>
#include <string.h>

struct kauri_entries {
    struct kauri_reader_scratch *scratch;
    uint8_t *numbers; // of a page that is wanted in part
    size_t room;      // bytes of it
};

enum kauri_status kauri_entries_new(struct kauri_entries **entries, struct kauri_error *error)
{
    *entries = NULL;
    struct kauri_entries *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for reading tables");
    }
    const enum kauri_status status = kauri_reader_scratch_new(&made->scratch, error);
    if (status != KAURI_OK) {
        kauri_entries_free(made);
        return status;
    }
    *entries = made;
    return KAURI_OK;
}

void kauri_entries_free(struct kauri_entries *entries)
{
    if (entries != NULL) {
        kauri_reader_scratch_free(entries->scratch);
        free(entries->numbers);
        free(entries);
    }
}

static enum kauri_status make_room(struct kauri_entries *entries, size_t wanted, const char *path,
                                   struct kauri_error *error)
{
    if (entries->room < wanted) {
        free(entries->numbers);
        entries->numbers = malloc(wanted);
        entries->room = entries->numbers == NULL ? 0 : wanted;
    }
    return entries->numbers != NULL
               ? KAURI_OK
               : kauri_fail(error, KAURI_RESOURCE, "out of memory for reading %s", path);
}

// Reads entries [first, first + count) of one column. A page that is wanted as a whole is decoded
// in its place.
static enum kauri_status read_column(struct kauri_entries *entries,
                                     const struct kauri_reader *reader, unsigned c, uint64_t first,
                                     uint64_t count, uint8_t *out, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_column *column = &kauri_reader_info(reader)->columns[c];
    const size_t width = column->width;
    for (uint64_t done = 0; done < count;) {
        const uint64_t page = (first + done) / column->page_entries;
        const uint64_t skip = (first + done) % column->page_entries;
        const uint32_t page_entries = kauri_reader_page_entries(reader, c, page);
        const uint64_t here = page_entries - skip;
        const uint64_t taken = here < count - done ? here : count - done;
        uint8_t *to = out + done * width;
        if (taken == page_entries) {
            KAURI_TRY(kauri_reader_page(reader, c, page, to, entries->scratch, error));
        } else {
            KAURI_TRY(make_room(entries, kauri_reader_page_bytes(reader, c),
                                kauri_reader_path(reader), error));
            KAURI_TRY(
                kauri_reader_page(reader, c, page, entries->numbers, entries->scratch, error));
            memcpy(to, entries->numbers + skip * width, (size_t)taken * width);
        }
        done += taken;
    }
cleanup:
    return status;
}

enum kauri_status kauri_entries_read(struct kauri_entries *entries,
                                     const struct kauri_reader *reader, uint64_t first,
                                     uint64_t count, uint8_t *const *out, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = kauri_reader_info(reader);
    if (first > info->entries || count > info->entries - first) {
        return kauri_fail(error, KAURI_CORRUPT, "%s has only %llu entries",
                          kauri_reader_path(reader), (unsigned long long)info->entries);
    }
    for (unsigned c = 0; c < info->column_count; c++) {
        if (out[c] != NULL) {
            KAURI_TRY(read_column(entries, reader, c, first, count, out[c], error));
        }
    }
cleanup:
    return status;
}
