#include "db/block_index.h"

#include "common/checked.h"
#include "common/digest.h"
#include "db/bytes.h"
#include "db/compress.h"

#include <stdlib.h>

enum {
    AT_OFFSET = 0,
    AT_SIZE = 8,
    AT_RESERVED = 12,
    AT_COMPRESSED_DIGEST = 16,
    AT_PAYLOAD_DIGEST = 24,
    CHECKSUM_BYTES = 8,
    CHUNK_ENTRIES = 1 << 15, // read and checked at a time
};

bool kauri_block_index_bytes(uint64_t blocks, uint64_t *bytes)
{
    return kauri_checked_multiply(blocks, KAURI_BLOCK_ENTRY_BYTES, bytes) &&
           kauri_checked_add(*bytes, CHECKSUM_BYTES, bytes);
}

void kauri_block_entry_store(uint8_t *entries, uint64_t block,
                             const struct kauri_block_entry *entry)
{
    uint8_t *to = entries + block * KAURI_BLOCK_ENTRY_BYTES;
    kauri_store_u64(to + AT_OFFSET, entry->offset);
    kauri_store_u32(to + AT_SIZE, entry->size);
    kauri_store_u32(to + AT_RESERVED, 0);
    kauri_store_u64(to + AT_COMPRESSED_DIGEST, entry->compressed_digest);
    kauri_store_u64(to + AT_PAYLOAD_DIGEST, entry->payload_digest);
}

struct kauri_block_entry kauri_block_entry_load(const uint8_t *entries, uint64_t block)
{
    const uint8_t *from = entries + block * KAURI_BLOCK_ENTRY_BYTES;
    return (struct kauri_block_entry){
        .offset = kauri_load_u64(from + AT_OFFSET),
        .size = kauri_load_u32(from + AT_SIZE),
        .compressed_digest = kauri_load_u64(from + AT_COMPRESSED_DIGEST),
        .payload_digest = kauri_load_u64(from + AT_PAYLOAD_DIGEST),
    };
}

void kauri_block_index_seal(uint8_t *entries, uint64_t blocks)
{
    const size_t size = (size_t)(blocks * KAURI_BLOCK_ENTRY_BYTES);
    kauri_store_u64(entries + size, kauri_digest(entries, size));
}

enum kauri_status kauri_block_index_digest(const uint8_t *entries, uint64_t blocks,
                                           uint64_t *digest, struct kauri_error *error)
{
    struct kauri_digester *digester = NULL;
    const enum kauri_status status = kauri_digester_new(&digester, error);
    if (status != KAURI_OK) {
        return status;
    }
    for (uint64_t block = 0; block < blocks; block++) {
        kauri_digester_add(digester, entries + block * KAURI_BLOCK_ENTRY_BYTES + AT_PAYLOAD_DIGEST,
                           sizeof(uint64_t));
    }
    *digest = kauri_digester_result(digester);
    kauri_digester_free(digester);
    return KAURI_OK;
}

// Checks entries [first, last); *end is where the block before them ends and then where they end.
static enum kauri_status check_entries(const struct kauri_header *header, const uint8_t *entries,
                                       uint64_t first, uint64_t last, uint64_t *end,
                                       const char *path, struct kauri_error *error)
{
    const size_t row_bytes = kauri_table_row_bytes(&header->info);
    for (uint64_t block = first; block < last; block++) {
        const struct kauri_block_entry entry = kauri_block_entry_load(entries, block);
        const size_t payload = kauri_table_block_rows(&header->info, block) * row_bytes;
        const uint32_t reserved =
            kauri_load_u32(entries + block * KAURI_BLOCK_ENTRY_BYTES + AT_RESERVED);
        const char *fault = NULL;
        if (reserved != 0) {
            fault = "has reserved bytes in use";
        } else if (entry.offset != *end) {
            fault = "does not begin where the one before it ends";
        } else if (entry.size < 1 || entry.size > kauri_compress_bound(payload)) {
            fault = "has a size out of range";
        } else if (entry.size > header->index_offset - *end) {
            fault = "reaches into the index";
        }
        if (fault != NULL) {
            return kauri_fail(error, KAURI_CORRUPT, "%s is damaged: in the index, block %llu %s",
                              path, (unsigned long long)block, fault);
        }
        *end += entry.size;
    }
    return KAURI_OK;
}

enum kauri_status kauri_block_index_read(const struct kauri_input *input,
                                         const struct kauri_header *header, uint8_t **entries,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const char *path = kauri_input_path(input);
    uint64_t bytes = 0;
    uint64_t end = KAURI_HEADER_BYTES;
    uint8_t *read = NULL;
    *entries = NULL;
    // The header was checked against the size of the file, so this cannot be more than the file.
    if (!kauri_block_index_bytes(header->block_count, &bytes) || bytes > SIZE_MAX ||
        (read = malloc((size_t)bytes)) == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory for the index", path);
    }
    // In portions: of a huge file full of holes, only the first takes memory before it is refused.
    for (uint64_t first = 0; first < header->block_count;) {
        const uint64_t rest = header->block_count - first;
        const uint64_t last = first + (rest < CHUNK_ENTRIES ? rest : CHUNK_ENTRIES);
        const uint64_t at = first * KAURI_BLOCK_ENTRY_BYTES;
        KAURI_TRY(kauri_input_read_at(input, header->index_offset + at, read + at,
                                      (size_t)((last - first) * KAURI_BLOCK_ENTRY_BYTES), error));
        KAURI_TRY(check_entries(header, read, first, last, &end, path, error));
        first = last;
    }
    if (end != header->index_offset) {
        status =
            kauri_fail(error, KAURI_CORRUPT,
                       "%s is damaged: there are bytes between the blocks and the index", path);
        goto cleanup;
    }
    bytes -= CHECKSUM_BYTES;
    KAURI_TRY(kauri_input_read_at(input, header->index_offset + bytes, read + bytes, CHECKSUM_BYTES,
                                  error));
    if (kauri_load_u64(read + bytes) != kauri_digest(read, (size_t)bytes)) {
        status =
            kauri_fail(error, KAURI_CORRUPT, "%s is damaged: the index's checksum is wrong", path);
        goto cleanup;
    }
    *entries = read;
    read = NULL;
cleanup:
    free(read);
    return status;
}
