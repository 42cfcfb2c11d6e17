// Checkpoints: a layer's rounds are taken up again where a stopped run left them.
//
// A checkpoint is made between two rounds. It holds what changes all over (open moves, the lists of
// the last round, the tails of the history, counters) in one file that is replaced as a whole; what
// only grows (captures and history) stays in the work files, which are flushed first and kept. One
// made after the last round holds no more than the writing of the table needs: of the history.
//
// It is for the same program on the same machine: shape, layer, rules, program version, the format
// of records and lists and the digests of all lower layers must be the same. The limit on memory
// and the threads may differ.
//
// Implemented in checkpoint.c and checkpoint_load.c.
#ifndef KAURI_SOLVER_STORAGE_CHECKPOINT_H
#define KAURI_SOLVER_STORAGE_CHECKPOINT_H

#include "solver/retrograde.h"

#include <stdbool.h>
#include <stdint.h>

// Zeroed but for the first five.
struct kauri_checkpoint {
    const struct kauri_workplace *place;   // where the layer is solved
    const uint64_t *lower;                 // digests of the tables of layers 0 .. seeds - 1
    double every;                          // seconds from one to the next; 0 = none are made
    const struct kauri_progress *progress; // may be NULL
    double began;                          // kauri_clock_seconds when the layer was begun
    double last;                           // the same, of the last checkpoint
    bool exists;                           // a checkpoint of this layer is on the disk
    double seconds;                        // that making checkpoints took
};

// Restores planes, captures, history and the last round's lists from the checkpoint, and the next
// round to do; or, when the rounds were done, history and retrograde->done. All must be new and
// empty; retrograde->captures is `captures`. KAURI_CORRUPT for a damaged, stale or foreign one (the
// message says why, and to remove it), KAURI_RESOURCE. Whatever it returns, the checkpoint and its
// work files stay as they are.
enum kauri_status kauri_checkpoint_load(struct kauri_checkpoint *checkpoint,
                                        struct kauri_retrograde *retrograde,
                                        struct kauri_captures *captures, struct kauri_error *error);

// Makes a checkpoint if it is time to: between two rounds, whose next is that of
// retrograde->next_value and next_distance, `every` seconds after the last one; after the last
// round (retrograde->done) when there is one already, or the layer has taken so long. Captures are
// not kept after that. KAURI_RESOURCE, KAURI_INTERRUPTED when progress says so; an older checkpoint
// is then still good.
enum kauri_status kauri_checkpoint_make(struct kauri_checkpoint *checkpoint,
                                        struct kauri_retrograde *retrograde,
                                        struct kauri_error *error);

#endif
