// Shared by the tests of hostile files: a good table to be altered.
#ifndef KAURI_TESTS_DB_HOSTILE_H
#define KAURI_TESTS_DB_HOSTILE_H

#include "tests/db/forge.h"

// Offsets in the file (docs/FORMAT.md).
enum {
    VERSION = 8,
    HEADER_BYTES = 12,
    COLUMN_COUNT = 22,
    DERIVATION = 24,
    DIGEST_ENTRIES = 28,
    POSITIONS = 32,
    ENTRIES = 40,
    CERTIFICATE_OFFSET = 48,
    FILE_BYTES = 56,
    RULES = 72,
    PROGRAM = 136,
    COLUMNS = 200,
    COLUMN_BYTES = 48,
    WIDTH = 8, // of a column
    CODEC = 9,
    BIAS = 12,
    PAGE_ENTRIES = 16,
    GROUP_PAGES = 20,
    DICTIONARY_BYTES = 24,
    DICTIONARY_OFFSET = 32,
    DIRECTORY_OFFSET = 40,
    // The good table: 100 entries of widths 1 and 2, in four pages of each column, which are a
    // group of three pages and a group of one. Page 1 of the second column is the one that is
    // replaced.
    GOOD_PAGE_ENTRIES = 32,
    PAYLOAD_BYTES = 64,
    GROUP_BYTES = 24, // in a directory
};

struct forge {
    char folder[FORGE_PATH_BYTES];
    char path[FORGE_PATH_BYTES];
    uint8_t *bytes; // a good table, to be altered
    size_t size;
    uint8_t *directory[2];
    uint8_t *certificate;
};

int hostile_set_up(void **state);
int hostile_tear_down(void **state);

// Asserts that a file of these bytes is refused, with these words in the message.
void hostile_refused(const struct forge *forge, const uint8_t *bytes, size_t size,
                     const char *words);

#define HOSTILE_TEST(name) cmocka_unit_test_setup_teardown(name, hostile_set_up, hostile_tear_down)

#endif
