// The page index of a table of version 1 (docs/FORMAT.md, appendix A): the offset, size and
// checksums of each page.
#ifndef KAURI_DB_VERSION1_INDEX_H
#define KAURI_DB_VERSION1_INDEX_H

#include "db/table_files.h"
#include "db/version1_header.h"

struct kauri_version1_descriptor {
    uint64_t offset;            // in the file
    uint32_t size;              // of the compressed page, in bytes
    uint64_t compressed_digest; // of the compressed bytes
    uint64_t payload_digest;    // of the decoded bytes
};

// The descriptor of one page. `descriptors` is the index as stored:
// KAURI_VERSION1_DESCRIPTOR_BYTES for each page, then a checksum.
struct kauri_version1_descriptor kauri_version1_descriptor_load(const uint8_t *descriptors,
                                                                uint64_t page);

// XXH64 over the payload digests of all pages, in order: the digest of the certificate. Errors:
// KAURI_RESOURCE.
enum kauri_status kauri_version1_index_digest(const uint8_t *descriptors, uint64_t pages,
                                              uint64_t *digest, struct kauri_error *error);

// Reads the index from the file and checks it. On success the caller owns *descriptors and frees it
// with free(). Errors: KAURI_CORRUPT, KAURI_RESOURCE.
enum kauri_status kauri_version1_index_read(struct kauri_table_file *file,
                                            const struct kauri_version1_header *header,
                                            uint8_t **descriptors, struct kauri_error *error);

#endif
