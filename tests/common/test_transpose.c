// Every shape around the sizes of squares and bands, against the definition.
#include "tests/cmocka_all.h"

#include "common/transpose.h"

#include <stdlib.h>

static void expect_turned(uint32_t rows, uint32_t columns)
{
    const size_t count = (size_t)rows * columns;
    uint16_t *from = malloc((count + 1) * sizeof *from);
    uint16_t *to = malloc((count + 2) * sizeof *to);
    assert_non_null(from);
    assert_non_null(to);
    for (size_t i = 0; i < count; i++) {
        from[i] = (uint16_t)(i * 40503U >> 3);
    }
    to[count] = 0xabcd;
    kauri_transpose16(from, rows, columns, to);
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < columns; column++) {
            assert_int_equal(to[(size_t)column * rows + row], from[(size_t)row * columns + column]);
        }
    }
    assert_int_equal(to[count], 0xabcd); // nothing beyond the end
    free(from);
    free(to);
}

static void all_shapes_are_turned(void **state)
{
    (void)state;
    for (uint32_t rows = 1; rows <= 26; rows++) {
        for (uint32_t columns = 1; columns <= 140; columns += columns < 75 ? 1 : 13) {
            expect_turned(rows, columns);
            expect_turned(columns, rows);
        }
    }
    expect_turned(462, 462);
    expect_turned(1, 6188);
    expect_turned(6188, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_shapes_are_turned)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
