#include "cli/find/sample.h"

#include "common/memory.h"
#include "common/splitmix64.h"

#include <stdlib.h>

// A number below `bound`. Numbers of the generator beyond the last multiple of it are not used, so
// that all have the same chance.
static uint64_t next_below(uint64_t bound, uint64_t *state)
{
    const uint64_t beyond = (0 - bound) % bound; // 2^64 modulo `bound`
    uint64_t number;
    do {
        number = kauri_random(state);
    } while (number > UINT64_MAX - beyond);
    return number % bound;
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// Draws numbers until `count` of them are different.
static void draw(uint64_t positions, uint64_t count, uint64_t seed, uint64_t *numbers)
{
    uint64_t state = seed;
    for (uint64_t have = 0; have < count;) {
        for (uint64_t i = have; i < count; i++) {
            numbers[i] = next_below(positions, &state);
        }
        qsort(numbers, count, sizeof *numbers, compare);
        have = 0;
        for (uint64_t i = 0; i < count; i++) {
            if (i == 0 || numbers[i] != numbers[have - 1]) {
                numbers[have++] = numbers[i];
            }
        }
    }
}

// Turns the `left_out` numbers at the end of the array into all others, from its beginning on.
static void invert(uint64_t positions, uint64_t count, uint64_t left_out, uint64_t *numbers)
{
    uint64_t next_out = count; // place of the next number to leave out
    uint64_t at = 0;
    for (uint64_t number = 0; number < positions; number++) {
        if (next_out < count + left_out && numbers[next_out] == number) {
            next_out++;
        } else {
            numbers[at++] = number;
        }
    }
}

enum kauri_status kauri_sample(uint64_t positions, uint64_t count, uint64_t seed,
                               uint64_t **indices, struct kauri_error *error)
{
    // Of more than half, those that are left out are drawn, since the last ones would take long.
    const uint64_t left_out = count > positions / 2 ? positions - count : 0;
    KAURI_PASS(KAURI_NEW(*indices, count + left_out, error, "a sample of %llu positions",
                         (unsigned long long)count));
    if (count > positions / 2) {
        draw(positions, left_out, seed, *indices + count);
        invert(positions, count, left_out, *indices);
    } else {
        draw(positions, count, seed, *indices);
    }
    return KAURI_OK;
}
