// Malicious files: header, index and certificate, one test per fault. Checksums are corrected after
// each change, so that the file reaches the check in question and is not refused for its checksum.
#include "tests/cmocka_all.h"
#include "tests/db/hostile.h"

#include "db/bytes.h"

#include <stdlib.h>
#include <string.h>

static void header_refused(struct forge *forge, const char *words)
{
    forge_seal_header(forge->bytes);
    hostile_refused(forge, forge->bytes, forge->size, words);
}

static void index_refused(struct forge *forge, const char *words)
{
    forge_seal_index(forge->bytes);
    hostile_refused(forge, forge->bytes, forge->size, words);
}

static void certificate_refused(struct forge *forge, const char *words)
{
    forge_seal_certificate(forge->bytes);
    hostile_refused(forge, forge->bytes, forge->size, words);
}

// HEADER(name, what is done to `bytes`, words)
#define HEADER(name, alter, words)                                                                 \
    static void name(void **state)                                                                 \
    {                                                                                              \
        struct forge *forge = *state;                                                              \
        uint8_t *bytes = forge->bytes;                                                             \
        alter;                                                                                     \
        header_refused(forge, words);                                                              \
    }

#define INDEX(name, alter, words)                                                                  \
    static void name(void **state)                                                                 \
    {                                                                                              \
        struct forge *forge = *state;                                                              \
        uint8_t *descriptor = forge->index + 32; /* of page 1 */                                   \
        alter;                                                                                     \
        index_refused(forge, words);                                                               \
    }

#define CERTIFICATE(name, alter, words)                                                            \
    static void name(void **state)                                                                 \
    {                                                                                              \
        struct forge *forge = *state;                                                              \
        uint8_t *bytes = forge->certificate;                                                       \
        alter;                                                                                     \
        certificate_refused(forge, words);                                                         \
    }

HEADER(wrong_magic, bytes[1] = 'k', "is not a Kauri table")
HEADER(never_finished, memset(bytes, 0, 512), "was never finished")
HEADER(other_byte_order, (memset(bytes + VERSION, 0, 3), bytes[11] = 1), "other byte order")
HEADER(newer_version, kauri_store_u32(bytes + VERSION, 4711), "format version 4711;")
HEADER(version_zero, kauri_store_u32(bytes + VERSION, 0), "format version 0;")
HEADER(header_of_another_size, kauri_store_u32(bytes + HEADER_BYTES, 516), "reserved")
HEADER(no_columns, kauri_store_u16(bytes + COLUMN_COUNT, 0), "number of columns")
HEADER(five_columns, kauri_store_u16(bytes + COLUMN_COUNT, 5), "number of columns")
HEADER(huge_column_count, kauri_store_u16(bytes + COLUMN_COUNT, 65535), "number of columns")
HEADER(more_columns_than_named, kauri_store_u16(bytes + COLUMN_COUNT, 3), "name is not a text")
HEADER(page_size_zero, kauri_store_u32(bytes + PAGE_ENTRIES, 0), "page size")
HEADER(page_size_huge, kauri_store_u32(bytes + PAGE_ENTRIES, (1 << 20) + 1), "page size")
HEADER(no_positions, kauri_store_u64(bytes + POSITIONS, 0), "no positions")
HEADER(huge_positions, kauri_store_u64(bytes + POSITIONS, UINT64_MAX), "number of pages")
HEADER(positions_one_page_more, kauri_store_u64(bytes + POSITIONS, 129), "number of pages")
HEADER(huge_page_count, kauri_store_u64(bytes + PAGE_COUNT, UINT64_MAX), "number of pages")
HEADER(huge_positions_and_pages,
       (kauri_store_u64(bytes + POSITIONS, UINT64_MAX),
        kauri_store_u64(bytes + PAGE_COUNT, 1ULL << 59)),
       "the index does not fit")
HEADER(many_pages_of_one_entry,
       (kauri_store_u32(bytes + PAGE_ENTRIES, 1), kauri_store_u64(bytes + PAGE_COUNT, 100)),
       "the index does not fit")
HEADER(index_inside_the_header, kauri_store_u64(bytes + INDEX_OFFSET, 504), "inside the header")
HEADER(index_beyond_the_end, kauri_store_u64(bytes + INDEX_OFFSET, 1 << 30),
       "the index does not fit")
HEADER(index_offset_wraps, kauri_store_u64(bytes + INDEX_OFFSET, UINT64_MAX - 7),
       "the index does not fit")
HEADER(certificate_elsewhere,
       kauri_store_u64(bytes + CERTIFICATE_OFFSET, kauri_load_u64(bytes + CERTIFICATE_OFFSET) + 1),
       "does not follow")
HEADER(certificate_offset_zero, kauri_store_u64(bytes + CERTIFICATE_OFFSET, 0), "does not follow")
HEADER(file_said_longer, kauri_store_u64(bytes + FILE_BYTES, 1ULL << 40), "truncated")
HEADER(file_said_shorter, kauri_store_u64(bytes + FILE_BYTES, 600), "too long")
HEADER(reserved_word_in_use, bytes[28] = 1, "reserved")
HEADER(reserved_tail_in_use, bytes[264] = 1, "reserved")
HEADER(reserved_last_byte_in_use, bytes[503] = 0x80, "reserved")
HEADER(unused_column_in_use, bytes[COLUMNS + 3 * 16 + 8] = 1, "reserved")
HEADER(column_reserved_in_use, bytes[COLUMNS + 9] = 1, "reserved")
HEADER(column_without_name, memset(bytes + COLUMNS, 0, 8), "name is not a text")
HEADER(column_name_without_end, memset(bytes + COLUMNS, 'x', 8), "name is not a text")
HEADER(column_name_with_newline, bytes[COLUMNS] = '\n', "name is not a text")
HEADER(column_name_beyond_ascii, bytes[COLUMNS] = 0xE9, "name is not a text")
HEADER(column_name_with_a_tail, bytes[COLUMNS + 7] = 'x', "reserved")
HEADER(columns_of_one_name, memcpy(bytes + COLUMNS + 16, bytes + COLUMNS, 8), "same name")
HEADER(column_width_zero, bytes[COLUMNS + 8] = 0, "width")
HEADER(column_width_four, bytes[COLUMNS + 8] = 4, "width")
HEADER(column_bias_huge, kauri_store_i32(bytes + COLUMNS + 12, INT32_MAX), "bias")
HEADER(column_bias_tiny, kauri_store_i32(bytes + COLUMNS + 12, INT32_MIN), "bias")
HEADER(rules_without_end, memset(bytes + RULES, 'x', 64), "rules is not a text")
HEADER(program_empty, memset(bytes + PROGRAM, 0, 64), "program is not a text")
HEADER(program_with_a_tail, bytes[PROGRAM + 63] = 1, "reserved")
HEADER(rules_with_a_tail, bytes[RULES + 62] = 'x', "reserved")

INDEX(descriptor_reserved_in_use, kauri_store_u32(descriptor + 12, 1), "reserved")
INDEX(pages_overlap, kauri_store_u64(descriptor, 512), "does not begin where")
INDEX(gap_between_pages, kauri_store_u64(descriptor, kauri_load_u64(descriptor) + 1),
      "does not begin where")
INDEX(page_inside_the_header, kauri_store_u64(descriptor - 32, 0), "does not begin where")
INDEX(page_beyond_the_end, kauri_store_u64(descriptor, UINT64_MAX - 3), "does not begin where")
INDEX(page_of_no_bytes, kauri_store_u32(descriptor + 8, 0), "size out of range")
INDEX(page_larger_than_its_bound, kauri_store_u32(descriptor + 8, PAYLOAD_BYTES + 65),
      "size out of range")
INDEX(page_of_four_gigabytes, kauri_store_u32(descriptor + 8, UINT32_MAX), "size out of range")
INDEX(last_page_reaches_into_the_index,
      kauri_store_u32(descriptor + 72, kauri_load_u32(descriptor + 72) + 1),
      "reaches into the index")
INDEX(gap_before_the_index, kauri_store_u32(descriptor + 72, kauri_load_u32(descriptor + 72) - 1),
      "between the pages and the index")
INDEX(other_compressed_digest, descriptor[16] ^= 1, "page 1 is damaged: its checksum")
INDEX(other_payload_digest, descriptor[24] ^= 1, "page 1 is damaged: the checksum of its decoded")

CERTIFICATE(huge_value_count, kauri_store_u32(bytes + 24, UINT32_MAX), "number of values")
CERTIFICATE(no_values, kauri_store_u32(bytes + 24, 0), "number of values")
CERTIFICATE(certificate_reserved_in_use, bytes[28] = 1, "reserved")
CERTIFICATE(other_digest, bytes[0] ^= 1, "digest is not that of the index")
CERTIFICATE(maximum_too_large, kauri_store_i32(bytes + 12, 65536), "maximum is out of range")
CERTIFICATE(maximum_too_small, kauri_store_i32(bytes + 8, -101), "maximum is out of range")
CERTIFICATE(maximum_of_no_column, kauri_store_i32(bytes + 20, 1), "maximum is out of range")
CERTIFICATE(maximum_not_the_last_value, kauri_store_i32(bytes + 8, 155), "not the maximum")
CERTIFICATE(count_reserved_in_use, bytes[36] = 1, "reserved")
CERTIFICATE(values_out_of_order, kauri_store_i32(bytes + 48, kauri_load_i32(bytes + 32)),
            "out of order")
CERTIFICATE(value_out_of_range, kauri_store_i32(bytes + 32, -101), "out of range")
CERTIFICATE(count_of_zero, kauri_store_u64(bytes + 40, 0), "a count is out of range")
CERTIFICATE(counts_overflow, kauri_store_u64(bytes + 56, UINT64_MAX), "a count is out of range")
CERTIFICATE(counts_do_not_add_up, kauri_store_u64(bytes + 40, kauri_load_u64(bytes + 40) + 1),
            "do not add up")

static void certificate_of_odd_size(void **state)
{
    struct forge *forge = *state;
    uint8_t *longer = calloc(1, forge->size + 8);
    assert_non_null(longer);
    memcpy(longer, forge->bytes, forge->size);
    kauri_store_u64(longer + FILE_BYTES, forge->size + 8);
    forge_seal_certificate(longer);
    forge_seal_header(longer);
    hostile_refused(forge, longer, forge->size + 8, "its size is out of range");
    free(longer);
}

static void certificate_of_a_megabyte(void **state)
{
    struct forge *forge = *state;
    const size_t size = forge->size + ((size_t)1 << 20);
    uint8_t *longer = calloc(1, size);
    assert_non_null(longer);
    memcpy(longer, forge->bytes, forge->size);
    kauri_store_u64(longer + FILE_BYTES, size);
    forge_seal_certificate(longer);
    forge_seal_header(longer);
    hostile_refused(forge, longer, size, "its size is out of range");
    free(longer);
}

static void certificate_cut_away(void **state)
{
    struct forge *forge = *state;
    const size_t size = (size_t)(forge->certificate - forge->bytes) + 55;
    kauri_store_u64(forge->bytes + FILE_BYTES, size);
    forge_seal_header(forge->bytes);
    hostile_refused(forge, forge->bytes, size, "the certificate does not fit");
}

static void empty_file(void **state)
{
    hostile_refused(*state, (const uint8_t *)"", 0, "truncated or not a Kauri table");
}

static void foreign_text(void **state)
{
    uint8_t text[2000];
    memset(text, 'x', sizeof text);
    hostile_refused(*state, text, 13, "truncated or not a Kauri table");
    hostile_refused(*state, text, sizeof text, "is not a Kauri table");
}

static void bytes_behind_the_end(void **state)
{
    struct forge *forge = *state;
    uint8_t *longer = calloc(1, forge->size + 1);
    assert_non_null(longer);
    memcpy(longer, forge->bytes, forge->size);
    hostile_refused(forge, longer, forge->size + 1, "too long");
    free(longer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOSTILE_TEST(wrong_magic),
        HOSTILE_TEST(never_finished),
        HOSTILE_TEST(other_byte_order),
        HOSTILE_TEST(newer_version),
        HOSTILE_TEST(version_zero),
        HOSTILE_TEST(header_of_another_size),
        HOSTILE_TEST(no_columns),
        HOSTILE_TEST(five_columns),
        HOSTILE_TEST(huge_column_count),
        HOSTILE_TEST(more_columns_than_named),
        HOSTILE_TEST(page_size_zero),
        HOSTILE_TEST(page_size_huge),
        HOSTILE_TEST(no_positions),
        HOSTILE_TEST(huge_positions),
        HOSTILE_TEST(positions_one_page_more),
        HOSTILE_TEST(huge_page_count),
        HOSTILE_TEST(huge_positions_and_pages),
        HOSTILE_TEST(many_pages_of_one_entry),
        HOSTILE_TEST(index_inside_the_header),
        HOSTILE_TEST(index_beyond_the_end),
        HOSTILE_TEST(index_offset_wraps),
        HOSTILE_TEST(certificate_elsewhere),
        HOSTILE_TEST(certificate_offset_zero),
        HOSTILE_TEST(file_said_longer),
        HOSTILE_TEST(file_said_shorter),
        HOSTILE_TEST(reserved_word_in_use),
        HOSTILE_TEST(reserved_tail_in_use),
        HOSTILE_TEST(reserved_last_byte_in_use),
        HOSTILE_TEST(unused_column_in_use),
        HOSTILE_TEST(column_reserved_in_use),
        HOSTILE_TEST(column_without_name),
        HOSTILE_TEST(column_name_without_end),
        HOSTILE_TEST(column_name_with_newline),
        HOSTILE_TEST(column_name_beyond_ascii),
        HOSTILE_TEST(column_name_with_a_tail),
        HOSTILE_TEST(columns_of_one_name),
        HOSTILE_TEST(column_width_zero),
        HOSTILE_TEST(column_width_four),
        HOSTILE_TEST(column_bias_huge),
        HOSTILE_TEST(column_bias_tiny),
        HOSTILE_TEST(rules_without_end),
        HOSTILE_TEST(program_empty),
        HOSTILE_TEST(program_with_a_tail),
        HOSTILE_TEST(rules_with_a_tail),
        HOSTILE_TEST(descriptor_reserved_in_use),
        HOSTILE_TEST(pages_overlap),
        HOSTILE_TEST(gap_between_pages),
        HOSTILE_TEST(page_inside_the_header),
        HOSTILE_TEST(page_beyond_the_end),
        HOSTILE_TEST(page_of_no_bytes),
        HOSTILE_TEST(page_larger_than_its_bound),
        HOSTILE_TEST(page_of_four_gigabytes),
        HOSTILE_TEST(last_page_reaches_into_the_index),
        HOSTILE_TEST(gap_before_the_index),
        HOSTILE_TEST(other_compressed_digest),
        HOSTILE_TEST(other_payload_digest),
        HOSTILE_TEST(huge_value_count),
        HOSTILE_TEST(no_values),
        HOSTILE_TEST(certificate_reserved_in_use),
        HOSTILE_TEST(other_digest),
        HOSTILE_TEST(maximum_too_large),
        HOSTILE_TEST(maximum_too_small),
        HOSTILE_TEST(maximum_of_no_column),
        HOSTILE_TEST(maximum_not_the_last_value),
        HOSTILE_TEST(count_reserved_in_use),
        HOSTILE_TEST(values_out_of_order),
        HOSTILE_TEST(value_out_of_range),
        HOSTILE_TEST(count_of_zero),
        HOSTILE_TEST(counts_overflow),
        HOSTILE_TEST(counts_do_not_add_up),
        HOSTILE_TEST(certificate_of_odd_size),
        HOSTILE_TEST(certificate_of_a_megabyte),
        HOSTILE_TEST(certificate_cut_away),
        HOSTILE_TEST(empty_file),
        HOSTILE_TEST(foreign_text),
        HOSTILE_TEST(bytes_behind_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
