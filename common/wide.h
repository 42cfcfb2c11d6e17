// Numbers below 2^128, for compilers that have no type for them: those for processors of 32 bits.
// Pure functions: thread-safe.
#ifndef KAURI_COMMON_WIDE_H
#define KAURI_COMMON_WIDE_H

#include <stdbool.h>
#include <stdint.h>

// The number high * 2^64 + low.
struct kauri_wide {
    uint64_t low;
    uint64_t high;
};

// Computes a long multiplication of the halves of a and b. `one` and `other` stay below 2^64, since
// (2^32 - 1)^2 + 2 * (2^32 - 1) = 2^64 - 1.
static inline struct kauri_wide kauri_wide_long_product(uint64_t a, uint64_t b)
{
    const uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
    const uint64_t one = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
    const uint64_t other = (a & UINT32_MAX) * (b >> 32) + (one & UINT32_MAX);
    return (struct kauri_wide){
        .low = other << 32 | (low & UINT32_MAX),
        .high = (a >> 32) * (b >> 32) + (one >> 32) + (other >> 32),
    };
}

static inline struct kauri_wide kauri_wide_product(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__ // the compiler needs one instruction
    __extension__ const unsigned __int128 product = (unsigned __int128)a * b;
    return (struct kauri_wide){(uint64_t)product, (uint64_t)(product >> 64)};
#else
    return kauri_wide_long_product(a, b);
#endif
}

// Returns a + b modulo 2^128.
static inline struct kauri_wide kauri_wide_sum(struct kauri_wide a, struct kauri_wide b)
{
    const uint64_t low = a.low + b.low;
    return (struct kauri_wide){low, a.high + b.high + (low < a.low)};
}

// Returns a - b modulo 2^128.
static inline struct kauri_wide kauri_wide_difference(struct kauri_wide a, struct kauri_wide b)
{
    return (struct kauri_wide){a.low - b.low, a.high - b.high - (a.low < b.low)};
}

// Returns whether a < b.
static inline bool kauri_wide_below(struct kauri_wide a, struct kauri_wide b)
{
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}

#endif
