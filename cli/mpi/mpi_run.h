// The beginning and the end of MPI for the commands of kauri-mpi.
#ifndef KAURI_CLI_MPI_MPI_RUN_H
#define KAURI_CLI_MPI_MPI_RUN_H

#include "cli/run.h"
#include "solver/cluster/mpi/team_mpi.h"

// The main() of the program: kauri_program_main on one rank if the arguments need no other, and
// otherwise on all of them. Returns the exit status.
int kauri_mpi_main(int argc, char **argv);

// Runs a command on all ranks, which must have the same (kauri_program.run_command): begins MPI
// unless help is asked for, and sets run->team, a struct kauri_team_mpi. Only rank 0 shows progress
// and reports the error. Returns the exit status.
int kauri_mpi_run_command(const struct kauri_command *command, int argc, char **argv);

// Writes a line about the ranks into `note`, and returns it.
enum { KAURI_MPI_NOTE_BYTES = 160 };
const char *kauri_mpi_note(struct kauri_team_mpi *mpi, char note[KAURI_MPI_NOTE_BYTES]);

#endif
