// kauri pack: rewrites tables so that they take less room or are faster to look up.
#include "cli/command.h"
#include "cli/options.h"
#include "cli/print_text.h"
#include "cli/progress_view.h"
#include "cli/solve/solve_choice.h"
#include "cli/tables/missing_layer.h"
#include "cli/tables/pack_view.h"
#include "cli/terminal_columns.h"
#include "cli/threads.h"
#include "common/folder.h"
#include "common/loop.h"
#include "common/size.h"
#include "db/lock.h"
#include "indexer/convention.h"
#include "tablebase/tablebase.h"

#include <stdio.h>
#include <string.h>

static const char *const help =
    "Compresses the tables of one folder again and writes them into another, which is made if it\n"
    "is not there. The packed tables leave out the half of the positions whose values follow from\n"
    "the others (docs/RULES.md). No value changes, and all commands read tables of every form.\n"
    "\n"
    "  --form archive   small: large pages, for keeping and for reading whole layers\n"
    "  --form probing   fast: small pages, for looking up single positions\n"
    "\n"
    "Every page of the source is checked on the way, and its counts are taken again. Layers that\n"
    "are there with the wanted pages and dictionary are skipped (a table does not record its\n"
    "level), and an interrupted layer continues where it was stopped, so a run that was stopped\n"
    "for any reason can simply be started again. The tables do not depend on threads or\n"
    "interruptions. Other files of both folders are left alone.\n";

// Opening a table reads its header and directories; no page is decoded.
#define CACHE_BYTES (1U << 20)

// The least dictionary that zstd makes.
enum { DICTIONARY_LEAST = 256 };

struct pack {
    const char *seeds; // "A" or "A-B"; NULL: all layers
    const char *form;
    uint64_t level, page, dictionary, threads; // UINT64_MAX or 0: that of the form
    bool json, quiet;
    unsigned first, last;
    struct kauri_progress_view progress;
    struct kauri_pack_options options;
    struct kauri_pack_view view;
    struct kauri_tablebase *tables;
};

static enum kauri_status read_form(struct pack *pack, struct kauri_error *error)
{
    struct kauri_pack_form *form = &pack->options.form;
    if (strcmp(pack->form, "archive") == 0) {
        *form = kauri_pack_archive();
    } else if (strcmp(pack->form, "probing") == 0) {
        *form = kauri_pack_probing();
    } else {
        return kauri_fail(error, KAURI_USAGE,
                          "--form: '%.20s' is unknown; there are archive and probing", pack->form);
    }
    if (pack->level != 0) {
        form->level = (int)pack->level;
    }
    if (pack->page > KAURI_PAGE_ENTRIES_MAX) {
        return kauri_fail(error, KAURI_USAGE, "--page: a page has at most 1M entries");
    }
    for (unsigned c = 0; pack->page != 0 && c < KAURI_COLUMNS_MAX; c++) {
        form->page_entries[c] = (uint32_t)pack->page;
    }
    if (pack->dictionary > 0 && pack->dictionary < DICTIONARY_LEAST) {
        return kauri_fail(error, KAURI_USAGE,
                          "--dictionary: a dictionary has 256 bytes or more, or "
                          "0 for none");
    }
    if (pack->dictionary != UINT64_MAX) {
        form->dictionary_bytes[KAURI_COLUMN_R] = (uint32_t)pack->dictionary;
    }
    return KAURI_OK;
}

static enum kauri_status read_options(int argc, char **argv, struct pack *pack, bool *help_given,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_arguments arguments;
    pack->last = KAURI_SEEDS_MAX;
    pack->form = "archive";
    pack->dictionary = UINT64_MAX;
    const struct kauri_option options[] = {
        KAURI_OPTION_TABLES(&pack->view.from),
        {.name = "into",
         .argument = "DIR",
         .help = "folder of the packed tables",
         .required = true,
         .text = &pack->view.into},
        {.name = "seeds",
         .argument = "A-B",
         .help = "pack layers A to B, or one (default: all)",
         .text = &pack->seeds},
        {.name = "form",
         .argument = "NAME",
         .help = "archive or probing (default archive)",
         .choices = "archive probing",
         .text = &pack->form},
        {.name = "level",
         .argument = "L",
         .help = "level of zstd, 1 to 19 (default: that of the form)",
         .number = &pack->level,
         .low = 1,
         .high = 19},
        {.name = "page",
         .argument = "SIZE",
         .help = "entries in a page, up to 1M (default: those of the form)",
         .size = &pack->page},
        {.name = "dictionary",
         .argument = "N",
         .help = "bytes of the dictionary of r (default: those of the form)",
         .number = &pack->dictionary,
         .high = KAURI_DICTIONARY_BYTES_MAX},
        KAURI_OPTION_THREADS(&pack->threads),
        KAURI_OPTION_JSON(&pack->json),
        KAURI_OPTION_QUIET(&pack->quiet),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "",
        .text = help,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
    };
    KAURI_TRY(kauri_options_parse(&usage, argc, argv, &arguments, error));
    *help_given = arguments.help;
    if (arguments.help) {
        goto cleanup;
    }
    if (pack->seeds != NULL) {
        KAURI_TRY(kauri_options_range("seeds", pack->seeds, 0, KAURI_SEEDS_MAX, &pack->first,
                                      &pack->last, error));
    }
    KAURI_TRY(read_form(pack, error));
    pack->options.threads = pack->threads == 0 ? kauri_loop_threads() : (unsigned)pack->threads;
    pack->options.progress = &pack->progress.progress;
cleanup:
    return status;
}

// Opens the source and checks that all layers which were asked for are there.
static enum kauri_status open_source(struct pack *pack, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(kauri_tablebase_open_folder(pack->view.from, CACHE_BYTES, &pack->tables, error));
    pack->view.shape = (struct kauri_shape){
        .holes = (uint8_t)kauri_tablebase_holes(pack->tables),
        .cowries = (uint8_t)kauri_tablebase_cowries(pack->tables),
    };
    for (unsigned seeds = pack->first; seeds <= pack->last; seeds++) {
        if (!kauri_tablebase_has(pack->tables, seeds)) {
            if (pack->seeds != NULL) {
                status = kauri_missing_layer(pack->tables, seeds, error);
                goto cleanup;
            }
            continue;
        }
        pack->view.seeds[pack->view.count++] = seeds;
    }
cleanup:
    return status;
}

// Refuses a folder with tables of another shape: all tables of a folder have the same.
static enum kauri_status check_target(const struct pack *pack, struct kauri_error *error)
{
    struct kauri_tablebase *tables = NULL;
    enum kauri_status status =
        kauri_tablebase_open_folder(pack->view.into, CACHE_BYTES, &tables, error);
    if (status == KAURI_MISSING) {
        return KAURI_OK;
    }
    if (status == KAURI_OK &&
        ((unsigned)kauri_tablebase_holes(tables) != pack->view.shape.holes ||
         (unsigned)kauri_tablebase_cowries(tables) != pack->view.shape.cowries)) {
        status = kauri_fail(error, KAURI_CORRUPT,
                            "%s holds tables of another shape: %u holes in a row and %u cowries, "
                            "not %u and %u; use another folder",
                            pack->view.into, (unsigned)kauri_tablebase_holes(tables),
                            (unsigned)kauri_tablebase_cowries(tables), pack->view.shape.holes,
                            pack->view.shape.cowries);
    }
    kauri_tablebase_close(tables);
    return status;
}

static enum kauri_status pack_layers(struct pack *pack, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_pack_view *view = &pack->view;
    for (size_t i = 0; i < view->count; i++) {
        struct kauri_pack_result *result = &pack->view.results[i];
        status = kauri_pack_layer(view->from, view->into, view->shape, view->seeds[i],
                                  &pack->options, result, error);
        kauri_progress_view_clear(&pack->progress);
        KAURI_TRY(status);
        if (result->there) {
            kauri_progress_view_say(&pack->progress, "layer %u: packed before", view->seeds[i]);
            continue;
        }
        char taken[KAURI_SIZE_TEXT_BYTES + 40] = "";
        char before[KAURI_SIZE_TEXT_BYTES];
        char after[KAURI_SIZE_TEXT_BYTES];
        if (result->pages_taken > 0) {
            (void)snprintf(taken, sizeof taken, ", %s pages from an interrupted run",
                           kauri_format_count(result->pages_taken, before));
        }
        kauri_progress_view_say(&pack->progress, "layer %u: %s packed into %s in %.2f s%s",
                                view->seeds[i], kauri_format_size(result->source_bytes, before),
                                kauri_format_size(result->file_bytes, after), result->seconds,
                                taken);
    }
cleanup:
    return status;
}

int kauri_command_pack(int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct pack pack = {.progress = {.quiet = true}};
    struct kauri_folder_lock *lock = NULL;
    struct kauri_string out = {.bytes = NULL};
    bool help_given = false;
    KAURI_TRY(read_options(argc, argv, &pack, &help_given, &error));
    if (help_given) {
        goto cleanup;
    }
    KAURI_TRY(kauri_threads_start(pack.options.threads, &error));
    KAURI_TRY(open_source(&pack, &error));
    KAURI_TRY(kauri_folder_make(pack.view.into, &error));
    KAURI_TRY(kauri_pack_check_folders(pack.view.from, pack.view.into, &error));
    KAURI_TRY(kauri_folder_lock(pack.view.into, &lock, &error));
    KAURI_TRY(check_target(&pack, &error));
    kauri_progress_view_begin(&pack.progress, pack.quiet);
    KAURI_TRY(pack_layers(&pack, &error));
    if (pack.json) {
        kauri_pack_json(&out, &pack.view);
    } else {
        kauri_pack_text(&out, &pack.view, kauri_terminal_columns(stdout));
    }
    status = kauri_print_text(&out, &error);
cleanup:
    kauri_progress_view_clear(&pack.progress);
    kauri_tablebase_close(pack.tables);
    kauri_folder_unlock(lock);
    return status == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
