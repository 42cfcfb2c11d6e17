// The files that tables are read from; db/writer.h writes them without this. They come from a
// source (struct kauri_source in kauri/kauri.h). Thread-safe, except for opening and closing one
// file.
#ifndef KAURI_DB_TABLE_FILE_H
#define KAURI_DB_TABLE_FILE_H

#include "common/status.h"
#include "kauri/kauri.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The default source, read with pread: its folders are paths in the file system. If the folder is
// "", a name is a path itself. Its messages name files by their paths; those of a copy whose
// context is not NULL, by their names in the folder. Static storage, stateless and thread-safe.
const struct kauri_source *kauri_folder_source(void);

struct kauri_table_file;

// Opens the file `name` of a folder of `source`, which must outlive the file. With `names_only`,
// messages do not say in which folder it is. The caller closes the file. Errors: KAURI_MISSING,
// KAURI_CORRUPT for something other than a regular file, KAURI_RESOURCE.
enum kauri_status kauri_table_file_open(const struct kauri_source *source, const char *folder,
                                        const char *name, bool names_only,
                                        struct kauri_table_file **file, struct kauri_error *error);

// Accepts NULL. No other thread may be reading the file.
void kauri_table_file_close(struct kauri_table_file *file);

// Size in bytes at the time the file was opened, and what messages call it, "<folder>/<name>" or
// the name alone (owned by the file).
uint64_t kauri_table_file_size(const struct kauri_table_file *file);
const char *kauri_table_file_path(const struct kauri_table_file *file);

// Reads exactly `size` bytes at `offset`. Errors: KAURI_CORRUPT if the file ends too early,
// KAURI_RESOURCE.
enum kauri_status kauri_table_file_read(struct kauri_table_file *file, uint64_t offset, void *bytes,
                                        size_t size, enum kauri_read_purpose purpose,
                                        struct kauri_error *error);

// Returns the XXH64 of `bytes` bytes at `offset`, which are read in portions that fit into `size`
// bytes at `buffer`. Errors: those of kauri_table_file_read.
enum kauri_status kauri_table_file_digest(struct kauri_table_file *file, uint64_t offset,
                                          uint64_t bytes, uint8_t *buffer, size_t size,
                                          uint64_t *digest, struct kauri_error *error);

#endif
