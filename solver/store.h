// Writing a solved layer: the history of each block becomes its columns r and dtc.
#ifndef KAURI_SOLVER_STORE_H
#define KAURI_SOLVER_STORE_H

#include "db/table.h"
#include "solver/kernels/kernel.h"
#include "solver/pace.h"
#include "solver/storage/history.h"
#include "solver/storage/workplace.h"

#include <stdint.h>

struct kauri_store_input {
    const struct kauri_layer *layer;
    const struct kauri_geometry *geometry;
    const struct kauri_kernel *kernel;
    const struct kauri_history *history;
    uint64_t decided; // positions that the history must hold
    uint32_t max_dtc;
    int level; // of zstd
};

// Seconds of wall clock.
struct kauri_store_seconds {
    double replay;   // history into columns
    double compress; // columns into the file
};

// Bytes of memory that kauri_store_layer takes besides the history, as long as values take one byte
// each; those of tiny boards may not, and are few.
uint64_t kauri_store_memory(const struct kauri_layer *layer, unsigned threads);

// Replays the blocks in parallel, some at a time, and writes the table. *seconds is added to;
// *certificate is filled as by kauri_writer_commit. Nothing is left behind on failure:
// KAURI_RESOURCE, KAURI_CORRUPT (a work file was altered), KAURI_INTERRUPTED, KAURI_INTERNAL.
enum kauri_status kauri_store_layer(const struct kauri_store_input *input,
                                    const struct kauri_workplace *place, struct kauri_pace *pace,
                                    struct kauri_store_seconds *seconds,
                                    struct kauri_certificate *certificate,
                                    struct kauri_error *error);

#endif
