// kauri info and kauri stats: list the contents of a folder of tables.
#include "cli/command.h"
#include "cli/options.h"
#include "cli/print_text.h"
#include "cli/tables/layer_summary.h"
#include "cli/tables/layers_json.h"
#include "cli/tables/layers_text.h"
#include "cli/tables/manifest.h"
#include "cli/tables/open_tables.h"
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
};

// Reports each damaged table and lists the others.
static void list(struct kauri_tablebase *tables, struct listing *listing)
{
    for (unsigned seeds = 0; seeds <= KAURI_SEEDS_MAX; seeds++) {
        struct kauri_error error;
        if (!kauri_tablebase_has(tables, seeds)) {
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

static int run(int argc, char **argv, bool stats, const char *text)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct kauri_tablebase *tables = NULL;
    struct listing listing = {.count = 0};
    struct kauri_string out = {.bytes = NULL};
    bool json = false;
    bool manifest = false;
    // The last one belongs to info alone.
    const struct kauri_option options[] = {
        KAURI_OPTION_OPEN_TABLES(&listing.folder),
        KAURI_OPTION_JSON(&json),
        {.name = "manifest",
         .help = "print SHA-256 and digest of each table (sha256sum -c)",
         .flag = &manifest},
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "",
        .text = text,
        .options = options,
        .option_count = sizeof options / sizeof options[0] - (stats ? 1 : 0),
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
    if (listing.files == 0) {
        status = kauri_fail(&error, KAURI_MISSING, "there are no tables of 0 to %d seeds in %s",
                            KAURI_SEEDS_MAX, listing.folder);
        goto cleanup;
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
        kauri_text_board(&out, listing.layers[0].info);
        kauri_string_add(&out, "\n");
        kauri_text_layers(&out, listing.layers, listing.count, false);
    } else {
        kauri_text_info(&out, listing.folder, listing.layers, listing.count, listing.files);
    }
    status = kauri_print_text(&out, &error);
cleanup:
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
    return run(argc, argv, true,
               "Counts the positions of every layer by value, with the greatest distance to\n"
               "conversion. The numbers come from the tables' certificates; `kauri verify` counts\n"
               "them again. Damaged tables are named on standard error, and the others are "
               "counted.\n" KAURI_OPEN_TABLES_TEXT);
}
