// The spool: what was appended is what is viewed, in memory or from the file.
#include "tests/test.h"

#include "common/loop.h"
#include "solver/storage/spool.h"
#include "solver/storage/workplace.h"
#include "tests/temporary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNKS = 600, BYTES_MAX = 200000 };

// Chunk i: mostly small, some longer than a slab.
static uint32_t size_of(uint64_t i)
{
    return i % 97 == 0 ? 150000 + (uint32_t)i : 1 + (uint32_t)(i * 7919 % 5000);
}

static void fill(uint8_t *bytes, uint64_t i)
{
    for (uint32_t at = 0; at < size_of(i); at++) {
        bytes[at] = (uint8_t)(i * 31 + at + (at >> 8));
    }
}

struct appending {
    struct kauri_spool *spool;
    struct kauri_chunk chunks[CHUNKS];
    uint8_t *bytes[3];
};

// Where layer 1 of a small board is solved, and the path of its file for the spool.
static void open_place(const char *folder, struct kauri_workplace *place,
                       char path[TEMPORARY_BYTES + KAURI_WORK_NAME_BYTES])
{
    const struct kauri_shape shape = {2, 2};
    assert_int_equal(kauri_workplace_open(folder, NULL, shape, 1, place, NULL), KAURI_OK);
    (void)snprintf(path, TEMPORARY_BYTES + KAURI_WORK_NAME_BYTES, "%s/%s", folder,
                   place->files[KAURI_WORK_NOW]);
}

static void append(void *context, unsigned worker, uint64_t i)
{
    struct appending *appending = context;
    fill(appending->bytes[worker], i);
    if (kauri_spool_append(appending->spool, worker, appending->bytes[worker], size_of(i),
                           &appending->chunks[i], NULL) != KAURI_OK) {
        appending->chunks[i].size = 0;
    }
}

static void append_all(struct appending *appending)
{
    for (int i = 0; i < 3; i++) {
        appending->bytes[i] = malloc(BYTES_MAX);
        assert_non_null(appending->bytes[i]);
    }
    kauri_loop_for(3, CHUNKS, 1, append, appending);
    for (int i = 0; i < 3; i++) {
        free(appending->bytes[i]);
    }
}

static void expect_all(const struct appending *appending)
{
    uint8_t *expected = malloc(BYTES_MAX);
    struct kauri_spool_buffer buffer = {0};
    for (uint64_t i = 0; i < CHUNKS; i++) {
        const uint8_t *bytes = NULL;
        assert_int_equal(appending->chunks[i].size, size_of(i));
        assert_int_equal(
            kauri_spool_view(appending->spool, appending->chunks[i], &buffer, &bytes, NULL),
            KAURI_OK);
        fill(expected, i);
        assert_memory_equal(bytes, expected, size_of(i));
        assert_int_equal((uintptr_t)bytes % 8, 0);
    }
    kauri_spool_buffer_clear(&buffer);
    free(expected);
}

TEST(chunks_come_back_from_memory_and_file)
{
    static const uint64_t bounds[] = {1 << 10, 300 << 10, 1 << 20, 64 << 20};
    for (unsigned b = 0; b < 4; b++) {
        char folder[TEMPORARY_BYTES];
        char path[TEMPORARY_BYTES + KAURI_WORK_NAME_BYTES];
        struct kauri_workplace place;
        static struct appending appending;
        temporary_make(folder);
        open_place(folder, &place, path);
        assert_int_equal(
            kauri_spool_new(&place, KAURI_WORK_NOW, 3, bounds[b], &appending.spool, NULL),
            KAURI_OK);
        for (int again = 0; again < 3; again++) {
            kauri_spool_reset(appending.spool);
            append_all(&appending);
            expect_all(&appending);
            // A slab of 64 KiB a worker is always allowed, and the long chunk being written.
            const uint64_t least = UINT64_C(3) * (64 << 10);
            const uint64_t maximum = bounds[b] > least ? bounds[b] : least;
            assert_true(kauri_spool_memory(appending.spool) <= maximum + UINT64_C(3) * BYTES_MAX);
            assert_true(kauri_spool_bytes(appending.spool) >= UINT64_C(1000) * CHUNKS);
        }
        assert_int_equal(access(path, F_OK), b == 3 ? -1 : 0);
        kauri_spool_free(appending.spool);
        assert_int_equal(access(path, F_OK), -1);
        kauri_workplace_close(&place);
        temporary_remove(folder);
    }
}

TEST_IN_FOLDER(an_altered_file_is_noticed, folder)
{
    char path[TEMPORARY_BYTES + KAURI_WORK_NAME_BYTES];
    struct kauri_workplace place;
    static struct appending appending;
    struct kauri_error error;
    open_place(folder, &place, path);
    assert_int_equal(kauri_spool_new(&place, KAURI_WORK_NOW, 3, 1, &appending.spool, NULL),
                     KAURI_OK);
    append_all(&appending);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    for (long at = 0; fseek(file, at, SEEK_SET) == 0 && at < 1000000; at += 1000) {
        (void)fputc(0xa5, file);
        (void)fputc(0x5a, file);
    }
    (void)fclose(file);
    unsigned altered = 0;
    struct kauri_spool_buffer buffer = {0};
    for (uint64_t i = 0; i < CHUNKS; i++) {
        const uint8_t *bytes = NULL;
        const enum kauri_status status =
            kauri_spool_view(appending.spool, appending.chunks[i], &buffer, &bytes, &error);
        assert_true(status == KAURI_OK || status == KAURI_CORRUPT);
        altered += status == KAURI_CORRUPT;
    }
    assert_true(altered > 100);
    assert_non_null(strstr(error.message, path));
    kauri_spool_buffer_clear(&buffer);
    kauri_spool_free(appending.spool);
    kauri_workplace_close(&place);
}

TEST(a_folder_that_cannot_be_written_is_named)
{
    struct kauri_spool *spool = NULL;
    struct kauri_error error = {KAURI_OK, ""};
    static const uint8_t bytes[60000];
    struct kauri_chunk chunk;
    enum kauri_status status = KAURI_OK;
    char folder[TEMPORARY_BYTES];
    char path[TEMPORARY_BYTES + KAURI_WORK_NAME_BYTES];
    struct kauri_workplace place;
    temporary_make(folder);
    open_place(folder, &place, path);
    temporary_remove(folder); // while it is held open
    assert_int_equal(kauri_spool_new(&place, KAURI_WORK_NOW, 1, 1, &spool, NULL), KAURI_OK);
    for (int i = 0; i < 10 && status == KAURI_OK; i++) {
        status = kauri_spool_append(spool, 0, bytes, sizeof bytes, &chunk, &error);
    }
    assert_int_equal(status, KAURI_RESOURCE);
    assert_non_null(strstr(error.message, path));
    kauri_spool_free(spool);
    kauri_workplace_close(&place);
}
