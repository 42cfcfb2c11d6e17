// The options of kauri_tablebase_open, from programs compiled against any version of the library.
#ifndef KAURI_TABLEBASE_OPEN_OPTIONS_H
#define KAURI_TABLEBASE_OPEN_OPTIONS_H

#include "common/status.h"

// Options with all members of this version and with defaults filled in.
struct kauri_open_options {
    uint64_t cache_bytes;
    unsigned open_files;
    unsigned threads; // 0: one per processor
    bool has_source;
    struct kauri_source source; // if has_source is set
};

enum { KAURI_TABLEBASE_THREADS_MAX = 4096 }; // for work on many positions

// Copies the caller's options; NULL means the defaults. Members that an older program does not have
// count as zero; members that only a newer library knows must be zero. KAURI_USAGE for options out
// of range.
enum kauri_status kauri_open_options_take(const struct kauri_tablebase_options *given,
                                          struct kauri_open_options *options,
                                          struct kauri_error *error);

#endif
