// kauri pack: rewrites tables so that they take less room or are faster to look up.
#include "cli/commands.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_text.h"
#include "common/folder.h"
#include "common/size.h"
#include "db/lock.h"
#include "db/tables/pack.h"
#include "db/tables/tablebase.h"
#include "indexer/convention.h"
#include "queries/answers/fitted_text.h"
#include "queries/answers/text_table.h"
#include "solver/solve_folder.h"

#include <stdio.h>

// Opening a table reads its header and directories; no page is decoded.
#define CACHE_BYTES (1U << 20)

// Size of the smallest dictionary that zstd makes.
enum { DICTIONARY_LEAST = 256 };

struct packed_layer {
    unsigned seeds;
    bool packed;    // packed by this run
    double bits;    // bits of the file per position
    double seconds; // time taken; negative: it was packed before
    struct kauri_pack_result result;
};

struct pack {
    struct kauri_range layers; // layers to pack; empty: all
    enum { FORM_ARCHIVE, FORM_PROBING } form;
    unsigned columns; // 0: r, 1: r,dtc; KAURI_NO_CHOICE: those of the source
    // Level, page size and dictionary size; 0, 0 or UINT64_MAX: that of the form.
    uint64_t level, page, dictionary;
    struct kauri_pack_options options;
    const char *into;
    struct kauri_tablebase *tables; // the source, which is one folder
    struct kauri_shape shape;
    size_t count; // number of packed layers, ascending
    struct packed_layer done[KAURI_SEEDS_MAX + 1];
};

// The object PackedLayer.
static const struct kauri_field fields[] = {
    {"seeds", "layer", 5, KAURI_UNSIGNED(struct packed_layer, seeds)},
    {"positions", "positions", 19, KAURI_COUNT(struct packed_layer, result.positions)},
    // positions of stored blocks (`docs/reference/FORMAT.md`, section 7)
    {"entries", NULL, 0, KAURI_COUNT(struct packed_layer, result.entries)},
    // the table was written by this run; false if it already existed in this form
    {"packed", NULL, 0, KAURI_BOOL(struct packed_layer, packed)},
    // size of the source
    {"bytes_before", "before", 12, KAURI_SIZE(struct packed_layer, result.source_bytes)},
    // size of the packed table
    {"bytes", "after", 12, KAURI_SIZE(struct packed_layer, result.file_bytes)},
    {NULL, "bits/position", 13, KAURI_RATIO(struct packed_layer, bits)},
    {"digest", NULL, 0, KAURI_DIGEST(struct packed_layer, result.digest)},
    // null when `packed` is false
    {"seconds", "seconds", 8, KAURI_SECONDS(struct packed_layer, seconds), .optional = 1},
};

// The answer as JSON.
//
// The object Packed:
//     tables, into: text - the folders
//     holes: int
//     cowries: int
//     layers: PackedLayer[]
static void add_json(struct kauri_string *out, const struct pack *pack, const char *from)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_foreign(&json, "tables", from);
    kauri_json_add_foreign(&json, "into", pack->into);
    kauri_json_add_uint(&json, "holes", pack->shape.holes);
    kauri_json_add_uint(&json, "cowries", pack->shape.cowries);
    kauri_answer_array(&json, "layers", KAURI_FIELDS(fields), pack->done, sizeof *pack->done,
                       pack->count);
    kauri_json_end(&json);
}

// The answer as a table, with a row for all layers together.
static void add_table(struct kauri_string *out, const struct pack *pack)
{
    struct kauri_string rows = {.bytes = NULL};
    uint64_t positions = 0;
    uint64_t before = 0;
    uint64_t after = 0;
    kauri_answer_heads(&rows, KAURI_FIELDS(fields));
    for (size_t i = 0; i < pack->count; i++) {
        const struct kauri_pack_result *result = &pack->done[i].result;
        kauri_answer_row(&rows, KAURI_FIELDS(fields), &pack->done[i]);
        positions += result->positions;
        before += result->source_bytes;
        after += result->file_bytes;
    }
    if (pack->count > 1) {
        kauri_string_add(&rows, "all\t%s\t%s\t%s\t%.2f\t\n", KAURI_COUNT_TEXT(positions),
                         KAURI_SIZE_TEXT(before), KAURI_SIZE_TEXT(after),
                         8.0 * (double)after / (double)positions);
    }
    kauri_answer_table(out, &rows, KAURI_FIELDS(fields), 0, kauri_terminal_columns(stdout));
    const size_t begin = out->length;
    kauri_string_add_text(out,
                          "\nPacking compares the entries with the certificate; `kauri verify` "
                          "checks the values.\n");
    kauri_string_fit(out, begin, kauri_terminal_columns(stdout));
}

static enum kauri_status read_form(struct pack *pack, struct kauri_error *error)
{
    struct kauri_pack_form *form = &pack->options.form;
    *form = pack->form == FORM_ARCHIVE ? kauri_pack_archive() : kauri_pack_probing();
    pack->options.columns = pack->columns == KAURI_NO_CHOICE ? KAURI_PACK_SAME
                            : pack->columns == 0             ? KAURI_PACK_R
                                                             : KAURI_PACK_R_DTC;
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
                          "--dictionary: a dictionary has 256 bytes or more, or 0 for none");
    }
    if (pack->dictionary != UINT64_MAX) {
        form->dictionary_bytes[KAURI_COLUMN_R] = (uint32_t)pack->dictionary;
    }
    return KAURI_OK;
}

// Opens the source and checks that it has all requested layers.
static enum kauri_status open_source(struct pack *pack, const char *from, struct kauri_error *error)
{
    KAURI_PASS(kauri_tablebase_open_folder(from, CACHE_BYTES, &pack->tables, error));
    pack->shape = (struct kauri_shape){
        .holes = (uint8_t)kauri_tablebase_holes(pack->tables),
        .cowries = (uint8_t)kauri_tablebase_cowries(pack->tables),
    };
    const bool all = pack->layers.first > pack->layers.last;
    const unsigned last = all ? KAURI_SEEDS_MAX : pack->layers.last;
    for (unsigned seeds = all ? 0 : pack->layers.first; seeds <= last; seeds++) {
        if (!kauri_tablebase_has(pack->tables, seeds)) {
            if (!all) {
                return kauri_missing_layer(pack->tables, seeds, error);
            }
            continue;
        }
        pack->done[pack->count++].seeds = seeds;
    }
    return KAURI_OK;
}

// Refuses a folder with tables of another shape: all tables of a folder have the same.
static enum kauri_status check_target(const struct pack *pack, struct kauri_error *error)
{
    struct kauri_tablebase *tables = NULL;
    enum kauri_status status = kauri_tablebase_open_folder(pack->into, CACHE_BYTES, &tables, error);
    if (status == KAURI_MISSING) {
        return KAURI_OK;
    }
    if (status == KAURI_OK) {
        status = kauri_solve_folder_check(pack->into, tables, pack->shape, error);
    }
    kauri_tablebase_close(tables);
    return status;
}

static enum kauri_status pack_layer(struct kauri_command_run *run, struct packed_layer *layer,
                                    struct kauri_error *error)
{
    struct pack *pack = run->settings;
    struct kauri_pack_result *result = &layer->result;
    const enum kauri_status status = kauri_pack_layer(run->folder, pack->into, pack->shape,
                                                      layer->seeds, &pack->options, result, error);
    kauri_progress_view_clear(&run->view);
    KAURI_PASS(status);
    layer->packed = !result->there;
    layer->bits = 8.0 * (double)result->file_bytes / (double)result->positions;
    layer->seconds = result->there ? -1 : result->seconds;
    if (result->there) {
        kauri_progress_view_say(&run->view, "layer %u: packed before", layer->seeds);
        return KAURI_OK;
    }
    kauri_progress_view_say(&run->view, "layer %u: %s packed into %s in %.2f s", layer->seeds,
                            KAURI_SIZE_TEXT(result->source_bytes),
                            KAURI_SIZE_TEXT(result->file_bytes), result->seconds);
    return KAURI_OK;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct pack *pack = run->settings;
    struct kauri_folder_lock *lock = NULL;
    pack->options.threads = run->threads;
    pack->options.progress = &run->view.progress;
    KAURI_TRY(read_form(pack, error));
    KAURI_TRY(open_source(pack, run->folder, error));
    KAURI_TRY(kauri_folder_make(pack->into, error));
    KAURI_TRY(kauri_pack_check_folders(run->folder, pack->into, error));
    KAURI_TRY(kauri_folder_lock(pack->into, &lock, error));
    KAURI_TRY(check_target(pack, error));
    for (size_t i = 0; i < pack->count; i++) {
        KAURI_TRY(pack_layer(run, &pack->done[i], error));
    }
    if (run->json) {
        add_json(&run->out, pack, run->folder);
    } else {
        add_table(&run->out, pack);
    }
cleanup:
    kauri_tablebase_close(pack->tables);
    kauri_folder_unlock(lock);
    return status;
}

const struct kauri_command kauri_command_pack = {
    .name = "pack",
    .group = "Make and keep tables",
    .summary = "rewrite tables to take less room",
    .text =
        "Compresses the tables of one folder again and writes them into another, which is created "
        "if necessary. Packed tables hold the same positions, with the same values, and all "
        "commands read tables of every form.\n\n"
        "  --form archive   small: large pages, for keeping and for reading whole layers\n"
        "  --form probing   fast: small pages, for looking up single positions\n\n"
        "With --columns r the packed tables hold the values r without the distances dtc, in "
        "about a quarter of the room. Everything that needs no distance answers from them: "
        "results, scores, best moves by r, search, engine and most of find. dtc is then null in "
        "JSON, and a line of play ends where it would go in circles. A folder may hold layers of "
        "both kinds. A table with distances is not replaced by one without.\n\n"
        "Every page of the source is checked on the way, and its counts are taken again. Layers "
        "that already exist with the requested pages and dictionary are skipped (a table does not "
        "record its level), so a run that was stopped for any reason can simply be started again; "
        "it loses its work on the layer that it was packing. The tables do not depend on threads "
        "or interruptions. Other files of both folders are left alone.",
    .options =
        (const struct kauri_option[]){
            KAURI_ONE_FOLDER_OPTION,
            KAURI_OPTION("into", "DIR", "folder of the packed tables",
                         KAURI_STORED(struct pack, into), .required = true),
            KAURI_OPTION("seeds", "A-B", "pack layers A to B, or one (default: all)",
                         KAURI_STORED(struct pack, layers), .high = KAURI_SEEDS_MAX),
            KAURI_OPTION("form", "NAME", "archive or probing (default archive)",
                         KAURI_STORED(struct pack, form), .choices = "archive probing"),
            KAURI_OPTION("columns", "COLUMNS", "r, or r,dtc (default: those of each table)",
                         KAURI_STORED(struct pack, columns), .choices = "r r,dtc"),
            KAURI_OPTION("level", "L", "level of zstd, 1 to 19 (default: that of the form)",
                         KAURI_STORED(struct pack, level), .low = 1, .high = 19),
            KAURI_OPTION("page", "SIZE", "entries in a page, up to 1M (default: those of the form)",
                         KAURI_STORED(struct pack, page), .is_size = true),
            KAURI_OPTION("dictionary", "N",
                         "bytes of the dictionary of r (default: those of the form)",
                         KAURI_STORED(struct pack, dictionary), .high = KAURI_DICTIONARY_BYTES_MAX),
            KAURI_THREADS_OPTION,
            KAURI_JSON_OPTION,
            KAURI_QUIET_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"pack the tables of a smaller board for keeping",
                  "kauri pack --tables small --into packed"},
                 {"pack two of its layers for looking up single positions",
                  "kauri pack --tables small --into fast --seeds 7-8 --form probing"},
                 {"pack the values without the distances",
                  "kauri pack --tables small --into values --columns r"}},
    .related = "solve info",
    .documents = "reference/FORMAT.md reference/PERFORMANCE.md",
    .flags = KAURI_RUN_THREADS | KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct pack, .layers = {1, 0}, .columns = KAURI_NO_CHOICE,
                   .dictionary = UINT64_MAX),
    .run = run,
};
