#include "records/record_parse.h"

#include "records/record_reader.h"

#include <stdlib.h>

// Moves *record, with its plies, to the end of the list.
static enum kauri_status keep(struct kauri_records *records, struct kauri_record *record,
                              struct kauri_error *error)
{
    if (records->count == records->room) {
        const size_t room = records->room == 0 ? 4 : 2 * records->room;
        struct kauri_record *more = realloc(records->records, room * sizeof *more);
        if (more == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "no memory for %zu records", room);
        }
        records->records = more;
        records->room = room;
    }
    records->records[records->count++] = *record;
    kauri_record_init(record);
    return KAURI_OK;
}

enum kauri_status kauri_records_parse(const char *text, struct kauri_records *records,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_record_reader reader = kauri_record_reader_begin(text);
    struct kauri_record record;
    bool found = true;
    *records = (struct kauri_records){0};
    kauri_record_init(&record);
    for (;;) {
        KAURI_TRY(kauri_record_next(&reader, &record, &found, error));
        if (!found) {
            break;
        }
        KAURI_TRY(keep(records, &record, error));
    }
    if (records->count == 0) {
        status = kauri_fail(error, KAURI_BAD_INPUT, "no game record found");
    }
cleanup:
    kauri_record_clear(&record);
    if (status != KAURI_OK) {
        kauri_records_clear(records);
    }
    return status;
}

void kauri_records_clear(struct kauri_records *records)
{
    if (records != NULL) {
        for (size_t i = 0; i < records->count; i++) {
            kauri_record_clear(&records->records[i]);
        }
        free(records->records);
        *records = (struct kauri_records){0};
    }
}
