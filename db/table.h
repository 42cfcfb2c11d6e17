// Table files: one layer of small integers a file (docs/FORMAT.md is the specification).
//
// A table has `positions` rows and up to KAURI_COLUMNS_MAX named columns of integers, stored in
// compressed blocks of `block_positions` rows each. The database knows nothing of the game: shape
// numbers and rule names are written, compared and returned as they are.
#ifndef KAURI_DB_TABLE_H
#define KAURI_DB_TABLE_H

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    KAURI_FORMAT_VERSION = 1,
    KAURI_COLUMNS_MAX = 4,
    KAURI_COLUMN_NAME_BYTES = 8, // with the final zero
    KAURI_RULES_NAME_BYTES = 64, // with the final zero
    KAURI_BLOCK_POSITIONS_MAX = 1 << 20,
};

// value = bias + the unsigned number stored in `width` bytes, little-endian.
struct kauri_column {
    char name[KAURI_COLUMN_NAME_BYTES];
    uint8_t width; // 1 or 2 bytes
    int32_t bias;
};

// What a table holds; the part of the header that its writer chooses.
struct kauri_table_info {
    uint16_t holes;   // in a row
    uint16_t cowries; // on the board
    uint16_t seeds;   // the layer
    uint16_t column_count;
    uint32_t block_positions; // rows of every block but the last, 1..KAURI_BLOCK_POSITIONS_MAX
    uint64_t positions;       // rows, at least 1
    char rules[KAURI_RULES_NAME_BYTES];   // identity of the rules and conventions
    char program[KAURI_RULES_NAME_BYTES]; // name and version of the program that wrote it
    struct kauri_column columns[KAURI_COLUMNS_MAX];
};

// One line of a certificate: how many rows of the table hold `value` in column 0.
struct kauri_count {
    int32_t value;
    uint64_t count;
};

// What the writer measured while writing; read back with the table and checked by `verify`.
struct kauri_certificate {
    uint64_t digest; // XXH64 over the decoded payload digests of all blocks, in order
    int32_t maximum[KAURI_COLUMNS_MAX]; // greatest value of each column
    uint32_t count_count;               // distinct values of column 0
    struct kauri_count *counts;         // ascending by value; owned by the reader or writer
};

#endif
