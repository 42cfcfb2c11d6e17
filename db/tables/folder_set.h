// The folders of a tablebase, and the layers that each of them has according to the names of its
// files. Constant after it was opened, so any number of threads may read it.
#ifndef KAURI_DB_TABLES_FOLDER_SET_H
#define KAURI_DB_TABLES_FOLDER_SET_H

#include "common/status.h"
#include "indexer/layer.h"
#include "kauri/kauri.h"

#include <stdbool.h>
#include <stddef.h>

struct kauri_listed_folder {
    char *name; // owned
    bool has[KAURI_SEEDS_MAX + 1];
};

struct kauri_folder_set {
    struct kauri_listed_folder *folders; // owned, like `text`
    size_t count;
    char *text;               // all folders, for messages: " in A, B"
    struct kauri_shape shape; // shape of the board, the same for all tables
    unsigned layer_bound;     // one more than the highest layer
};

// Copies the names of the folders of `source`, and lists their tables. *set must be zeroed, and is
// to be cleared, also after a failure. Errors: those of kauri_tablebase_open.
enum kauri_status kauri_folder_set_open(struct kauri_folder_set *set,
                                        const struct kauri_source *source,
                                        const char *const *folders, size_t count,
                                        struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_folder_set_clear(struct kauri_folder_set *set);

// The first folder that has the layer; `count` of the set if there is none.
size_t kauri_folder_set_find(const struct kauri_folder_set *set, unsigned seeds);

// The names of all folders, separated by commas. Owned by the set.
const char *kauri_folder_set_names(const struct kauri_folder_set *set);

#endif
