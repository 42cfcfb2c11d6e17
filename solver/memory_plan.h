// How the memory for a layer is shared out.
//
// In core, a position takes 0.375 bytes for its open moves and up to 0.75 for what is kept of the
// lower layers while captures are valued, and later of the captures, the lists of two rounds and
// the history; what is more of these goes to work files, in order, and is read in order. Under a
// smaller limit the work files take more, and last the open moves of some blocks: each of these
// blocks is then read and written in every round that touches it.
#ifndef KAURI_SOLVER_MEMORY_PLAN_H
#define KAURI_SOLVER_MEMORY_PLAN_H

#include "common/status.h"
#include "indexer/layer.h"

#include <stdint.h>

struct kauri_memory_plan {
    uint64_t resident; // blocks whose planes are in memory
    uint64_t lower;    // bytes for decoded values of lower layers, during the capture pass
    uint64_t captures; // bytes of each spool
    uint64_t frontier; // (of which there are two)
    uint64_t history;
    uint64_t total; // most bytes that all of it takes together, `fixed` included
    uint64_t fixed; // as it was given
    uint64_t limit; // as it was given, or what the machine has
    uint64_t least; // the smallest limit that would do
};

// Shares out `limit` bytes (0: what the machine has) for a layer that needs `fixed` bytes besides.
// KAURI_RESOURCE when the limit is too small, with the least that would do in the message and in
// *plan.
enum kauri_status kauri_memory_plan_make(const struct kauri_layer *layer, unsigned threads,
                                         uint64_t limit, uint64_t fixed,
                                         struct kauri_memory_plan *plan, struct kauri_error *error);

#endif
