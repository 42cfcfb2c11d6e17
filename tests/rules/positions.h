// What the tests of rules/ share: positions from text, and reproducible random numbers.
#ifndef KAURI_TESTS_RULES_POSITIONS_H
#define KAURI_TESTS_RULES_POSITIONS_H

#include "tests/test.h"

#include "rules/notation.h"

#include <stdint.h>

// The position of a text that must be good.
static inline struct kauri_position position_of(const char *text)
{
    struct kauri_position position;
    struct kauri_error error = {KAURI_OK, ""};
    assert_ok(kauri_position_parse(text, &position, &error), &error);
    return position;
}

// Asserts that the position is written so.
static inline void assert_position(const struct kauri_position *position, const char *text)
{
    char written[KAURI_POSITION_TEXT_BYTES];
    assert_string_equal(kauri_position_format(position, written), text);
}

// splitmix64: the next number of a sequence that depends on the first *state only.
static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static inline unsigned random_below(uint64_t *state, unsigned bound)
{
    return (unsigned)(random_next(state) % bound);
}

// A position of any shape, with any counters that the limits of rules/board.h allow.
static inline struct kauri_position random_position(uint64_t *state)
{
    struct kauri_position position = {.holes = (uint8_t)(1 + random_below(state, KAURI_HOLES_MAX)),
                                      .side = (uint8_t)random_below(state, 2)};
    const unsigned ring = 2U * position.holes;
    for (unsigned i = random_below(state, KAURI_COWRIES_MAX + 1); i > 0; i--) {
        position.cowries[random_below(state, ring)]++;
    }
    for (unsigned i = random_below(state, KAURI_SEEDS_MAX + 1); i > 0; i--) {
        const unsigned where = random_below(state, ring + 1);
        if (where == ring) {
            position.score[random_below(state, 2)]++;
        } else {
            position.seeds[where]++;
        }
    }
    return position;
}

#endif
