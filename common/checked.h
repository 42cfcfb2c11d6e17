// Checks of what comes from outside: sizes from users and files, by arithmetic that notices an
// overflow, with conversion to size_t, which may have 32 bits; and structs of the public interface.
#ifndef KAURI_COMMON_CHECKED_H
#define KAURI_COMMON_CHECKED_H

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The checked functions return false on overflow; *result is then unspecified.
static inline bool kauri_checked_add(uint64_t a, uint64_t b, uint64_t *result)
{
    return !__builtin_add_overflow(a, b, result);
}

static inline bool kauri_checked_multiply(uint64_t a, uint64_t b, uint64_t *result)
{
    return !__builtin_mul_overflow(a, b, result);
}

// The size to ask of malloc(), calloc() or mmap() for `bytes` bytes or pieces; if it does not fit,
// a size that they refuse, so that the check of their result covers this as well.
static inline size_t kauri_size_to_ask(uint64_t bytes)
{
#if SIZE_MAX < UINT64_MAX
    return (size_t)bytes | (0 - (size_t)(bytes > SIZE_MAX)); // GCC would warn about a branch
#else
    return bytes;
#endif
}

// Converts a number of bytes. Fails above PTRDIFF_MAX, the largest size of an object.
static inline bool kauri_checked_size(uint64_t bytes, size_t *result)
{
    *result = (size_t)bytes;
    return bytes <= PTRDIFF_MAX;
}

// ------------------------------------------------------------------------------- structs

// Structs of the public interface begin with their size, and later versions may extend them.

// The size of a struct whose last member is `member`, without padding after it.
#define KAURI_STRUCT_END(type, member) (offsetof(type, member) + sizeof(((type *)NULL)->member))

// Copies a caller's struct, which has `least` bytes or more, into one of `size` bytes. Members that
// an older program does not have become zero; those that only a newer library has must be zero.
// `name` is the tag of the struct. KAURI_USAGE.
enum kauri_status kauri_struct_take(const void *given, size_t least, void *taken, size_t size,
                                    const char *name, struct kauri_error *error);

#endif
