// kauri solve: makes the tables of layers 0 to N.
#include "cli/commands.h"
#include "cli/solve/solve_run.h"

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    return kauri_solve_run(run, NULL, 1, NULL, error);
}

const struct kauri_command kauri_command_solve = {
    .name = "solve",
    .group = "Make and keep tables",
    .summary = "make the tables of layers 0 to N",
    .text =
        "Solves layers 0 to N (the positions with 0 to N seeds) into a folder, which is created "
        "if necessary. Finished layers are skipped, and an interrupted layer continues from its "
        "last checkpoint, so a run that was stopped for any reason can simply be started again. "
        "The tables do not depend on threads, memory or interruptions. To continue a run that was "
        "started with --work, give the same --work again. A table holds half of the positions of "
        "its layer: the values of the others follow from them (docs/guide/RULES.md).",
    .options =
        (const struct kauri_option[]){
            KAURI_SOLVE_OPTIONS,
            KAURI_OPTIONS_END,
        },
    .examples = {{"solve the positions with at most two seeds, in about a minute",
                  "kauri solve --tables tables --seeds 2"},
                 {"solve a smaller board in another folder",
                  "kauri solve --tables small --holes 2 --cowries 4 --seeds 8"}},
    .related = "plan verify pack",
    .documents = "guide/RULES.md reference/FORMAT.md reference/PERFORMANCE.md",
    .flags = KAURI_RUN_PROGRESS,
    KAURI_SOLVE_SETTINGS,
    .run = run,
};
