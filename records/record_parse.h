// Reading game records (docs/RULES.md, "Game records").
#ifndef KAURI_RECORDS_RECORD_PARSE_H
#define KAURI_RECORDS_RECORD_PARSE_H

#include "records/record.h"

// The records of a text, in its order. Owned by the caller.
struct kauri_records {
    size_t count;
    size_t room;
    struct kauri_record *records;
};

// Reads every game of `text`, which may hold other text around them: a game begins with its moves
// ("1. f D; 2. e F; ..."), before them a header "(1) South - North - date" or a line
// "Position ..." or both may stand, and ends with a result sentence or an empty line. What is not a
// game is skipped. A word inside a game that cannot be read ends it, its record tells so (`fault`),
// and the games after it are read. KAURI_BAD_INPUT for a text without any game. KAURI_RESOURCE
// without memory. *records needs no initialisation; it is empty on failure.
enum kauri_status kauri_records_parse(const char *text, struct kauri_records *records,
                                      struct kauri_error *error);

// Frees the records. Accepts NULL and empty ones.
void kauri_records_clear(struct kauri_records *records);

#endif
