// The values of lower blocks, from the ranks of a team that decode them.
//
// The captures of a block lead to some ten blocks of lower layers, up to 24 in layer 8. If each
// rank decoded them for each of its own blocks, the team would read and decode the lower tables ten
// to thirty times over, and so it would if it sent whole blocks. But most captures lead to few
// positions of a block. So lower blocks are dealt to the ranks, each of them is decoded once, and
// its rank sends, to every rank that asked for it, the values of the capture groups that it asked
// for (solver/capture_targets.h): a byte for each move that captures, compressed.
//
// The answers stay compressed in a spool until the block that they are for is worked on.
#ifndef KAURI_SOLVER_CAPTURE_SUPPLY_H
#define KAURI_SOLVER_CAPTURE_SUPPLY_H

#include "solver/capture_targets.h"
#include "solver/lower.h"
#include "solver/outbox.h"
#include "solver/pace.h"
#include "solver/share.h"
#include "solver/storage/workplace.h"

#include <stdint.h>

struct kauri_capture_supply;

// All of it must outlive the supply.
struct kauri_capture_supply_input {
    const struct kauri_share *share; // of a team
    const struct kauri_capture_rows *rows;
    const struct kauri_masks *masks;
    const struct kauri_block *blocks; // by slot
    struct kauri_lower *lower;
    const struct kauri_workplace *place;
    uint64_t memory; // bytes of answers that are kept in memory
};

// Asks the other ranks for all values that the captures of own blocks lead to, and answers their
// questions. Collective: all ranks return the same status. The caller frees *supply.
// KAURI_RESOURCE; KAURI_CORRUPT for a damaged table of a lower layer or a message that no rank
// sends; KAURI_INTERRUPTED.
enum kauri_status kauri_capture_supply_new(const struct kauri_capture_supply_input *input,
                                           struct kauri_pace *pace,
                                           struct kauri_capture_supply **supply,
                                           struct kauri_error *error);
// Accepts NULL.
void kauri_capture_supply_free(struct kauri_capture_supply *supply);

// What this rank sent: questions and answers.
struct kauri_sent kauri_capture_supply_sent(const struct kauri_capture_supply *supply);
// Bytes of memory held.
uint64_t kauri_capture_supply_memory(const struct kauri_capture_supply *supply);

// Loads the values for the own block in a slot, whose captures have these outcomes.
// values[h][k][class] is filled in for classes that are not quiet, and stands for the values of a
// capture group (kauri_capture_supply_take); it is not to be dereferenced. Valid until the worker
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
