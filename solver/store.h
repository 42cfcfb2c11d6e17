// Writes a solved layer as a table: the history of each stored block becomes its columns r and dtc.
#ifndef KAURI_SOLVER_STORE_H
#define KAURI_SOLVER_STORE_H

#include "common/loop.h"
#include "db/table.h"
#include "solver/kernels/kernel.h"
#include "solver/share.h"
#include "solver/storage/history.h"
#include "solver/storage/workplace.h"

#include <stdint.h>

struct kauri_store_input {
    const struct kauri_layer *layer;
    const struct kauri_geometry *geometry;
    const struct kauri_kernel *kernel;
    const struct kauri_history *history;
    const struct kauri_share *share;
    uint64_t decided_stored; // number of positions that the history must contain
    const uint64_t *counts;  // of decided positions of the layer, by r + 3 * seeds + 1
    uint32_t max_dtc;        // of the layer, in plies
    int level;               // of zstd, 1..19
    // The disk space of the history is given back while it becomes the table, once fewer bytes than
    // this are free; 0: never.
    uint64_t reserve;
};

// Seconds of wall clock.
struct kauri_store_seconds {
    double replay;   // from the history to columns
    double compress; // from columns to the file
};

// Bytes of memory that kauri_store_layer takes in addition to the history if r and dtc take one
// byte each. On tiny boards they may take two, but there are few of them.
uint64_t kauri_store_memory(const struct kauri_layer *layer, unsigned threads);

// Replays the blocks in parallel, a batch at a time, and writes the table. The times are added to
// *seconds; *sent receives the bytes sent to other ranks; *certificate is filled as by
// kauri_writer_commit, in a team on rank 0 only. Collective: all ranks return the same status. On
// failure no table is left behind: KAURI_RESOURCE, KAURI_CORRUPT (a work file was altered),
// KAURI_INTERRUPTED, KAURI_INTERNAL.
enum kauri_status kauri_store_layer(const struct kauri_store_input *input,
                                    const struct kauri_workplace *place, struct kauri_pace *pace,
                                    struct kauri_store_seconds *seconds, uint64_t *sent,
                                    struct kauri_certificate *certificate,
                                    struct kauri_error *error);

#endif
