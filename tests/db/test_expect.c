// A table that is not the expected one is refused, and the message names the difference.
#include "tests/db/forge.h"
#include "tests/test.h"

#include "db/reader.h"

#include <string.h>

TEST_IN_FOLDER(every_difference_is_named, folder)
{
    char path[FORGE_PATH_BYTES];
    struct kauri_error error;
    struct kauri_reader *reader = NULL;
    const struct kauri_table_info info = forge_info(3, 1000, 100, 12);
    forge_path(path, folder, "table");
    assert_int_equal(forge_write(path, &info, 1, info.positions, NULL, &error), KAURI_OK);
    assert_int_equal(kauri_reader_open(path, &reader, &error), KAURI_OK);

    struct kauri_table_info expected = info;
    expected.columns[0].page_entries = 7;
    expected.columns[0].width = 2;
    (void)strcpy(expected.program, "another program");
    assert_int_equal(kauri_table_expect(reader, &expected, &error), KAURI_OK);

    static const char *const faults[] = {
        "is a table of another shape: 6 holes and 12 cowries, not 5 and 12",
        "is a table of another shape: 6 holes and 12 cowries, not 6 and 11",
        "is layer 3, not 4",
        "has 1000 positions; its layer has 1001",
        "is for the rules 'test-rules', not 'Test-rules'",
        "has 2 columns, not 1",
        "has a column dtc where dtm is expected",
        "stores r with bias -100, not -13",
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        expected = info;
        expected.holes = i == 0 ? 5 : info.holes;
        expected.cowries = i == 1 ? 11 : info.cowries;
        expected.seeds = i == 2 ? 4 : info.seeds;
        expected.positions = i == 3 ? 1001 : info.positions;
        expected.rules[0] = i == 4 ? 'T' : 't';
        expected.column_count = i == 5 ? 1 : info.column_count;
        expected.columns[1].name[2] = i == 6 ? 'm' : 'c';
        expected.columns[0].bias = i == 7 ? -13 : info.columns[0].bias;
        assert_int_equal(kauri_table_expect(reader, &expected, &error), KAURI_CORRUPT);
        assert_non_null(strstr(error.message, path));
        assert_non_null(strstr(error.message, faults[i]));
    }
    kauri_reader_close(reader);
}
