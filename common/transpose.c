#include "common/transpose.h"

#include <stddef.h>
#include <string.h>

enum {
    SIDE = 8,  // of a square that is turned in registers
    BAND = 64, // columns at a time: their lines of `to` stay in the cache until they are full
};

typedef uint16_t vector __attribute__((vector_size(SIDE * sizeof(uint16_t))));

// Selects numbers of a (0..7) and b (8..15). Clang's builtin came to GCC with version 12 only.
#ifdef __clang__
#define PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define PICK(a, b, ...) __builtin_shuffle(a, b, (vector){__VA_ARGS__})
#endif

// Interleaves the lower halves, or the upper halves, of a and b in pieces of 1, 2 or 4 numbers.
#define LOW1(a, b)  PICK(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH1(a, b) PICK(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define LOW2(a, b)  PICK(a, b, 0, 1, 8, 9, 2, 3, 10, 11)
#define HIGH2(a, b) PICK(a, b, 4, 5, 12, 13, 6, 7, 14, 15)
#define LOW4(a, b)  PICK(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define HIGH4(a, b) PICK(a, b, 4, 5, 6, 7, 12, 13, 14, 15)

static inline void turn_square(const uint16_t *from, size_t from_step, uint16_t *to, size_t to_step)
{
    vector row[SIDE];
    vector pair[SIDE];
    vector four[SIDE];
    for (unsigned i = 0; i < SIDE; i++) {
        memcpy(&row[i], from + i * from_step, sizeof row[i]);
    }
    for (unsigned i = 0; i < SIDE; i += 2) {
        pair[i] = LOW1(row[i], row[i + 1]);
        pair[i + 1] = HIGH1(row[i], row[i + 1]);
    }
    for (unsigned i = 0; i < SIDE; i += 4) {
        four[i] = LOW2(pair[i], pair[i + 2]);
        four[i + 1] = HIGH2(pair[i], pair[i + 2]);
        four[i + 2] = LOW2(pair[i + 1], pair[i + 3]);
        four[i + 3] = HIGH2(pair[i + 1], pair[i + 3]);
    }
    for (unsigned i = 0; i < SIDE / 2; i++) {
        const vector low = LOW4(four[i], four[i + 4]);
        const vector high = HIGH4(four[i], four[i + 4]);
        memcpy(to + (size_t)2 * i * to_step, &low, sizeof low);
        memcpy(to + ((size_t)2 * i + 1) * to_step, &high, sizeof high);
    }
}

static inline void turn_rest(const uint16_t *from, size_t from_step, uint32_t rows,
                             uint32_t columns, uint16_t *to, size_t to_step)
{
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < columns; column++) {
            to[column * to_step + row] = from[row * from_step + column];
        }
    }
}

void kauri_transpose16(const uint16_t *restrict from, uint32_t rows, uint32_t columns,
                       uint16_t *restrict to)
{
    const uint32_t whole_rows = rows / SIDE * SIDE;
    for (uint32_t band = 0; band < columns; band += BAND) {
        const uint32_t end = columns - band < BAND ? columns : band + BAND;
        const uint32_t whole = band + (end - band) / SIDE * SIDE;
        for (uint32_t row = 0; row < whole_rows; row += SIDE) {
            const uint16_t *line = from + (size_t)row * columns;
            uint32_t column = band;
            for (; column < whole; column += SIDE) {
                turn_square(line + column, columns, to + (size_t)column * rows + row, rows);
            }
            turn_rest(line + column, columns, SIDE, end - column, to + (size_t)column * rows + row,
                      rows);
        }
        turn_rest(from + (size_t)whole_rows * columns + band, columns, rows - whole_rows,
                  end - band, to + (size_t)band * rows + whole_rows, rows);
    }
}
