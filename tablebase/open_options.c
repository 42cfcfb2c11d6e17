#include "tablebase/open_options.h"

#include "common/checked.h"

enum {
    CACHE_BYTES_DEFAULT = 64 << 20,
    OPEN_FILES_DEFAULT = 64,
};

// The least sizes: those of version 1.0, up to the end of its last member.
#define OPTIONS_BYTES_1_0 KAURI_STRUCT_END(struct kauri_tablebase_options, source)
#define SOURCE_BYTES_1_0  KAURI_STRUCT_END(struct kauri_source, close)

enum kauri_status kauri_open_options_take(const struct kauri_tablebase_options *given,
                                          struct kauri_open_options *options,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase_options taken = {.struct_bytes = sizeof taken};
    *options = (struct kauri_open_options){.has_source = false};
    if (given != NULL) {
        KAURI_TRY(kauri_struct_take(given, OPTIONS_BYTES_1_0, &taken, sizeof taken,
                                    "kauri_tablebase_options", error));
    }
    if (taken.threads > KAURI_TABLEBASE_THREADS_MAX) {
        return kauri_fail(error, KAURI_USAGE, "%u threads: at most %d can be used", taken.threads,
                          KAURI_TABLEBASE_THREADS_MAX);
    }
    if (taken.source != NULL) {
        struct kauri_source *source = &options->source;
        KAURI_TRY(kauri_struct_take(taken.source, SOURCE_BYTES_1_0, source, sizeof *source,
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
