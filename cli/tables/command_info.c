// kauri info and kauri stats: list the contents of a folder of tables.
#include "cli/command.h"
#include "cli/memory_share.h"
#include "cli/options.h"
#include "cli/print_text.h"
#include "cli/progress_view.h"
#include "cli/tables/figures_text.h"
#include "cli/tables/layer_summary.h"
#include "cli/tables/layers_json.h"
#include "cli/tables/layers_text.h"
#include "cli/tables/manifest.h"
#include "cli/tables/missing_layer.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_columns.h"
#include "cli/threads.h"
#include "common/loop.h"
#include "queries/analysis/layer_figures.h"
#include "tablebase/tablebase.h"

// Opening a table reads its header and indices; no page is decoded.
#define CACHE_BYTES (1U << 20)

// The tables of a folder.
struct listing {
    const char *folder;
    struct kauri_layer_summary layers[KAURI_SEEDS_MAX + 1]; // those that are sound
    size_t count;
    size_t files;            // including damaged ones
    enum kauri_status fault; // of the first damaged one
    uint64_t seeds;          // the only layer; UINT64_MAX: all
    bool full, quiet;
    uint64_t threads, memory;
    struct kauri_progress_view view;
    struct kauri_layer_figures figures[KAURI_SEEDS_MAX + 1]; // of `layers`
};

// Reports each damaged table and lists the others.
static void list(struct kauri_tablebase *tables, struct listing *listing)
{
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
        (void)kauri_report_error(&error);
        listing->fault = listing->fault == KAURI_OK ? error.status : listing->fault;
    }
}

// Reads the figures of the listed layers. Reports tables that are damaged or miss others that they
// need, and drops them from the list; any other fault ends the command.
static enum kauri_status read_figures(struct kauri_tablebase *tables, struct listing *listing,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    size_t kept = 0;
    const unsigned threads =
        listing->threads == 0 ? kauri_loop_threads() : (unsigned)listing->threads;
    const uint64_t memory = listing->memory == 0 ? kauri_memory_for_look_ups() : listing->memory;
    KAURI_TRY(kauri_threads_start(threads, error));
    kauri_progress_view_begin(&listing->view, listing->quiet);
    for (size_t i = 0; i < listing->count; i++) {
        struct kauri_layer_summary layer = listing->layers[i];
        const unsigned seeds = layer.info->seeds;
        status = kauri_layer_figures_read(tables, seeds, threads, memory, &listing->view.progress,
                                          &listing->figures[kept], error);
        kauri_progress_view_clear(&listing->view);
        if (status == KAURI_OK) {
            layer.figures = &listing->figures[kept];
            listing->layers[kept++] = layer;
            continue;
        }
        status = kauri_missing_layer_advise(tables, seeds, error);
        if (status != KAURI_CORRUPT && status != KAURI_MISSING) {
            goto cleanup;
        }
        (void)kauri_report_error(error);
        listing->fault = listing->fault == KAURI_OK ? status : listing->fault;
        status = KAURI_OK;
    }
    listing->count = kept;
cleanup:
    return status;
}

static int run(int argc, char **argv, bool stats, const char *text)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct kauri_tablebase *tables = NULL;
    struct listing listing = {.seeds = UINT64_MAX, .view = {.quiet = true}};
    struct kauri_string out = {.bytes = NULL};
    bool json = false;
    bool manifest = false;
    const int columns = kauri_terminal_columns(stdout);
    const struct kauri_option info_options[] = {
        KAURI_OPTION_OPEN_TABLES(&listing.folder),
        KAURI_OPTION_JSON(&json),
        {.name = "manifest",
         .help = "print SHA-256 and digest of each table (sha256sum -c)",
         .flag = &manifest},
    };
    const struct kauri_option stats_options[] = {
        KAURI_OPTION_OPEN_TABLES(&listing.folder),
        {.name = "seeds",
         .argument = "N",
         .help = "only the layer with N seeds (default: all)",
         .number = &listing.seeds,
         .high = KAURI_SEEDS_MAX},
        {.name = "full", .help = "read all positions for more figures", .flag = &listing.full},
        KAURI_OPTION_THREADS(&listing.threads),
        {.name = "memory",
         .argument = "SIZE",
         .help = "for --full (default: a quarter of the free memory)",
         .size = &listing.memory},
        KAURI_OPTION_JSON(&json),
        KAURI_OPTION_QUIET(&listing.quiet),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "",
        .text = text,
        .options = stats ? stats_options : info_options,
        .option_count = stats ? sizeof stats_options / sizeof stats_options[0]
                              : sizeof info_options / sizeof info_options[0],
    };
    KAURI_TRY(kauri_options_parse(&usage, argc, argv, &arguments, &error));
    if (arguments.help) {
        goto cleanup;
    }
    if (json && manifest) {
        status =
            kauri_fail(&error, KAURI_USAGE, "info takes either --json or --manifest, not both");
        goto cleanup;
    }
    KAURI_TRY(kauri_open_tables(listing.folder, CACHE_BYTES, &tables, &error));
    listing.folder = kauri_tablebase_folder(tables);
    list(tables, &listing);
    if (listing.files == 0 && listing.seeds != UINT64_MAX) {
        status = kauri_missing_layer(tables, (unsigned)listing.seeds, &error);
        goto cleanup;
    }
    if (listing.files == 0) {
        status = kauri_fail(&error, KAURI_MISSING, "there are no tables of 0 to %d seeds in %s",
                            KAURI_SEEDS_MAX, listing.folder);
        goto cleanup;
    }
    if (listing.full) {
        KAURI_TRY(read_figures(tables, &listing, &error));
    }
    // A manifest is complete or not printed.
    if (listing.count == 0 || (manifest && listing.fault != KAURI_OK)) {
        goto cleanup;
    }
    if (manifest) {
        KAURI_TRY(kauri_manifest_write(tables, &out, &error));
    } else if (json && stats) {
        kauri_json_layers(&out, listing.layers, listing.count, false);
    } else if (json) {
        kauri_json_info(&out, listing.folder, listing.layers, listing.count);
    } else if (stats) {
        kauri_text_board(&out, listing.layers[0].info, columns);
        kauri_string_add(&out, "\n");
        kauri_text_layers(&out, listing.layers, listing.count, false, columns);
        for (size_t i = 0; listing.full && i < listing.count; i++) {
            kauri_text_figures(&out, &listing.layers[i], columns);
        }
    } else {
        kauri_text_info(&out, listing.folder, listing.layers, listing.count, listing.files,
                        columns);
    }
    status = kauri_print_text(&out, &error);
cleanup:
    kauri_progress_view_clear(&listing.view);
    for (size_t i = 0; i <= KAURI_SEEDS_MAX; i++) {
        kauri_layer_figures_clear(&listing.figures[i]);
    }
    kauri_string_clear(&out);
    kauri_tablebase_close(tables);
    return status == KAURI_OK ? (int)listing.fault : kauri_report_error(&error);
}

int kauri_command_info(int argc, char **argv)
{
    return run(
        argc, argv, false,
        "Lists the tables of a folder with board, rules, layers and sizes. Reads no positions.\n"
        "Damaged tables are named on standard error, and the others are "
        "listed.\n"
        "With --manifest all bytes of the files are read. The list is that of `sha256sum`, with a "
        "comment before each file that gives its layer and the digest of its entries; `kauri "
        "verify --manifest` reads it.\n" KAURI_OPEN_TABLES_TEXT);
}

int kauri_command_stats(int argc, char **argv)
{
    return run(
        argc, argv, true,
        "Counts the positions of every layer by value, with the greatest distance to\n"
        "conversion. The numbers come from the tables' certificates; `kauri verify` counts\n"
        "them again. Damaged tables are named on standard error, and the others are "
        "counted.\n"
        "With --full, all positions are read: the number of mutual zugzwangs (kauri find\n"
        "--help) and of positions that play without end decides, a position of the greatest\n"
        "dtc, and a histogram of dtc. Half of the positions are derived from other blocks, which\n"
        "are decoded fewer times the more of them --memory lets stay.\n" KAURI_OPEN_TABLES_TEXT);
}
