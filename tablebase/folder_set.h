// The arguments of kauri_tablebase_open: the folders of a tablebase, with the folder that has each
// layer according to the names of the files; and the options of kauri_tablebase_open, from programs
// compiled against any version of the library.
#ifndef KAURI_TABLEBASE_FOLDER_SET_H
#define KAURI_TABLEBASE_FOLDER_SET_H

#include "common/status.h"
#include "indexer/layer.h"

#include <stddef.h>

struct kauri_folder_set {
    char **folders; // owned, like everything below
    size_t count;
    char *text;                                // all folders, for messages: "A" or "A, B"
    struct kauri_shape shape;                  // of every table
    const char *of_layer[KAURI_SEEDS_MAX + 1]; // the first folder that has the layer, or NULL
    unsigned layer_bound;                      // one more than the highest layer
};

// Lists the folders of `source` and copies their names. If several folders have the same layer, the
// first of them is used. *set must be zeroed before, and is to be cleared also after a failure.
// Errors: KAURI_USAGE for no folder or more than 256; KAURI_MISSING for a folder that does not
// exist, or if there is no table at all; KAURI_CORRUPT for tables of different shapes, or of a
// shape out of range; KAURI_RESOURCE.
enum kauri_status kauri_folder_set_make(struct kauri_folder_set *set,
                                        const struct kauri_source *source,
                                        const char *const *folders, size_t count,
                                        struct kauri_error *error);

// Frees everything that the set owns; safe on a zeroed set.
void kauri_folder_set_clear(struct kauri_folder_set *set);

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
