// kauri plan: memory, disk and time of layers, before anything is solved.
#include "cli/commands.h"
#include "cli/solve/plan_layers.h"
#include "cli/solve/solve_choice.h"
#include "rules/board.h"

struct plan_settings {
    uint64_t seeds, holes, cowries, level, checkpoint;
    bool no_time;
    struct kauri_plan_options options;
};

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    struct plan_settings *chosen = run->settings;
    struct kauri_plan_options *options = &chosen->options;
    struct kauri_plan plan;
    options->shape = kauri_shape_chosen(chosen->holes, chosen->cowries);
    options->seeds = (unsigned)chosen->seeds;
    options->solve.threads = kauri_run_threads(run);
    options->solve.level = (int)chosen->level;
    options->solve.checkpoint_seconds = (double)chosen->checkpoint;
    options->time = !chosen->no_time;
    options->progress = &run->view.progress;
    const enum kauri_status status = kauri_plan_make(options, &plan, error);
    if (status == KAURI_OK) {
        (run->json ? kauri_plan_json : kauri_plan_text)(options, &plan);
    }
    return status;
}

const struct kauri_command kauri_command_plan = {
    .name = "plan",
    .group = "Make and keep tables",
    .summary = "predict the memory, disk space and time of layers",
    .text =
        "Predicts the memory, disk space and time that `kauri solve` with the same options will "
        "take for each of the layers 0 to N. Layers that are finished in DIR are left out. The "
        "time is estimated from a small layer of the same board, which is solved in a temporary "
        "folder (in $TMPDIR, else /tmp) and takes a second or two; --no-time leaves it out.",
    .options =
        (const struct kauri_option[]){
            {.name = "seeds",
             .argument = "N",
             .help = "greatest number of seeds on the board, 0 to 60",
             .required = true,
             KAURI_STORED(struct plan_settings, seeds),
             .high = KAURI_SEEDS_MAX},
            {.name = "tables",
             .argument = "DIR",
             .help = "folder of the tables; its finished layers are left out",
             KAURI_STORED(struct plan_settings, options.tables)},
            KAURI_WORK_OPTION(struct plan_settings, options.solve.work),
            KAURI_MEMORY_OPTION(struct plan_settings, options.solve.memory),
            KAURI_CHECKPOINT_OPTION(struct plan_settings, checkpoint),
            KAURI_HOLES_OPTION(struct plan_settings, holes),
            KAURI_COWRIES_OPTION(struct plan_settings, cowries),
            KAURI_THREADS_OPTION,
            KAURI_LEVEL_OPTION(struct plan_settings, level),
            {.name = "no-time",
             .help = "do not measure, and do not predict the time",
             KAURI_STORED(struct plan_settings, no_time)},
            KAURI_JSON_OPTION,
            {.name = NULL},
        },
    .examples = {{"what layers 0 to 6 would need", "kauri plan --seeds 6"},
                 {"the same without measuring, in 3 GiB of memory",
                  "kauri plan --seeds 6 --memory 3G --no-time"}},
    .related = "solve bench",
    .documents = "PERFORMANCE.md",
    .flags = KAURI_RUN_SIGNALS,
    KAURI_SETTINGS(struct plan_settings, .holes = KAURI_HOLES_MAX, .cowries = UINT64_MAX,
                   .level = KAURI_LEVEL_DEFAULT, .checkpoint = KAURI_CHECKPOINT_DEFAULT),
    .run = run,
};
