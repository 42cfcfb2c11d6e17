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
#include <stddef.h>
#include <stdint.h>

// The caller sets the first six members; the rest begin as zero.
struct kauri_checkpoint {
    const struct kauri_team *team;
    struct kauri_workplace *place;         // where the layer is solved
    const uint64_t *lower;                 // digests of the tables of layers 0 .. seeds - 1
    double every;                          // seconds from one to the next; 0: none are made
    const struct kauri_progress *progress; // may be NULL
    double began;                          // kauri_clock_seconds at the beginning of the layer
    double last;                           // the same at the last checkpoint
    bool exists;                           // a checkpoint of this layer is on the disk
    int value;                             // if it exists: of the round that it continues with
    double seconds;                        // time spent making checkpoints
};

// Checks whether there is a checkpoint from which all ranks can continue, and returns the place of
// each rank its name. One that another number of ranks has made is KAURI_CORRUPT; it is not
// removed, since the caller may want to go on with that many. Collective: all ranks return the same
// status. KAURI_RESOURCE.
enum kauri_status kauri_checkpoint_find(const struct kauri_checkpoint *checkpoint, bool *any,
                                        struct kauri_error *error);

// Restores planes, captures, history, the lists of the last round and the number of the next one;
// or, if all rounds were done, the history and retrograde->done. All of them must be new and empty,
// and retrograde->captures must be `captures`. Every number of the file is checked before it is
// used: KAURI_CORRUPT for a file that is damaged or belongs to another run (the message says why,
// and to remove it), KAURI_RESOURCE. Whatever is returned, the checkpoint and its work files stay
// as they are.
enum kauri_status kauri_checkpoint_load(struct kauri_checkpoint *checkpoint,
                                        struct kauri_retrograde *retrograde,
                                        struct kauri_captures *captures, struct kauri_error *error);

// The time (kauri_clock_seconds) from which a checkpoint is due between two rounds: `every` seconds
// after the last one.
double kauri_checkpoint_time(const struct kauri_checkpoint *checkpoint);
// Whether one is due after the last round: if there is a checkpoint already, or the layer has taken
// `every` seconds.
bool kauri_checkpoint_due_at_end(const struct kauri_checkpoint *checkpoint);

// Makes a checkpoint of all ranks. After the last round captures are not kept. `status` and the
// message in *error tell whether this rank has succeeded so far. After a failure of any rank, the
// older checkpoint still counts. Collective: all ranks return the same status. KAURI_RESOURCE;
// KAURI_INTERRUPTED when progress says so.
enum kauri_status kauri_checkpoint_make(struct kauri_checkpoint *checkpoint,
                                        struct kauri_retrograde *retrograde,
                                        enum kauri_status status, struct kauri_error *error);

// The layout of a checkpoint file; only for checkpoint.c, which writes it, checkpoint_load.c, which
// reads it, their tests and their fuzz target.
//
// In this order: head; place; numbers of decided positions by value; slabs of captures and of the
// history; chunks of captures by block and value; steps; tails by stored block, each followed by
// its bytes; lists by sign and block, each followed by its bytes; planes by block, each as the
// number of bytes (uint32_t) and a record of the words that are not zero, or the words themselves
// if that is not longer; digest of everything before it. Once all rounds are done only the history
// is needed: slabs and chunks of captures, lists and planes are left out.

// Version of this layout. The version of the records and lists inside is KAURI_SOLVER_FORMAT.
enum { KAURI_CHECKPOINT_FORMAT = 6 };

// The beginning of the file. Everything is in the byte order of the machine. A rank of a team
// stores what belongs to its share (solver/share.h): blocks are slots, and there are lists of
// blocks of other ranks, too.
struct kauri_checkpoint_head {
    char magic[8];
    uint32_t format;
    uint32_t head_bytes;
    char program[64];
    char rules[64];
    uint32_t holes, cowries, seeds;
    uint32_t solver_format;
    uint32_t rank, ranks; // of the team whose share this is; 0 and 0 without one
    uint64_t lower[KAURI_SEEDS_MAX];
};

// After the head: the round that comes next.
struct kauri_checkpoint_place {
    int32_t value;
    uint32_t distance;
    uint64_t decided;
    uint64_t decided_stored;
    uint32_t max_dtc;
    uint32_t rounds;
    uint32_t step_count;
    uint32_t capture_slabs;
    uint32_t history_slabs;
    uint32_t rounds_done; // 0 or 1
    uint64_t capture_moves;
    uint64_t capture_positions;
};

// The tail of a block as stored in the file, without its bytes.
struct kauri_checkpoint_tail {
    struct kauri_chunk last;
    uint32_t used;
    uint32_t reserved;
};

// The number of values r in a layer, and so of the numbers of decided positions, and of the chunks
// of captures of a block: [r + 3 * seeds + 1].
static inline size_t kauri_checkpoint_values(const struct kauri_layer *layer)
{
    return 6U * layer->seeds + 3;
}

#endif
