// How the commands of kauri-mpi begin and end MPI.
#ifndef KAURI_CLI_MPI_MPI_RUN_H
#define KAURI_CLI_MPI_MPI_RUN_H

#include "solver/mpi/team_mpi.h"

// The main() of the program: kauri_program_main on one rank if the arguments need no other, and
// otherwise on all of them. Returns the exit status.
int kauri_mpi_main(int argc, char **argv);

// Begins MPI unless help is asked for (*mpi is then NULL), calls `run` if all ranks have the same
// command, and ends MPI. `note` is a line on the ranks. Returns the exit status; rank 0 has printed
// the message of a failure.
int kauri_mpi_run(int argc, char **argv,
                  int (*run)(int argc, char **argv, struct kauri_team_mpi *mpi, const char *note));

#endif
