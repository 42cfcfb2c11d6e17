// kauri solve: makes the tables of layers 0 to N.
#include "cli/commands.h"
#include "cli/solve/solve_run.h"

static const char *const help =
    "Solves layers 0 to N (the positions with 0 to N seeds) into a folder, which is made if it is\n"
    "not there. Finished layers are skipped, and an interrupted layer continues from its last\n"
    "checkpoint, so a run that was stopped for any reason can simply be started again. The tables\n"
    "do not depend on threads, memory or interruptions. To continue a run that was started with\n"
    "--work, give the same --work again. A table holds half of the positions of its layer: the\n"
    "values of the others follow from them (docs/RULES.md).\n";

int kauri_command_solve(int argc, char **argv)
{
    const struct kauri_solve_run_about about = {.help = help};
    return kauri_solve_run(argc, argv, &about);
}
