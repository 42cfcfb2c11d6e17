// What follows from the description of a table: its bounds, pages, groups and ranges of values.
#ifndef KAURI_DB_TABLE_LAYOUT_H
#define KAURI_DB_TABLE_LAYOUT_H

#include "db/table.h"

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

#endif
