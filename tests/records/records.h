// Records for tests: from texts, and the four published games.
#ifndef KAURI_TESTS_RECORDS_RECORDS_H
#define KAURI_TESTS_RECORDS_RECORDS_H

#include "tests/test.h"

#include "records/record.h"

#include <stdio.h>

// Parses the records of a text, which must succeed; free with kauri_records_clear.
static inline struct kauri_records records_of(const char *text)
{
    struct kauri_records records;
    struct kauri_error error = {KAURI_OK, ""};
    if (kauri_records_parse(text, &records, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    return records;
}

// The four games as published, with the text around them.
static inline struct kauri_records published_games(void)
{
    static char text[8192];
    FILE *file = fopen(KAURI_TEST_DATA "/four-games.txt", "rb");
    assert_non_null(file);
    const size_t size = fread(text, 1, sizeof text - 1, file);
    assert_int_equal(fclose(file), 0);
    text[size] = '\0';
    struct kauri_records records = records_of(text);
    assert_int_equal(records.count, 4);
    return records;
}

#endif
