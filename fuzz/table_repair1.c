#include "fuzz/table_repair1.h"

#include "common/digest.h"
#include "db/bytes.h"
#include "db/compress.h"
#include "db/version1_header.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// Places in the file (docs/FORMAT.md).
enum {
    COLUMN_COUNT = 22,
    PAGE_ENTRIES = 24,
    POSITIONS = 32,
    PAGE_COUNT = 40,
    INDEX_OFFSET = 48,
    CERTIFICATE_OFFSET = 56,
    FILE_BYTES = 64,
    COLUMNS = 200,
    COLUMN_BYTES = 16,
    COLUMN_WIDTH = 8,
    HEADER_CHECKSUM = 504,
    PAYLOAD_MAX = 1 << 16, // larger pages keep the digest that they have
};

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

// Bytes of the decoded page; 0 when it is none that is worth decoding.
static size_t payload_bytes(const uint8_t *bytes, uint64_t page)
{
    const uint64_t entries = kauri_load_u32(bytes + PAGE_ENTRIES);
    const uint64_t positions = kauri_load_u64(bytes + POSITIONS);
    uint64_t width = 0;
    for (unsigned c = 0; c < smaller(kauri_load_u16(bytes + COLUMN_COUNT), 4); c++) {
        width += bytes[COLUMNS + COLUMN_BYTES * c + COLUMN_WIDTH];
    }
    if (entries > PAYLOAD_MAX || page > positions || positions - page < page * (entries - 1)) {
        return 0;
    }
    const uint64_t size = smaller(entries, positions - page * entries) * width;
    return size <= PAYLOAD_MAX ? (size_t)size : 0;
}

// Digests of the page whose descriptor this is.
static void seal_page(const uint8_t *bytes, size_t index, uint64_t page, uint8_t *descriptor)
{
    const uint64_t offset = kauri_load_u64(descriptor);
    const uint64_t size = kauri_load_u32(descriptor + 8);
    const size_t expected = payload_bytes(bytes, page);
    struct kauri_decompressor *decompressor = NULL;
    if (offset > index || size > index - offset) {
        return;
    }
    kauri_store_u64(descriptor + 16, kauri_digest(bytes + offset, (size_t)size));
    uint8_t *payload = malloc(expected + 1);
    const char *reason = NULL;
    if (payload != NULL && expected > 0 &&
        kauri_decompressor_new(&decompressor, NULL) == KAURI_OK &&
        kauri_decompress(decompressor, NULL, bytes + offset, (size_t)size, payload, expected,
                         &reason) == KAURI_OK) {
        kauri_store_u64(descriptor + 24, kauri_digest(payload, expected));
    }
    kauri_decompressor_free(decompressor);
    free(payload);
}

// The pages and their index of `pages` descriptors; returns the digest of the table.
static uint64_t seal_index(uint8_t *bytes, size_t index, uint64_t pages, bool offsets)
{
    uint8_t *digests = malloc((size_t)pages * 8 + 1);
    uint64_t offset = KAURI_HEADER_BYTES;
    for (uint64_t p = 0; p < pages && digests != NULL; p++) {
        uint8_t *descriptor = bytes + index + p * KAURI_VERSION1_DESCRIPTOR_BYTES;
        if (offsets) {
            kauri_store_u64(descriptor, offset);
            offset += kauri_load_u32(descriptor + 8);
        }
        seal_page(bytes, index, p, descriptor);
        memcpy(digests + p * 8, descriptor + 24, 8);
    }
    const size_t size = (size_t)pages * KAURI_VERSION1_DESCRIPTOR_BYTES;
    kauri_store_u64(bytes + index + size, kauri_digest(bytes + index, size));
    const uint64_t digest = digests != NULL ? kauri_digest(digests, (size_t)pages * 8) : 0;
    free(digests);
    return digest;
}

void fuzz_table_repair1(uint8_t *bytes, size_t size, unsigned layout)
{
    if (size < KAURI_HEADER_BYTES) {
        return;
    }
    const uint64_t index = kauri_load_u64(bytes + INDEX_OFFSET);
    const uint64_t positions = kauri_load_u64(bytes + POSITIONS);
    const uint32_t entries = kauri_load_u32(bytes + PAGE_ENTRIES);
    if ((layout & 4) != 0 && positions > 0 && entries > 0) {
        kauri_store_u64(bytes + PAGE_COUNT, (positions - 1) / entries + 1);
    }
    const uint64_t pages = kauri_load_u64(bytes + PAGE_COUNT);
    const bool index_fits =
        index >= KAURI_HEADER_BYTES && index <= size - KAURI_PART_CHECKSUM_BYTES &&
        pages <= (size - index - KAURI_PART_CHECKSUM_BYTES) / KAURI_VERSION1_DESCRIPTOR_BYTES;
    if (index_fits) {
        const uint64_t end =
            index + pages * KAURI_VERSION1_DESCRIPTOR_BYTES + KAURI_PART_CHECKSUM_BYTES;
        const uint64_t digest = seal_index(bytes, (size_t)index, pages, (layout & 8) != 0);
        if ((layout & 2) != 0) {
            kauri_store_u64(bytes + CERTIFICATE_OFFSET, end);
        }
        if (size - end >= 16) {
            kauri_store_u64(bytes + end, digest);
            kauri_store_u64(bytes + size - 8, kauri_digest(bytes + end, (size_t)(size - 8 - end)));
        }
    }
    if ((layout & 1) != 0) {
        kauri_store_u64(bytes + FILE_BYTES, size);
    }
    kauri_store_u64(bytes + HEADER_CHECKSUM, kauri_digest(bytes, HEADER_CHECKSUM));
}
