// Writing tables: rows come in order, blocks are compressed in parallel with bounded memory, and
// the file appears under its name only when it is whole.
#ifndef KAURI_DB_WRITER_H
#define KAURI_DB_WRITER_H

#include "db/table.h"

struct kauri_writer;

// Starts "<path>.tmp" for a table described by *info. `level` is zstd's (1..19), `threads` >= 1.
// KAURI_INTERNAL for an info that breaks its own bounds, KAURI_RESOURCE for memory or disk.
enum kauri_status kauri_writer_open(const char *path, const struct kauri_table_info *info,
                                    int level, unsigned threads, struct kauri_writer **writer,
                                    struct kauri_error *error);

// Appends `rows` rows. columns[c] points to rows * width stored numbers of column c (little-endian,
// bias not included). Any number of rows may be given at a time.
enum kauri_status kauri_writer_append(struct kauri_writer *writer, const void *const *columns,
                                      uint64_t rows, struct kauri_error *error);

// Writes index and certificate, marks the file valid, syncs and renames. All info->positions rows
// must have come (KAURI_INTERNAL otherwise). The writer is freed whatever happens. When certificate
// is not NULL it receives what was measured; its counts are then freed by the caller with free().
enum kauri_status kauri_writer_commit(struct kauri_writer *writer,
                                      struct kauri_certificate *certificate,
                                      struct kauri_error *error);

// Removes the temporary file and frees the writer. Accepts NULL.
void kauri_writer_abandon(struct kauri_writer *writer);

#endif
