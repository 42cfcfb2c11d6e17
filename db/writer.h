// Writes tables: entries are appended in order, and pages are compressed in parallel. Processes
// that share the work compress their own pages (db/page_compressor.h) and send them to the one that
// has the writer. Memory is bounded, except for the directories: 24 bytes per group. The file gets
// its name only when it is complete. Its bytes depend only on the entries, the description, the
// level, the dictionaries and the version of zstd. A writer may be used by one thread at a time.
#ifndef KAURI_DB_WRITER_H
#define KAURI_DB_WRITER_H

#include "common/folder.h"
#include "db/page_compressor.h"
#include "db/survey.h"
#include "db/table.h"

struct kauri_writer;

struct kauri_writer_options {
    int level;        // zstd level, 1..19
    unsigned threads; // at least 1
    // A dictionary for each column with KAURI_CODEC_DICTIONARY; copied when the writer is opened.
    struct kauri_dictionary dictionary[KAURI_COLUMNS_MAX];
};

// Creates a temporary file in the folder of `path` (common/output.h) for the table described by
// *info. Errors: KAURI_INTERNAL for an info, options or dictionaries that violate the bounds of the
// format, KAURI_RESOURCE for memory or disk.
enum kauri_status kauri_writer_open(const char *path, const struct kauri_table_info *info,
                                    const struct kauri_writer_options *options,
                                    struct kauri_writer **writer, struct kauri_error *error);
// Opens a writer for the file `name` of a folder that is held open, which must outlive it;
// otherwise as kauri_writer_open.
enum kauri_status kauri_writer_open_in(const struct kauri_folder *folder, const char *name,
                                       const struct kauri_table_info *info,
                                       const struct kauri_writer_options *options,
                                       struct kauri_writer **writer, struct kauri_error *error);

// Appends `entries` entries, any number at a time. columns[c] points to entries * width bytes of
// stored numbers of column c (little-endian, without the bias). Errors: KAURI_RESOURCE,
// KAURI_INTERNAL for more entries than the table has.
enum kauri_status kauri_writer_append(struct kauri_writer *writer, const void *const *columns,
                                      uint64_t entries, struct kauri_error *error);

// Appends the next page of each column, compressed elsewhere with the level and codec of the table:
// pages[c] is that of column c. All columns must have the same pages and groups (KAURI_INTERNAL
// otherwise). Errors: KAURI_RESOURCE, KAURI_INTERNAL for more pages than the table has.
enum kauri_status kauri_writer_append_pages(struct kauri_writer *writer,
                                            const struct kauri_compressed_page *pages,
                                            struct kauri_error *error);
// Adds the next run of the digest of each column: runs[c] is the XXH64 of its entries in column c.
void kauri_writer_append_runs(struct kauri_writer *writer, const uint64_t *runs);
// The survey of the pages that were compressed elsewhere, which the caller fills in before the
// commit. Belongs to the writer.
struct kauri_survey *kauri_writer_survey(struct kauri_writer *writer);

// Writes the directories and the certificate, marks the file valid, syncs it and renames it. All
// info->entries entries must have been appended (KAURI_INTERNAL otherwise). *all gives counts and
// maxima over all positions; it may be NULL if every position is an entry. Frees the writer, also
// on failure. If `certificate` is not NULL, it receives the certificate; the caller frees its
// counts with free(). Errors: KAURI_RESOURCE, KAURI_INTERNAL.
enum kauri_status kauri_writer_commit(struct kauri_writer *writer, const struct kauri_totals *all,
                                      struct kauri_certificate *certificate,
                                      struct kauri_error *error);

// Removes the temporary file and frees the writer. Accepts NULL.
void kauri_writer_abandon(struct kauri_writer *writer);

#endif
