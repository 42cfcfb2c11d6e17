// Table files: one file holds the small integers of one layer (docs/FORMAT.md is the
// specification).
//
// A table has `positions` entries and up to KAURI_COLUMNS_MAX named columns of integers. It is
// stored in compressed pages of `page_entries` entries each; a page is the unit of compression and
// of caching. db/ knows nothing about the game: it stores, compares and returns the shape and the
// name of the rules without interpreting them.
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
    KAURI_PAGE_ENTRIES_MAX = 1 << 20,
};

// One column. The value of an entry is `bias` plus the stored unsigned number, which has `width`
// bytes, little-endian.
struct kauri_column {
    char name[KAURI_COLUMN_NAME_BYTES];
    uint8_t width; // 1 or 2 bytes
    int32_t bias;
};

// Describes a table: the part of the header that its writer chooses.
struct kauri_table_info {
    uint16_t holes;   // in a row
    uint16_t cowries; // on the board
    uint16_t seeds;   // the layer
    uint16_t column_count;
    uint32_t page_entries; // entries of every page but the last, 1..KAURI_PAGE_ENTRIES_MAX
    uint64_t positions;    // number of entries, at least 1
    char rules[KAURI_RULES_NAME_BYTES];   // identity of the rules and conventions
    char program[KAURI_RULES_NAME_BYTES]; // name and version of the program that wrote it
    struct kauri_column columns[KAURI_COLUMNS_MAX];
};

// One count of a certificate: how many entries of the table hold `value` in column 0.
struct kauri_count {
    int32_t value;
    uint64_t count;
};

// Counts that the writer takes while it writes. They are stored with the table, and verification
// checks them.
struct kauri_certificate {
    uint64_t digest; // XXH64 over the decoded payload digests of all pages, in order
    int32_t maximum[KAURI_COLUMNS_MAX]; // greatest value of each column
    uint32_t count_count;               // distinct values of column 0
    struct kauri_count *counts;         // ascending by value; owned by the reader, or by the caller
                                        // of the function that fills the certificate
};

#endif
