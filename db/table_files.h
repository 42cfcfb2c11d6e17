// The files that tables are read from, under a bound on how many are open at a time.
//
// Files come from a source (struct kauri_source). One that was not read for longest is closed when
// another has to be opened, and opened again when it is wanted; its readers do not notice.
#ifndef KAURI_DB_TABLE_FILES_H
#define KAURI_DB_TABLE_FILES_H

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

// Both are thread-safe.
struct kauri_table_files;
struct kauri_table_file;

// Files of `source` (copied; NULL: folders of the file system), of which at most `open_max` (at
// least 1) are open at a time. Errors: KAURI_RESOURCE.
enum kauri_status kauri_table_files_new(const struct kauri_source *source, unsigned open_max,
                                        struct kauri_table_files **files,
                                        struct kauri_error *error);

// Accepts NULL. Every file must have been closed.
void kauri_table_files_free(struct kauri_table_files *files);

// The source, for listing its folders.
const struct kauri_source *kauri_table_files_source(const struct kauri_table_files *files);

// Opens a file of a folder; an empty folder makes `name` a path of its own. Errors: KAURI_MISSING,
// KAURI_CORRUPT for something that is not a file, KAURI_RESOURCE.
enum kauri_status kauri_table_file_open(struct kauri_table_files *files, const char *folder,
                                        const char *name, struct kauri_table_file **file,
                                        struct kauri_error *error);

// Accepts NULL. No other thread may be reading the file.
void kauri_table_file_close(struct kauri_table_file *file);

// Size in bytes when the file was opened, and "<folder>/<name>" for messages.
uint64_t kauri_table_file_size(const struct kauri_table_file *file);
const char *kauri_table_file_path(const struct kauri_table_file *file);

// Reads exactly `size` bytes at `offset`. Waits where every open file is being read. Errors:
// KAURI_CORRUPT when the file ends too early, or has another size since it was opened again;
// KAURI_MISSING when it is gone then; KAURI_RESOURCE.
enum kauri_status kauri_table_file_read(struct kauri_table_file *file, uint64_t offset, void *bytes,
                                        size_t size, enum kauri_read_purpose purpose,
                                        struct kauri_error *error);

#endif
