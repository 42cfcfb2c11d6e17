// How the ranks tell one another which positions of whose blocks they must hear of.
#ifndef KAURI_SOLVER_SHARE_EDGES_H
#define KAURI_SOLVER_SHARE_EDGES_H

#include "solver/share.h"

// Finds the successors of the own blocks (kauri_share_find_successors), and exchanges the edges
// with the other ranks; their masks and limits are added to *masks. `status` and the message in
// *error tell whether this rank has succeeded so far; all ranks return the same status. Does
// nothing for a rank without others. Collective. KAURI_RESOURCE, KAURI_CORRUPT for an edge that
// cannot belong to this layer.
enum kauri_status kauri_share_connect(struct kauri_share *share, struct kauri_block *blocks,
                                      struct kauri_masks *masks, enum kauri_status status,
                                      struct kauri_error *error);

#endif
