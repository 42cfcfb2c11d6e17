// The header of a table file as bytes (docs/FORMAT.md, section 2).
#ifndef KAURI_DB_HEADER_H
#define KAURI_DB_HEADER_H

#include "db/table.h"

#include <stdbool.h>

// Sizes of the parts of a file, in bytes.
enum {
    KAURI_HEADER_BYTES = 512,
    KAURI_TABLE_MAGIC_BYTES = 8, // at the beginning of the header
    KAURI_PAGE_DESCRIPTOR_BYTES = 32,
    KAURI_PAGE_INDEX_CHECKSUM_BYTES = 8,
    KAURI_CERTIFICATE_COUNT_BYTES = 16,
    KAURI_CERTIFICATE_FIXED_BYTES = 40, // everything but the counts
    KAURI_CERTIFICATE_BYTES_MIN = KAURI_CERTIFICATE_FIXED_BYTES + KAURI_CERTIFICATE_COUNT_BYTES,
};

enum { KAURI_COLUMN_BIAS_MAX = 65536 }; // the lowest bias is its negative

// A decoded header: the description of the table, and the offsets of the parts of the file in
// bytes.
struct kauri_header {
    struct kauri_table_info info;
    uint64_t page_count;
    uint64_t index_offset;
    uint64_t certificate_offset;
    uint64_t file_bytes;
};

// Describes the first bound of the format that *info violates (static storage); NULL if it violates
// none. The functions below require an info without faults.
const char *kauri_table_info_fault(const struct kauri_table_info *info);

// Bytes of one entry over all columns, 1..8.
size_t kauri_table_entry_bytes(const struct kauri_table_info *info);
// Number of pages in the table.
uint64_t kauri_table_page_count(const struct kauri_table_info *info);
// Number of entries in page `page`, which must be below the number of pages.
uint32_t kauri_table_page_entries(const struct kauri_table_info *info, uint64_t page);
// Lowest and greatest value that column `column` can hold.
int32_t kauri_table_value_min(const struct kauri_table_info *info, unsigned column);
int32_t kauri_table_value_max(const struct kauri_table_info *info, unsigned column);

// Bytes of a page index with `pages` descriptors, its checksum included; false on overflow.
bool kauri_page_index_bytes(uint64_t pages, uint64_t *bytes);

// Whether the first bytes of a file are those of a finished table.
bool kauri_header_is_table(const uint8_t bytes[KAURI_TABLE_MAGIC_BYTES]);

// Encodes the header, with its checksum.
void kauri_header_encode(const struct kauri_header *header, uint8_t bytes[KAURI_HEADER_BYTES]);

// Decodes the header and checks everything that can be checked from the header and the real size of
// the file, `file_bytes`. Errors: KAURI_CORRUPT, with `path` and the fault in the message.
enum kauri_status kauri_header_decode(const uint8_t bytes[KAURI_HEADER_BYTES], uint64_t file_bytes,
                                      const char *path, struct kauri_header *header,
                                      struct kauri_error *error);

#endif
