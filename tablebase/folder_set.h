// The folders of a tablebase: which of them has which layer, going by the names of the files.
#ifndef KAURI_TABLEBASE_FOLDER_SET_H
#define KAURI_TABLEBASE_FOLDER_SET_H

#include "common/status.h"
#include "indexer/layer.h"

#include <stddef.h>

struct kauri_folder_set {
    char **folders; // owned, as everything below
    size_t count;
    char *text;                                // all of them, for messages: "A" or "A, B"
    struct kauri_shape shape;                  // of every table
    const char *of_layer[KAURI_SEEDS_MAX + 1]; // the first folder that has the layer, or NULL
    unsigned layer_bound;                      // one more than the highest layer
};

// Lists the folders of `source`. A layer is that of the first folder that has one. Errors:
// KAURI_USAGE for no folder or too many; KAURI_MISSING for a folder that is not there or when there
// is no table at all; KAURI_CORRUPT for tables of different shapes, or of a shape out of range;
// KAURI_RESOURCE. Safe to clear in any case; *set must be zero before.
enum kauri_status kauri_folder_set_make(struct kauri_folder_set *set,
                                        const struct kauri_source *source,
                                        const char *const *folders, size_t count,
                                        struct kauri_error *error);

// Frees what the set owns; safe on a zeroed one.
void kauri_folder_set_clear(struct kauri_folder_set *set);

#endif
