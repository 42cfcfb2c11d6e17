// Checkpoints: a run that was stopped can continue from the last one.
//
// A checkpoint is made between two rounds. Everything that changes in place (open moves, the lists
// of the last round, the tails of the history, counters) goes into one file, which replaces the
// previous one atomically. Everything that only grows (captures and history) stays in its work
// files, which are flushed first and kept. A checkpoint after the last round contains only what
// writing the table needs: the history.
//
// A checkpoint is valid only for the same program on the same machine: shape, layer, rules, program
// version, the format of records and lists, and the digests of all lower layers must be equal. The
// limit on memory and the number of threads may differ.
//
// The ranks of a team do not finish their checkpoints at the same moment, and some may be killed in
// between, so each keeps its last one until all have made the next: the newest *generation* that
// all ranks have is a state of the whole team.
#ifndef KAURI_SOLVER_CHECKPOINT_H
#define KAURI_SOLVER_CHECKPOINT_H

#include "solver/retrograde.h"
#include "solver/storage/workplace.h"

#include <stdbool.h>
#include <stdint.h>

// The caller sets the first six members; the rest begin as zero.
struct kauri_checkpoint {
    const struct kauri_team *team;
    struct kauri_workplace *place;         // where the layer is solved
    const uint64_t *lower;                 // digests of the tables of layers 0 .. seeds - 1
    double every;                          // seconds between two checkpoints; 0: none are made
    const struct kauri_progress *progress; // may be NULL
    double began;                          // kauri_clock_seconds at the beginning of the layer
    double last;                           // kauri_clock_seconds at the last checkpoint
    bool exists;                           // a checkpoint of this layer is on the disk
    double seconds;                        // time spent making checkpoints
};

// Checks whether there is a checkpoint from which all ranks can continue, and sets its name in the
// workplace of each rank. A checkpoint that another number of ranks has made is KAURI_CORRUPT; it
// is not removed, since the caller may want to go on with that many. Collective: all ranks return
// the same status. KAURI_RESOURCE.
enum kauri_status kauri_checkpoint_find(const struct kauri_checkpoint *checkpoint, bool *any,
                                        struct kauri_error *error);

// The time (kauri_clock_seconds) from which a checkpoint is due between two rounds: `every` seconds
// after the last one.
double kauri_checkpoint_time(const struct kauri_checkpoint *checkpoint);
// Returns true if a checkpoint is due after the last round: if there is a checkpoint already, or
// the layer has taken `every` seconds.
bool kauri_checkpoint_due_at_end(const struct kauri_checkpoint *checkpoint);

// Makes a checkpoint of all ranks. After the last round captures are not kept. `status` and the
// message in *error tell whether this rank has succeeded so far. After a failure of any rank, the
// older checkpoint still counts. Collective: all ranks return the same status. KAURI_RESOURCE;
// KAURI_INTERRUPTED when progress says so.
enum kauri_status kauri_checkpoint_make(struct kauri_checkpoint *checkpoint,
                                        struct kauri_retrograde *retrograde,
                                        enum kauri_status status, struct kauri_error *error);

#endif
