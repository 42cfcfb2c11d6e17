// Shares out the memory for solving a layer.
//
// In core, a position takes 0.375 bytes for its open moves, and up to 0.75 bytes for captures, the
// lists of two rounds and the history. Before there are open moves, captures are valued, and all
// that memory may hold values of lower layers, of which a position takes at most some 0.4 bytes.
// Whatever exceeds the limit goes to work files, which are written and read in order. Under a
// smaller limit more goes to work files, and finally also the open moves of some blocks; such a
// block is then read and written in every round that touches it.
#ifndef KAURI_SOLVER_MEMORY_PLAN_H
#define KAURI_SOLVER_MEMORY_PLAN_H

#include "common/status.h"
#include "indexer/layer.h"

#include <stdint.h>

struct kauri_memory_plan {
    uint64_t resident; // number of blocks whose planes are in memory
    uint64_t lower;    // bytes for decoded values of lower layers, during the capture pass
    uint64_t captures; // bytes of the spool of captures
    uint64_t frontier; // bytes of each of the two spools of lists
    uint64_t history;  // bytes of the spool of the history
    uint64_t total;    // greatest number of bytes in use together, `fixed` included
    uint64_t fixed;    // the argument
    uint64_t limit;    // the argument, or nine tenths of the free memory
    uint64_t least;    // the smallest limit that is enough
};

// Shares out `limit` bytes (0: nine tenths of the free memory) for `blocks` blocks of a layer: all
// of them, or the share of a rank (solver/share.h). `fixed` bytes are needed for everything that is
// not listed above. KAURI_RESOURCE if the limit is too small; the message
// and plan->least then say how much is enough. Thread-safe.
enum kauri_status kauri_memory_plan_make(const struct kauri_layer *layer, uint64_t blocks,
                                         unsigned threads, uint64_t limit, uint64_t fixed,
                                         struct kauri_memory_plan *plan, struct kauri_error *error);

#endif
