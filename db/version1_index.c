#include "db/version1_index.h"

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
    CHECKSUM_BYTES = KAURI_PART_CHECKSUM_BYTES,
    CHUNK_DESCRIPTORS = 1 << 15, // read and checked at a time
};

struct kauri_version1_descriptor kauri_version1_descriptor_load(const uint8_t *descriptors,
                                                                uint64_t page)
{
    const uint8_t *from = descriptors + page * KAURI_VERSION1_DESCRIPTOR_BYTES;
    return (struct kauri_version1_descriptor){
        .offset = kauri_load_u64(from + AT_OFFSET),
        .size = kauri_load_u32(from + AT_SIZE),
        .compressed_digest = kauri_load_u64(from + AT_COMPRESSED_DIGEST),
        .payload_digest = kauri_load_u64(from + AT_PAYLOAD_DIGEST),
    };
}

enum kauri_status kauri_version1_index_digest(const uint8_t *descriptors, uint64_t pages,
                                              uint64_t *digest, struct kauri_error *error)
{
    struct kauri_digester *digester = NULL;
    const enum kauri_status status = kauri_digester_new(&digester, error);
    if (status != KAURI_OK) {
        return status;
    }
    for (uint64_t page = 0; page < pages; page++) {
        kauri_digester_add(digester,
                           descriptors + page * KAURI_VERSION1_DESCRIPTOR_BYTES + AT_PAYLOAD_DIGEST,
                           sizeof(uint64_t));
    }
    *digest = kauri_digester_result(digester);
    kauri_digester_free(digester);
    return KAURI_OK;
}

// Checks descriptors [first, last). *end is the end of the page before them, and is moved to the
// end of their last page.
static enum kauri_status check_descriptors(const struct kauri_version1_header *header,
                                           const uint8_t *descriptors, uint64_t first,
                                           uint64_t last, uint64_t *end, const char *path,
                                           struct kauri_error *error)
{
    for (uint64_t page = first; page < last; page++) {
        const struct kauri_version1_descriptor descriptor =
            kauri_version1_descriptor_load(descriptors, page);
        const size_t payload = kauri_version1_payload_bytes(&header->info, page);
        const uint32_t reserved =
            kauri_load_u32(descriptors + page * KAURI_VERSION1_DESCRIPTOR_BYTES + AT_RESERVED);
        const char *fault = NULL;
        if (reserved != 0) {
            fault = "has reserved bytes in use";
        } else if (descriptor.offset != *end) {
            fault = "does not begin where the one before it ends";
        } else if (descriptor.size < 1 || descriptor.size > kauri_compress_bound(payload)) {
            fault = "has a size out of range";
        } else if (descriptor.size > header->index_offset - *end) {
            fault = "reaches into the index";
        }
        if (fault != NULL) {
            return kauri_fail(error, KAURI_CORRUPT, "%s is damaged: in the index, page %llu %s",
                              path, (unsigned long long)page, fault);
        }
        *end += descriptor.size;
    }
    return KAURI_OK;
}

enum kauri_status kauri_version1_index_read(struct kauri_table_file *file,
                                            const struct kauri_version1_header *header,
                                            uint8_t **descriptors, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const char *path = kauri_table_file_path(file);
    uint64_t bytes = 0;
    size_t size = 0;
    uint64_t end = KAURI_HEADER_BYTES;
    uint8_t *read = NULL;
    *descriptors = NULL;
    // The header was checked against the size of the file, so this cannot be more than the file.
    if (!kauri_version1_index_bytes(header->page_count, &bytes) ||
        !kauri_checked_size(bytes, &size) || (read = malloc(size)) == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory for the index", path);
    }
    // Reads in portions, so that a huge sparse file is refused after the first one, before more of
    // the memory is touched.
    for (uint64_t first = 0; first < header->page_count;) {
        const uint64_t rest = header->page_count - first;
        const uint64_t last = first + (rest < CHUNK_DESCRIPTORS ? rest : CHUNK_DESCRIPTORS);
        const uint64_t at = first * KAURI_VERSION1_DESCRIPTOR_BYTES;
        KAURI_TRY(kauri_table_file_read(file, header->index_offset + at, read + at,
                                        (size_t)((last - first) * KAURI_VERSION1_DESCRIPTOR_BYTES),
                                        KAURI_READ_INDEX, error));
        KAURI_TRY(check_descriptors(header, read, first, last, &end, path, error));
        first = last;
    }
    if (end != header->index_offset) {
        status = kauri_fail(error, KAURI_CORRUPT,
                            "%s is damaged: there are bytes between the pages and the index", path);
        goto cleanup;
    }
    size -= CHECKSUM_BYTES;
    KAURI_TRY(kauri_table_file_read(file, header->index_offset + size, read + size, CHECKSUM_BYTES,
                                    KAURI_READ_INDEX, error));
    if (kauri_load_u64(read + size) != kauri_digest(read, size)) {
        status =
            kauri_fail(error, KAURI_CORRUPT, "%s is damaged: the index's checksum is wrong", path);
        goto cleanup;
    }
    *descriptors = read;
    read = NULL;
cleanup:
    free(read);
    return status;
}
