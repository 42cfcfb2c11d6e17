// Malicious files: compressed pages, one test per fault. All checksums around the page are correct.
#include "tests/db/hostile.h"
#include "tests/test.h"

#include "common/digest.h"
#include "db/bytes.h"
#include "db/compress.h"

#include <stdlib.h>
#include <string.h>

// Page 1 of column 1 replaced by these compressed bytes.
static void page_refused(struct forge *forge, const uint8_t *page, size_t size, const char *words)
{
    size_t made_size = 0;
    uint8_t *made = forge_replace(forge->bytes, forge->size, 1, 1, page, size, &made_size);
    hostile_refused(forge, made, made_size, words);
    free(made);
}

static size_t compress(const uint8_t *payload, size_t size, uint8_t *to)
{
    struct kauri_error error;
    struct kauri_compressor *compressor = NULL;
    size_t written = 0;
    assert_int_equal(kauri_compressor_new(3, &compressor, &error), KAURI_OK);
    assert_int_equal(kauri_compress(compressor, NULL, payload, size, to, &written, &error),
                     KAURI_OK);
    kauri_compressor_free(compressor);
    return written;
}

static void bomb_that_says_so(void **state)
{
    const size_t size = 1 << 24;
    uint8_t *zeros = calloc(1, size);
    uint8_t *compressed = malloc(kauri_compress_bound(size));
    assert_true(zeros != NULL && compressed != NULL);
    const size_t written = compress(zeros, 1 << 17, compressed);
    assert_true(written <= PAYLOAD_BYTES + 64);
    page_refused(*state, compressed, written, "states another size");
    // Sixteen megabytes do not compress into the bytes that a page of this size may have.
    page_refused(*state, compressed, compress(zeros, size, compressed), "size out of range");
    free(compressed);
    free(zeros);
}

static void page_one_byte_short(void **state)
{
    uint8_t compressed[256];
    const uint8_t zeros[PAYLOAD_BYTES] = {0};
    page_refused(*state, compressed, compress(zeros, PAYLOAD_BYTES - 1, compressed),
                 "states another size");
}

// Frames by hand (RFC 8878): magic, descriptor 0x20 (single segment, one byte of size), size, then
// one page: last, RLE, repeated `run` times.
static size_t run_frame(uint8_t *to, uint8_t said, uint32_t run)
{
    const uint32_t page = 1 | 1 << 1 | run << 3;
    const uint8_t frame[] = {0x28,
                             0xB5,
                             0x2F,
                             0xFD,
                             0x20,
                             said,
                             (uint8_t)page,
                             (uint8_t)(page >> 8),
                             (uint8_t)(page >> 16),
                             0};
    memcpy(to, frame, sizeof frame);
    return sizeof frame;
}

static void bomb_that_lies(void **state)
{
    uint8_t frame[16];
    page_refused(*state, frame, run_frame(frame, PAYLOAD_BYTES, 131072),
                 "page 1 of dtc is damaged");
    page_refused(*state, frame, run_frame(frame, PAYLOAD_BYTES, PAYLOAD_BYTES + 1),
                 "page 1 of dtc is damaged");
}

static void page_that_decodes_to_less(void **state)
{
    uint8_t frame[16];
    page_refused(*state, frame, run_frame(frame, PAYLOAD_BYTES, PAYLOAD_BYTES - 1),
                 "page 1 of dtc is damaged");
}

static void frame_without_content_size(void **state)
{
    // Descriptor 0 and a window: the content size is not stated.
    const uint8_t frame[] = {0x28, 0xB5, 0x2F, 0xFD, 0, 0, 0x03, 0x03, 0, 0};
    page_refused(*state, frame, sizeof frame, "does not state its size");
}

static void skippable_frame(void **state)
{
    uint8_t frame[32] = {0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 'a', 'b', 'c', 'd'};
    const size_t more = run_frame(frame + 12, PAYLOAD_BYTES, PAYLOAD_BYTES);
    page_refused(*state, frame, 12, "not a zstd frame");
    page_refused(*state, frame, 12 + more, "not a zstd frame");
}

static void two_frames_in_a_page(void **state)
{
    uint8_t frames[32];
    const size_t first = run_frame(frames, PAYLOAD_BYTES, PAYLOAD_BYTES);
    const size_t second = run_frame(frames + first, PAYLOAD_BYTES, PAYLOAD_BYTES);
    page_refused(*state, frames, first + second, "does not end with the page");
}

static void byte_behind_the_frame(void **state)
{
    uint8_t frame[16] = {0};
    page_refused(*state, frame, run_frame(frame, PAYLOAD_BYTES, PAYLOAD_BYTES) + 1,
                 "does not end with the page");
}

static void frame_cut_off(void **state)
{
    uint8_t frame[16];
    const size_t size = run_frame(frame, PAYLOAD_BYTES, PAYLOAD_BYTES);
    for (size_t cut = 1; cut < size; cut++) {
        page_refused(*state, frame, cut, "page 1 of dtc is damaged");
    }
}

static void frame_that_needs_a_dictionary(void **state)
{
    // Descriptor 0x21: a dictionary's number in one byte before the size.
    uint8_t frame[16] = {0x28, 0xB5, 0x2F, 0xFD, 0x21, 7, PAYLOAD_BYTES, 0x03, 0x03, 0, 0};
    page_refused(*state, frame, 11, "page 1 of dtc is damaged");
}

static void other_values_under_the_old_check(void **state)
{
    uint8_t frame[16];
    page_refused(*state, frame, run_frame(frame, PAYLOAD_BYTES, PAYLOAD_BYTES),
                 "its checksum is wrong");
}

static void other_values_sealed_throughout_are_for_the_verifier(void **state)
{
    struct forge *forge = *state;
    uint8_t frame[16];
    struct kauri_error error;
    size_t size = 0;
    const uint8_t zeros[PAYLOAD_BYTES] = {0};
    uint8_t *made = forge_replace(forge->bytes, forge->size, 1, 1, frame,
                                  run_frame(frame, PAYLOAD_BYTES, PAYLOAD_BYTES), &size);
    const uint8_t *column = made + COLUMNS + COLUMN_BYTES;
    const uint8_t *group = made + kauri_load_u64(column + DIRECTORY_OFFSET);
    uint8_t *trailer = made + kauri_load_u64(group) + kauri_load_u64(group + 8);
    kauri_store_u32(trailer + 12, (uint32_t)kauri_digest(zeros, sizeof zeros));
    forge_seal_group(made, size, 1, 0);
    forge_save(forge->path, made, size);
    assert_int_equal(forge_check(forge->path, &error), KAURI_OK);
    free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOSTILE_TEST(bomb_that_says_so),
        HOSTILE_TEST(page_one_byte_short),
        HOSTILE_TEST(bomb_that_lies),
        HOSTILE_TEST(page_that_decodes_to_less),
        HOSTILE_TEST(frame_without_content_size),
        HOSTILE_TEST(skippable_frame),
        HOSTILE_TEST(two_frames_in_a_page),
        HOSTILE_TEST(byte_behind_the_frame),
        HOSTILE_TEST(frame_cut_off),
        HOSTILE_TEST(frame_that_needs_a_dictionary),
        HOSTILE_TEST(other_values_under_the_old_check),
        HOSTILE_TEST(other_values_sealed_throughout_are_for_the_verifier),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
