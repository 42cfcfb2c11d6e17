// The header of a table file of version 1 (docs/FORMAT.md, appendix A).
#ifndef KAURI_DB_VERSION1_HEADER_H
#define KAURI_DB_VERSION1_HEADER_H

#include "db/header.h"

// Sizes of the parts of a file of version 1, in bytes; its header has KAURI_HEADER_BYTES.
enum {
    KAURI_VERSION1_DESCRIPTOR_BYTES = 32,
    KAURI_VERSION1_COUNT_BYTES = 16,
    KAURI_VERSION1_CERTIFICATE_FIXED_BYTES = 40, // everything but the counts
    KAURI_VERSION1_CERTIFICATE_BYTES_MIN =
        KAURI_VERSION1_CERTIFICATE_FIXED_BYTES + KAURI_VERSION1_COUNT_BYTES,
};

// A decoded header; the offsets are in bytes.
struct kauri_version1_header {
    struct kauri_table_info info;
    uint64_t page_count;
    uint64_t index_offset;
    uint64_t certificate_offset;
    uint64_t file_bytes;
};

// Bytes of one entry over all columns, 1..8, and of the payload of page `page`.
size_t kauri_version1_entry_bytes(const struct kauri_table_info *info);
size_t kauri_version1_payload_bytes(const struct kauri_table_info *info, uint64_t page);

// Bytes of a page index with `pages` descriptors, its checksum included; false on overflow.
bool kauri_version1_index_bytes(uint64_t pages, uint64_t *bytes);

// Decodes a header that kauri_header_version found to be of version 1, and checks everything that
// can be checked from the header and the real size of the file, `file_bytes`. Errors:
// KAURI_CORRUPT, with `path` and the fault in the message.
enum kauri_status kauri_version1_header_decode(const uint8_t bytes[KAURI_HEADER_BYTES],
                                               uint64_t file_bytes, const char *path,
                                               struct kauri_version1_header *header,
                                               struct kauri_error *error);

#endif
