// kauri info and kauri stats: what is in a folder of tables.
#include "cli/command.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/tables/layer_summary.h"
#include "common/size.h"
#include "tablebase/tables.h"

#include <stdio.h>

// Opening reads headers and indices; no block is decoded.
#define CACHE_BYTES (1U << 20)

// What a folder holds.
struct listing {
    const char *folder;
    struct kauri_layer_summary layers[KAURI_SEEDS_MAX + 1]; // those that are sound
    size_t count;
    size_t files;            // damaged ones counted
    enum kauri_status fault; // of the first damaged one
};

// Each damaged table is complained about, and the others are listed all the same.
static void list(struct kauri_tables *tables, struct listing *listing)
{
    for (unsigned seeds = 0; seeds <= KAURI_SEEDS_MAX; seeds++) {
        struct kauri_error error;
        if (!kauri_tables_has(tables, seeds)) {
            continue;
        }
        listing->files++;
        if (kauri_layer_summary_of(tables, seeds, &listing->layers[listing->count], &error) ==
            KAURI_OK) {
            listing->count++;
            continue;
        }
        (void)kauri_complain(&error);
        listing->fault = listing->fault == KAURI_OK ? error.status : listing->fault;
    }
}

// Layers 0, 1, 2, ... that are sound without a gap.
static unsigned whole_layers(const struct listing *listing)
{
    unsigned whole = 0;
    while (whole < listing->count && listing->layers[whole].info->seeds == whole) {
        whole++;
    }
    return whole;
}

static void print_info(const struct listing *listing)
{
    const struct kauri_layer_summary *layers = listing->layers;
    const size_t count = listing->count;
    printf("Tables  %s\n", listing->folder);
    kauri_print_board(layers[0].info);
    printf("\nlayer            positions          size  bits/position  written by\n");
    for (size_t i = 0; i < count; i++) {
        const struct kauri_layer_summary *layer = &layers[i];
        char positions[KAURI_SIZE_TEXT_BYTES];
        char size[KAURI_SIZE_TEXT_BYTES];
        printf("%5u  %19s  %12s  %13.2f  %s\n", layer->info->seeds,
               kauri_format_count(layer->info->positions, positions),
               kauri_format_size(layer->file_bytes, size),
               8.0 * (double)layer->file_bytes / (double)layer->info->positions,
               layer->info->program);
    }
    const unsigned whole = whole_layers(listing);
    if (whole < listing->files) {
        printf("\nLayer %u is missing or damaged: layers above it cannot be solved or verified.\n",
               whole);
    } else {
        printf("\nPositions with at most %u seed%s can be looked up.\n", whole - 1,
               whole == 2 ? "" : "s");
    }
}

static int run(int argc, char **argv, bool stats, const char *text)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct kauri_tables *tables = NULL;
    struct listing listing = {.count = 0};
    bool json = false;
    const struct kauri_option options[] = {
        KAURI_OPTION_TABLES(&listing.folder),
        KAURI_OPTION_JSON(&json),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "",
        .text = text,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
    };
    KAURI_TRY(kauri_options_parse(&usage, argc, argv, &arguments, &error));
    if (arguments.help) {
        goto cleanup;
    }
    KAURI_TRY(kauri_tables_open(listing.folder, CACHE_BYTES, &tables, &error));
    list(tables, &listing);
    if (listing.files == 0) {
        status = kauri_fail(&error, KAURI_MISSING, "there are no tables of 0 to %d seeds in %s",
                            KAURI_SEEDS_MAX, listing.folder);
        goto cleanup;
    }
    if (listing.count == 0) {
        goto cleanup;
    }
    if (json && stats) {
        kauri_json_layers(listing.layers, listing.count, false);
    } else if (json) {
        kauri_json_info(listing.folder, listing.layers, listing.count);
    } else if (stats) {
        kauri_print_board(listing.layers[0].info);
        printf("\n");
        kauri_print_layers(listing.layers, listing.count, false);
    } else {
        print_info(&listing);
    }
cleanup:
    kauri_tables_close(tables);
    return status == KAURI_OK ? (int)listing.fault : kauri_complain(&error);
}

int kauri_command_info(int argc, char **argv)
{
    return run(argc, argv, false,
               "Lists the tables of a folder: board, rules, layers, sizes. Reads no positions.\n"
               "Damaged tables are named on standard error, and the others are listed.\n");
}

int kauri_command_stats(int argc, char **argv)
{
    return run(argc, argv, true,
               "Counts the positions of every layer by value, with the greatest distance to\n"
               "conversion. The numbers come from the tables' certificates; `kauri verify` counts\n"
               "again. Damaged tables are named on standard error, and the others are counted.\n");
}
