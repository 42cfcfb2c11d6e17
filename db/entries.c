#include "db/entries.h"

#include <stdlib.h>
#include <string.h>

struct kauri_entries {
    struct kauri_reader_scratch *scratch;
    uint8_t *payload;
    size_t room; // bytes of payload
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
        free(entries->payload);
        free(entries);
    }
}

static bool make_room(struct kauri_entries *entries, size_t wanted)
{
    if (entries->room < wanted) {
        free(entries->payload);
        entries->payload = malloc(wanted);
        entries->room = entries->payload == NULL ? 0 : wanted;
    }
    return entries->payload != NULL;
}

enum kauri_status kauri_entries_read(struct kauri_entries *entries,
                                     const struct kauri_reader *reader, uint64_t first,
                                     uint64_t count, uint8_t *const *out, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = kauri_reader_info(reader);
    if (first > info->positions || count > info->positions - first) {
        return kauri_fail(error, KAURI_CORRUPT, "%s has only %llu positions",
                          kauri_reader_path(reader), (unsigned long long)info->positions);
    }
    if (!make_room(entries, kauri_reader_page_bytes(reader))) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for reading %s",
                          kauri_reader_path(reader));
    }
    for (uint64_t done = 0; done < count;) {
        const uint64_t page = (first + done) / info->page_entries;
        const uint64_t skip = (first + done) % info->page_entries;
        const uint32_t page_entries = kauri_reader_page_entries(reader, page);
        const uint64_t here = page_entries - skip;
        const uint64_t taken = here < count - done ? here : count - done;
        KAURI_TRY(kauri_reader_page(reader, page, entries->payload, entries->scratch, error));
        const uint8_t *column = entries->payload;
        for (uint32_t c = 0; c < info->column_count; c++) {
            const size_t width = info->columns[c].width;
            if (out[c] != NULL) {
                memcpy(out[c] + done * width, column + skip * width, (size_t)taken * width);
            }
            column += page_entries * width;
        }
        done += taken;
    }
cleanup:
    return status;
}
