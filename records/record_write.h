// Writing game records in the notation that records/record_reader.h reads.
#ifndef KAURI_RECORDS_RECORD_WRITE_H
#define KAURI_RECORDS_RECORD_WRITE_H

#include "records/record.h"

// Formats the record as a text: header, start position if the record gives one, moves in lines of
// at most 100 characters (longer only for a longer run of joined moves), result sentence. A player
// without a name is written South or North. *text is NUL-terminated, ends with a newline and
// belongs to the caller (free); between records in a file there must be an empty line.
//
// The text reads back as the same record, except for the numbers of its lines and `fault`, which is
// not written. A record for which that is impossible is refused with KAURI_BAD_INPUT: one without
// moves, a name with " - " in it, a result sentence such as "E" that would be read as a move.
// KAURI_RESOURCE without memory. *text is NULL on failure. Thread-safe.
enum kauri_status kauri_record_format(const struct kauri_record *record, char **text,
                                      struct kauri_error *error);

#endif
