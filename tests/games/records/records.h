// Records for tests: from texts, and the four published games.
#ifndef KAURI_TESTS_GAMES_RECORDS_RECORDS_H
#define KAURI_TESTS_GAMES_RECORDS_RECORDS_H

#include "tests/test.h"

#include "games/records/record_reader.h"

#include <stdio.h>
#include <stdlib.h>

// The records of a text in its order.
struct records {
    size_t count;
    struct kauri_record *records;
};

static inline void records_clear(struct records *records)
{
    for (size_t i = 0; i < records->count; i++) {
        kauri_record_clear(&records->records[i]);
    }
    free(records->records);
}

// Reads the records of a text, of which there may be none; free with records_clear.
static inline struct records records_of(const char *text)
{
    struct kauri_record_reader reader = kauri_record_reader_begin(text);
    struct records records = {.count = 0};
    bool found = true;
    while (found) {
        struct kauri_record record;
        assert_int_equal(kauri_record_next(&reader, &record, &found, NULL), KAURI_OK);
        if (found) {
            records.records = realloc(records.records, (records.count + 1) * sizeof record);
            assert_non_null(records.records);
            records.records[records.count++] = record;
        }
    }
    return records;
}

// The four games as published, with the text around them.
static inline struct records published_games(void)
{
    static char text[8192];
    FILE *file = fopen(KAURI_TEST_GAMES, "rb");
    assert_non_null(file);
    const size_t size = fread(text, 1, sizeof text - 1, file);
    assert_int_equal(fclose(file), 0);
    text[size] = '\0';
    struct records records = records_of(text);
    assert_int_equal(records.count, 4);
    return records;
}

#endif
