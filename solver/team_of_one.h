// The team of a process that works alone: it solves all blocks and writes the table. There is
// nobody to exchange messages with, and its sums are its own numbers.
#ifndef KAURI_SOLVER_TEAM_OF_ONE_H
#define KAURI_SOLVER_TEAM_OF_ONE_H

#include "solver/team.h"

// Returns this team. Static storage.
const struct kauri_team *kauri_team_of_one(void);

#endif
