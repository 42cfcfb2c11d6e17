// The two passes over a layer before its rounds (solver/retrograde.h).
//
// The first pass values the captures of every position. Every position that can capture is recorded
// under the value of its best capture. For each block and value there is one record
// (solver/kernels/kernel.h) of words of positions, in the order of the index, with each mover's row
// beginning at a new word. In layer 0, positions whose mover has no cowries are lost (R9); they are
// recorded as if their only move were a capture worth -1. The ranks of a team get the values of
// lower layers from one another (solver/capture_supply.h). Only this pass needs them, and nothing
// else that is large, so all of the memory can hold lower values.
//
// The second pass counts the open moves of every position: its quiet moves, passes included, plus
// one that stands for all its captures. Which moves are quiet follows from the masks of the block,
// and which positions can capture from the records of the first pass, so it needs no values. It
// fills the planes (solver/storage/planes.h).
#ifndef KAURI_SOLVER_CAPTURES_H
#define KAURI_SOLVER_CAPTURES_H

#include "common/loop.h"
#include "solver/capture_supply.h"
#include "solver/send_buffers.h"
#include "solver/share.h"
#include "solver/storage/planes.h"
#include "solver/storage/spool.h"

#include <stdint.h>

struct kauri_captures {
    struct kauri_layer layer;
    uint64_t block_count; // of the share
    struct kauri_spool *spool;
    struct kauri_chunk *chunks; // [slot * (6 * seeds + 3) + r + 3 * seeds + 1]
    uint64_t moves;             // moves of the share that capture
    uint64_t positions;         // positions with such a move
    struct kauri_sent sent;     // to other ranks
    uint64_t supply_bytes;      // most bytes of memory that answers of other ranks took
};

// Prepares *captures without any captures, for the own blocks of the share. The caller keeps
// ownership of the spool, which must be empty. KAURI_RESOURCE.
enum kauri_status kauri_captures_new(struct kauri_captures *captures,
                                     const struct kauri_share *share, struct kauri_spool *spool,
                                     struct kauri_error *error);
// Runs the first pass. *captures must be new. Collective: all ranks return the same status, that of
// a rank that failed or was asked to stop. KAURI_RESOURCE; KAURI_CORRUPT for a damaged table of a
// lower layer; KAURI_INTERRUPTED.
enum kauri_status kauri_captures_run(struct kauri_captures *captures,
                                     const struct kauri_captures_input *input,
                                     struct kauri_pace *pace, struct kauri_error *error);
// Runs the second pass. *planes must be new. KAURI_RESOURCE; KAURI_CORRUPT if a work file was
// altered; KAURI_INTERRUPTED.
enum kauri_status kauri_open_moves_run(const struct kauri_captures *captures,
                                       const struct kauri_captures_input *input,
                                       struct kauri_planes *planes, struct kauri_pace *pace,
                                       struct kauri_error *error);
// Gives the disk space of the records of captures worth r or -r back (kauri_spool_drop); they are
// not needed any more.
void kauri_captures_drop(const struct kauri_captures *captures, int r);
// Frees what *captures owns, but not the spool. Accepts a zeroed struct.
void kauri_captures_clear(struct kauri_captures *captures);

// The record of the positions of an own block (by slot) whose best capture is worth r; size 0 if
// there are none.
static inline struct kauri_chunk kauri_captures_of(const struct kauri_captures *captures,
                                                   uint64_t block, int r)
{
    const unsigned n = captures->layer.seeds;
    return captures->chunks[block * (6 * n + 3) + (uint64_t)(r + 3 * (int)n + 1)];
}

#endif
