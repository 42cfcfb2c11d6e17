#include "cli/tables/open_tables.h"

#include "common/string_buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Opens the folders of a list that is separated by colons. Empty names are left out. *any is false
// if there are no others: nothing was opened then.
static enum kauri_status open_list(const char *list, uint64_t cache_bytes, bool *any,
                                   struct kauri_tablebase **tables, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    size_t count = 0;
    const struct kauri_tablebase_options options = {
        .struct_bytes = sizeof options,
        .cache_bytes = cache_bytes != 0 ? cache_bytes : 1,
    };
    char *rest = NULL;
    char *copy = malloc(strlen(list) + 1);
    const char **folders = calloc(strlen(list) + 1, sizeof *folders); // names are not empty
    if (copy == NULL || folders == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for opening tables");
        goto cleanup;
    }
    (void)strcpy(copy, list);
    for (char *word = strtok_r(copy, ":", &rest); word != NULL; word = strtok_r(NULL, ":", &rest)) {
        folders[count++] = word;
    }
    *any = count > 0;
    if (count > 0) {
        status = kauri_tablebase_open(folders, count, &options, tables, error);
    }
cleanup:
    free(folders);
    free(copy);
    return status;
}

// The folder of tables among the user's data, or false if there is no home either. A relative
// $XDG_DATA_HOME is ignored, as its specification demands.
static bool user_folder(char *path, size_t bytes)
{
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    int length = -1;
    if (data != NULL && data[0] == '/') {
        length = snprintf(path, bytes, "%s/kauri", data);
    } else if (home != NULL && home[0] != '\0') {
        length = snprintf(path, bytes, "%s/.local/share/kauri", home);
    }
    return length > 0 && (size_t)length < bytes;
}

// Opens the tables in ./tables or among the user's data. *tables is NULL if there are none.
static enum kauri_status open_found(uint64_t cache_bytes, struct kauri_tablebase **tables,
                                    struct kauri_error *error)
{
    char path[4096];
    enum kauri_status status = kauri_tablebase_open_folder("tables", cache_bytes, tables, error);
    if (status == KAURI_MISSING && user_folder(path, sizeof path)) {
        status = kauri_tablebase_open_folder(path, cache_bytes, tables, error);
    }
    return status == KAURI_MISSING ? KAURI_OK : status;
}

static enum kauri_status open_option(const char *option, uint64_t cache_bytes,
                                     struct kauri_tablebase **tables, struct kauri_error *error)
{
    struct stat facts;
    bool any = false;
    enum kauri_status status = KAURI_OK;
    // The name of one folder may contain a colon.
    if (strchr(option, ':') != NULL && stat(option, &facts) != 0) {
        status = open_list(option, cache_bytes, &any, tables, error);
    }
    return any ? status : kauri_tablebase_open_folder(option, cache_bytes, tables, error);
}

// Opens the tables that are named, or those that are found. *tables is NULL if there are none.
static enum kauri_status open_any(const char *option, uint64_t cache_bytes,
                                  struct kauri_tablebase **tables, struct kauri_error *error)
{
    const char *variable = getenv("KAURI_TABLES");
    bool any = false;
    if (option != NULL) {
        return open_option(option, cache_bytes, tables, error);
    }
    if (variable != NULL) {
        const enum kauri_status status = open_list(variable, cache_bytes, &any, tables, error);
        if (status != KAURI_OK) {
            kauri_error_append(error, " (from $KAURI_TABLES)");
            return status;
        }
    }
    return any ? KAURI_OK : open_found(cache_bytes, tables, error);
}

enum kauri_status kauri_program_open_tables(struct kauri_command_run *run, bool if_any,
                                            uint64_t cache_bytes, struct kauri_error *error)
{
    char path[4096];
    run->tables = NULL;
    if (run->no_tables) {
        return KAURI_OK;
    }
    const enum kauri_status status = open_any(run->folder, cache_bytes, &run->tables, error);
    if (status != KAURI_OK || run->tables != NULL || if_any) {
        return status;
    }
    const bool has_user_folder = user_folder(path, sizeof path);
    return kauri_fail(error, KAURI_MISSING,
                      "no tables in ./tables%s%s; name their folder with --tables or "
                      "$KAURI_TABLES, or make some with: kauri solve --tables tables --seeds 2",
                      has_user_folder ? " or " : "", has_user_folder ? path : "");
}

void kauri_open_tables_advise(const char *option, const struct kauri_tablebase *tables,
                              const struct kauri_position *position, struct kauri_error *error)
{
    if (option == NULL && tables != NULL && error->status == KAURI_BAD_INPUT &&
        kauri_tablebase_fits(tables, position, NULL) == KAURI_BAD_INPUT) {
        kauri_error_append(error, "; --no-tables does without them");
    }
}

enum kauri_status kauri_open_tables_for(struct kauri_command_run *run,
                                        const struct kauri_position *position, uint64_t cache_bytes,
                                        struct kauri_error *error)
{
    enum kauri_status status = kauri_run_open_tables(run, cache_bytes, error);
    if (status == KAURI_OK && run->tables != NULL) {
        status = kauri_tablebase_fits(run->tables, position, error);
        if (status != KAURI_OK) {
            kauri_open_tables_advise(run->folder, run->tables, position, error);
        }
    }
    return status;
}

// The folder in which the layer is to be solved: the one that has the next lower layer, or else the
// lowest one above.
static const char *folder_for(const struct kauri_tablebase *tables, unsigned seeds)
{
    const char *folder = NULL;
    for (unsigned n = seeds; n > 0 && folder == NULL; n--) {
        folder = kauri_tablebase_folder_of(tables, n - 1);
    }
    for (unsigned n = seeds; n <= KAURI_SEEDS_MAX && folder == NULL; n++) {
        folder = kauri_tablebase_folder_of(tables, n);
    }
    return folder != NULL ? folder : kauri_tablebase_folder(tables);
}

enum kauri_status kauri_missing_layer(const struct kauri_tablebase *tables, unsigned seeds,
                                      struct kauri_error *error)
{
    const unsigned holes = kauri_tablebase_holes(tables);
    const unsigned cowries = kauri_tablebase_cowries(tables);
    const char *folder = folder_for(tables, seeds);
    char word[KAURI_SHELL_WORD_BYTES];
    char shape[64] = "";
    // `kauri solve` uses the full board by default.
    if (holes != KAURI_HOLES_MAX || cowries != KAURI_COWRIES_MAX) {
        (void)snprintf(shape, sizeof shape, " --holes %u --cowries %u", holes, cowries);
    }
    return kauri_fail(error, KAURI_MISSING,
                      "layer %u is not in %s; make it with: kauri solve --tables %s%s --seeds %u",
                      seeds, kauri_tablebase_folder(tables), kauri_shell_word(folder, word), shape,
                      seeds);
}

enum kauri_status kauri_missing_layer_advise(const struct kauri_tablebase *tables, unsigned seeds,
                                             struct kauri_error *error)
{
    if (error->status != KAURI_MISSING && error->status != KAURI_NOT_COVERED) {
        return error->status;
    }
    // The position's own layer is needed first, then lower ones for its captures.
    for (unsigned n = seeds + 1; n-- > 0;) {
        if (!kauri_tablebase_has(tables, n)) {
            return kauri_missing_layer(tables, n, error);
        }
    }
    return error->status; // the file has disappeared in the meantime
}

enum kauri_status kauri_missing_layer_advise_position(const struct kauri_tablebase *tables,
                                                      unsigned seeds, struct kauri_error *error)
{
    const bool above = seeds > kauri_tablebase_layer_count(tables) &&
                       !kauri_tablebase_has(tables, seeds) &&
                       (error->status == KAURI_MISSING || error->status == KAURI_NOT_COVERED);
    return above ? kauri_fail(error, KAURI_MISSING, "layer %u is not in %s", seeds,
                              kauri_tablebase_folder(tables))
                 : kauri_missing_layer_advise(tables, seeds, error);
}
