// kauri info and kauri stats: what is in a folder of tables.
#include "cli/command.h"
#include "cli/json.h"
#include "cli/layer_summary.h"
#include "cli/options.h"
#include "common/size.h"
#include "db/tables.h"

#include <stdio.h>

// Opening reads headers and indices; no block is decoded.
#define CACHE_BYTES (1U << 20)

static void print_info(const struct kauri_tables *tables, const struct kauri_layer_summary *layers,
                       size_t count)
{
    printf("Tables  %s\n", kauri_tables_folder(tables));
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
    const unsigned whole = kauri_tables_layer_count(tables);
    if (whole == 0) {
        printf("\nLayer 0 is missing: nothing can be looked up or solved above it.\n");
    } else if (whole < count) {
        printf("\nLayer %u is missing: the layers above it are not used until it is there.\n",
               whole);
    } else {
        printf("\nPositions with at most %u seed%s can be looked up.\n", whole - 1,
               whole == 2 ? "" : "s");
    }
}

static void print_stats(const struct kauri_layer_summary *layers, size_t count)
{
    kauri_print_board(layers[0].info);
    printf("\n");
    kauri_print_layers(layers, count, false);
}

static int run(int argc, char **argv, bool stats, const char *text)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct kauri_tables *tables = NULL;
    struct kauri_layer_summary layers[KAURI_SEEDS_MAX + 1];
    size_t count = 0;
    const char *folder = NULL;
    bool json = false;
    const struct kauri_option options[] = {
        KAURI_OPTION_TABLES(&folder),
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
    KAURI_TRY(kauri_tables_open(folder, CACHE_BYTES, &tables, &error));
    KAURI_TRY(kauri_layer_summaries(tables, layers, &count, &error));
    if (json && stats) {
        kauri_json_layers(layers, count, false);
    } else if (json) {
        kauri_json_info(folder, layers, count);
    } else if (stats) {
        print_stats(layers, count);
    } else {
        print_info(tables, layers, count);
    }
cleanup:
    kauri_tables_close(tables);
    return status == KAURI_OK ? KAURI_OK : kauri_complain(&error);
}

int kauri_command_info(int argc, char **argv)
{
    return run(argc, argv, false,
               "Lists the tables of a folder: board, rules, layers, sizes. Reads no positions.\n");
}

int kauri_command_stats(int argc, char **argv)
{
    return run(argc, argv, true,
               "Counts the positions of every layer by value, with the greatest distance to\n"
               "conversion. The numbers come from the tables' certificates; `kauri verify` counts\n"
               "again.\n");
}
