#include "tablebase/folder_set.h"

#include "common/checked.h"
#include "db/table_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FOLDERS_MAX = 256 };

// The first table found, whose shape all others must have. `folder` is NULL until one is found.
struct first {
    const char *folder;
    struct kauri_table_key key;
};

static enum kauri_status copy_folders(struct kauri_folder_set *set, const char *const *folders,
                                      size_t count)
{
    size_t bytes = 1;
    set->folders = calloc(count, sizeof *set->folders);
    if (set->folders == NULL) {
        return KAURI_RESOURCE;
    }
    set->count = count;
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(folders[i]);
        set->folders[i] = malloc(length + 1);
        if (set->folders[i] == NULL) {
            return KAURI_RESOURCE;
        }
        memcpy(set->folders[i], folders[i], length + 1);
        bytes += length + 2;
    }
    set->text = malloc(bytes);
    if (set->text == NULL) {
        return KAURI_RESOURCE;
    }
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        at += (size_t)snprintf(set->text + at, bytes - at, "%s%s", i == 0 ? "" : ", ", folders[i]);
    }
    return KAURI_OK;
}

static enum kauri_status check_shape(const struct kauri_table_key *key, const char *folder,
                                     const struct first *first, struct kauri_error *error)
{
    char name[KAURI_TABLE_NAME_BYTES];
    char other[KAURI_TABLE_NAME_BYTES];
    (void)kauri_table_name(key->holes, key->cowries, key->seeds, name);
    if (key->holes < 1 || key->holes > KAURI_HOLES_MAX || key->cowries > KAURI_COWRIES_MAX) {
        return kauri_fail(error, KAURI_CORRUPT,
                          "%s holds %s; tables can have 1 to %d holes in a row and 0 to %d cowries",
                          folder, name, KAURI_HOLES_MAX, KAURI_COWRIES_MAX);
    }
    if (key->holes == first->key.holes && key->cowries == first->key.cowries) {
        return KAURI_OK;
    }
    (void)kauri_table_name(first->key.holes, first->key.cowries, first->key.seeds, other);
    if (folder == first->folder) {
        return kauri_fail(error, KAURI_CORRUPT,
                          "tables of another shape: %s holds %s and %s; keep them in folders of "
                          "their own",
                          folder, other, name);
    }
    return kauri_fail(error, KAURI_CORRUPT,
                      "tables of another shape: %s holds %s, and %s holds %s; open them separately",
                      first->folder, other, folder, name);
}

// Adds the layers of a folder, except those that an earlier folder has.
static enum kauri_status add_folder(struct kauri_folder_set *set, const struct kauri_source *source,
                                    const char *folder, struct first *first,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_table_key *keys = NULL;
    size_t count = 0;
    KAURI_TRY(kauri_table_names_list(source, folder, &keys, &count, error));
    if (first->folder == NULL && count > 0) {
        *first = (struct first){folder, keys[0]};
    }
    if (count > 0) {
        // Keys are sorted, so if any shape differs from the first key's, the last one does.
        KAURI_TRY(check_shape(&keys[count - 1], folder, first, error));
        KAURI_TRY(check_shape(&keys[0], folder, first, error));
    }
    for (size_t i = 0; i < count; i++) {
        const unsigned seeds = keys[i].seeds;
        if (seeds <= KAURI_SEEDS_MAX && set->of_layer[seeds] == NULL) {
            set->of_layer[seeds] = folder;
            set->layer_bound = seeds >= set->layer_bound ? seeds + 1 : set->layer_bound;
        }
    }
cleanup:
    free(keys);
    return status;
}

enum kauri_status kauri_folder_set_make(struct kauri_folder_set *set,
                                        const struct kauri_source *source,
                                        const char *const *folders, size_t count,
                                        struct kauri_error *error)
{
    struct first first = {.folder = NULL};
    if (count < 1 || count > FOLDERS_MAX) {
        return kauri_fail(error, KAURI_USAGE, "a tablebase has 1 to %d folders, not %zu",
                          FOLDERS_MAX, count);
    }
    if (copy_folders(set, folders, count) != KAURI_OK) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for opening tables");
    }
    for (size_t i = 0; i < count; i++) {
        const enum kauri_status status = add_folder(set, source, set->folders[i], &first, error);
        if (status != KAURI_OK) {
            return status;
        }
    }
    if (first.folder == NULL) {
        return kauri_fail(error, KAURI_MISSING, "there are no tables in %s", set->text);
    }
    if (set->layer_bound == 0) {
        return kauri_fail(error, KAURI_MISSING, "there are no tables of 0 to %d seeds in %s",
                          KAURI_SEEDS_MAX, set->text);
    }
    set->shape = (struct kauri_shape){(uint8_t)first.key.holes, (uint8_t)first.key.cowries};
    return KAURI_OK;
}

void kauri_folder_set_clear(struct kauri_folder_set *set)
{
    for (size_t i = 0; set->folders != NULL && i < set->count; i++) {
        free(set->folders[i]);
    }
    free(set->folders);
    free(set->text);
    *set = (struct kauri_folder_set){.folders = NULL};
}

// -------------------------------------------------------------------------------------- options

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
