// kauri-mpi solve: makes the tables of layers 0 to N, by all ranks together.
#include "cli/mpi/mpi_run.h"

#include "cli/solve/solve_run.h"

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    char note[KAURI_MPI_NOTE_BYTES];
    const struct kauri_solve_settings *settings = run->settings;
    kauri_team_mpi_set_patience(run->team, (double)settings->patience);
    return kauri_solve_run(run, kauri_team_mpi_team(run->team),
                           kauri_team_mpi_ranks_here(run->team), kauri_mpi_note(run->team, note),
                           error);
}

const struct kauri_command kauri_command_mpi_solve = {
    .name = "solve",
    .summary = "make the tables of layers 0 to N on many machines together",
    .text =
        "Solves layers 0 to N (the positions with 0 to N seeds) into a folder that all ranks see, "
        "each rank a share of every layer. The options are those of `kauri solve`, and so are the "
        "tables, byte for byte, with any number of ranks; --memory and --threads hold for each "
        "rank. --work may be a folder on a disk of the machine itself. Finished layers are "
        "skipped, and an interrupted layer continues from its last checkpoint if the number of "
        "ranks is the same.\n\n"
        "SIGINT, SIGTERM, SIGHUP and SIGUSR1, sent to any rank, stop all of them after a "
        "checkpoint.",
    .options =
        (const struct kauri_option[]){
            KAURI_SOLVE_OPTIONS,
            {.name = "patience",
             .argument = "SEC",
             .help = "longest wait for other ranks (default 3600, 0: no limit)",
             KAURI_STORED(struct kauri_solve_settings, patience),
             .high = UINT32_MAX},
            {.name = NULL},
        },
    .examples = {{"solve the positions with at most one seed by two processes",
                  "mpirun -np 2 kauri-mpi solve --tables tables --seeds 1"}},
    .documents = "reference/SCALING.md reference/FORMAT.md reference/PERFORMANCE.md",
    .flags = KAURI_RUN_PROGRESS,
    KAURI_SOLVE_SETTINGS,
    .run = run,
};
