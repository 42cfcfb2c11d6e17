// The command `solve`: of `kauri`, where one process solves, and of `kauri-mpi`, where several do
// it together.
#ifndef KAURI_CLI_SOLVE_SOLVE_RUN_H
#define KAURI_CLI_SOLVE_SOLVE_RUN_H

#include "solver/team.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_solve_run_about {
    const char *help;              // what --help says above the options
    const struct kauri_team *team; // NULL: this process alone
    // The processes of the team on this machine, which share its free memory and its processors if
    // the user does not say what each may use. 0 stands for 1.
    unsigned ranks_here;
    const char *note; // a first line of progress, or NULL
    bool cluster;     // there are the options for several ranks
    // Is told what --patience says. NULL if there is no such option.
    void (*set_patience)(void *context, uint64_t seconds);
    void *context;
};

// Parses the options, solves, and prints the result. Returns the exit status, an enum kauri_status,
// which is the same on all ranks. Progress, result and message are printed by rank 0. Collective.
int kauri_solve_run(int argc, char **argv, const struct kauri_solve_run_about *about);

#endif
