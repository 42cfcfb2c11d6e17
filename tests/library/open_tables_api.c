#include "tests/library/open_tables_api.h"

#include "tests/test.h"

#include <stdlib.h>

struct kauri_tablebase *open_with(const struct kauri_tablebase_options *options)
{
    const char *folder = getenv("KAURI_TEST_TABLES");
    struct kauri_tablebase *tables = NULL;
    struct kauri_error error;
    assert_non_null(folder);
    assert_ok(kauri_tablebase_open(&folder, 1, options, &tables, &error), &error);
    return tables;
}

uint64_t positions_of(unsigned seeds)
{
    uint64_t positions = 0;
    assert_int_equal(kauri_layer_positions(HOLES, COWRIES, seeds, &positions, NULL), KAURI_OK);
    return positions;
}

struct kauri_position at(unsigned seeds, uint64_t index)
{
    struct kauri_position position;
    assert_int_equal(kauri_position_at(HOLES, COWRIES, seeds, index, &position, NULL), KAURI_OK);
    return position;
}
