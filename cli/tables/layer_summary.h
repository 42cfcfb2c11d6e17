// The key figures of a solved layer, from its table: for info, stats and solve.
#ifndef KAURI_CLI_TABLES_LAYER_SUMMARY_H
#define KAURI_CLI_TABLES_LAYER_SUMMARY_H

#include "common/status.h"
#include "queries/analysis/layer_figures.h"
#include "rules/board.h"
#include "tablebase/tablebase.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Valid as long as the tables that it was taken from.
struct kauri_layer_summary {
    const struct kauri_table_info *info;
    const struct kauri_certificate *certificate; // its counts are those of r
    const char *path;
    uint64_t file_bytes;
    unsigned max_dtc; // in plies
    bool timed;       // seconds is known: the layer was solved by this run
    double seconds;
    const struct kauri_layer_figures *figures; // NULL: not read
};

// Fills the summary of a layer whose table exists. KAURI_CORRUPT for a damaged table and one whose
// columns or rules this program does not know. KAURI_RESOURCE.
enum kauri_status kauri_layer_summary_of(struct kauri_tablebase *tables, unsigned seeds,
                                         struct kauri_layer_summary *layer,
                                         struct kauri_error *error);

// Fills the summaries of all layers with a table (at most KAURI_SEEDS_MAX + 1) in ascending order,
// and sets *count to their number. Stops at the first one that fails.
enum kauri_status kauri_layer_summaries(struct kauri_tablebase *tables,
                                        struct kauri_layer_summary *layers, size_t *count,
                                        struct kauri_error *error);

// Positions per second of a layer that is timed.
uint64_t kauri_layer_speed(const struct kauri_layer_summary *layer);

#endif
