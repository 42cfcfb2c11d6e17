// Every shape around the sizes of squares and bands, against the definition.
#include "tests/test.h"

#include "common/transpose.h"

#include <stdlib.h>
#include <string.h>

// With `gap` numbers between rows that must be left alone.
#define DEFINE_EXPECT(name, number, transpose)                                                     \
    static void name(uint32_t rows, uint32_t columns, uint32_t gap)                                \
    {                                                                                              \
        const size_t from_step = columns + gap;                                                    \
        const size_t to_step = rows + gap;                                                         \
        number *from = malloc((rows * from_step + 1) * sizeof *from);                              \
        number *to = malloc((columns * to_step + 1) * sizeof *to);                                 \
        assert_non_null(from);                                                                     \
        assert_non_null(to);                                                                       \
        for (size_t i = 0; i < rows * from_step; i++) {                                            \
            from[i] = (number)(i * 40503U >> 3);                                                   \
        }                                                                                          \
        memset(to, 0xab, (columns * to_step + 1) * sizeof *to);                                    \
        transpose(from, from_step, rows, columns, to, to_step);                                    \
        for (uint32_t column = 0; column < columns; column++) {                                    \
            for (size_t row = 0; row < to_step; row++) {                                           \
                assert_int_equal(to[column * to_step + row],                                       \
                                 row < rows ? from[row * from_step + column] : (number)0xabab);    \
            }                                                                                      \
        }                                                                                          \
        assert_int_equal(to[columns * to_step], (number)0xabab);                                   \
        free(from);                                                                                \
        free(to);                                                                                  \
    }

DEFINE_EXPECT(expect_transpose8, uint8_t, kauri_transpose8)
DEFINE_EXPECT(expect_transpose16, uint16_t, kauri_transpose16)

static void expect_turned(uint32_t rows, uint32_t columns)
{
    expect_transpose8(rows, columns, 0);
    expect_transpose8(rows, columns, 3);
    expect_transpose16(rows, columns, 0);
    expect_transpose16(rows, columns, 3);
}

TEST(all_shapes_are_turned)
{
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
