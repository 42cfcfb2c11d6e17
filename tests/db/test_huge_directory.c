// Chunk files whose directory is too large for an address space of 32 bits.
#include "tests/test.h"

#include "common/digest.h"
#include "db/bytes.h"
#include "db/chunk_file.h"
#include "tests/temporary.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { CHUNKS_AT = 12, FILE_BYTES_AT = 16, DIRECTORY_DIGEST_AT = 24, DIGEST_AT = 160 };
enum { HEADER_BYTES = 168, ENTRY_BYTES = 24 };

static const struct kauri_chunk_kind kind = {
    .magic = "KAURIXYZ", .name = "a test", .version = 1, .chunk_bytes = 1};

static enum kauri_status make(void *context, unsigned worker, uint64_t chunk, uint8_t *bytes,
                              size_t *size, struct kauri_error *error)
{
    (void)context, (void)worker, (void)chunk, (void)bytes, (void)size, (void)error;
    return KAURI_INTERNAL; // no chunk is asked for
}

static void conclude(void *context, uint64_t facts[KAURI_CHUNK_FACTS])
{
    (void)context, (void)facts;
}

TEST_IN_FOLDER(it_is_not_written, folder)
{
    char path[TEMPORARY_BYTES + 10];
    (void)snprintf(path, sizeof path, "%s/chunks", folder);
    // Cut to 32 bits, these directories have 8 bytes, and no entries with one more than these.
    static const uint32_t counts[] = {178956971, UINT32_MAX};
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(
            kauri_chunk_file_write(path, &kind, counts[i], 1, make, conclude, NULL, NULL, NULL),
            KAURI_RESOURCE);
    }
}

TEST_IN_FOLDER(it_is_not_read, folder)
{
    char path[TEMPORARY_BYTES + 10];
    uint8_t header[HEADER_BYTES];
    const uint8_t zeros[8] = {0};
    const uint32_t chunks = 178956971; // 2^32 + 8 bytes of directory
    const uint64_t size = HEADER_BYTES + (uint64_t)ENTRY_BYTES * chunks;
    struct kauri_chunk_file *file = NULL;
    (void)snprintf(path, sizeof path, "%s/chunks", folder);
    assert_int_equal(kauri_chunk_file_write(path, &kind, 0, 1, make, conclude, NULL, NULL, NULL),
                     KAURI_OK);
    const int forged = open(path, O_RDWR);
    assert_int_equal(pread(forged, header, sizeof header, 0), sizeof header);
    kauri_store_u32(header + CHUNKS_AT, chunks);
    kauri_store_u64(header + FILE_BYTES_AT, size);
    kauri_store_u64(header + DIRECTORY_DIGEST_AT, kauri_digest(zeros, sizeof zeros));
    kauri_store_u64(header + DIGEST_AT, kauri_digest(header, DIGEST_AT));
    assert_int_equal(pwrite(forged, header, sizeof header, 0), sizeof header);
    assert_int_equal(ftruncate(forged, (off_t)size), 0); // a sparse file
    assert_int_equal(close(forged), 0);
    assert_int_equal(kauri_chunk_file_open(path, &kind, &file, NULL), KAURI_RESOURCE);
    assert_null(file);
}
