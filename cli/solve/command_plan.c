// kauri plan: memory, disk and time of layers, before anything is solved.
#include "cli/commands.h"
#include "cli/solve/plan_layers.h"
#include "cli/solve/plan_ranks.h"
#include "cli/solve/solve_choice.h"
#include "rules/board.h"

enum { CORES_MAX = 4096 };

struct plan_settings {
    uint64_t seeds, holes, cowries, level, checkpoint;
    bool no_time;
    uint64_t ranks; // 0: not for a cluster
    uint64_t cores, network, files;
    struct kauri_plan_options options;
};

static enum kauri_status plan_ranks(const struct plan_settings *chosen, bool json,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_ranks_plan plan = {
        .shape = chosen->options.shape,
        .seeds = chosen->options.seeds,
        .options = {.ranks = (unsigned)chosen->ranks,
                    .cores = (unsigned)chosen->cores,
                    .network = chosen->network,
                    .files = chosen->files},
    };
    if (plan.seeds > KAURI_RANK_SEEDS_MAX) {
        return kauri_fail(error, KAURI_USAGE, "plan --ranks takes --seeds up to %d",
                          KAURI_RANK_SEEDS_MAX);
    }
    for (unsigned seeds = 0; seeds <= plan.seeds; seeds++) {
        KAURI_TRY(
            kauri_predict_ranks(plan.shape, seeds, &plan.options, &plan.layers[seeds], error));
    }
    (json ? kauri_ranks_plan_json : kauri_ranks_plan_text)(&plan);
cleanup:
    return status;
}

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
    if (chosen->ranks > 0) {
        return plan_ranks(chosen, run->json, error);
    }
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
        "folder (in $TMPDIR, else /tmp) and takes a second or two; --no-time leaves it out. With "
        "--ranks the layers are planned for a cluster: memory, bytes sent and time, by the model "
        "of docs/SCALING.md, for R processes that share each layer, one on each machine. Nothing "
        "is measured then; the assumptions are printed.",
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
            {.name = "ranks",
             .argument = "R",
             .help = "plan for a cluster: R processes for each layer",
             .excludes = "tables work memory checkpoint threads level no-time",
             KAURI_STORED(struct plan_settings, ranks),
             .low = 1,
             .high = KAURI_RANKS_MAX},
            {.name = "cores",
             .argument = "C",
             .help = "with --ranks: cores of each machine (default 64)",
             .needs = "ranks",
             KAURI_STORED(struct plan_settings, cores),
             .low = 1,
             .high = CORES_MAX},
            {.name = "network",
             .argument = "SIZE",
             .help = "with --ranks: bytes a machine sends per second (10G)",
             .needs = "ranks",
             .is_size = true,
             KAURI_STORED(struct plan_settings, network)},
            {.name = "files",
             .argument = "SIZE",
             .help = "with --ranks: bytes per second of the file system (5G)",
             .needs = "ranks",
             .is_size = true,
             KAURI_STORED(struct plan_settings, files)},
            KAURI_JSON_OPTION,
            {.name = NULL},
        },
    .examples = {{"what layers 0 to 6 would need", "kauri plan --seeds 6"},
                 {"the same without measuring, in 3 GiB of memory",
                  "kauri plan --seeds 6 --memory 3G --no-time"},
                 {"layers 0 to 8 on 64 machines with 64 cores each",
                  "kauri plan --seeds 8 --ranks 64"}},
    .related = "solve bench",
    .documents = "PERFORMANCE.md SCALING.md",
    .flags = KAURI_RUN_SIGNALS,
    KAURI_SETTINGS(struct plan_settings, .holes = KAURI_HOLES_MAX, .cowries = UINT64_MAX,
                   .level = KAURI_LEVEL_DEFAULT, .checkpoint = KAURI_CHECKPOINT_DEFAULT,
                   .cores = 64, .network = UINT64_C(10) << 30, .files = UINT64_C(5) << 30),
    .run = run,
};
