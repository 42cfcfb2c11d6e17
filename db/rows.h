// Runs of rows from a table, decoded by one thread: whole blocks are read, their rows taken out.
#ifndef KAURI_DB_ROWS_H
#define KAURI_DB_ROWS_H

#include "db/reader.h"

// What one thread needs to decode blocks; grows to the largest block of the tables it reads. Not
// thread-safe.
struct kauri_rows;

enum kauri_status kauri_rows_new(struct kauri_rows **rows, struct kauri_error *error);
// Accepts NULL.
void kauri_rows_free(struct kauri_rows *rows);

// Reads rows [first, first + count) of the columns c with out[c] not NULL, which receives count *
// width bytes: stored numbers (little-endian, bias not included). `out` has an entry a column.
// Statuses of kauri_reader_block, and KAURI_CORRUPT for rows that the table does not have; what
// `out` points to is unspecified on failure.
enum kauri_status kauri_rows_read(struct kauri_rows *rows, const struct kauri_reader *reader,
                                  uint64_t first, uint64_t count, uint8_t *const *out,
                                  struct kauri_error *error);

#endif
