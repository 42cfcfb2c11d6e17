// The captures of one block, by runs of opponent's rows against which a move captures the same.
//
// The simplest way to value captures is a loop over the opponent's rows that looks up the result of
// the move (solver/block.h) and the value of its successor for each. But a move that reaches the
// opponent's leading j holes depends only on what these hold; rows with the same contents of these
// holes have consecutive ranks, before the move and after it (solver/kernels/geometry.h). So the
// loop splits into runs over which the result is constant and values are neighbours. For small j, a
// run has tens or hundreds of rows.
#ifndef KAURI_SOLVER_CAPTURE_RUNS_H
#define KAURI_SOLVER_CAPTURE_RUNS_H

#include "db/tables/derive_block.h"
#include "solver/block.h"
#include "solver/kernels/kernel.h"

#include <stdint.h>

// The runs of a layer, whatever the block. Immutable once made.
struct kauri_capture_rows {
    const struct kauri_geometry *geometry; // must outlive it
    // By number of leading holes and of cowries in the row.
    struct kauri_derive_runs runs[KAURI_HOLES_MAX + 1][KAURI_COWRIES_MAX + 1];
};

// KAURI_RESOURCE. Clear *rows also after a failure.
enum kauri_status kauri_capture_rows_init(struct kauri_capture_rows *rows,
                                          const struct kauri_geometry *geometry,
                                          struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_capture_rows_clear(struct kauri_capture_rows *rows);

// The values to which each capturing move of a block leads, by hole, number of cowries in it, and
// occupancy class of the opponent's row (solver/block.h).
typedef const void
    *kauri_capture_values[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1][KAURI_OCCUPANCY_CLASSES];

// The runs of one block; the scratch memory of one worker, used for one block after the other.
struct kauri_capture_runs {
    struct kauri_capture_run *runs;
    uint32_t used;
    size_t capacity;
    // Runs [first[h][k][t], first[h][k][t + 1]) belong to the move of hole h with k cowries against
    // rows with t cowries, t <= cowries - k.
    uint32_t first[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1][KAURI_COWRIES_MAX + 2];
};

// Fills in the runs of a block with these seeds, the mover's holes first. KAURI_RESOURCE.
enum kauri_status
kauri_capture_runs_make(const struct kauri_capture_rows *rows, const struct kauri_masks *masks,
                        const struct kauri_block *block, const uint8_t *seeds,
                        const struct kauri_outcomes *outcomes, kauri_capture_values values,
                        struct kauri_capture_runs *runs, struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_capture_runs_clear(struct kauri_capture_runs *runs);

#endif
