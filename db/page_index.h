// The page index as bytes (docs/FORMAT.md, section 4): the offset, size and checksums of each page.
#ifndef KAURI_DB_PAGE_INDEX_H
#define KAURI_DB_PAGE_INDEX_H

#include "db/header.h"
#include "db/table_files.h"

struct kauri_page_descriptor {
    uint64_t offset;            // in the file
    uint32_t size;              // of the compressed page, in bytes
    uint64_t compressed_digest; // of the compressed bytes
    uint64_t payload_digest;    // of the decoded bytes
};

// `descriptors` is the index as stored: KAURI_PAGE_DESCRIPTOR_BYTES for each page, then a checksum
// (kauri_page_index_bytes, db/header.h). These two write and read the descriptor of one page.
void kauri_page_descriptor_store(uint8_t *descriptors, uint64_t page,
                                 const struct kauri_page_descriptor *descriptor);
struct kauri_page_descriptor kauri_page_descriptor_load(const uint8_t *descriptors, uint64_t page);

// Writes the checksum after the last descriptor.
void kauri_page_index_seal(uint8_t *descriptors, uint64_t pages);

// XXH64 over the payload digests of all pages, in order: the digest of the certificate. Errors:
// KAURI_RESOURCE.
enum kauri_status kauri_page_index_digest(const uint8_t *descriptors, uint64_t pages,
                                          uint64_t *digest, struct kauri_error *error);

// Reads the index from the file and checks it. On success the caller owns *descriptors and frees it
// with free(). Errors: KAURI_CORRUPT, KAURI_RESOURCE.
enum kauri_status kauri_page_index_read(struct kauri_table_file *file,
                                        const struct kauri_header *header, uint8_t **descriptors,
                                        struct kauri_error *error);

#endif
