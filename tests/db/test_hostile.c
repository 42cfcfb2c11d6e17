// Malicious files, one test per fault. Checksums are corrected after each change, so that the file
// reaches the check in question and is not refused for its checksum.
#include "tests/db/forge.h"
#include "tests/fuzz/table_places.h"
#include "tests/test.h"

#include "common/digest.h"
#include "db/bytes.h"
#include "db/compress.h"

#include <stdlib.h>
#include <string.h>

enum {
    // The good table: 100 entries of widths 1 and 2, in four pages of each column, which are a
    // group of three pages and a group of one. Page 1 of the second column is the one that is
    // replaced.
    GOOD_PAGE_ENTRIES = 32,
    PAYLOAD_BYTES = 64,
    GROUP_BYTES = 24, // bytes of a group in a directory
};

struct forge {
    char folder[FORGE_PATH_BYTES];
    char path[FORGE_PATH_BYTES];
    uint8_t *bytes; // a good table, to be altered
    size_t size;
    uint8_t *directory[2];
    uint8_t *certificate;
};

static int hostile_set_up(void **state)
{
    struct kauri_error error;
    struct forge *forge = calloc(1, sizeof *forge);
    assert_non_null(forge);
    temporary_make(forge->folder);
    forge_path(forge->path, forge->folder, "table");
    const struct kauri_table_info info = forge_info(3, 100, GOOD_PAGE_ENTRIES, 12);
    assert_int_equal(forge_write(forge->path, &info, 1, 100, NULL, &error), KAURI_OK);
    forge->bytes = temporary_read(forge->path, &forge->size);
    for (size_t c = 0; c < 2; c++) {
        const uint8_t *column = forge->bytes + COLUMNS + COLUMN_BYTES * c;
        forge->directory[c] = forge->bytes + kauri_load_u64(column + DIRECTORY_OFFSET);
    }
    forge->certificate = forge->bytes + kauri_load_u64(forge->bytes + CERTIFICATE_OFFSET);
    *state = forge;
    return 0;
}

static int hostile_tear_down(void **state)
{
    struct forge *forge = *state;
    temporary_remove(forge->folder);
    free(forge->bytes);
    free(forge);
    return 0;
}

// Asserts that a file of these bytes is refused, with these words in the message.
static void refused(const struct forge *forge, const uint8_t *bytes, size_t size, const char *words)
{
    struct kauri_error error = {KAURI_OK, ""};
    temporary_write(forge->path, bytes, size);
    assert_int_equal(forge_check(forge->path, &error), KAURI_CORRUPT);
    if (strstr(error.message, words) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", error.message, words);
    }
    assert_non_null(strstr(error.message, forge->path));
}

#define HOSTILE_TEST(name) TEST_WITH(name, hostile_set_up, hostile_tear_down)

// ----------------------------------------------- header, directories, trailers and certificate

// The trailer of the first group of column 0.
static uint8_t *first_trailer(struct forge *forge)
{
    return forge->bytes + kauri_load_u64(forge->directory[0]) +
           kauri_load_u64(forge->directory[0] + 8);
}

// One part of the good file, `pointer`, is altered, and the checksum over it is corrected.
#define FAULT(name, pointer, alter, seal, words)                                                   \
    HOSTILE_TEST(name)                                                                             \
    {                                                                                              \
        struct forge *forge = *state;                                                              \
        uint8_t *pointer;                                                                          \
        alter;                                                                                     \
        seal;                                                                                      \
        refused(forge, forge->bytes, forge->size, words);                                          \
    }

// HEADER(name, what is done to `bytes`, words)
#define HEADER(name, alter, words)                                                                 \
    FAULT(name, bytes = forge->bytes, alter, forge_seal_header(forge->bytes), words)

// DIRECTORY(name, column, what is done to `groups`, the directory of that column, words); TRAILER
// likewise, with the first trailer of column 0
#define DIRECTORY(name, column, alter, words)                                                      \
    FAULT(name, groups = forge->directory[column], alter,                                          \
          forge_seal_directories(forge->bytes, forge->size), words)

#define TRAILER(name, alter, words)                                                                \
    FAULT(name, trailer = first_trailer(forge), alter,                                             \
          forge_seal_group(forge->bytes, forge->size, 0, 0), words)

#define CERTIFICATE(name, alter, words)                                                            \
    FAULT(name, bytes = forge->certificate, alter, forge_seal_certificate(forge->bytes), words)

HEADER(wrong_magic, bytes[1] = 'k', "is not a Kauri table")
HEADER(never_finished, memset(bytes, 0, 512), "was never finished")
HEADER(other_byte_order, (memset(bytes + VERSION, 0, 3), bytes[11] = 2), "other byte order")
HEADER(newer_version, kauri_store_u32(bytes + VERSION, 3),
       "made by a newer kauri: it has format version 3,")
HEADER(version_zero, kauri_store_u32(bytes + VERSION, 0), "format version 0;")
HEADER(older_version, kauri_store_u32(bytes + VERSION, 1),
       "version 1; this program reads version 2")
HEADER(header_of_another_size, kauri_store_u32(bytes + HEADER_BYTES, 516), "reserved")
HEADER(no_columns, kauri_store_u16(bytes + COLUMN_COUNT, 0), "number of columns")
HEADER(more_columns_than_named, kauri_store_u16(bytes + COLUMN_COUNT, 3), "name is not a text")
HEADER(unknown_derivation, kauri_store_u32(bytes + DERIVATION, 2), "derivation is unknown")
HEADER(digest_of_no_entries, kauri_store_u32(bytes + DIGEST_ENTRIES, 0), "run of the digest")
HEADER(digest_of_too_many, kauri_store_u32(bytes + DIGEST_ENTRIES, (1 << 22) + 1),
       "run of the digest")
HEADER(page_size_zero, kauri_store_u32(bytes + COLUMNS + PAGE_ENTRIES, 0), "page size")
HEADER(page_size_huge, kauri_store_u32(bytes + COLUMNS + PAGE_ENTRIES, (1 << 20) + 1), "page size")
HEADER(group_of_no_pages, kauri_store_u32(bytes + COLUMNS + GROUP_PAGES, 0), "pages in a group")
HEADER(group_of_too_many_pages, kauri_store_u32(bytes + COLUMNS + GROUP_PAGES, 1025),
       "pages in a group")
HEADER(no_positions, kauri_store_u64(bytes + POSITIONS, 0), "no positions")
HEADER(huge_positions, kauri_store_u64(bytes + POSITIONS, UINT64_MAX), "number of entries")
HEADER(no_entries, kauri_store_u64(bytes + ENTRIES, 0), "number of entries")
HEADER(more_entries_than_positions,
       (kauri_store_u32(bytes + DERIVATION, 1), kauri_store_u64(bytes + ENTRIES, 101)),
       "number of entries")
HEADER(fewer_entries_without_derivation, kauri_store_u64(bytes + ENTRIES, 99), "number of entries")
HEADER(entries_one_group_more,
       (kauri_store_u64(bytes + POSITIONS, 193), kauri_store_u64(bytes + ENTRIES, 193)),
       "does not follow the part before")
HEADER(huge_entries,
       (kauri_store_u64(bytes + POSITIONS, UINT64_MAX),
        kauri_store_u64(bytes + ENTRIES, UINT64_MAX)),
       "the directories do not fit")
HEADER(many_pages_of_one_entry,
       (kauri_store_u32(bytes + COLUMNS + PAGE_ENTRIES, 1),
        kauri_store_u32(bytes + COLUMNS + GROUP_PAGES, 1)),
       "the directories do not fit")
HEADER(directory_inside_the_header, kauri_store_u64(bytes + COLUMNS + DIRECTORY_OFFSET, 504),
       "inside the header")
HEADER(directory_beyond_the_end, kauri_store_u64(bytes + COLUMNS + DIRECTORY_OFFSET, 1 << 30),
       "the directories do not fit")
HEADER(directory_offset_wraps, kauri_store_u64(bytes + COLUMNS + DIRECTORY_OFFSET, UINT64_MAX - 7),
       "the directories do not fit")
HEADER(second_directory_elsewhere,
       kauri_store_u64(bytes + COLUMNS + COLUMN_BYTES + DIRECTORY_OFFSET, 512),
       "does not follow the part before")
HEADER(directory_of_no_column,
       kauri_store_u64(bytes + COLUMNS + 2 * COLUMN_BYTES + DIRECTORY_OFFSET, 512), "reserved")
HEADER(certificate_elsewhere,
       kauri_store_u64(bytes + CERTIFICATE_OFFSET, kauri_load_u64(bytes + CERTIFICATE_OFFSET) + 1),
       "does not follow")
HEADER(file_said_longer, kauri_store_u64(bytes + FILE_BYTES, 1ULL << 40), "truncated")
HEADER(file_said_shorter, kauri_store_u64(bytes + FILE_BYTES, 600), "too long")
HEADER(reserved_word_in_use, bytes[64] = 1, "reserved")
HEADER(reserved_last_byte_in_use, bytes[503] = 0x80, "reserved")
HEADER(unused_column_in_use, bytes[COLUMNS + 3 * COLUMN_BYTES + WIDTH] = 1, "reserved")
HEADER(column_reserved_in_use, bytes[COLUMNS + 10] = 1, "reserved")
HEADER(column_without_name, memset(bytes + COLUMNS, 0, 8), "name is not a text")
HEADER(column_name_without_end, memset(bytes + COLUMNS, 'x', 8), "name is not a text")
HEADER(column_name_with_newline, bytes[COLUMNS] = '\n', "name is not a text")
HEADER(column_name_with_a_tail, bytes[COLUMNS + 7] = 'x', "reserved")
HEADER(columns_of_one_name, memcpy(bytes + COLUMNS + COLUMN_BYTES, bytes + COLUMNS, 8), "same name")
HEADER(column_width_zero, bytes[COLUMNS + WIDTH] = 0, "width")
HEADER(column_width_four, bytes[COLUMNS + WIDTH] = 4, "width")
HEADER(column_codec_unknown, bytes[COLUMNS + CODEC] = 3, "codec is unknown")
HEADER(column_bias_huge, kauri_store_i32(bytes + COLUMNS + BIAS, INT32_MAX), "bias")
HEADER(column_bias_tiny, kauri_store_i32(bytes + COLUMNS + BIAS, INT32_MIN), "bias")
HEADER(dictionary_without_need, kauri_store_u32(bytes + COLUMNS + DICTIONARY_BYTES, 8),
       "without a dictionary")
HEADER(dictionary_offset_without_need, kauri_store_u64(bytes + COLUMNS + DICTIONARY_OFFSET, 512),
       "without a dictionary")
HEADER(dictionary_missing, bytes[COLUMNS + CODEC] = 2, "size of a dictionary")
HEADER(dictionary_too_large,
       (bytes[COLUMNS + CODEC] = 2, kauri_store_u32(bytes + COLUMNS + DICTIONARY_BYTES, 1048577),
        kauri_store_u64(bytes + COLUMNS + DICTIONARY_OFFSET, 512)),
       "size of a dictionary")
HEADER(dictionary_elsewhere,
       (bytes[COLUMNS + CODEC] = 2, kauri_store_u32(bytes + COLUMNS + DICTIONARY_BYTES, 8),
        kauri_store_u64(bytes + COLUMNS + DICTIONARY_OFFSET, 513)),
       "does not follow")
HEADER(dictionary_beyond_the_groups,
       (bytes[COLUMNS + CODEC] = 2, kauri_store_u32(bytes + COLUMNS + DICTIONARY_BYTES, 1048576),
        kauri_store_u64(bytes + COLUMNS + DICTIONARY_OFFSET, 512)),
       "inside the header")
HEADER(dictionary_of_other_bytes,
       (bytes[COLUMNS + CODEC] = 2, kauri_store_u32(bytes + COLUMNS + DICTIONARY_BYTES, 8),
        kauri_store_u64(bytes + COLUMNS + DICTIONARY_OFFSET, 512)),
       "checksum of a dictionary")
HEADER(dictionary_that_is_none,
       (bytes[COLUMNS + CODEC] = 2, kauri_store_u32(bytes + COLUMNS + DICTIONARY_BYTES, 8),
        kauri_store_u64(bytes + COLUMNS + DICTIONARY_OFFSET, 512),
        kauri_store_u64(bytes + 520, kauri_digest(bytes + 512, 8))),
       "dictionary of r cannot be used")
HEADER(dictionary_that_is_malformed,
       (bytes[COLUMNS + CODEC] = 2, kauri_store_u32(bytes + COLUMNS + DICTIONARY_BYTES, 8),
        kauri_store_u64(bytes + COLUMNS + DICTIONARY_OFFSET, 512),
        kauri_store_u32(bytes + 512, 0xEC30A437), kauri_store_u32(bytes + 516, 1),
        kauri_store_u64(bytes + 520, kauri_digest(bytes + 512, 8))),
       "dictionary of r cannot be used")
HEADER(rules_without_end, memset(bytes + RULES, 'x', 64), "rules is not a text")
HEADER(program_empty, memset(bytes + PROGRAM, 0, 64), "program is not a text")
HEADER(program_with_a_tail, bytes[PROGRAM + 63] = 1, "reserved")

DIRECTORY(group_inside_the_header, 0, kauri_store_u64(groups, 0), "group 0 lies outside")
DIRECTORY(group_beyond_the_end, 0, kauri_store_u64(groups, UINT64_MAX - 3), "group 0 lies outside")
DIRECTORY(group_at_another_place, 1, kauri_store_u64(groups, kauri_load_u64(groups) + 1), "gaps")
DIRECTORY(groups_overlap, 0, kauri_store_u64(forge->directory[1], kauri_load_u64(groups)), "gaps")
DIRECTORY(groups_out_of_order, 0, kauri_store_u64(groups + GROUP_BYTES, kauri_load_u64(groups)),
          "group 1 lies outside")
DIRECTORY(group_of_too_few_bytes, 0, kauri_store_u64(groups + 8, 2), "size out of range")
DIRECTORY(group_larger_than_its_bound, 0, kauri_store_u64(groups + 8, 3 * 96 + 1),
          "size out of range")
DIRECTORY(group_of_all_bytes, 0, kauri_store_u64(groups + 8, UINT64_MAX), "size out of range")
DIRECTORY(last_group_reaches_into_the_directories, 1,
          kauri_store_u64(groups + GROUP_BYTES + 8, kauri_load_u64(groups + GROUP_BYTES + 8) + 1),
          "reaches into the directories")
DIRECTORY(gap_before_the_directories, 1,
          kauri_store_u64(groups + GROUP_BYTES + 8, kauri_load_u64(groups + GROUP_BYTES + 8) - 1),
          "gaps")
DIRECTORY(other_trailer_digest, 0, groups[16] ^= 1, "group 0 of r is damaged: the checksum")
DIRECTORY(trailer_of_another_place, 0,
          (kauri_store_u64(groups + 8, kauri_load_u64(groups + 8) - 1),
           kauri_store_u64(forge->directory[1], kauri_load_u64(forge->directory[1]) - 1),
           kauri_store_u64(forge->directory[1] + 8, kauri_load_u64(forge->directory[1] + 8) + 1)),
          "group 0 of r is damaged: the checksum")

TRAILER(page_of_no_bytes, kauri_store_u32(trailer, 0), "size out of range")
TRAILER(pages_out_of_order, kauri_store_u32(trailer + 8, kauri_load_u32(trailer) - 1),
        "size out of range")
TRAILER(page_larger_than_its_bound, kauri_store_u32(trailer, 97), "size out of range")
TRAILER(page_of_four_gigabytes, kauri_store_u32(trailer + 16, UINT32_MAX), "size out of range")
TRAILER(last_page_ends_too_early, kauri_store_u32(trailer + 16, kauri_load_u32(trailer + 16) - 1),
        "do not end where the trailer begins")
TRAILER(last_page_ends_too_late, kauri_store_u32(trailer + 16, kauri_load_u32(trailer + 16) + 1),
        "do not end where the trailer begins")
TRAILER(other_check, trailer[4] ^= 1, "page 0 of r is damaged: its checksum")
TRAILER(page_cut_short, kauri_store_u32(trailer, kauri_load_u32(trailer) - 1),
        "page 0 of r is damaged")

CERTIFICATE(huge_value_count, kauri_store_u32(bytes + 72, UINT32_MAX), "number of values")
CERTIFICATE(no_values, kauri_store_u32(bytes + 72, 0), "number of values")
CERTIFICATE(certificate_reserved_in_use, bytes[76] = 1, "reserved")
CERTIFICATE(other_digest, bytes[0] ^= 1, "digest is not that of the columns")
CERTIFICATE(other_column_digest, bytes[16] ^= 1, "digest is not that of the columns")
CERTIFICATE(digest_of_no_column, bytes[24] = 1, "does not exist has a digest")
CERTIFICATE(maximum_too_large, kauri_store_i32(bytes + 44, 65536), "maximum is out of range")
CERTIFICATE(maximum_too_small, kauri_store_i32(bytes + 40, -101), "maximum is out of range")
CERTIFICATE(stored_maximum_too_large, kauri_store_i32(bytes + 60, 65536), "maximum is out of range")
CERTIFICATE(stored_maximum_too_small, kauri_store_i32(bytes + 56, -101), "maximum is out of range")
CERTIFICATE(maxima_differ, kauri_store_i32(bytes + 44, kauri_load_i32(bytes + 60) + 1),
            "maximum is out of range")
CERTIFICATE(maximum_of_no_column, kauri_store_i32(bytes + 48, 1), "does not exist has a maximum")
CERTIFICATE(stored_maximum_of_no_column, kauri_store_i32(bytes + 68, 1),
            "does not exist has a maximum")
CERTIFICATE(maximum_not_the_last_value,
            (kauri_store_i32(bytes + 40, 155), kauri_store_i32(bytes + 56, 155)), "not the maximum")
CERTIFICATE(count_reserved_in_use, bytes[84] = 1, "reserved")
CERTIFICATE(values_out_of_order, kauri_store_i32(bytes + 104, kauri_load_i32(bytes + 80)),
            "out of order")
CERTIFICATE(value_out_of_range, kauri_store_i32(bytes + 80, -101), "out of range")
CERTIFICATE(count_of_zero, kauri_store_u64(bytes + 88, 0), "a count is out of range")
CERTIFICATE(more_stored_than_counted, kauri_store_u64(bytes + 96, kauri_load_u64(bytes + 88) + 1),
            "a count is out of range")
CERTIFICATE(counts_overflow, kauri_store_u64(bytes + 112, UINT64_MAX), "a count is out of range")
CERTIFICATE(counts_do_not_add_up, kauri_store_u64(bytes + 88, kauri_load_u64(bytes + 88) + 1),
            "do not add up")
CERTIFICATE(entries_do_not_add_up, kauri_store_u64(bytes + 96, kauri_load_u64(bytes + 96) - 1),
            "do not add up")

HOSTILE_TEST(certificate_of_another_size)
{
    struct forge *forge = *state;
    static const size_t more[] = {8, 1 << 20};
    for (size_t i = 0; i < 2; i++) {
        const size_t size = forge->size + more[i];
        uint8_t *longer = calloc(1, size);
        assert_non_null(longer);
        memcpy(longer, forge->bytes, forge->size);
        refused(forge, longer, forge->size + 1, "too long");
        kauri_store_u64(longer + FILE_BYTES, size);
        forge_seal_certificate(longer);
        forge_seal_header(longer);
        refused(forge, longer, size, "its size is out of range");
        free(longer);
    }
}

HOSTILE_TEST(certificate_cut_away)
{
    struct forge *forge = *state;
    const size_t size = (size_t)(forge->certificate - forge->bytes) + 111;
    kauri_store_u64(forge->bytes + FILE_BYTES, size);
    forge_seal_header(forge->bytes);
    refused(forge, forge->bytes, size, "the certificate does not fit");
}

HOSTILE_TEST(empty_file)
{
    refused(*state, (const uint8_t *)"", 0, "truncated or not a Kauri table");
}

HOSTILE_TEST(foreign_text)
{
    uint8_t text[2000];
    memset(text, 'x', sizeof text);
    refused(*state, text, 13, "truncated or not a Kauri table");
    refused(*state, text, sizeof text, "is not a Kauri table");
}

// -------------------------------------------------------------------------------------- pages

// Page 1 of column 1 replaced by these compressed bytes.
static void page_refused(struct forge *forge, const uint8_t *page, size_t size, const char *words)
{
    size_t made_size = 0;
    uint8_t *made = forge_replace(forge->bytes, forge->size, 1, 1, page, size, &made_size);
    refused(forge, made, made_size, words);
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

HOSTILE_TEST(bomb_that_says_so)
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

// Frames by hand (RFC 8878): magic, descriptor, size where the descriptor says that there is one,
// then one page: last, RLE, a zero that is repeated so many times.
#define MAGIC        0x28, 0xB5, 0x2F, 0xFD
#define RUN(times)   (uint8_t)((times) << 3 | 3), (uint8_t)((times) >> 5), (times) >> 13, 0
#define FRAME(times) MAGIC, 0x20, PAYLOAD_BYTES, RUN(times)
#define SKIPPABLE    0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 'a', 'b', 'c', 'd'

HOSTILE_TEST(pages_that_are_not_their_frame)
{
    static const char damaged[] = "page 1 of dtc is damaged";
    static const struct {
        uint8_t page[24];
        size_t size;
        const char *words;
    } cases[] = {
        // A page that says, or has, another size; a bomb that lies is the first that has.
        {{MAGIC, 0x20, PAYLOAD_BYTES - 1, RUN(PAYLOAD_BYTES - 1)}, 10, "states another size"},
        {{FRAME(131072)}, 10, damaged},
        {{FRAME(PAYLOAD_BYTES + 1)}, 10, damaged},
        {{FRAME(PAYLOAD_BYTES - 1)}, 10, damaged},
        // No size at all, but a window.
        {{MAGIC, 0, 0, RUN(0)}, 10, "does not state its size"},
        {{SKIPPABLE}, 12, "not a zstd frame"},
        {{SKIPPABLE, FRAME(PAYLOAD_BYTES)}, 22, "not a zstd frame"},
        {{FRAME(PAYLOAD_BYTES), FRAME(PAYLOAD_BYTES)}, 20, "does not end with the page"},
        {{FRAME(PAYLOAD_BYTES)}, 11, "does not end with the page"},
        // The number of a dictionary.
        {{MAGIC, 0x21, 7, PAYLOAD_BYTES, RUN(0)}, 11, damaged},
        // A good page, but of other values than the check says.
        {{FRAME(PAYLOAD_BYTES)}, 10, "its checksum is wrong"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        page_refused(*state, cases[i].page, cases[i].size, cases[i].words);
    }
    const uint8_t frame[] = {FRAME(PAYLOAD_BYTES)};
    for (size_t cut = 1; cut < sizeof frame; cut++) {
        page_refused(*state, frame, cut, damaged);
    }
}
