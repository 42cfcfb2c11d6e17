// The header of a table file as bytes (docs/FORMAT.md, section 2).
#ifndef KAURI_DB_HEADER_H
#define KAURI_DB_HEADER_H

#include "db/table.h"

enum {
    KAURI_HEADER_BYTES = 512,
    KAURI_COLUMN_BIAS_MAX = 65536, // and its negative
};

// What the header says about the file besides the writer's own choices.
struct kauri_header {
    struct kauri_table_info info;
    uint64_t block_count;
    uint64_t index_offset;
    uint64_t certificate_offset;
    uint64_t file_bytes;
};

// The first bound of the format that *info breaks, as a phrase in static storage; NULL when all
// hold. Texts must end inside their fields.
const char *kauri_table_info_fault(const struct kauri_table_info *info);

// Bytes of a row over all columns, 1..8; the info must be without fault, as below.
size_t kauri_table_row_bytes(const struct kauri_table_info *info);
// Number of blocks.
uint64_t kauri_table_block_count(const struct kauri_table_info *info);
// Rows of block `block` (below the number of blocks).
uint32_t kauri_table_block_rows(const struct kauri_table_info *info, uint64_t block);
// Lowest and greatest value that column `column` can hold.
int32_t kauri_table_value_min(const struct kauri_table_info *info, unsigned column);
int32_t kauri_table_value_max(const struct kauri_table_info *info, unsigned column);

void kauri_header_encode(const struct kauri_header *header, uint8_t bytes[KAURI_HEADER_BYTES]);

// Checks everything that the header alone and the real size of the file can tell, and fills
// *header. KAURI_CORRUPT with `path` and the fault in the message.
enum kauri_status kauri_header_decode(const uint8_t bytes[KAURI_HEADER_BYTES], uint64_t file_bytes,
                                      const char *path, struct kauri_header *header,
                                      struct kauri_error *error);

#endif
