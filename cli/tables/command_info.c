// kauri info and kauri stats: list the contents of a folder of tables.
#include "cli/commands.h"
#include "cli/memory_share.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_text.h"
#include "db/checksums.h"
#include "db/tables/tablebase.h"
#include "queries/analysis/layer_figures.h"
#include "queries/answers/layer_summary.h"

// Opening a table reads its header and indices; no page is decoded unless --check asks for that,
// which does not use the cache.
#define CACHE_BYTES (1U << 20)

// The options of both commands, and the tables of the folder.
struct listing {
    struct kauri_layer_summary layers[KAURI_SEEDS_MAX + 1]; // the layers whose tables are sound
    size_t count;
    size_t files;   // number of files, including damaged ones
    uint64_t seeds; // the only layer to list; UINT64_MAX: all
    uint64_t memory;
    bool full, check;
    struct kauri_layer_figures figures[KAURI_SEEDS_MAX + 1]; // figures of each of the `layers`
};

// Reports each damaged table and lists the others.
static void list(struct kauri_command_run *run, struct listing *listing)
{
    struct kauri_tablebase *tables = run->tables;
    for (unsigned seeds = 0; seeds <= KAURI_SEEDS_MAX; seeds++) {
        struct kauri_error error;
        if (!kauri_tablebase_has(tables, seeds) ||
            (listing->seeds != UINT64_MAX && listing->seeds != seeds)) {
            continue;
        }
        listing->files++;
        if (kauri_layer_summary_of(tables, seeds, &listing->layers[listing->count], &error) ==
            KAURI_OK) {
            listing->count++;
            continue;
        }
        kauri_run_report(run, &error);
    }
}

// Reads the figures of the listed layers. Reports tables that are damaged or miss others that they
// need, and drops them from the list; any other fault ends the command.
static enum kauri_status read_figures(struct kauri_command_run *run, struct listing *listing,
                                      struct kauri_error *error)
{
    size_t kept = 0;
    const uint64_t memory = listing->memory == 0 ? kauri_memory_for_look_ups() : listing->memory;
    KAURI_PASS(kauri_run_try_threads(run, error));
    for (size_t i = 0; i < listing->count; i++) {
        struct kauri_layer_summary layer = listing->layers[i];
        const unsigned seeds = layer.seeds;
        enum kauri_status status =
            kauri_layer_figures_read(run->tables, seeds, run->threads, memory, &run->view.progress,
                                     &listing->figures[kept], error);
        kauri_progress_view_clear(&run->view);
        if (status == KAURI_OK) {
            layer.figures = &listing->figures[kept];
            listing->layers[kept++] = layer;
            continue;
        }
        status = kauri_missing_layer_advise(run->tables, seeds, error);
        if (status != KAURI_CORRUPT && status != KAURI_MISSING) {
            return status;
        }
        kauri_run_report(run, error);
    }
    listing->count = kept;
    return KAURI_OK;
}

static enum kauri_status check_layer(struct kauri_command_run *run, unsigned seeds,
                                     struct kauri_error *error)
{
    const struct kauri_tablebase_layer *layer = NULL;
    KAURI_PASS(kauri_tablebase_layer(run->tables, seeds, &layer, error));
    return kauri_table_digest_check(layer->reader, run->threads, &run->view.progress, error);
}

// Compares the entries of the listed tables with the digests that these state. Reports tables whose
// entries have others, and drops them from the list; any other fault ends the command.
static enum kauri_status check_entries(struct kauri_command_run *run, struct listing *listing,
                                       struct kauri_error *error)
{
    size_t kept = 0;
    KAURI_PASS(kauri_run_try_threads(run, error));
    for (size_t i = 0; i < listing->count; i++) {
        struct kauri_layer_summary layer = listing->layers[i];
        const enum kauri_status status = check_layer(run, layer.seeds, error);
        kauri_progress_view_clear(&run->view);
        if (status == KAURI_OK) {
            kauri_layer_summary_checked(&layer);
            listing->layers[kept++] = layer;
        } else if (status == KAURI_WRONG || status == KAURI_CORRUPT) {
            kauri_run_report(run, error);
        } else {
            return status;
        }
    }
    listing->count = kept;
    return KAURI_OK;
}

// Lists the tables. KAURI_MISSING if none of the requested tables exists.
static enum kauri_status begin(struct kauri_command_run *run, struct kauri_error *error)
{
    struct listing *listing = run->settings;
    list(run, listing);
    if (listing->files == 0 && listing->seeds != UINT64_MAX) {
        return kauri_missing_layer(run->tables, (unsigned)listing->seeds, error);
    }
    return listing->files > 0
               ? KAURI_OK
               : kauri_fail(error, KAURI_MISSING, "there are no tables of 0 to %d seeds in %s",
                            KAURI_SEEDS_MAX, kauri_tablebase_folder(run->tables));
}

static enum kauri_status run_info(struct kauri_command_run *run, struct kauri_error *error)
{
    struct listing *listing = run->settings;
    const char *folder = kauri_tablebase_folder(run->tables);
    KAURI_PASS(begin(run, error));
    if (listing->check) {
        KAURI_PASS(check_entries(run, listing, error));
    }
    if (listing->count == 0) {
        return KAURI_OK;
    }
    if (run->json) {
        struct kauri_json json = {.out = &run->out};
        kauri_json_begin_object(&json, NULL);
        kauri_json_add_info(&json, folder, listing->layers, listing->count);
        kauri_json_add_bool(&json, "checked", listing->check);
        kauri_json_add_int(&json, "unread", kauri_tablebase_unread(run->tables));
        kauri_json_end(&json);
    } else {
        kauri_text_info(&run->out, folder, listing->layers, listing->count, listing->files,
                        listing->check
                            ? "The entries have the digests that the tables state; `kauri verify` "
                              "checks the values."
                            : "Only the headers were read: --check reads the entries, and `kauri "
                              "verify` checks the values.",
                        kauri_tablebase_unread(run->tables), kauri_terminal_columns(stdout));
    }
    return KAURI_OK;
}

static enum kauri_status run_stats(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct listing *listing = run->settings;
    const int columns = kauri_terminal_columns(stdout);
    KAURI_TRY(begin(run, error));
    if (listing->full) {
        KAURI_TRY(read_figures(run, listing, error));
    }
    if (run->json && listing->count > 0) {
        kauri_json_layers(&run->out, listing->layers, listing->count, false);
    } else if (listing->count > 0) {
        kauri_text_board(&run->out, listing->layers[0].info, columns);
        kauri_string_add(&run->out, "\n");
        kauri_text_layers(&run->out, listing->layers, listing->count, false, columns);
        for (size_t i = 0; listing->full && i < listing->count; i++) {
            kauri_text_figures(&run->out, &listing->layers[i], columns);
        }
    }
cleanup:
    for (size_t i = 0; i <= KAURI_SEEDS_MAX; i++) {
        kauri_layer_figures_clear(&listing->figures[i]);
    }
    return status;
}

const struct kauri_command kauri_command_info = {
    .name = "info",
    .group = "Make and keep tables",
    .summary = "list the tables of a folder",
    .text =
        "Lists the tables of a folder with board, rules, layers and sizes. Each table states a "
        "digest of its entries: that of the published table of its layer (stated), or another "
        "one. With --check all entries are read, and the digests are computed: then a table is "
        "the published one (yes) or another one. Damaged tables, and those whose entries do not "
        "have the digest that they state, are reported on standard error; the others are "
        "listed. With --json the answer also contains the digests." KAURI_OPEN_TABLES_TEXT,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_OPTION("check", NULL, "read all entries, to confirm a download",
                         KAURI_STORED(struct listing, check)),
            KAURI_THREADS_OPTION,
            KAURI_JSON_OPTION,
            KAURI_QUIET_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"the existing layers, and their sizes", "kauri info --tables tables"},
                 {"whether downloaded tables are the published ones",
                  "kauri info --tables tables --check"}},
    .related = "stats verify",
    .documents = "reference/FORMAT.md",
    .flags = KAURI_RUN_TABLES | KAURI_RUN_PROGRESS,
    .cache_bytes = CACHE_BYTES,
    KAURI_SETTINGS(struct listing, .seeds = UINT64_MAX),
    .run = run_info,
};

const struct kauri_command kauri_command_stats = {
    .name = "stats",
    .group = "Make and keep tables",
    .summary = "count positions by value",
    .text =
        "Counts the positions of every layer by value, with the greatest distance to conversion. "
        "The numbers come from the tables' certificates; `kauri verify` counts them again. "
        "Damaged tables are reported on standard error, and the others are counted. With --full, "
        "all positions are read, to count mutual zugzwangs (kauri find --help) and positions that "
        "are decided by endless play, and to show a position with the greatest dtc and a "
        "histogram of dtc. Half of the positions are derived from other blocks; the more of these "
        "fit into --memory, the less often they are decoded again." KAURI_OPEN_TABLES_TEXT,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_OPTION("seeds", "N", "only the layer with N seeds (default: all)",
                         KAURI_STORED(struct listing, seeds), .high = KAURI_SEEDS_MAX),
            KAURI_OPTION("full", NULL, "read all positions for more statistics",
                         KAURI_STORED(struct listing, full)),
            KAURI_THREADS_OPTION,
            KAURI_OPTION("memory", "SIZE", "for --full (default: a quarter of the free memory)",
                         KAURI_STORED(struct listing, memory), .is_size = true),
            KAURI_JSON_OPTION,
            KAURI_QUIET_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"how many positions are won", "kauri stats --tables tables"},
                 {"mutual zugzwangs and distances of layer 1",
                  "kauri stats --tables tables --seeds 1 --full"}},
    .related = "info verify find",
    .documents = "results/RESULTS.md guide/FIND.md",
    .flags = KAURI_RUN_TABLES | KAURI_RUN_PROGRESS,
    .cache_bytes = CACHE_BYTES,
    KAURI_SETTINGS(struct listing, .seeds = UINT64_MAX),
    .run = run_stats,
};
