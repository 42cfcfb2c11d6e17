// kauri plan: memory, disk and time of layers, before anything is solved.
#include "cli/command.h"
#include "cli/options.h"
#include "cli/progress_view.h"
#include "cli/solve/plan_layers.h"
#include "cli/solve/solve_choice.h"
#include "common/parallel.h"
#include "rules/board.h"

static const char *const help =
    "Predicts the memory, disk space and time that `kauri solve` with the same options will take\n"
    "for each of the layers 0 to N. Layers that are finished in DIR are left out. The time is\n"
    "estimated from a small layer of the same board, which is solved in a temporary folder (in\n"
    "$TMPDIR, else /tmp) and takes a second or two; --no-time leaves it out.\n";

static enum kauri_status read_options(int argc, char **argv, struct kauri_plan_options *plan,
                                      bool *json, bool *help_given, struct kauri_error *error)
{
    struct kauri_arguments arguments;
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
    plan->solve.threads = threads == 0 ? kauri_parallel_processors() : (unsigned)threads;
    plan->solve.level = (int)level;
    plan->solve.checkpoint_seconds = (double)checkpoint;
    plan->time = !no_time;
    return KAURI_OK;
}

int kauri_command_plan(int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_progress_view view;
    struct kauri_plan_options options = {.tables = NULL};
    struct kauri_plan plan;
    bool json = false;
    bool help_given = false;
    KAURI_TRY(read_options(argc, argv, &options, &json, &help_given, &error));
    if (help_given) {
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
