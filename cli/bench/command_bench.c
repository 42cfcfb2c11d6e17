// kauri bench: measures the solver and the limits of the machine.
#include "cli/command.h"

#include "cli/bench/bench_forms_view.h"
#include "cli/bench/bench_view.h"
#include "cli/options.h"
#include "cli/progress_view.h"
#include "cli/solve/solve_choice.h"
#include "common/loop.h"
#include "rules/board.h"

#include <stddef.h>

enum { SAMPLE_DEFAULT = 1 << 22, SAMPLE_MAX = 1 << 30 };

static const char *const help =
    "Solves and verifies one layer in a temporary folder (in $TMPDIR, else /tmp) and prints "
    "speed,\n"
    "core time per edge, shares of the work, memory and disk per position, and the limits of\n"
    "this machine: streaming through memory, and random updates in its cache. The layers "
    "below\n"
    "are solved first, unless --tables has them. scripts/bench runs a whole series.\n"
    "With --probe it measures look-ups in that layer instead: random positions from an empty\n"
    "cache (percentiles, histogram, pages decoded), positions whose pages are in the cache on\n"
    "1, 2 and 4 threads, all moves of positions, batches, and the whole layer in order.\n"
    "With --forms it measures how a table of --tables could be packed: size, time for encoding "
    "and\n"
    "time for decoding a page, for a series of page sizes, levels and dictionaries. Each form is\n"
    "tried on a sample of stored entries that is spread evenly over the layer.\n";

// What to measure instead of solving.
struct other {
    bool forms;
    uint64_t sample; // entries, for forms
};

static enum kauri_status check_other(const struct kauri_bench_options *bench, struct other *other,
                                     struct kauri_error *error)
{
    if (other->forms && bench->probe) {
        return kauri_fail(error, KAURI_USAGE, "--forms and --probe cannot be combined");
    }
    if (other->forms && bench->tables == NULL) {
        return kauri_fail(error, KAURI_USAGE, "--forms needs --tables, the folder of the layer");
    }
    if (!other->forms && other->sample != 0) {
        return kauri_fail(error, KAURI_USAGE, "--sample is for --forms");
    }
    if (other->sample > SAMPLE_MAX) {
        return kauri_fail(error, KAURI_USAGE, "--sample: a sample has at most 1G entries");
    }
    other->sample = other->sample == 0 ? SAMPLE_DEFAULT : other->sample;
    return KAURI_OK;
}

static enum kauri_status read_options(int argc, char **argv, struct kauri_bench_options *bench,
                                      struct other *other, bool *json, bool *quiet,
                                      bool *help_given, struct kauri_error *error)
{
    struct kauri_arguments arguments;
    const char *kernel = NULL;
    uint64_t seeds = 2;
    uint64_t holes = KAURI_HOLES_MAX;
    uint64_t cowries = UINT64_MAX;
    uint64_t threads = 0;
    uint64_t level = KAURI_LEVEL_DEFAULT;
    bool no_limits = false;
    const struct kauri_option options[] = {
        {.name = "seeds",
         .argument = "N",
         .help = "the layer, 0 to 60 (default 2)",
         .number = &seeds,
         .high = KAURI_SEEDS_MAX},
        {.name = "tables",
         .argument = "DIR",
         .help = "folder of the lower layers (--probe, --forms: of the layer)",
         .text = &bench->tables},
        KAURI_OPTION_MEMORY(&bench->memory),
        KAURI_OPTION_HOLES(&holes),
        KAURI_OPTION_COWRIES(&cowries),
        KAURI_OPTION_THREADS(&threads),
        KAURI_OPTION_KERNEL(&kernel),
        KAURI_OPTION_LEVEL(&level),
        {.name = "probe", .help = "measure look-ups, not solving", .flag = &bench->probe},
        {.name = "forms", .help = "measure forms of the table, not solving", .flag = &other->forms},
        {.name = "sample",
         .argument = "SIZE",
         .help = "entries in a sample of --forms, such as 16M (default 4M)",
         .size = &other->sample},
        {.name = "no-limits", .help = "do not measure the machine", .flag = &no_limits},
        KAURI_OPTION_JSON(json),
        KAURI_OPTION_QUIET(quiet),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "",
        .text = help,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
    };
    const enum kauri_status status = kauri_options_parse(&usage, argc, argv, &arguments, error);
    if (status != KAURI_OK) {
        return status;
    }
    *help_given = arguments.help;
    if (!arguments.help) {
        const enum kauri_status fault = check_other(bench, other, error);
        if (fault != KAURI_OK) {
            return fault;
        }
    }
    bench->shape = kauri_shape_chosen(holes, cowries);
    bench->seeds = (unsigned)seeds;
    bench->threads = threads == 0 ? kauri_loop_threads() : (unsigned)threads;
    bench->level = (int)level;
    bench->limits = !no_limits;
    return kauri_kernel_chosen(kernel, &bench->kernel, error);
}

int kauri_command_bench(int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_progress_view view = {.quiet = true};
    struct kauri_bench_options options = {.tables = NULL};
    struct kauri_bench_result result;
    struct kauri_bench_probe probe;
    struct kauri_bench_forms forms;
    struct other other = {.forms = false};
    bool json = false;
    bool quiet = false;
    bool help_given = false;
    KAURI_TRY(read_options(argc, argv, &options, &other, &json, &quiet, &help_given, &error));
    if (help_given) {
        goto cleanup;
    }
    kauri_progress_view_begin(&view, quiet);
    options.progress = &view.progress;
    if (other.forms) {
        KAURI_TRY(kauri_bench_forms_run(&options, other.sample, &forms, &error));
    } else if (options.probe) {
        KAURI_TRY(kauri_bench_probe_run(&options, &probe, &error));
    } else {
        KAURI_TRY(kauri_bench_run(&options, &result, &error));
    }
    // Clears the line that the child left on a terminal.
    view.line.shown = view.line.terminal && !quiet;
    kauri_progress_view_clear(&view);
    if (other.forms && json) {
        kauri_bench_forms_json(&forms);
    } else if (other.forms) {
        kauri_bench_forms_text(&forms);
    } else if (options.probe && json) {
        kauri_bench_probe_json(&options, &probe);
    } else if (options.probe) {
        kauri_bench_probe_text(&options, &probe);
    } else if (json) {
        kauri_bench_json(&options, &result);
    } else {
        kauri_bench_text(&options, &result);
    }
cleanup:
    kauri_progress_view_clear(&view);
    return status == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
