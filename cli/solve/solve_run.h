// The command `solve`, for `kauri`, where one process solves, and for `kauri-mpi`, where several do
// it together.
#ifndef KAURI_CLI_SOLVE_SOLVE_RUN_H
#define KAURI_CLI_SOLVE_SOLVE_RUN_H

#include "cli/solve/solve_choice.h"
#include "solver/team.h"

#include <stdint.h>

struct kauri_solve_settings {
    uint64_t seeds, holes, cowries, memory, checkpoint, level;
    const char *work;  // NULL: the folder of the tables
    uint64_t patience; // seconds that ranks wait for one another; 0: no limit
};

#define KAURI_SOLVE_OPTIONS                                                                        \
    KAURI_ONE_FOLDER_OPTION,                                                                       \
        KAURI_OPTION("seeds", "N", "greatest number of seeds on the board, 0 to 60",               \
                     KAURI_STORED(struct kauri_solve_settings, seeds), .required = true,           \
                     .high = KAURI_SEEDS_MAX),                                                     \
        KAURI_HOLES_OPTION(struct kauri_solve_settings, holes),                                    \
        KAURI_COWRIES_OPTION(struct kauri_solve_settings, cowries), KAURI_THREADS_OPTION,          \
        KAURI_MEMORY_OPTION(struct kauri_solve_settings, memory),                                  \
        KAURI_CHECKPOINT_OPTION(struct kauri_solve_settings, checkpoint),                          \
        KAURI_WORK_OPTION(struct kauri_solve_settings, work),                                      \
        KAURI_LEVEL_OPTION(struct kauri_solve_settings, level), KAURI_JSON_OPTION,                 \
        KAURI_QUIET_OPTION

#define KAURI_SOLVE_SETTINGS                                                                       \
    KAURI_SETTINGS(struct kauri_solve_settings, .holes = KAURI_HOLES_MAX, .cowries = UINT64_MAX,   \
                   .checkpoint = KAURI_CHECKPOINT_DEFAULT, .level = KAURI_LEVEL_DEFAULT,           \
                   .patience = 3600)

// Solves as the settings say, and adds the result to run->out of rank 0. `team` is NULL for this
// process alone; `ranks_here` of the team are on this machine, and share its free memory and its
// processors if the user does not say what each may use (0 stands for 1). `note` is a first line of
// progress, or NULL. Collective: the status is the same on all ranks.
enum kauri_status kauri_solve_run(struct kauri_command_run *run, const struct kauri_team *team,
                                  unsigned ranks_here, const char *note, struct kauri_error *error);

#endif
