// Writing game records in the notation that records/record_parse.h reads.
#ifndef KAURI_RECORDS_RECORD_WRITE_H
#define KAURI_RECORDS_RECORD_WRITE_H

#include "records/record.h"

// Formats the record as a text that reads back as the same record (but for its lines): header,
// start position if the record gives one, moves in lines of 100 characters (more only where a run
// of joined moves is longer), result sentence. A player without a name is written South or North; a
// line break in a name, date or sentence becomes a space; " - " in a name would divide it. *text is
// NUL-terminated, ends with a newline and belongs to the caller (free); between records there must
// be an empty line. KAURI_RESOURCE without memory.
enum kauri_status kauri_record_format(const struct kauri_record *record, char **text,
                                      struct kauri_error *error);

#endif
