// The folders of a tablebase, and the folder that has each layer, according to the names of the
// files.
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

#endif
