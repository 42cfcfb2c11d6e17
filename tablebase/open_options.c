#include "tablebase/open_options.h"

#include <stddef.h>
#include <string.h>

enum {
    CACHE_BYTES_DEFAULT = 64 << 20,
    OPEN_FILES_DEFAULT = 64,
    STRUCT_BYTES_MAX = 4096, // far above any version: a greater size means an uninitialised struct
};

// The least sizes: those of version 1.0, up to the end of its last member.
#define END_OF(type, member) (offsetof(type, member) + sizeof(((type *)NULL)->member))
#define OPTIONS_BYTES_1_0    END_OF(struct kauri_tablebase_options, source)
#define SOURCE_BYTES_1_0     END_OF(struct kauri_source, close)

// Copies a struct that begins with its size, `least` bytes or more, into one of `size` bytes.
static enum kauri_status take_struct(const void *given, size_t least, void *taken, size_t size,
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

enum kauri_status kauri_open_options_take(const struct kauri_tablebase_options *given,
                                          struct kauri_open_options *options,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase_options taken = {.struct_bytes = sizeof taken};
    *options = (struct kauri_open_options){.has_source = false};
    if (given != NULL) {
        KAURI_TRY(take_struct(given, OPTIONS_BYTES_1_0, &taken, sizeof taken,
                              "kauri_tablebase_options", error));
    }
    if (taken.threads > KAURI_TABLEBASE_THREADS_MAX) {
        return kauri_fail(error, KAURI_USAGE, "%u threads: at most %d can be used", taken.threads,
                          KAURI_TABLEBASE_THREADS_MAX);
    }
    if (taken.source != NULL) {
        struct kauri_source *source = &options->source;
        KAURI_TRY(take_struct(taken.source, SOURCE_BYTES_1_0, source, sizeof *source,
                              "kauri_source", error));
        if (source->list == NULL || source->open == NULL || source->read_at == NULL ||
            source->close == NULL) {
            return kauri_fail(error, KAURI_USAGE, "a function of struct kauri_source is NULL");
        }
        options->has_source = true;
    }
    options->cache_bytes = taken.cache_bytes != 0 ? taken.cache_bytes : CACHE_BYTES_DEFAULT;
    options->open_files = taken.open_files != 0 ? taken.open_files : OPEN_FILES_DEFAULT;
    options->threads = taken.threads;
cleanup:
    return status;
}
