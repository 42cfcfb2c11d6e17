// Values of positions in three representations, and conversions between them:
//
//     columns    r and dtc as a table stores them: one or two bytes each, r without its bias
//     numbers    those of a form (db/tables/derive_block.h): r, a key, or a worth
//     values     r as int16_t and dtc as uint16_t, as callers of the library receive them
//
// All functions are pure and thread-safe, except for those of struct kauri_column_reader, which
// reads columns.
#ifndef KAURI_DB_TABLES_BLOCK_VALUES_H
#define KAURI_DB_TABLES_BLOCK_VALUES_H

#include "db/reader.h"
#include "db/tables/derive_block.h"
#include "indexer/convention.h"
#include "indexer/layer.h"

// The columns of some neighbouring entries. A column that is not needed may be NULL.
struct kauri_block_columns {
    const struct kauri_column *form[KAURI_COLUMNS]; // how each column is stored
    const uint8_t *r;
    const uint8_t *dtc;
};

// The columns from entry `count` on.
struct kauri_block_columns kauri_columns_skip(struct kauri_block_columns columns, uint64_t count);

// Returns whether worths can express all of `count` entries, and derived positions can have a
// distance one greater: dtc is 0 where r is 0, and less than KAURI_DTC_MAX (db/tables/derived.h).
// Needs both columns.
bool kauri_columns_have_worths(const struct kauri_block_columns *columns, uint64_t count);

// Converts `count` entries to the numbers that stored blocks have in this form: r, or worths, which
// need both columns.
void kauri_columns_numbers(const struct kauri_block_columns *columns, uint64_t count,
                           enum kauri_derive_form form, void *numbers);

// Converts `count` entries to values. `r` and `dtc` may be NULL; otherwise their column is needed.
void kauri_columns_values(const struct kauri_block_columns *columns, uint64_t count,
                          int16_t *restrict r, uint16_t *restrict dtc);

// Converts `count` results of kauri_deriver_segment to values. `r` and `dtc` may be NULL; `dtc`
// must be NULL in forms without keys.
void kauri_derived_values(enum kauri_derive_form form, const void *numbers, uint64_t count,
                          int16_t *restrict r, uint16_t *restrict dtc);

// As kauri_derived_values, for numbers that kauri_columns_numbers made, of entries that passed
// kauri_columns_have_worths if they are worths.
void kauri_worth_values(enum kauri_derive_form form, const void *numbers, uint64_t count,
                        int16_t *restrict r, uint16_t *restrict dtc);

// Turns a block of numbers of 1, 2 or 4 bytes: exchanges the order by mover's row, then opponent's
// row, and the order by opponent's row, then mover's row. Turning twice restores the block.
// `layer` is of the shape of the block.
void kauri_block_turn(const struct kauri_layer *layer, const void *from, size_t bytes, void *to);

// Reads columns of neighbouring entries of a table into the working memory of one thread, and
// checks them. Not thread-safe: use one per thread.
struct kauri_column_reader;

// Errors: KAURI_RESOURCE.
enum kauri_status kauri_column_reader_new(struct kauri_column_reader **columns,
                                          struct kauri_error *error);
// Accepts NULL.
void kauri_column_reader_free(struct kauri_column_reader *columns);

// Entries of a layer, and the tables from which their columns are read.
struct kauri_column_range {
    const struct kauri_reader *readers[KAURI_COLUMNS]; // NULL: the column is not needed
    uint64_t first;
    uint64_t count;
};

// Decodes the columns of *range, of a layer with `seeds` seeds. *out stays until the next call; the
// memory for it grows with the greatest range. Errors: those of kauri_reader_page; KAURI_CORRUPT
// for values that the layer cannot have.
enum kauri_status kauri_columns_read(struct kauri_column_reader *columns,
                                     const struct kauri_column_range *range, unsigned seeds,
                                     struct kauri_block_columns *out, struct kauri_error *error);

// Sets *out to the columns of *range and returns true, if the range that was decoded last includes
// it.
bool kauri_columns_read_last(const struct kauri_column_reader *columns,
                             const struct kauri_column_range *range,
                             struct kauri_block_columns *out);

#endif
