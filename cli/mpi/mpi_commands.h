// The commands of the kauri-mpi program.
//
// Implemented in cli/mpi/command_mpi_*.c.
#ifndef KAURI_CLI_MPI_MPI_COMMANDS_H
#define KAURI_CLI_MPI_MPI_COMMANDS_H

#include "cli/run.h"

extern const struct kauri_command kauri_mpi_command_solve;
extern const struct kauri_command kauri_mpi_command_campaign;

#endif
