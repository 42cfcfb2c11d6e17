// All game records of a text at once. For texts of any length, records/record_reader.h reads them
// one at a time and needs memory for one game only.
#ifndef KAURI_RECORDS_RECORD_PARSE_H
#define KAURI_RECORDS_RECORD_PARSE_H

#include "records/record.h"

// The records of a text, in the order of the text. Owned by the caller.
struct kauri_records {
    size_t count;
    size_t room; // allocated for records
    struct kauri_record *records;
};

// Reads every game of `text`, as kauri_record_next does. *records needs no initialisation; it is
// empty on failure. Errors: KAURI_BAD_INPUT for a text without any game, KAURI_RESOURCE.
// Thread-safe.
enum kauri_status kauri_records_parse(const char *text, struct kauri_records *records,
                                      struct kauri_error *error);

// Frees the records. Accepts NULL and empty ones.
void kauri_records_clear(struct kauri_records *records);

#endif
