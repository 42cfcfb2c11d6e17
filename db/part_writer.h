// Writes a table by parts: for several processes that hold different pages of it. The
// bytes are those of kauri_writer (db/writer.h) for the same entries, level and version of zstd.
//
// One process creates the file, the others join. Each process compresses pages, makes whole groups
// of the pages that it collected, and writes them at their offsets. The one that created the file
// is told the places of all groups and the digests of all runs, in order, and finishes the file.
// How pages and numbers get from one process to another is the caller's business.
//
// Only for tables whose columns have the same pages and groups, and no dictionaries: the groups lie
// in the file in their order, and in each place those of all columns one after the other.
#ifndef KAURI_DB_PART_WRITER_H
#define KAURI_DB_PART_WRITER_H

#include "common/folder.h"
#include "db/directory.h"
#include "db/survey.h"
#include "db/table.h"

// Used by one thread at a time, except for kauri_part_compress.
struct kauri_part_writer;

// A page, compressed.
struct kauri_part_page {
    const uint8_t *bytes;
    uint32_t size;
    uint32_t check; // as in the trailer of its group
};

// Creates the file for the table `name` of the folder, which must outlive the writer; or joins the
// process that did so, whose kauri_part_file is `file`: NULL for a process that compresses pages
// and writes nothing, which does not open the file. Uses workers 0 .. threads - 1. The caller frees
// *writer. Errors: KAURI_INTERNAL for an info that violates the bounds of the format or the above,
// KAURI_RESOURCE.
enum kauri_status kauri_part_create(const struct kauri_folder *folder, const char *name,
                                    const struct kauri_table_info *info, int level,
                                    unsigned threads, struct kauri_part_writer **writer,
                                    struct kauri_error *error);
enum kauri_status kauri_part_join(const struct kauri_folder *folder, const char *name,
                                  const char *file, const struct kauri_table_info *info, int level,
                                  unsigned threads, struct kauri_part_writer **writer,
                                  struct kauri_error *error);
const char *kauri_part_file(const struct kauri_part_writer *writer);

// The offset of the first group.
uint64_t kauri_part_begin(const struct kauri_part_writer *writer);

// Counts and compresses page `page` of a column, whose numbers are given, into `to`, which has room
// for kauri_compress_bound of its bytes. Several workers may do so at once. Errors: KAURI_RESOURCE.
enum kauri_status kauri_part_compress(struct kauri_part_writer *writer, unsigned worker,
                                      unsigned column, uint64_t page, const uint8_t *numbers,
                                      uint8_t *to, uint32_t *size, uint32_t *check,
                                      struct kauri_error *error);

// Bytes of a group with `count` pages, its trailer included.
uint64_t kauri_part_group_bytes(const struct kauri_part_page *pages, uint32_t count);
// Makes the group of these pages in `to`, which has room for that many bytes. The offset of the
// result is 0. Thread-safe.
struct kauri_group kauri_part_group(const struct kauri_part_page *pages, uint32_t count,
                                    uint8_t *to);
// Writes a group, or any bytes, at an offset of the file. Errors: KAURI_RESOURCE, KAURI_INTERNAL
// without a file.
enum kauri_status kauri_part_write(struct kauri_part_writer *writer, uint64_t offset,
                                   const uint8_t *bytes, size_t size, struct kauri_error *error);
// Returns when everything that this process wrote is on the disk. Errors: KAURI_RESOURCE.
enum kauri_status kauri_part_sync(struct kauri_part_writer *writer, struct kauri_error *error);

// The survey of all pages that this process compressed, to be added up over all processes; to be
// called after the last one. Belongs to the writer, and may be altered.
struct kauri_survey *kauri_part_survey(struct kauri_part_writer *writer);

// For the process that created the file: notes the next group of a column, and the digest of the
// next run of its numbers. Errors: KAURI_RESOURCE.
enum kauri_status kauri_part_note_group(struct kauri_part_writer *writer, unsigned column,
                                        const struct kauri_group *group, struct kauri_error *error);
void kauri_part_note_run(struct kauri_part_writer *writer, unsigned column, uint64_t digest);
// Ends the file, whose groups end at `end`: writes what follows them, and the header, and renames
// the file. The survey must be that of all processes. Frees the writer, also on failure. *all and
// `certificate` as in kauri_writer_commit. Errors: KAURI_RESOURCE, KAURI_INTERNAL.
enum kauri_status kauri_part_commit(struct kauri_part_writer *writer, uint64_t end,
                                    const struct kauri_totals *all,
                                    struct kauri_certificate *certificate,
                                    struct kauri_error *error);

// Closes the file, and removes it in the process that created it. Accepts NULL.
void kauri_part_free(struct kauri_part_writer *writer);

#endif
