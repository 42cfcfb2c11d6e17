// Facts that follow from the description of a table: its bounds, pages, groups and ranges of
// values; and the fields of its header that are not numbers.
#ifndef KAURI_DB_TABLE_LAYOUT_H
#define KAURI_DB_TABLE_LAYOUT_H

#include "db/table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

enum { KAURI_TABLE_MAGIC_BYTES = 8 }; // at the beginning of the header

// Writes the magic number.
void kauri_field_store_magic(uint8_t bytes[KAURI_TABLE_MAGIC_BYTES]);
// Whether the first bytes of a file are those of a finished table.
bool kauri_header_is_table(const uint8_t bytes[KAURI_TABLE_MAGIC_BYTES]);

// Copies a text field; false if bytes other than zero follow its final zero.
bool kauri_field_load_text(const uint8_t *from, char *to, size_t field);

bool kauri_field_is_zero(const uint8_t *bytes, size_t size);

#endif
