// The values of lower blocks, from the ranks of a team that decode them.
//
// The captures of a block lead to many blocks of lower layers: 14 on average in layer 6. If each
// rank decoded those of its own blocks, 64 ranks together would read and decode the lower tables 18
// times; sending whole blocks would cost as much. But most captures lead to only a few positions of
// a block. So the lower blocks are dealt to the ranks, and each is decoded once, by its rank. The
// other ranks ask it for the values of capture groups (solver/capture_runs.h) and get a byte for
// each move that captures, compressed.
//
// The answers stay compressed in a spool until their block is solved.
#ifndef KAURI_SOLVER_CAPTURE_SUPPLY_H
#define KAURI_SOLVER_CAPTURE_SUPPLY_H

#include "common/loop.h"
#include "solver/capture_runs.h"
#include "solver/lower.h"
#include "solver/send_buffers.h"
#include "solver/share.h"
#include "solver/storage/workplace.h"

#include <stdint.h>

// The input of both passes over a layer (solver/captures.h); all of it must outlive them. The
// second one needs neither `share` nor what follows the kernel.
struct kauri_captures_input {
    const struct kauri_share *share;
    const struct kauri_geometry *geometry;
    const struct kauri_masks *masks;
    const struct kauri_block *blocks; // by slot
    const struct kauri_kernel *kernel;
    struct kauri_lower *lower;
    // Only for a team: the place of work files, and the bytes of other ranks' answers that are kept
    // in memory.
    const struct kauri_workplace *place;
    uint64_t supply_memory;
};

struct kauri_capture_supply;

// Asks the other ranks for all values that the captures of own blocks lead to, and answers their
// questions. The arguments must outlive the supply. Collective: all ranks return the same status.
// The caller frees *supply. KAURI_RESOURCE; KAURI_CORRUPT for a damaged table of a lower layer or a
// malformed message; KAURI_INTERRUPTED.
enum kauri_status kauri_capture_supply_new(const struct kauri_captures_input *input,
                                           const struct kauri_capture_rows *rows,
                                           struct kauri_pace *pace,
                                           struct kauri_capture_supply **supply,
                                           struct kauri_error *error);
// Accepts NULL.
void kauri_capture_supply_free(struct kauri_capture_supply *supply);

// The questions and answers that this rank has sent.
struct kauri_sent kauri_capture_supply_sent(const struct kauri_capture_supply *supply);
// Most bytes of memory held until all questions were answered, without the list of the questions
// that this rank answered, which the plan (solver/memory_plan.h) allows for.
uint64_t kauri_capture_supply_memory(const struct kauri_capture_supply *supply);

// Loads the values for the own block in a slot, whose captures have these outcomes.
// values[h][k][class] is filled in for classes that are not quiet. It is a handle of a capture
// group's values for kauri_capture_supply_take and must not be dereferenced. Valid until the worker
// loads another block. Thread-safe for different workers. KAURI_RESOURCE, KAURI_CORRUPT.
enum kauri_status kauri_capture_supply_load(
    struct kauri_capture_supply *supply, unsigned worker, uint64_t slot,
    const struct kauri_outcomes *outcomes,
    const void *values[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1][KAURI_OCCUPANCY_CLASSES],
    struct kauri_error *error);

// Copies the runs of one move against the rows with equally many cowries to `to`, with the values
// of the next mover's row: to be called for all mover's rows in order. The copies are for place 0.
void kauri_capture_supply_take(struct kauri_capture_supply *supply, unsigned worker,
                               const struct kauri_capture_run *runs, uint32_t count,
                               struct kauri_capture_run *to);

#endif
