// Shared by the tests of hostile files: a good table to be altered.
#ifndef KAURI_TESTS_DB_HOSTILE_H
#define KAURI_TESTS_DB_HOSTILE_H

#include "tests/db/forge.h"

// Offsets in the file (docs/FORMAT.md).
enum {
    VERSION = 8,
    HEADER_BYTES = 12,
    COLUMN_COUNT = 22,
    PAGE_ENTRIES = 24,
    POSITIONS = 32,
    PAGE_COUNT = 40,
    INDEX_OFFSET = 48,
    CERTIFICATE_OFFSET = 56,
    FILE_BYTES = 64,
    RULES = 72,
    PROGRAM = 136,
    COLUMNS = 200,
    GOOD_PAGE_ENTRIES = 32, // of the good table: 100 entries of widths 1 and 2 in four pages
    PAYLOAD_BYTES = 96,
};

struct forge {
    char folder[FORGE_PATH_BYTES];
    char path[FORGE_PATH_BYTES];
    uint8_t *bytes; // a good table, to be altered
    size_t size;
    uint8_t *index;
    uint8_t *certificate;
};

int hostile_set_up(void **state);
int hostile_tear_down(void **state);

// Asserts that a file of these bytes is refused, with these words in the message.
void hostile_refused(const struct forge *forge, const uint8_t *bytes, size_t size,
                     const char *words);

#define HOSTILE_TEST(name) cmocka_unit_test_setup_teardown(name, hostile_set_up, hostile_tear_down)

#endif
