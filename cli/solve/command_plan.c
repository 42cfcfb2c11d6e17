// kauri plan: memory, disk and time of layers, before anything is solved.
#include "cli/command.h"
#include "cli/options.h"
#include "cli/progress_view.h"
#include "cli/solve/plan_layers.h"
#include "cli/solve/plan_ranks.h"
#include "cli/solve/solve_choice.h"
#include "common/loop.h"
#include "rules/board.h"

static const char *const help =
    "Predicts the memory, disk space and time that `kauri solve` with the same options will take\n"
    "for each of the layers 0 to N. Layers that are finished in DIR are left out. The time is\n"
    "estimated from a small layer of the same board, which is solved in a temporary folder (in\n"
    "$TMPDIR, else /tmp) and takes a second or two; --no-time leaves it out.\n"
    "With --ranks the layers are planned for a cluster: memory, bytes sent and time, by the model\n"
    "of docs/SCALING.md, for R processes that share each layer, one on each machine. Nothing is\n"
    "measured then; the assumptions are printed.\n";

// The defaults of --cores, --network and --files.
#define CORES_DEFAULT   64
#define NETWORK_DEFAULT (UINT64_C(10) << 30)
#define FILES_DEFAULT   (UINT64_C(5) << 30)
#define CORES_MAX       4096

// Whether no option is given that says nothing about a cluster.
static enum kauri_status check_ranks(const struct kauri_plan_options *plan, uint64_t threads,
                                     bool others, struct kauri_error *error)
{
    if (plan->tables != NULL || plan->solve.work != NULL || plan->solve.memory != 0 ||
        threads != 0 || others) {
        return kauri_fail(error, KAURI_USAGE,
                          "plan --ranks takes only --seeds, --holes, --cowries, --cores, "
                          "--network, --files and --json");
    }
    if (plan->seeds > KAURI_RANK_SEEDS_MAX) {
        return kauri_fail(error, KAURI_USAGE, "plan --ranks takes --seeds up to %d",
                          KAURI_RANK_SEEDS_MAX);
    }
    return KAURI_OK;
}

static enum kauri_status read_options(int argc, char **argv, struct kauri_plan_options *plan,
                                      struct kauri_ranks_plan *ranks, bool *json, bool *help_given,
                                      struct kauri_error *error)
{
    struct kauri_arguments arguments;
    uint64_t rank_count = 0;
    uint64_t cores = 0;
    uint64_t network = 0;
    uint64_t files = 0;
    uint64_t seeds = UINT64_MAX;
    uint64_t holes = KAURI_HOLES_MAX;
    uint64_t cowries = UINT64_MAX;
    uint64_t threads = 0;
    uint64_t level = KAURI_LEVEL_DEFAULT;
    uint64_t checkpoint = KAURI_CHECKPOINT_DEFAULT;
    bool no_time = false;
    const struct kauri_option options[] = {
        {.name = "seeds",
         .argument = "N",
         .help = "greatest number of seeds on the board, 0 to 60",
         .required = true,
         .number = &seeds,
         .high = KAURI_SEEDS_MAX},
        {.name = "tables",
         .argument = "DIR",
         .help = "folder of the tables; its finished layers are left out",
         .text = &plan->tables},
        KAURI_OPTION_WORK(&plan->solve.work),
        KAURI_OPTION_MEMORY(&plan->solve.memory),
        KAURI_OPTION_CHECKPOINT(&checkpoint),
        KAURI_OPTION_HOLES(&holes),
        KAURI_OPTION_COWRIES(&cowries),
        KAURI_OPTION_THREADS(&threads),
        KAURI_OPTION_LEVEL(&level),
        {.name = "no-time",
         .help = "do not measure, and do not predict the time",
         .flag = &no_time},
        {.name = "ranks",
         .argument = "R",
         .help = "plan for a cluster: R processes for each layer",
         .number = &rank_count,
         .low = 1,
         .high = KAURI_RANKS_MAX},
        {.name = "cores",
         .argument = "C",
         .help = "with --ranks: cores of each machine (default 64)",
         .number = &cores,
         .low = 1,
         .high = CORES_MAX},
        {.name = "network",
         .argument = "SIZE",
         .help = "with --ranks: bytes a machine sends per second (10G)",
         .size = &network},
        {.name = "files",
         .argument = "SIZE",
         .help = "with --ranks: bytes per second of the file system (5G)",
         .size = &files},
        KAURI_OPTION_JSON(json),
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
    plan->shape = kauri_shape_chosen(holes, cowries);
    plan->seeds = (unsigned)seeds;
    plan->solve.threads = threads == 0 ? kauri_loop_threads() : (unsigned)threads;
    plan->solve.level = (int)level;
    plan->solve.checkpoint_seconds = (double)checkpoint;
    plan->time = !no_time;
    if (arguments.help) {
        return KAURI_OK;
    }
    if (rank_count == 0 && (cores != 0 || network != 0 || files != 0)) {
        return kauri_fail(error, KAURI_USAGE,
                          "plan takes --cores, --network and --files only with --ranks");
    }
    ranks->shape = plan->shape;
    ranks->seeds = plan->seeds;
    ranks->options = (struct kauri_ranks_options){
        .ranks = (uint32_t)rank_count,
        .cores = cores == 0 ? CORES_DEFAULT : (uint32_t)cores,
        .network = network == 0 ? NETWORK_DEFAULT : network,
        .files = files == 0 ? FILES_DEFAULT : files,
    };
    return rank_count == 0 ? KAURI_OK
                           : check_ranks(plan, threads,
                                         no_time || level != KAURI_LEVEL_DEFAULT ||
                                             checkpoint != KAURI_CHECKPOINT_DEFAULT,
                                         error);
}

static enum kauri_status plan_ranks(struct kauri_ranks_plan *plan, bool json,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    for (unsigned seeds = 0; seeds <= plan->seeds; seeds++) {
        KAURI_TRY(
            kauri_predict_ranks(plan->shape, seeds, &plan->options, &plan->layers[seeds], error));
    }
    if (json) {
        kauri_ranks_plan_json(plan);
    } else {
        kauri_ranks_plan_text(plan);
    }
cleanup:
    return status;
}

int kauri_command_plan(int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_progress_view view;
    struct kauri_plan_options options = {.tables = NULL};
    struct kauri_plan plan;
    struct kauri_ranks_plan ranks = {.seeds = 0};
    bool json = false;
    bool help_given = false;
    KAURI_TRY(read_options(argc, argv, &options, &ranks, &json, &help_given, &error));
    if (help_given) {
        goto cleanup;
    }
    if (ranks.options.ranks > 0) {
        status = plan_ranks(&ranks, json, &error);
        goto cleanup;
    }
    kauri_progress_view_begin(&view, true); // signals only
    options.progress = &view.progress;
    KAURI_TRY(kauri_plan_make(&options, &plan, &error));
    if (json) {
        kauri_plan_json(&options, &plan);
    } else {
        kauri_plan_text(&options, &plan);
    }
cleanup:
    return status == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
