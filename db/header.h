// The header of a table file as bytes (docs/reference/FORMAT.md, section 2).
#ifndef KAURI_DB_HEADER_H
#define KAURI_DB_HEADER_H

#include "db/table.h"

// Sizes of the parts of a file, in bytes.
enum {
    KAURI_HEADER_BYTES = 512,
    KAURI_PART_CHECKSUM_BYTES = 8, // checksum after a dictionary, a directory or the certificate
    KAURI_DIRECTORY_GROUP_BYTES = 24,
    KAURI_TRAILER_PAGE_BYTES = 8,
    KAURI_TRAILER_DIGEST_BYTES = 8,
    KAURI_CERTIFICATE_COUNT_BYTES = 24,
    KAURI_CERTIFICATE_FIXED_BYTES = 88, // everything but the counts
    KAURI_CERTIFICATE_BYTES_MIN = KAURI_CERTIFICATE_FIXED_BYTES + KAURI_CERTIFICATE_COUNT_BYTES,
};

// A decoded header: the description of the table, and the offsets of the parts of the file in
// bytes.
struct kauri_header {
    struct kauri_table_info info;
    uint32_t dictionary_bytes[KAURI_COLUMNS_MAX]; // 0 for columns without one
    uint64_t dictionary_offset[KAURI_COLUMNS_MAX];
    uint64_t directory_offset[KAURI_COLUMNS_MAX];
    uint64_t certificate_offset;
    uint64_t file_bytes;
};

// Returns where the groups begin, which is the end of the dictionaries. They end at
// directory_offset[0].
uint64_t kauri_header_groups_offset(const struct kauri_header *header);

// Bytes of a directory with `groups` groups, its checksum included; false on overflow.
bool kauri_directory_bytes(uint64_t groups, uint64_t *bytes);

// Encodes the header, with its checksum.
void kauri_header_encode(const struct kauri_header *header, uint8_t bytes[KAURI_HEADER_BYTES]);

// Returns whether the bytes are the header of a table of a later format version. The checksum is
// not checked, since a later version may have it elsewhere.
bool kauri_header_is_newer(const uint8_t bytes[KAURI_HEADER_BYTES]);

// Decodes a header and checks everything that can be checked from it and from the real size of the
// file, `file_bytes`: first the magic number, the version and the checksum, without which the rest
// must not be interpreted. Errors: KAURI_CORRUPT, with `path` and the fault in the message.
enum kauri_status kauri_header_decode(const uint8_t bytes[KAURI_HEADER_BYTES], uint64_t file_bytes,
                                      const char *path, struct kauri_header *header,
                                      struct kauri_error *error);

#endif
