// Checkpoints of a team. The ranks do not finish theirs at the same moment, and some may be killed
// in between, so each keeps its last one until all have made the next: the newest generation that
// all ranks have is a state of the whole team.
//
// All functions accept NULL for `team`: a process that works alone has one checkpoint.
#ifndef KAURI_SOLVER_TEAM_CHECKPOINT_H
#define KAURI_SOLVER_TEAM_CHECKPOINT_H

#include "solver/storage/checkpoint.h"
#include "solver/team.h"

#include <stdbool.h>

// Finds out whether there is a checkpoint from which all ranks can go on, and gives the place of
// each rank its name. One that another number of ranks has made is KAURI_CORRUPT; it is not
// removed, since the caller may want to go on with that many. Collective: all ranks return the same
// status. KAURI_RESOURCE.
enum kauri_status kauri_team_checkpoint_find(const struct kauri_team *team,
                                             struct kauri_workplace *place, bool *any,
                                             struct kauri_error *error);

// Makes a checkpoint of all ranks, in `place`, which is also that of *checkpoint. `status` and the
// message in *error tell whether this rank has succeeded so far. After a failure of any rank, the
// last one still counts. Collective: all ranks return the same status. KAURI_RESOURCE;
// KAURI_INTERRUPTED when progress says so.
enum kauri_status kauri_team_checkpoint_make(const struct kauri_team *team,
                                             struct kauri_workplace *place,
                                             struct kauri_checkpoint *checkpoint,
                                             struct kauri_retrograde *retrograde,
                                             enum kauri_status status, struct kauri_error *error);

#endif
