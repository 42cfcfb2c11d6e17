// kauri bench: measures the solver and the limits of the machine.
#include "cli/commands.h"

#include "cli/bench/bench_forms_view.h"
#include "cli/bench/bench_view.h"
#include "cli/solve/solve_choice.h"
#include "rules/board.h"

#include <stddef.h>

enum { SAMPLE_DEFAULT = 1 << 22, SAMPLE_MAX = 1 << 30 };

struct bench_settings {
    uint64_t seeds, holes, cowries, level;
    enum kauri_kernel_choice kernel;
    bool no_limits;
    bool forms;      // what to measure instead of solving
    uint64_t sample; // entries, for forms
    struct kauri_bench_options options;
};

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct bench_settings *bench = run->settings;
    struct kauri_bench_options *options = &bench->options;
    struct kauri_bench_result result;
    struct kauri_bench_probe probe;
    struct kauri_bench_forms forms;
    if (bench->sample > SAMPLE_MAX) {
        return kauri_fail(error, KAURI_USAGE, "--sample: a sample has at most 1G entries");
    }
    KAURI_TRY(kauri_kernel_check(bench->kernel, error));
    options->shape = kauri_shape_chosen(bench->holes, bench->cowries);
    options->seeds = (unsigned)bench->seeds;
    options->threads = kauri_run_threads(run);
    options->level = (int)bench->level;
    options->limits = !bench->no_limits;
    options->kernel = bench->kernel;
    options->progress = &run->view.progress;
    if (bench->forms) {
        KAURI_TRY(kauri_bench_forms_run(options, bench->sample, &forms, error));
    } else if (options->probe) {
        KAURI_TRY(kauri_bench_probe_run(options, &probe, error));
    } else {
        KAURI_TRY(kauri_bench_run(options, &result, error));
    }
    // Clears the line that the child left on a terminal.
    run->view.line.shown = run->view.line.terminal && !run->quiet;
    kauri_progress_view_clear(&run->view);
    if (bench->forms) {
        (run->json ? kauri_bench_forms_json : kauri_bench_forms_text)(&forms);
    } else if (options->probe) {
        (run->json ? kauri_bench_probe_json : kauri_bench_probe_text)(options, &probe);
    } else {
        (run->json ? kauri_bench_json : kauri_bench_text)(options, &result);
    }
cleanup:
    return status;
}

const struct kauri_command kauri_command_bench = {
    .name = "bench",
    .group = "Make and keep tables",
    .summary = "measure solving, look-ups and packing",
    .text =
        "Solves and verifies one layer in a temporary folder (in $TMPDIR, else /tmp) and prints "
        "speed, core time per edge, shares of the work, memory and disk per position, and the "
        "limits of this machine: streaming through memory, and random updates in its cache. The "
        "layers below are solved first, unless --tables has them. scripts/bench runs a whole "
        "series. With --probe it measures look-ups in that layer instead: random positions from an "
        "empty cache (percentiles, histogram, pages decoded), positions whose pages are in the "
        "cache on 1, 2 and 4 threads, all moves of positions, batches, and the whole layer in "
        "order. With --forms it measures how a table of --tables could be packed: size, time for "
        "encoding and time for decoding a page, for a series of page sizes, levels and "
        "dictionaries. Each form is tried on a sample of stored entries that is spread evenly over "
        "the layer.",
    .options =
        (const struct kauri_option[]){
            {.name = "seeds",
             .argument = "N",
             .help = "the layer, 0 to 60 (default 2)",
             KAURI_STORED(struct bench_settings, seeds),
             .high = KAURI_SEEDS_MAX},
            {.name = "tables",
             .argument = "DIR",
             .help = "folder of the lower layers (--probe, --forms: of the layer)",
             KAURI_STORED(struct bench_settings, options.tables)},
            KAURI_MEMORY_OPTION(struct bench_settings, options.memory),
            KAURI_HOLES_OPTION(struct bench_settings, holes),
            KAURI_COWRIES_OPTION(struct bench_settings, cowries),
            KAURI_THREADS_OPTION,
            KAURI_KERNEL_OPTION(struct bench_settings, kernel),
            KAURI_LEVEL_OPTION(struct bench_settings, level),
            {.name = "probe",
             .help = "measure look-ups, not solving",
             KAURI_STORED(struct bench_settings, options.probe)},
            {.name = "forms",
             .help = "measure forms of the table, not solving",
             .excludes = "probe",
             .needs = "tables",
             KAURI_STORED(struct bench_settings, forms)},
            {.name = "sample",
             .argument = "SIZE",
             .help = "entries in a sample of --forms, such as 16M (default 4M)",
             .needs = "forms",
             .is_size = true,
             KAURI_STORED(struct bench_settings, sample)},
            {.name = "no-limits",
             .help = "do not measure the machine",
             KAURI_STORED(struct bench_settings, no_limits)},
            KAURI_JSON_OPTION,
            KAURI_QUIET_OPTION,
            {.name = NULL},
        },
    .examples = {{"the speed of the solver on layer 1", "kauri bench --seeds 1"}},
    .related = "plan solve",
    .documents = "PERFORMANCE.md",
    .flags = KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct bench_settings, .seeds = 2, .holes = KAURI_HOLES_MAX,
                   .cowries = UINT64_MAX, .level = KAURI_LEVEL_DEFAULT, .sample = SAMPLE_DEFAULT),
    .run = run,
};
