// Figures of a layer that its certificate does not have: how distances are spread, and mutual
// zugzwangs.
#ifndef KAURI_QUERIES_ANALYSIS_LAYER_FIGURES_H
#define KAURI_QUERIES_ANALYSIS_LAYER_FIGURES_H

#include "common/progress.h"
#include "common/status.h"
#include "db/tables/tablebase.h"

#include <stdint.h>

struct kauri_layer_figures {
    uint64_t positions;
    unsigned max_dtc; // greatest distance in plies; 0 if there is no decided position
    // Positions with r > 0 and with r < 0, by dtc, 0 .. max_dtc. Positions with r = 0 have no
    // distance. NULL if the table has no distances.
    uint64_t *won, *lost;
    uint64_t unlimited; // positions of unlimited play (R10): r is a multiple of 3, and dtc is 0
    // The first position, in the order of the index, of the greatest dtc. longest_r is 0 if no
    // position is decided, or the table has no distances.
    uint64_t longest;
    int32_t longest_r;
    uint64_t zugzwangs; // mutual zugzwangs (queries/analysis/find.h)
};

// Reads all values of layer `seeds`. The caller clears *figures, which need not be initialised and
// is empty on failure. `memory` is as in struct kauri_layer_scan. Errors: those of
// kauri_layer_scan_run.
enum kauri_status kauri_layer_figures_read(struct kauri_tablebase *tables, unsigned seeds,
                                           unsigned threads, uint64_t memory,
                                           const struct kauri_progress *progress,
                                           struct kauri_layer_figures *figures,
                                           struct kauri_error *error);
// Accepts NULL and zeroed ones.
void kauri_layer_figures_clear(struct kauri_layer_figures *figures);

#endif
