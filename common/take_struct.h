// Structs of the public interface that begin with their size, and that later versions may extend.
#ifndef KAURI_COMMON_TAKE_STRUCT_H
#define KAURI_COMMON_TAKE_STRUCT_H

#include "common/status.h"

#include <stddef.h>

// The size of a struct whose last member is `member`, without padding after it.
#define KAURI_STRUCT_END(type, member) (offsetof(type, member) + sizeof(((type *)NULL)->member))

// Copies a caller's struct, which has `least` bytes or more, into one of `size` bytes. Members that
// an older program does not have become zero; those that only a newer library has must be zero.
// `name` is the tag of the struct. KAURI_USAGE.
enum kauri_status kauri_struct_take(const void *given, size_t least, void *taken, size_t size,
                                    const char *name, struct kauri_error *error);

#endif
