// Writes game records as text (docs/guide/RECORDS.md).
#ifndef KAURI_GAMES_RECORDS_RECORD_WRITE_H
#define KAURI_GAMES_RECORDS_RECORD_WRITE_H

#include "games/records/record.h"

// Formats the record as a text: header, start position if the record gives one, moves in lines of
// at most 100 characters (more only for a longer run of joined moves), result sentence. A player
// without a name is written as South or North. *text is NUL-terminated and ends with a newline; the
// caller frees it with free(). Records in a file must be separated by an empty line.
//
// The text reads back as the same record, except for the numbers of its lines and `fault`, which is
// not written. Errors: KAURI_BAD_INPUT for a record for which that is impossible, such as one
// without moves, with " - " in a name, or with a result sentence such as "E", which would be read
// as a move; KAURI_RESOURCE. *text is NULL on failure. Thread-safe.
enum kauri_status kauri_record_format(const struct kauri_record *record, char **text,
                                      struct kauri_error *error);

#endif
