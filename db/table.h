// Table files: one file holds the small integers of one layer (docs/FORMAT.md is the
// specification).
//
// A table has `entries` entries and up to KAURI_COLUMNS_MAX named columns of integers. Each column
// is stored in compressed pages of `page_entries` entries; a page is the unit of compression and of
// caching. Consecutive pages of a column form a group, followed by a trailer that says where each
// page ends. db/ knows nothing about the game: it stores, compares and returns the shape, the
// derivation and the name of the rules without interpreting them.
#ifndef KAURI_DB_TABLE_H
#define KAURI_DB_TABLE_H

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    KAURI_FORMAT_VERSION = 2, // the only one that is written and read
    KAURI_COLUMNS_MAX = 4,
    KAURI_COLUMN_NAME_BYTES = 8, // with the final zero
    KAURI_RULES_NAME_BYTES = 64, // with the final zero
    KAURI_PAGE_ENTRIES_MAX = 1 << 20,
    KAURI_GROUP_PAGES_MAX = 1 << 10,
    KAURI_DIGEST_ENTRIES_MAX = 1 << 22,
    KAURI_DICTIONARY_BYTES_MAX = 1 << 20,
};

// How the pages of a column are compressed.
enum {
    KAURI_CODEC_ZSTD = 1,
    KAURI_CODEC_DICTIONARY = 2, // zstd with the dictionary of the column
};

// Which positions of the layer have an entry.
enum {
    KAURI_DERIVATION_NONE = 0,   // all
    KAURI_DERIVATION_STORED = 1, // those of stored blocks (indexer/stored_blocks.h)
};

// One column. The value of an entry is `bias` plus the stored unsigned number, which has `width`
// bytes, little-endian.
struct kauri_column {
    char name[KAURI_COLUMN_NAME_BYTES];
    uint8_t width; // 1 or 2 bytes
    uint8_t codec; // KAURI_CODEC_...
    int32_t bias;
    uint32_t page_entries; // entries of every page but the last, 1..KAURI_PAGE_ENTRIES_MAX
    uint32_t group_pages;  // pages of every group but the last, 1..KAURI_GROUP_PAGES_MAX
};

// The dictionary of a column, in the format of RFC 8878, section 5.
struct kauri_dictionary {
    const void *bytes;
    size_t size; // 8..KAURI_DICTIONARY_BYTES_MAX
};

// Describes a table: the part of the header that its writer chooses.
struct kauri_table_info {
    uint16_t holes;   // in a row
    uint16_t cowries; // on the board
    uint16_t seeds;   // the layer
    uint16_t column_count;
    uint32_t derivation;                  // KAURI_DERIVATION_...
    uint32_t digest_entries;              // runs of the column digests, 1..KAURI_DIGEST_ENTRIES_MAX
    uint64_t positions;                   // of the layer, at least 1
    uint64_t entries;                     // 1..positions
    char rules[KAURI_RULES_NAME_BYTES];   // identity of the rules and conventions
    char program[KAURI_RULES_NAME_BYTES]; // name and version of the program that wrote it
    struct kauri_column columns[KAURI_COLUMNS_MAX];
};

// One count of a certificate: how often column 0 has `value`.
struct kauri_count {
    int32_t value;
    uint64_t count;  // over all positions of the layer, at least 1
    uint64_t stored; // over the entries
};

// Counts that the writer takes while it writes. They are stored with the table, and verification
// checks them.
struct kauri_certificate {
    uint64_t digest;                           // of the decoded entries (docs/FORMAT.md, section 5)
    uint64_t column_digest[KAURI_COLUMNS_MAX]; // likewise
    int32_t maximum[KAURI_COLUMNS_MAX];        // greatest value of each column over all positions
    int32_t stored_maximum[KAURI_COLUMNS_MAX]; // and over the entries
    uint32_t count_count;                      // distinct values of column 0
    struct kauri_count *counts; // ascending by value; owned by the reader, or by the caller of the
                                // function that fills the certificate
};

// Counts and maxima over all positions of the layer, which the writer of a table with fewer entries
// than positions needs besides the entries.
struct kauri_totals {
    int32_t maximum[KAURI_COLUMNS_MAX];
    uint32_t count_count;
    const struct kauri_count *counts; // ascending by value; `stored` is ignored
};

#endif
