// kauri bench: measures the solver and the limits of the machine.
#include "cli/commands.h"

#include "cli/bench/bench_run.h"
#include "cli/solve/solve_choice.h"
#include "rules/board.h"

struct bench_settings {
    uint64_t seeds, holes, cowries, level;
    enum kauri_kernel_choice kernel;
    bool no_limits;
    struct kauri_bench_options options;
};

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct bench_settings *bench = run->settings;
    struct kauri_bench_options *options = &bench->options;
    struct kauri_bench_result result;
    KAURI_TRY(kauri_kernel_check(bench->kernel, error));
    options->shape = kauri_shape_chosen(bench->holes, bench->cowries);
    options->seeds = (unsigned)bench->seeds;
    options->threads = kauri_run_threads(run);
    options->level = (int)bench->level;
    options->limits = !bench->no_limits;
    options->kernel = bench->kernel;
    options->progress = &run->view.progress;
    KAURI_TRY(kauri_bench_run(options, &result, error));
    // Clears the line that the child left on a terminal.
    run->view.line.shown = run->view.line.terminal && !run->quiet;
    kauri_progress_view_clear(&run->view);
    (run->json ? kauri_bench_json : kauri_bench_text)(&run->out, options, &result);
cleanup:
    return status;
}

const struct kauri_command kauri_command_bench = {
    .name = "bench",
    .group = "Make and keep tables",
    .summary = "measure the solver and this machine",
    .text =
        "Solves and verifies one layer in a temporary folder (in $TMPDIR, else /tmp) and prints "
        "speed, core time per edge, shares of the work, memory and disk per position, and the "
        "limits of this machine: streaming through memory, and random updates in its cache. The "
        "layers below are solved first, unless --tables has them. scripts/bench runs a whole "
        "series.",
    .options =
        (const struct kauri_option[]){
            {.name = "seeds",
             .argument = "N",
             .help = "the layer, 0 to 60 (default 2)",
             KAURI_STORED(struct bench_settings, seeds),
             .high = KAURI_SEEDS_MAX},
            {.name = "tables",
             .argument = "DIR",
             .help = "folder of the lower layers",
             KAURI_STORED(struct bench_settings, options.tables)},
            KAURI_MEMORY_OPTION(struct bench_settings, options.memory),
            KAURI_HOLES_OPTION(struct bench_settings, holes),
            KAURI_COWRIES_OPTION(struct bench_settings, cowries),
            KAURI_THREADS_OPTION,
            KAURI_KERNEL_OPTION(struct bench_settings, kernel),
            KAURI_LEVEL_OPTION(struct bench_settings, level),
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
                   .cowries = UINT64_MAX, .level = KAURI_LEVEL_DEFAULT),
    .run = run,
};
