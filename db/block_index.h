// The index of blocks as bytes (docs/FORMAT.md, section 4): where each block is and its checksums.
#ifndef KAURI_DB_BLOCK_INDEX_H
#define KAURI_DB_BLOCK_INDEX_H

#include "common/file.h"
#include "db/header.h"

enum { KAURI_BLOCK_ENTRY_BYTES = 32 };

struct kauri_block_entry {
    uint64_t offset;            // in the file
    uint32_t size;              // compressed bytes
    uint64_t compressed_digest; // of them
    uint64_t payload_digest;    // of the decoded bytes
};

// Bytes of the index of `blocks` blocks with its checksum; false on overflow.
bool kauri_block_index_bytes(uint64_t blocks, uint64_t *bytes);

void kauri_block_entry_store(uint8_t *entries, uint64_t block,
                             const struct kauri_block_entry *entry);
struct kauri_block_entry kauri_block_entry_load(const uint8_t *entries, uint64_t block);

// Writes the checksum behind the entries.
void kauri_block_index_seal(uint8_t *entries, uint64_t blocks);

// XXH64 over the payload digests of all blocks in order. KAURI_RESOURCE.
enum kauri_status kauri_block_index_digest(const uint8_t *entries, uint64_t blocks,
                                           uint64_t *digest, struct kauri_error *error);

// Reads and checks the index of the file. *entries is then the caller's, to be freed with free().
// KAURI_CORRUPT, KAURI_RESOURCE.
enum kauri_status kauri_block_index_read(const struct kauri_input *input,
                                         const struct kauri_header *header, uint8_t **entries,
                                         struct kauri_error *error);

#endif
