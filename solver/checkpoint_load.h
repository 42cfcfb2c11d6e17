// Reads checkpoints (solver/checkpoint.h). The digest at the end shows that a file is complete, not
// that its content makes sense: every number that is an index, a size or a place is checked before
// it is used.
#ifndef KAURI_SOLVER_CHECKPOINT_LOAD_H
#define KAURI_SOLVER_CHECKPOINT_LOAD_H

#include "solver/checkpoint.h"

// Restores planes, captures, history, the lists of the last round and the number of the next one;
// or, if all rounds were done, the history and retrograde->done. All of them must be new and empty,
// and retrograde->round.captures must be `captures`. Every number of the file is checked before it
// is used: KAURI_CORRUPT for a file that is damaged or belongs to another run (the message says
// why, and to remove it), KAURI_RESOURCE. Whatever is returned, the checkpoint and its work files
// stay as they are.
enum kauri_status kauri_checkpoint_load(struct kauri_checkpoint *checkpoint,
                                        struct kauri_retrograde *retrograde,
                                        struct kauri_captures *captures, struct kauri_error *error);

#endif
