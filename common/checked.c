#include "common/checked.h"

#include <stdint.h>
#include <string.h>

// Far above any version: a greater size means an uninitialised struct.
enum { STRUCT_BYTES_MAX = 4096 };

enum kauri_status kauri_struct_take(const void *given, size_t least, void *taken, size_t size,
                                    const char *name, struct kauri_error *error)
{
    size_t given_bytes = 0;
    memcpy(&given_bytes, given, sizeof given_bytes);
    if (given_bytes < least || given_bytes > STRUCT_BYTES_MAX) {
        return kauri_fail(error, KAURI_USAGE, "struct_bytes is %zu; it must be sizeof(struct %s)",
                          given_bytes, name);
    }
    const uint8_t *bytes = given;
    for (size_t i = size; i < given_bytes; i++) {
        if (bytes[i] != 0) {
            return kauri_fail(error, KAURI_USAGE,
                              "struct %s sets a member that version %s of the library lacks", name,
                              KAURI_VERSION);
        }
    }
    memset(taken, 0, size);
    memcpy(taken, given, given_bytes < size ? given_bytes : size);
    return KAURI_OK;
}
