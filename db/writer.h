// Writes tables: entries are appended in order, and pages are compressed in parallel.
// Memory is bounded, except for the directories: 24 bytes per group. The file gets its name only
// when it is complete. Its bytes depend on the entries, the description, the level, the
// dictionaries and the version of zstd, and on nothing else. A writer is used by one thread at a
// time.
#ifndef KAURI_DB_WRITER_H
#define KAURI_DB_WRITER_H

#include "common/folder.h"
#include "db/table.h"

struct kauri_writer;

struct kauri_writer_options {
    int level;        // of zstd, 1..19
    unsigned threads; // at least 1
    // For each column of KAURI_CODEC_DICTIONARY; copied when the writer is opened.
    struct kauri_dictionary dictionary[KAURI_COLUMNS_MAX];
    // With kauri_writer_open_in, for work that another run can continue: the name of the file that
    // holds the unfinished table; NULL otherwise. The file stays when the writer is abandoned or
    // the process ends. The next writer for the same table takes pages from it instead of
    // compressing them again, as far as the entries are the same (db/unfinished.h), and makes the
    // same bytes.
    const char *unfinished;
};

// Starts a temporary file beside `path` (common/output.h) for the table described by *info. Errors:
// KAURI_INTERNAL for an info, options or dictionaries that violate the bounds of the format,
// KAURI_RESOURCE for memory or disk.
enum kauri_status kauri_writer_open(const char *path, const struct kauri_table_info *info,
                                    const struct kauri_writer_options *options,
                                    struct kauri_writer **writer, struct kauri_error *error);
// The same for the file `name` of a folder that is held open, which must outlive the writer.
enum kauri_status kauri_writer_open_in(const struct kauri_folder *folder, const char *name,
                                       const struct kauri_table_info *info,
                                       const struct kauri_writer_options *options,
                                       struct kauri_writer **writer, struct kauri_error *error);

// Appends `entries` entries, any number at a time. columns[c] points to entries * width bytes of
// stored numbers of column c (little-endian, without the bias). Errors: KAURI_RESOURCE,
// KAURI_INTERNAL for more entries than the table has.
enum kauri_status kauri_writer_append(struct kauri_writer *writer, const void *const *columns,
                                      uint64_t entries, struct kauri_error *error);

// Writes the directories and the certificate, marks the file valid, syncs it and renames it. All
// info->entries entries must have been appended (KAURI_INTERNAL otherwise). *all gives counts and
// maxima over all positions; it may be NULL if every position is an entry. Frees the writer, also
// on failure. If `certificate` is not NULL, it receives the certificate; the caller frees its
// counts with free(). Errors: KAURI_RESOURCE, KAURI_INTERNAL.
enum kauri_status kauri_writer_commit(struct kauri_writer *writer, const struct kauri_totals *all,
                                      struct kauri_certificate *certificate,
                                      struct kauri_error *error);

// Number of pages so far that were taken from an unfinished table.
uint64_t kauri_writer_taken(const struct kauri_writer *writer);

// Removes the temporary file, but not an unfinished table that holds a group, and frees the writer.
// Accepts NULL.
void kauri_writer_abandon(struct kauri_writer *writer);

#endif
