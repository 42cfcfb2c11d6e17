// Predicts the memory and the disk space that solving a layer takes, without solving anything and
// without reading any table; and counts its moves without looking at positions.
//
// Memory is planned by solver/memory_plan.h, exactly as when the layer is solved. How much the
// lists, captures, history and tables take per position is known from measured layers of the full
// board (2 x 6 holes, 12 cowries). Smaller boards differ, but take little.
#ifndef KAURI_SOLVER_PREDICT_H
#define KAURI_SOLVER_PREDICT_H

#include "indexer/layer.h"
#include "solver/solve.h"

#include <stdbool.h>
#include <stdint.h>

// Peak of the bytes on the disk in each phase of a layer, besides finished tables. Work files and
// checkpoints are in the work folder, the growing table is in the folder of the tables.
struct kauri_disk_phases {
    uint64_t captures; // during the passes before the rounds
    uint64_t rounds;
    uint64_t writing; // while the table is written, including the growing table
};

struct kauri_prediction {
    uint64_t positions;
    uint64_t blocks;
    bool fits;              // the limit is enough; if it is not, see least_memory
    uint64_t limit;         // bytes that the solver may use, also where the options leave it open
    uint64_t least_memory;  // the smallest limit that is enough
    uint64_t memory;        // bytes resident in the process at the peak; 0 unless it fits
    uint64_t resident;      // blocks whose open moves stay in memory; the rest go through a file
    uint64_t capture_bytes; // records of captures, in memory or in a work file
    uint64_t history_bytes; // records of the history, in memory or in a work file
    uint64_t table_bytes;   // the finished table
    // Bytes on the disk in each phase, and the most of them that are in the work folder. UINT64_MAX
    // if a number is greater; 0 unless the layer fits.
    struct kauri_disk_phases disk;
    uint64_t work_bytes;
};

// Predicts layer `seeds` with the threads, memory and checkpoint_seconds of the options. Returns
// KAURI_OK even if the layer does not fit; see `fits`. KAURI_USAGE for a shape out of range,
// KAURI_RESOURCE if memory for the prediction itself runs out. Takes some hundredths of a second
// and a few MiB. Thread-safe.
enum kauri_status kauri_predict_layer(struct kauri_shape shape, unsigned seeds,
                                      const struct kauri_solve_options *options,
                                      struct kauri_prediction *prediction,
                                      struct kauri_error *error);

// Counts the legal moves of all positions of the layer together; a pass (R7) is a move, and without
// seeds there is none. Saturates at UINT64_MAX. Thread-safe.
uint64_t kauri_move_count(const struct kauri_layer *layer);

#endif
