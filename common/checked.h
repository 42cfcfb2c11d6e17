// Overflow-checked 64-bit arithmetic, and conversion to size_t, which may have 32 bits. Every size
// that comes from a user or a file goes through these functions.
#ifndef KAURI_COMMON_CHECKED_H
#define KAURI_COMMON_CHECKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// All return false on overflow; *result is then unspecified.
static inline bool kauri_checked_add(uint64_t a, uint64_t b, uint64_t *result)
{
    return !__builtin_add_overflow(a, b, result);
}

static inline bool kauri_checked_multiply(uint64_t a, uint64_t b, uint64_t *result)
{
    return !__builtin_mul_overflow(a, b, result);
}

// Converts a number of bytes. Fails above PTRDIFF_MAX, the largest size of an object.
static inline bool kauri_checked_size(uint64_t bytes, size_t *result)
{
    *result = (size_t)bytes;
    return bytes <= PTRDIFF_MAX;
}

#endif
