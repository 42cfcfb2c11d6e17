#include "waurie/solver/lines.h"

#include <stdint.h>

enum { STEPS = 6 }; // steps that shift by 1, 2, 4, ..., 32

// Finds, for each step, the set bits of the mask that the step moves down. A set bit has to move
// down by the number of zeros below it; step s moves those whose number of zeros has bit s set (H.
// S. Warren, Hacker's Delight, "Compress, or generalized extract").
static inline void make_steps(uint64_t mask, uint64_t moved[STEPS])
{
    uint64_t zeros = ~mask << 1;
    for (unsigned s = 0; s < STEPS; s++) {
        uint64_t parity = zeros; // parity of the number of zeros below each bit
        for (unsigned shift = 1; shift < 64; shift *= 2) {
            parity ^= parity << shift;
        }
        moved[s] = parity & mask;
        mask = (mask ^ moved[s]) | moved[s] >> (1U << s);
        zeros &= ~parity;
    }
}

static inline uint64_t extract_bits(uint64_t word, uint64_t mask)
{
    uint64_t moved[STEPS];
    if (mask == UINT64_MAX) {
        return word;
    }
    make_steps(mask, moved);
    word &= mask;
    for (unsigned s = 0; s < STEPS; s++) {
        const uint64_t now = word & moved[s];
        word = (word ^ now) | now >> (1U << s);
    }
    return word;
}

static inline uint64_t deposit_bits(uint64_t bits, uint64_t mask)
{
    uint64_t moved[STEPS];
    if (mask == UINT64_MAX) {
        return bits;
    }
    make_steps(mask, moved);
    for (unsigned s = STEPS; s-- > 0;) {
        bits = (bits & ~moved[s]) | (bits << (1U << s) & moved[s]);
    }
    return bits & mask;
}

#include "waurie/solver/lines_body.h"

const struct waurie_lines waurie_lines_portable_build = {
    "portable", gather_not, scatter_or, or_words, or_not_words, transpose,
};

const struct waurie_lines *waurie_lines_portable(void)
{
    return &waurie_lines_portable_build;
}

const struct waurie_lines *waurie_lines_best(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt")) {
        return &waurie_lines_bmi2_build;
    }
#endif
    return &waurie_lines_portable_build;
}
