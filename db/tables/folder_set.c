#include "db/tables/folder_set.h"

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

#define BEFORE " in " // comes before the folders in messages

static enum kauri_status copy_folders(struct kauri_folder_set *set, const char *const *folders,
                                      size_t count)
{
    size_t bytes = sizeof BEFORE;
    set->folders = calloc(count, sizeof *set->folders);
    if (set->folders == NULL) {
        return KAURI_RESOURCE;
    }
    set->count = count;
    for (size_t i = 0; i < count; i++) {
        set->folders[i].name = strdup(folders[i]);
        if (set->folders[i].name == NULL) {
            return KAURI_RESOURCE;
        }
        bytes += strlen(folders[i]) + 2;
    }
    set->text = malloc(bytes);
    if (set->text == NULL) {
        return KAURI_RESOURCE;
    }
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        at += (size_t)snprintf(set->text + at, bytes - at, "%s%s", i == 0 ? BEFORE : ", ",
                               folders[i]);
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

// Notes the layers of folder `at`.
static enum kauri_status list_folder(struct kauri_folder_set *set,
                                     const struct kauri_source *source, size_t at,
                                     struct first *first, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_table_key *keys = NULL;
    size_t count = 0;
    const char *folder = set->folders[at].name;
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
        if (seeds <= KAURI_SEEDS_MAX) {
            set->folders[at].has[seeds] = true;
            set->layer_bound = seeds >= set->layer_bound ? seeds + 1 : set->layer_bound;
        }
    }
cleanup:
    free(keys);
    return status;
}

enum kauri_status kauri_folder_set_open(struct kauri_folder_set *set,
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
        KAURI_PASS(list_folder(set, source, i, &first, error));
    }
    if (first.folder == NULL) {
        return kauri_fail(error, KAURI_MISSING, "there are no tables%s", set->text);
    }
    if (set->layer_bound == 0) {
        return kauri_fail(error, KAURI_MISSING, "there are no tables of 0 to %d seeds%s",
                          KAURI_SEEDS_MAX, set->text);
    }
    set->shape = (struct kauri_shape){(uint8_t)first.key.holes, (uint8_t)first.key.cowries};
    return KAURI_OK;
}

void kauri_folder_set_clear(struct kauri_folder_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        free(set->folders[i].name);
    }
    free(set->folders);
    free(set->text);
}

size_t kauri_folder_set_find(const struct kauri_folder_set *set, unsigned seeds)
{
    size_t folder = 0;
    while (folder < set->count && (seeds >= set->layer_bound || !set->folders[folder].has[seeds])) {
        folder++;
    }
    return folder;
}

const char *kauri_folder_set_names(const struct kauri_folder_set *set)
{
    return set->text + sizeof BEFORE - 1;
}
