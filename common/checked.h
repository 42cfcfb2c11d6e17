// 64-bit arithmetic that detects overflow. Every size that comes from a user or a file goes through
// these functions.
#ifndef KAURI_COMMON_CHECKED_H
#define KAURI_COMMON_CHECKED_H

#include <stdbool.h>
#include <stdint.h>

// Both return false on overflow; *result is then unspecified.
static inline bool kauri_checked_add(uint64_t a, uint64_t b, uint64_t *result)
{
    return !__builtin_add_overflow(a, b, result);
}

static inline bool kauri_checked_multiply(uint64_t a, uint64_t b, uint64_t *result)
{
    return !__builtin_mul_overflow(a, b, result);
}

#endif
