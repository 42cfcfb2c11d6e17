// kauri-mpi solve: makes the tables of layers 0 to N, by all ranks together.
#include "cli/mpi/mpi_commands.h"
#include "cli/mpi/mpi_run.h"
#include "cli/solve/solve_run.h"

static const char *const help =
    "Solves layers 0 to N (the positions with 0 to N seeds) into a folder that all ranks see, "
    "each\n"
    "rank a share of every layer. The options are those of `kauri solve`, and so are the tables,\n"
    "byte for byte, with any number of ranks; --memory and --threads hold for each rank. --work "
    "may\n"
    "be a folder on a disk of the machine itself. Finished layers are skipped, and an interrupted\n"
    "layer continues from its last checkpoint if the number of ranks is the same.\n"
    "\n"
    "SIGINT, SIGTERM, SIGHUP and SIGUSR1, sent to any rank, stop all of them after a checkpoint.\n";

// The options are read once.
static void set_patience(void *context, uint64_t seconds)
{
    kauri_team_mpi_set_patience(context, (double)seconds);
}

static int run(int argc, char **argv, struct kauri_team_mpi *mpi, const char *note)
{
    struct kauri_solve_run_about about = {.help = help, .note = note, .cluster = true};
    if (mpi != NULL) {
        about.context = mpi;
        about.set_patience = set_patience;
        about.team = kauri_team_mpi_team(mpi);
        about.ranks_here = kauri_team_mpi_ranks_here(mpi);
    }
    return kauri_solve_run(argc, argv, &about);
}

int kauri_mpi_command_solve(int argc, char **argv)
{
    return kauri_mpi_run(argc, argv, run);
}
