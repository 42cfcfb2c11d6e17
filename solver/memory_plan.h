// Divides the memory for solving a layer among its uses: the only place where that is planned.
//
// Some memory is needed whatever the limit, and is known before anything is solved: tables, scratch
// memory and lists of chunks, and messages if there are several ranks. The rest is divided. In
// core, a position takes 0.375 bytes for its open moves, and up to 0.75 bytes for captures, the
// lists of two rounds and the history. While captures are valued, there are no open moves yet, and
// all that memory may hold values of lower layers, at most some 0.4 bytes per position. Whatever
// exceeds the limit goes to work files, which are written and read in order. Under a smaller limit
// more goes to work files, and finally also the open moves of some blocks; such a block is then
// read and written in every round that touches it.
#ifndef KAURI_SOLVER_MEMORY_PLAN_H
#define KAURI_SOLVER_MEMORY_PLAN_H

#include "common/status.h"
#include "indexer/layer.h"

#include <stdint.h>

// The sizes of a layer, or of the part of a rank (solver/part.h), on which its memory depends.
struct kauri_memory_needs {
    const struct kauri_layer *layer;
    uint64_t blocks;
    uint64_t stored; // blocks of the part that the table holds
    uint64_t lists;  // lists of positions in each round, by sign
    unsigned threads;
    uint64_t geometry_bytes; // tables of rows (solver/kernels/geometry.h)
    uint64_t mask_bytes;     // masks of the moves
    uint64_t work_bytes;     // working memory of a thread in the rounds
    uint64_t message_bytes;  // messages to and from other ranks
};

struct kauri_memory_plan {
    uint64_t resident; // number of blocks whose planes are in memory
    uint64_t lower;    // bytes for decoded values of lower layers, during the capture pass
    uint64_t captures; // bytes of the spool of captures
    uint64_t frontier; // bytes of each of the two spools of lists
    uint64_t history;  // bytes of the spool of the history
    uint64_t total;    // greatest number of bytes in use together, `fixed` included
    uint64_t fixed;    // bytes that are needed whatever the limit
    uint64_t limit;    // the argument, or nine tenths of the free memory
    uint64_t least;    // the smallest limit that is enough
};

// Divides `limit` bytes among the uses (0: nine tenths of the free memory). KAURI_RESOURCE if the
// limit is too small; the message and plan->least then say how much is enough. Thread-safe.
enum kauri_status kauri_memory_plan_make(const struct kauri_memory_needs *needs, uint64_t limit,
                                         struct kauri_memory_plan *plan, struct kauri_error *error);

// Makes the plan for a layer that one process is to solve with `threads` threads, before anything
// of it is made. Takes a moment and a few MiB; the size of the masks of the moves, which is small,
// is estimated. plan->least is 0 after failures other than a limit that is too small. Thread-safe.
enum kauri_status kauri_memory_plan_predict(struct kauri_shape shape, unsigned seeds,
                                            unsigned threads, uint64_t limit,
                                            struct kauri_memory_plan *plan,
                                            struct kauri_error *error);

#endif
