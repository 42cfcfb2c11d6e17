// Facts about this process that the program which started it, such as mpirun, put into the
// environment.
#ifndef KAURI_SOLVER_MPI_LAUNCHER_H
#define KAURI_SOLVER_MPI_LAUNCHER_H

#include <stdbool.h>
#include <stdint.h>

// Whether this process is the first of its run; true if nothing is said. For what is printed
// without MPI, such as the help.
bool kauri_launcher_seems_first(void);

// The number of processes that were started; 1 if nothing is said.
uint64_t kauri_launcher_started(void);

#endif
