// Reads ranges of entries: decodes the pages that contain them and copies the entries.
#ifndef KAURI_DB_ENTRIES_H
#define KAURI_DB_ENTRIES_H

#include "db/reader.h"

// Working memory of one thread, which grows to the largest page that it reads. Not thread-safe.
struct kauri_entries;

// The caller frees *entries. Errors: KAURI_RESOURCE.
enum kauri_status kauri_entries_new(struct kauri_entries **entries, struct kauri_error *error);
// Accepts NULL.
void kauri_entries_free(struct kauri_entries *entries);

// Reads entries [first, first + count). `out` has one pointer per column: out[c] receives count *
// width bytes of stored numbers (little-endian, without the bias), or is NULL if column c is not
// needed. Errors: those of kauri_reader_page, and KAURI_CORRUPT for entries beyond the end of the
// table. On failure the contents of the buffers are unspecified.
enum kauri_status kauri_entries_read(struct kauri_entries *entries,
                                     const struct kauri_reader *reader, uint64_t first,
                                     uint64_t count, uint8_t *const *out,
                                     struct kauri_error *error);

#endif
