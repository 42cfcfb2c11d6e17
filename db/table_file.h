// The files that tables are read from, with a bound on the number of open files.
//
// Files come from a source (struct kauri_source in kauri/kauri.h). At the bound, the least recently
// read file is closed to make room for another; it is opened again when it is next read, without
// its readers noticing.
#ifndef KAURI_DB_TABLE_FILES_H
#define KAURI_DB_TABLE_FILES_H

#include "common/status.h"
#include "kauri/kauri.h"

#include <stddef.h>
#include <stdint.h>

// Both are thread-safe.
struct kauri_table_files;
struct kauri_table_file;

// The files of `source`, of which at most `open_max` (at least 1) are open at a time. *source is
// copied; its context must outlive the files. NULL means the folders of the file system. Errors:
// KAURI_RESOURCE.
enum kauri_status kauri_table_files_new(const struct kauri_source *source, unsigned open_max,
                                        struct kauri_table_files **files,
                                        struct kauri_error *error);

// Accepts NULL. Every file must have been closed.
void kauri_table_files_free(struct kauri_table_files *files);

// The source, for listing its folders. Owned by `files`.
const struct kauri_source *kauri_table_files_source(const struct kauri_table_files *files);

// Opens the file `name` of a folder; if the folder is "", `name` is a path itself. Both are copied.
// The caller closes the file. Errors: KAURI_MISSING, KAURI_CORRUPT for something other than a
// regular file, KAURI_RESOURCE.
enum kauri_status kauri_table_file_open(struct kauri_table_files *files, const char *folder,
                                        const char *name, struct kauri_table_file **file,
                                        struct kauri_error *error);

// Accepts NULL. No other thread may be reading the file.
void kauri_table_file_close(struct kauri_table_file *file);

// Size in bytes at the time the file was opened, and "<folder>/<name>" for messages (owned by the
// file).
uint64_t kauri_table_file_size(const struct kauri_table_file *file);
const char *kauri_table_file_path(const struct kauri_table_file *file);

// Reads exactly `size` bytes at `offset`. Waits if the file is closed and every open one is being
// read. Errors: KAURI_CORRUPT if the file ends too early, or has another size after it was opened
// again; KAURI_MISSING if it has disappeared by then; KAURI_RESOURCE.
enum kauri_status kauri_table_file_read(struct kauri_table_file *file, uint64_t offset, void *bytes,
                                        size_t size, enum kauri_read_purpose purpose,
                                        struct kauri_error *error);

// XXH64 of `bytes` bytes at `offset`, which are read in portions that fit into `size` bytes at
// `room`. Errors: those of kauri_table_file_read.
enum kauri_status kauri_table_file_digest(struct kauri_table_file *file, uint64_t offset,
                                          uint64_t bytes, uint8_t *room, size_t size,
                                          uint64_t *digest, struct kauri_error *error);

#endif
