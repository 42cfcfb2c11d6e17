// kauri verify: do the tables satisfy the equations at every position?
#include "cli/command.h"
#include "cli/options.h"
#include "cli/progress_view.h"
#include "cli/solve_choice.h"
#include "common/parallel.h"
#include "common/size.h"
#include "db/tables.h"
#include "queries/lookup.h"
#include "rules/board.h"
#include "solver/verify.h"

#include <stdio.h>

// Of single positions: successors of neighbours lie in a few dozen blocks.
#define CACHE_BYTES (256ULL << 20)

static const char *const help =
    "Evaluates the equations of r and dtc at every position of the tables, from the files alone.\n"
    "If they hold in layers 0 to N, these layers are right. With less memory than a layer takes\n"
    "(2 bytes a position, of all layers), blocks are decoded again when they are needed again.\n"
    "With --sample only so many positions of each layer are looked at, and the certificates are "
    "not,\n"
    "which proves nothing but is quick.\n"
    "Exit status 1 when a position is wrong; the first one is named.\n";

// Layers 0..last must be there without a gap, or the proof has no ground.
static enum kauri_status last_layer(const struct kauri_tables *tables, uint64_t wanted,
                                    unsigned *last, struct kauri_error *error)
{
    const unsigned count = kauri_tables_layer_count(tables);
    if (count == 0 || (wanted != UINT64_MAX && wanted >= count)) {
        return kauri_lookup_missing(tables, count, error);
    }
    *last = wanted == UINT64_MAX ? count - 1 : (unsigned)wanted;
    return KAURI_OK;
}

// Tables above a gap were asked for with the others, and cannot be checked.
static enum kauri_status check_gap(const struct kauri_tables *tables, unsigned last,
                                   struct kauri_error *error)
{
    for (unsigned seeds = last + 2; seeds <= KAURI_SEEDS_MAX; seeds++) {
        if (kauri_tables_has(tables, seeds)) {
            struct kauri_error missing;
            (void)kauri_lookup_missing(tables, last + 1, &missing);
            return kauri_fail(error, KAURI_MISSING, "no layer above %u was checked: %s", last,
                              missing.message);
        }
    }
    return KAURI_OK;
}

static void print_verdict(unsigned last, uint64_t sample, uint64_t checked, double seconds)
{
    char positions[KAURI_SIZE_TEXT_BYTES];
    char speed[KAURI_SIZE_TEXT_BYTES];
    (void)kauri_format_count(checked, positions);
    // Small layers may take no time that the clock can tell.
    (void)kauri_format_count((uint64_t)((double)checked / (seconds > 1e-6 ? seconds : 1e-6)),
                             speed);
    if (sample == 0) {
        char layers[40] = "Layer 0 is";
        if (last > 0) {
            (void)snprintf(layers, sizeof layers, "Layers 0 to %u are", last);
        }
        printf("%s right: every equation holds, at %s positions; %.2f s, %s positions/s.\n", layers,
               positions, seconds, speed);
    } else {
        printf("No fault in the sample of %s positions; without --sample, verify proves the layers "
               "right.\n",
               positions);
    }
}

static enum kauri_status verify_layer(struct kauri_tables *tables, unsigned seeds,
                                      const struct kauri_verify_options *options,
                                      struct kauri_progress_view *view,
                                      struct kauri_verify_result *sum, struct kauri_error *error)
{
    struct kauri_verify_result result;
    const enum kauri_status status = kauri_verify_layer(tables, seeds, options, &result, error);
    kauri_progress_view_clear(view);
    if (status == KAURI_OK) {
        char checked[KAURI_SIZE_TEXT_BYTES];
        printf("layer %u: %s positions %s, all right, %.2f s\n", seeds,
               kauri_format_count(result.checked, checked),
               options->sample == 0 ? "checked" : "sampled", result.seconds);
        (void)fflush(stdout);
        sum->checked += result.checked;
        sum->seconds += result.seconds;
    }
    return status;
}

int kauri_command_verify(int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct kauri_progress_view view = {.quiet = true};
    struct kauri_tables *tables = NULL;
    const char *folder = NULL;
    uint64_t seeds = UINT64_MAX;
    uint64_t sample = 0;
    uint64_t threads = 0;
    uint64_t memory = 0;
    bool quiet = false;
    unsigned last = 0;
    struct kauri_verify_result sum = {.checked = 0};
    const struct kauri_option options[] = {
        KAURI_OPTION_TABLES(&folder),
        {.name = "seeds",
         .argument = "N",
         .help = "verify layers 0 to N (default: all)",
         .number = &seeds,
         .high = KAURI_SEEDS_MAX},
        {.name = "sample",
         .argument = "COUNT",
         .help = "check only COUNT positions of each layer",
         .number = &sample,
         .low = 1,
         .high = UINT64_MAX},
        KAURI_OPTION_THREADS(&threads),
        KAURI_OPTION_MEMORY(&memory),
        KAURI_OPTION_QUIET(&quiet),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "",
        .text = help,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
    };
    KAURI_TRY(kauri_options_parse(&usage, argc, argv, &arguments, &error));
    if (arguments.help) {
        goto cleanup;
    }
    const uint64_t cache = memory != 0 && memory / 2 < CACHE_BYTES ? memory / 2 : CACHE_BYTES;
    KAURI_TRY(kauri_tables_open(folder, cache, &tables, &error));
    KAURI_TRY(last_layer(tables, seeds, &last, &error));
    kauri_progress_view_begin(&view, quiet);
    const struct kauri_verify_options verify = {
        .threads = threads == 0 ? kauri_parallel_processors() : (unsigned)threads,
        .sample = sample,
        .memory = memory,
        .progress = &view.progress,
    };
    KAURI_TRY(kauri_verify_check_memory(tables, last, &verify, &error));
    for (unsigned layer = 0; layer <= last; layer++) {
        KAURI_TRY(verify_layer(tables, layer, &verify, &view, &sum, &error));
    }
    print_verdict(last, sample, sum.checked, sum.seconds);
    if (seeds == UINT64_MAX) {
        KAURI_TRY(check_gap(tables, last, &error));
    }
cleanup:
    kauri_progress_view_clear(&view);
    kauri_tables_close(tables);
    return status == KAURI_OK ? KAURI_OK : kauri_complain(&error);
}
