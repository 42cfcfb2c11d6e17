// Calls of MPI that fail, and waiting for other ranks; only for this folder.
#ifndef KAURI_SOLVER_MPI_CONNECTION_H
#define KAURI_SOLVER_MPI_CONNECTION_H

#include "common/status.h"

#include <mpi.h>
#include <stdint.h>

struct kauri_connection {
    void (*failed)(const struct kauri_error *error); // prints the message
    unsigned rank;
    unsigned ranks;
    double patience; // seconds that a wait may take; 0: any time
};

struct kauri_team_mpi;

// The connection of the ranks, which belongs to *mpi (solver/mpi/team_mpi.c).
const struct kauri_connection *kauri_team_mpi_connection(const struct kauri_team_mpi *mpi);

// Ends the run on all ranks.
_Noreturn void kauri_connection_out_of_memory(const struct kauri_connection *connection);

// Every call of MPI goes through this: an error ends the run on all ranks with one line.
void kauri_connection_check(const struct kauri_connection *connection, const char *call, int code);

// Waits until all requests are done, or ends the run when that has taken too long: the connections
// of most networks last on when the other end has lost its power or its cable. Time in which this
// process was stopped does not count. `statuses` has room for as many, and is not needed; MPICH's
// MPI_STATUSES_IGNORE makes GCC warn.
void kauri_connection_wait(const struct kauri_connection *connection, const char *call,
                           MPI_Request *requests, uint64_t count, MPI_Status *statuses);

#endif
