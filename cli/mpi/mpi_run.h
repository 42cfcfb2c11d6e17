// How the commands of kauri-mpi begin and end MPI.
#ifndef KAURI_CLI_MPI_MPI_RUN_H
#define KAURI_CLI_MPI_MPI_RUN_H

#include "solver/mpi/team_mpi.h"

#include <stdbool.h>

// Whether the program, given these arguments, will begin MPI: it has a command, and no help is
// asked for.
bool kauri_mpi_begins(int argc, char **argv);

// Begins MPI unless help is asked for (*mpi is then NULL), calls `run`, and ends MPI. `note` is a
// line on the ranks. Returns the exit status; rank 0 has printed the message of a failure.
int kauri_mpi_run(int argc, char **argv,
                  int (*run)(int argc, char **argv, struct kauri_team_mpi *mpi, const char *note));

#endif
