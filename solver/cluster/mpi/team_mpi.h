// The team of a run that `mpirun` started: the ranks of MPI. Only this folder includes mpi.h.
//
// Once MPI has been initialised, the other ranks cannot be informed of a failed connection. So all
// functions of the team return KAURI_OK or not at all: they report a failure through `failed` and
// end the whole run with MPI_Abort.
#ifndef KAURI_SOLVER_CLUSTER_MPI_TEAM_MPI_H
#define KAURI_SOLVER_CLUSTER_MPI_TEAM_MPI_H

#include "solver/cluster/network.h"

#include <stdbool.h>
#include <stdint.h>

// Prints the message of a failure after which the run is ended; *error is KAURI_RESOURCE. Must not
// call MPI.
typedef void kauri_team_mpi_failed(const struct kauri_error *error);

struct kauri_team_mpi;

// Returns true if this process is the first of its run, according to the environment, or if the
// environment does not say. For output without MPI, such as the help.
bool kauri_launcher_seems_first(void);
// The number of processes that were started, according to the environment; 1 if it does not say.
uint64_t kauri_launcher_started(void);

// Begins MPI, once in a process, and only then: MPI cannot begin again after its end. The calling
// thread is the one that may use the team. Without `mpirun`, the team has this rank alone.
// KAURI_RESOURCE; KAURI_USAGE if the launcher is that of another implementation of MPI, which
// starts processes that do not know of one another. After a failure, MPI has ended.
enum kauri_status kauri_team_mpi_begin(kauri_team_mpi_failed *failed, struct kauri_team_mpi **mpi,
                                       struct kauri_error *error);
// Waits for all ranks, ends MPI and frees *mpi. Accepts NULL.
void kauri_team_mpi_end(struct kauri_team_mpi *mpi);

// Belongs to *mpi. All ranks are on machines of one kind (solver/team.h).
const struct kauri_team *kauri_team_mpi_team(const struct kauri_team_mpi *mpi);

// The ranks on this machine, this one included: they share its memory and processors.
unsigned kauri_team_mpi_ranks_here(const struct kauri_team_mpi *mpi);

// A rank that waits for the others for longer than so many seconds ends the run; 0, the default, is
// any time. Ranks wait for the busiest one of a round, and some for the one that writes.
void kauri_team_mpi_set_patience(struct kauri_team_mpi *mpi, double seconds);

// Sends no piece larger than this; the default is 1 GiB. For tests.
void kauri_team_mpi_set_piece(struct kauri_team_mpi *mpi, uint64_t bytes);

// The name and version of the implementation, such as "Open MPI v4.1.4"; static storage of *mpi.
const char *kauri_team_mpi_library(const struct kauri_team_mpi *mpi);

#endif
