// Texts between rank 0 and each of the others, at any time and without the rest of the team: for
// work that is handed out. Only the thread that began MPI may call this.
//
// A failure of the connection ends the run, as it does for the team (solver/mpi/team_mpi.h).
#ifndef KAURI_SOLVER_MPI_LETTERS_H
#define KAURI_SOLVER_MPI_LETTERS_H

#include "common/string_buffer.h"
#include "solver/mpi/team_mpi.h"

#include <stdbool.h>
#include <stddef.h>

// Sends a text of `size` bytes, at most INT_MAX, to a rank. May wait until that rank receives it.
void kauri_letter_send(struct kauri_team_mpi *mpi, unsigned rank, const char *text, size_t size);

// Whether a text has arrived that was not received yet. *rank receives who sent it.
bool kauri_letter_arrived(struct kauri_team_mpi *mpi, unsigned *rank);

// Appends the next text from a rank, which must have arrived. Returns its size.
size_t kauri_letter_receive(struct kauri_team_mpi *mpi, unsigned rank, struct kauri_string *text);

#endif
