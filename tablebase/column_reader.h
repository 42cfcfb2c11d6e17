// Reads columns of neighbouring entries of a table into the working memory of one thread, and
// checks them.
#ifndef KAURI_TABLEBASE_COLUMN_READER_H
#define KAURI_TABLEBASE_COLUMN_READER_H

#include "tablebase/block_values.h"

// Not thread-safe: use one per thread.
struct kauri_column_reader;

// Errors: KAURI_RESOURCE.
enum kauri_status kauri_column_reader_new(struct kauri_column_reader **columns,
                                          struct kauri_error *error);
// Accepts NULL.
void kauri_column_reader_free(struct kauri_column_reader *columns);

// Entries of a table, and which of their columns are needed.
struct kauri_column_range {
    const struct kauri_reader *reader;
    uint64_t first;
    uint64_t count;
    bool r;
    bool dtc;
};

// Decodes the columns of *range, of a layer with `seeds` seeds. *out stays until the next call; the
// memory for it grows with the greatest range. Errors: those of kauri_reader_page; KAURI_CORRUPT
// for values that the layer cannot have (kauri_columns_possible).
enum kauri_status kauri_columns_read(struct kauri_column_reader *columns,
                                     const struct kauri_column_range *range, unsigned seeds,
                                     struct kauri_block_columns *out, struct kauri_error *error);

// If the range that was decoded last includes *range, sets *out to its columns and returns true.
bool kauri_columns_read_last(const struct kauri_column_reader *columns,
                             const struct kauri_column_range *range,
                             struct kauri_block_columns *out);

#endif
