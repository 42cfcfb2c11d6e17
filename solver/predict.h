// What a layer will take: memory, disk. Nothing is solved, nothing is looked up.
//
// Memory is shared out by solver/memory_plan.h, as when the layer is solved. How densely lists,
// captures, history and tables are filled is known from the layers of the full board (2 x 6 holes,
// 12 cowries) that were solved and measured; smaller boards differ, but take little.
#ifndef KAURI_SOLVER_PREDICT_H
#define KAURI_SOLVER_PREDICT_H

#include "solver/solve.h"

#include <stdbool.h>

struct kauri_prediction {
    uint64_t positions;
    uint64_t blocks;
    bool fits;             // the limit is enough; when it is not, least_memory says what is
    uint64_t limit;        // bytes that the solver may use, also where the options leave it open
    uint64_t least_memory; // smallest limit that would do
    uint64_t memory;       // that the process will have resident at the peak; 0 unless it fits
    uint64_t resident;     // blocks whose open moves stay in memory; the rest go through a file
    uint64_t work_bytes;   // on the disk while the layer is solved, besides tables
    uint64_t table_bytes;  // of the finished table
};

// Predicts layer `seeds` with the threads, memory and checkpoint_seconds of the options. That it
// does not fit is no failure. KAURI_USAGE for a shape out of range, KAURI_RESOURCE for lack of
// memory now. Takes some hundredths of a second and a few MiB.
enum kauri_status kauri_predict_layer(struct kauri_shape shape, unsigned seeds,
                                      const struct kauri_solve_options *options,
                                      struct kauri_prediction *prediction,
                                      struct kauri_error *error);

#endif
