// The first of two passes over a layer before its rounds (solver/retrograde.h): it values the
// captures of every position.
//
// Every position that can capture is recorded under the value of its best capture. For each block
// and value there is one record (solver/kernels/kernel.h) of words of positions, in the order of
// the index, with each mover's row beginning at a new word. In layer 0, positions whose mover has
// no cowries are lost (R9); they are recorded as if their only move were a capture worth -1.
//
// Only this pass needs the values of lower layers, and it needs nothing else that is large, so they
// can take all of the memory. The second pass is solver/open_moves.h.
#ifndef KAURI_SOLVER_CAPTURES_H
#define KAURI_SOLVER_CAPTURES_H

#include "common/loop.h"
#include "solver/lower.h"
#include "solver/part.h"
#include "solver/storage/spool.h"
#include "solver/storage/workplace.h"

#include <stdint.h>

struct kauri_captures {
    const struct kauri_part *part;
    struct kauri_spool *spool;
    struct kauri_chunk *chunks; // [slot * (6 * seeds + 3) + r + 3 * seeds + 1]
    uint64_t moves;             // capturing moves of the part
    uint64_t positions;         // positions with such a move
};

// All members must outlive the pass.
struct kauri_captures_input {
    struct kauri_lower *lower;
    const struct kauri_workplace *place;
    uint64_t reply_memory; // bytes of memory for replies of other ranks
};

// Prepares *captures without any captures, for the blocks of the part. The caller keeps ownership
// of the spool, which must be empty. KAURI_RESOURCE.
enum kauri_status kauri_captures_new(struct kauri_captures *captures, const struct kauri_part *part,
                                     struct kauri_spool *spool, struct kauri_error *error);
// Runs the pass. *captures must be new, and made for the same part. Collective: all ranks return
// the same status, that of a rank that failed or was asked to stop. KAURI_RESOURCE; KAURI_CORRUPT
// for a damaged table of a lower layer; KAURI_INTERRUPTED.
enum kauri_status kauri_captures_run(struct kauri_captures *captures, struct kauri_part *part,
                                     const struct kauri_captures_input *input,
                                     struct kauri_pace *pace, struct kauri_error *error);
// Gives the disk space of the records of captures worth r or -r back (kauri_spool_drop); they are
// not needed any more.
void kauri_captures_drop(const struct kauri_captures *captures, int r);
// Frees what *captures owns, but not the spool. Accepts a zeroed struct.
void kauri_captures_clear(struct kauri_captures *captures);

// The record of the positions of the block in a slot whose best capture is worth r; size 0 if there
// are none.
static inline struct kauri_chunk kauri_captures_of(const struct kauri_captures *captures,
                                                   uint64_t slot, int r)
{
    const unsigned n = captures->part->layer.seeds;
    return captures->chunks[slot * (6 * n + 3) + (uint64_t)(r + 3 * (int)n + 1)];
}

#endif
