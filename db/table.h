// Table files: one file holds the small integers of one layer (docs/reference/FORMAT.md is the
// specification).
//
// A table has `entries` entries and up to KAURI_COLUMNS_MAX named columns of integers. Each column
// is stored in compressed pages of `page_entries` entries; a page is the unit of compression and of
// caching. Consecutive pages of a column form a group, followed by a trailer that says where each
// page ends. db/ is independent of the game: it stores, compares and returns the shape, the
// derivation and the name of the rules without interpreting them.
#ifndef KAURI_DB_TABLE_H
#define KAURI_DB_TABLE_H

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    KAURI_FORMAT_VERSION = 2, // the only version that is written and read
    KAURI_COLUMNS_MAX = 4,
    KAURI_COLUMN_NAME_BYTES = 8, // size with the final zero
    KAURI_RULES_NAME_BYTES = 64, // size with the final zero
    KAURI_PAGE_ENTRIES_MAX = 1 << 20,
    KAURI_GROUP_PAGES_MAX = 1 << 10,
    KAURI_DIGEST_ENTRIES_MAX = 1 << 22,
    KAURI_DICTIONARY_BYTES_MAX = 1 << 20,
};

// The compression of the pages of a column.
enum {
    KAURI_CODEC_ZSTD = 1,
    KAURI_CODEC_DICTIONARY = 2, // zstd with the dictionary of the column
};

// The positions of the layer that have an entry.
enum {
    KAURI_DERIVATION_NONE = 0,   // all positions
    KAURI_DERIVATION_STORED = 1, // the positions of stored blocks (indexer/stored_blocks.h)
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
    uint16_t holes;   // holes in a row
    uint16_t cowries; // cowries on the board
    uint16_t seeds;   // number of the layer
    uint16_t column_count;
    uint32_t derivation;     // KAURI_DERIVATION_...
    uint32_t digest_entries; // entries in a run of the column digests, 1..KAURI_DIGEST_ENTRIES_MAX
    uint64_t positions;      // positions of the layer, at least 1
    uint64_t entries;        // 1..positions
    char rules[KAURI_RULES_NAME_BYTES];   // identity of the rules and conventions
    char program[KAURI_RULES_NAME_BYTES]; // name and version of the program that wrote it
    struct kauri_column columns[KAURI_COLUMNS_MAX];
};

// One count of a certificate: how often column 0 has `value`.
struct kauri_count {
    int32_t value;
    uint64_t count;  // occurrences over all positions of the layer, at least 1
    uint64_t stored; // occurrences among the entries
};

// Counts that the writer takes while it writes. They are stored with the table, and verification
// checks them.
struct kauri_certificate {
    uint64_t digest; // digest of the decoded entries (docs/reference/FORMAT.md, section 5)
    uint64_t column_digest[KAURI_COLUMNS_MAX]; // digest of each column
    int32_t maximum[KAURI_COLUMNS_MAX];        // greatest value of each column over all positions
    int32_t stored_maximum[KAURI_COLUMNS_MAX]; // greatest number of each column over the entries
    uint32_t count_count;                      // number of distinct values of column 0
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

// Facts that follow from the description of a table: its bounds, pages, groups and ranges of
// values; and the fields of its header that are not numbers.

enum { KAURI_COLUMN_BIAS_MAX = 65536 }; // the lowest bias is its negative

// Describes the first bound of the format that *info violates (static storage); NULL if it violates
// none. The functions below require an info without faults and a column below its column_count.
const char *kauri_table_info_fault(const struct kauri_table_info *info);

// Number of pages of a column, and of its groups.
uint64_t kauri_table_page_count(const struct kauri_table_info *info, unsigned column);
uint64_t kauri_table_group_count(const struct kauri_table_info *info, unsigned column);
// Number of entries in page `page`, which must be below the number of pages.
uint32_t kauri_table_page_entries(const struct kauri_table_info *info, unsigned column,
                                  uint64_t page);
// Number of pages in group `group`, which must be below the number of groups.
uint32_t kauri_table_group_pages(const struct kauri_table_info *info, unsigned column,
                                 uint64_t group);
// Bytes of the decoded page.
size_t kauri_table_page_bytes(const struct kauri_table_info *info, unsigned column, uint64_t page);
// Lowest and greatest value that column `column` can hold.
int32_t kauri_table_value_min(const struct kauri_table_info *info, unsigned column);
int32_t kauri_table_value_max(const struct kauri_table_info *info, unsigned column);

enum { KAURI_TABLE_MAGIC_BYTES = 8 }; // bytes at the beginning of the header

// Writes the magic number.
void kauri_field_store_magic(uint8_t bytes[KAURI_TABLE_MAGIC_BYTES]);
// Returns whether a file that begins with these bytes is a finished table.
bool kauri_header_is_table(const uint8_t bytes[KAURI_TABLE_MAGIC_BYTES]);

// Copies a text field; false if bytes other than zero follow its final zero.
bool kauri_field_load_text(const uint8_t *from, char *to, size_t field);

bool kauri_field_is_zero(const uint8_t *bytes, size_t size);

#endif
