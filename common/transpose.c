#include "common/transpose.h"

#include <string.h>

// The simplest way is two loops, to[c * to_step + r] = from[r * from_step + c]. They move one
// number at a time, and each cache line of `to` is evicted before it is full. The code here
// transposes squares of 8 x 8 or 16 x 16 numbers in registers, in bands of columns.
//
// A square of 2^k rows is transposed by k riffles of its rows. Each riffle makes rows 2 i and 2 i +
// 1 of rows i and i + half, by taking numbers from the one and the other in turn.
// Columns that are transposed at a time: few enough for their lines of `to` to stay in the cache.
enum { BAND = 64 };

typedef uint8_t vector8 __attribute__((vector_size(16)));
typedef uint16_t vector16 __attribute__((vector_size(16)));

// Interleaves the lower halves, or the upper halves, of a and b. GCC has Clang's builtin only from
// version 12 on.
#ifdef __clang__
#define PICK(type, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define PICK(type, a, b, ...) __builtin_shuffle(a, b, (type){__VA_ARGS__})
#endif
#define LOW16(a, b)  PICK(vector16, a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH16(a, b) PICK(vector16, a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define LOW8(a, b)   PICK(vector8, a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH8(a, b)                                                                                \
    PICK(vector8, a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)

#define DEFINE_TRANSPOSE(name, number, vector, SIDE, LOW, HIGH)                                    \
    static inline void name##_square(const number *from, size_t from_step, number *to,             \
                                     size_t to_step)                                               \
    {                                                                                              \
        vector row[SIDE];                                                                          \
        vector next[SIDE];                                                                         \
        _Pragma("GCC unroll 16") for (unsigned i = 0; i < SIDE; i++)                               \
        {                                                                                          \
            memcpy(&row[i], from + i * from_step, sizeof row[i]);                                  \
        }                                                                                          \
        _Pragma("GCC unroll 4") for (unsigned side = 1; side < SIDE; side *= 2)                    \
        {                                                                                          \
            _Pragma("GCC unroll 8") for (unsigned i = 0; i < SIDE / 2; i++)                        \
            {                                                                                      \
                next[2 * i] = LOW(row[i], row[i + SIDE / 2]);                                      \
                next[2 * i + 1] = HIGH(row[i], row[i + SIDE / 2]);                                 \
            }                                                                                      \
            _Pragma("GCC unroll 16") for (unsigned i = 0; i < SIDE; i++)                           \
            {                                                                                      \
                row[i] = next[i];                                                                  \
            }                                                                                      \
        }                                                                                          \
        _Pragma("GCC unroll 16") for (unsigned i = 0; i < SIDE; i++)                               \
        {                                                                                          \
            memcpy(to + i * to_step, &row[i], sizeof row[i]);                                      \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static inline void name##_rest(const number *from, size_t from_step, uint32_t rows,            \
                                   uint32_t columns, number *to, size_t to_step)                   \
    {                                                                                              \
        for (uint32_t row = 0; row < rows; row++) {                                                \
            for (uint32_t column = 0; column < columns; column++) {                                \
                to[column * to_step + row] = from[row * from_step + column];                       \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    void name(const number *restrict from, size_t from_step, uint32_t rows, uint32_t columns,      \
              number *restrict to, size_t to_step)                                                 \
    {                                                                                              \
        const uint32_t whole_rows = rows / SIDE * SIDE;                                            \
        for (uint32_t band = 0; band < columns; band += BAND) {                                    \
            const uint32_t end = columns - band < BAND ? columns : band + BAND;                    \
            const uint32_t whole = band + (end - band) / SIDE * SIDE;                              \
            for (uint32_t row = 0; row < whole_rows; row += SIDE) {                                \
                const number *line = from + row * from_step;                                       \
                uint32_t column = band;                                                            \
                for (; column < whole; column += SIDE) {                                           \
                    name##_square(line + column, from_step, to + column * to_step + row, to_step); \
                }                                                                                  \
                name##_rest(line + column, from_step, SIDE, end - column,                          \
                            to + column * to_step + row, to_step);                                 \
            }                                                                                      \
            name##_rest(from + whole_rows * from_step + band, from_step, rows - whole_rows,        \
                        end - band, to + band * to_step + whole_rows, to_step);                    \
        }                                                                                          \
    }

DEFINE_TRANSPOSE(kauri_transpose8, uint8_t, vector8, 16, LOW8, HIGH8)
DEFINE_TRANSPOSE(kauri_transpose16, uint16_t, vector16, 8, LOW16, HIGH16)
