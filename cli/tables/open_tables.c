#include "cli/tables/open_tables.h"

#include "cli/print_text.h"
#include "common/memory.h"
#include "common/string_buffer.h"
#include "db/table_file.h"
#include "db/table_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_BYTES = 4096 };

// The folders that tables are read from.
struct places {
    char *text;         // text that the names point into
    const char **names; // names of the folders
    size_t count;
    bool of_variable; // $KAURI_TABLES names them
    bool usual;       // no folder was named: the first usual one that has tables is used
};

static void clear_places(struct places *places)
{
    free(places->text);
    free(places->names);
    *places = (struct places){.text = NULL};
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

static enum kauri_status make_room(struct places *places, size_t bytes, size_t names,
                                   struct kauri_error *error)
{
    KAURI_PASS(KAURI_NEW(places->text, bytes, error, "opening tables"));
    return KAURI_NEW(places->names, names, error, "opening tables");
}

// Takes the names of a list that is separated by colons, without empty ones. A folder whose name is
// the whole list comes first, because names may contain colons.
static enum kauri_status take_list(struct places *places, const char *list,
                                   struct kauri_error *error)
{
    struct stat facts;
    char *rest = NULL;
    const char *separators = stat(list, &facts) == 0 ? "" : ":";
    KAURI_PASS(make_room(places, strlen(list) + 1, strlen(list) + 1, error));
    (void)strcpy(places->text, list);
    for (char *word = strtok_r(places->text, separators, &rest); word != NULL;
         word = strtok_r(NULL, separators, &rest)) {
        places->names[places->count++] = word;
    }
    return KAURI_OK;
}

// Finds the folders that --tables names, else those of $KAURI_TABLES, else the usual ones. The
// caller clears *places in any case.
static enum kauri_status find_places(const char *option, struct places *places,
                                     struct kauri_error *error)
{
    const char *variable = getenv("KAURI_TABLES");
    *places = (struct places){.text = NULL};
    if (option != NULL) {
        KAURI_PASS(take_list(places, option, error));
        if (places->count == 0) { // the name is empty or all colons, and no such folder exists
            places->names[places->count++] = option;
        }
        return KAURI_OK;
    }
    if (variable != NULL) {
        KAURI_PASS(take_list(places, variable, error));
        places->of_variable = places->count > 0;
    }
    if (places->count == 0) {
        clear_places(places);
        KAURI_PASS(make_room(places, PATH_BYTES, 2, error));
        places->usual = true;
        places->names[places->count++] = "tables";
        if (user_folder(places->text, PATH_BYTES)) {
            places->names[places->count++] = places->text;
        }
    }
    return KAURI_OK;
}

// Lists the tables of a folder to find out whether it can be read.
static bool is_readable(const char *folder, struct kauri_error *error)
{
    struct kauri_table_key *keys = NULL;
    size_t count = 0;
    const enum kauri_status status =
        kauri_table_names_list(kauri_folder_source(), folder, &keys, &count, error);
    free(keys);
    return status == KAURI_OK;
}

// Leaves out the folders that cannot be read, such as those of a disk that is not there, and says
// so, unless no folder remains.
static enum kauri_status leave_out_unreadable(struct places *places, struct kauri_error *error)
{
    const size_t count = places->count;
    size_t readable = 0;
    struct kauri_error *faults = NULL; // KAURI_OK: the folder can be read
    KAURI_PASS(KAURI_NEW(faults, count, error, "opening tables"));
    for (size_t i = 0; i < count; i++) {
        readable += is_readable(places->names[i], &faults[i]);
    }
    places->count = readable > 0 ? 0 : count;
    for (size_t i = 0; readable > 0 && i < count; i++) {
        if (faults[i].status == KAURI_OK) {
            places->names[places->count++] = places->names[i];
        } else {
            kauri_error_append(&faults[i], "; going on with the other folders of $KAURI_TABLES");
            (void)kauri_report_error(&faults[i]);
        }
    }
    free(faults);
    return KAURI_OK;
}

// Opens the tables of the folders. Of the usual folders, it opens the first that has tables; if
// none has any, it returns KAURI_OK and *tables is NULL.
static enum kauri_status open_places(struct places *places, uint64_t cache_bytes,
                                     struct kauri_tablebase **tables, struct kauri_error *error)
{
    enum kauri_status status = KAURI_MISSING;
    const struct kauri_tablebase_options options = {
        .struct_bytes = sizeof options,
        .cache_bytes = cache_bytes != 0 ? cache_bytes : 1,
    };
    for (size_t i = 0; places->usual && i < places->count && status == KAURI_MISSING; i++) {
        status = kauri_tablebase_open(&places->names[i], 1, &options, tables, error);
    }
    if (places->usual) {
        return status == KAURI_MISSING ? KAURI_OK : status;
    }
    if (places->of_variable) {
        KAURI_PASS(leave_out_unreadable(places, error));
    }
    status = kauri_tablebase_open(places->names, places->count, &options, tables, error);
    if (status != KAURI_OK && places->of_variable) {
        kauri_error_append(error, " (from $KAURI_TABLES)");
    }
    return status;
}

enum kauri_status kauri_program_open_tables(struct kauri_command_run *run, bool if_any,
                                            uint64_t cache_bytes, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct places places;
    char path[PATH_BYTES];
    run->tables = NULL;
    if (run->no_tables) {
        return KAURI_OK;
    }
    KAURI_TRY(find_places(run->folder, &places, error));
    KAURI_TRY(open_places(&places, cache_bytes, &run->tables, error));
    if (run->tables == NULL && !if_any) {
        const bool has_user_folder = user_folder(path, sizeof path);
        status = kauri_fail(error, KAURI_MISSING,
                            "no tables in ./tables%s%s; name their folder with --tables or "
                            "$KAURI_TABLES, or make some with: kauri solve --tables tables "
                            "--seeds 2",
                            has_user_folder ? " or " : "", has_user_folder ? path : "");
    }
cleanup:
    clear_places(&places);
    return status;
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
