// Writes tables: entries are appended in order, and pages are compressed in parallel in bounded
// memory. The file gets its name only when it is complete. A writer is used by one thread at a
// time.
#ifndef KAURI_DB_WRITER_H
#define KAURI_DB_WRITER_H

#include "common/folder.h"
#include "db/table.h"

struct kauri_writer;

// Starts a temporary file beside `path` (common/output.h) for the table described by *info. `level`
// is the compression level of zstd (1..19); `threads` is at least 1. Errors: KAURI_INTERNAL for an
// info that violates the bounds of the format, KAURI_RESOURCE for memory or disk.
enum kauri_status kauri_writer_open(const char *path, const struct kauri_table_info *info,
                                    int level, unsigned threads, struct kauri_writer **writer,
                                    struct kauri_error *error);
// The same for the file `name` of a folder that is held open, which must outlive the writer.
enum kauri_status kauri_writer_open_in(const struct kauri_folder *folder, const char *name,
                                       const struct kauri_table_info *info, int level,
                                       unsigned threads, struct kauri_writer **writer,
                                       struct kauri_error *error);

// Appends `entries` entries, any number at a time. columns[c] points to entries * width bytes of
// stored numbers of column c (little-endian, without the bias). Errors: KAURI_RESOURCE,
// KAURI_INTERNAL for more entries than the table has.
enum kauri_status kauri_writer_append(struct kauri_writer *writer, const void *const *columns,
                                      uint64_t entries, struct kauri_error *error);

// Writes the page index and the certificate, marks the file valid, syncs it and renames it. All
// info->positions entries must have been appended (KAURI_INTERNAL otherwise). Frees the writer,
// also on failure. If `certificate` is not NULL, it receives the certificate; the caller frees its
// counts with free(). Errors: KAURI_RESOURCE, KAURI_INTERNAL.
enum kauri_status kauri_writer_commit(struct kauri_writer *writer,
                                      struct kauri_certificate *certificate,
                                      struct kauri_error *error);

// Removes the temporary file and frees the writer. Accepts NULL.
void kauri_writer_abandon(struct kauri_writer *writer);

#endif
