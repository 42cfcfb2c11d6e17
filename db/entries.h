// Ranges of entries: decodes the pages that a range touches and copies the entries out.
#ifndef KAURI_DB_ENTRIES_H
#define KAURI_DB_ENTRIES_H

#include "db/reader.h"

// Working memory of one thread; grows to the largest page of the tables that it reads. Not
// thread-safe.
struct kauri_entries;

enum kauri_status kauri_entries_new(struct kauri_entries **entries, struct kauri_error *error);
// Accepts NULL.
void kauri_entries_free(struct kauri_entries *entries);

// Reads entries [first, first + count) of those columns c for which out[c] is not NULL; out[c]
// receives count * width bytes of stored numbers (little-endian, without the bias). `out` has one
// pointer for each column. Errors: as kauri_reader_page, and KAURI_CORRUPT for entries beyond the
// end of the table; the contents of the buffers are unspecified then.
enum kauri_status kauri_entries_read(struct kauri_entries *entries,
                                     const struct kauri_reader *reader, uint64_t first,
                                     uint64_t count, uint8_t *const *out,
                                     struct kauri_error *error);

#endif
