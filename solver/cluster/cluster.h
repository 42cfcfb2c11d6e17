// What the ranks of a cluster do for one another while they solve a layer (solver/team.h):
//
// - the blocks are shared out (solver/cluster/share.h);
// - after each round, positions are sent to the ranks that have moves to them
//   (solver/cluster/exchange.h);
// - rank 0 writes the table (solver/cluster/gather.h).
#ifndef KAURI_SOLVER_CLUSTER_CLUSTER_H
#define KAURI_SOLVER_CLUSTER_CLUSTER_H

#include "solver/team.h"

// The functions for a team of so many ranks; a single rank works alone. Static storage.
const struct kauri_teamwork *kauri_cluster_work(unsigned ranks);

#endif
