// What a solved layer amounts to, gathered from its table for info, stats and solve.
#ifndef KAURI_CLI_TABLES_LAYER_SUMMARY_H
#define KAURI_CLI_TABLES_LAYER_SUMMARY_H

#include "common/status.h"
#include "rules/board.h"
#include "tablebase/tables.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Points into the reader it was taken from.
struct kauri_layer_summary {
    const struct kauri_table_info *info;
    const struct kauri_certificate *certificate; // its counts are those of r
    const char *path;
    uint64_t file_bytes;
    unsigned max_dtc; // in plies
    bool timed;       // seconds is known: the layer was solved by this run
    double seconds;
};

// Fills the summary of a layer that is there. KAURI_CORRUPT for a damaged table and one whose
// columns or rules this program does not know; KAURI_RESOURCE.
enum kauri_status kauri_layer_summary_of(struct kauri_tables *tables, unsigned seeds,
                                         struct kauri_layer_summary *layer,
                                         struct kauri_error *error);

// The same for every layer that is there (at most KAURI_SEEDS_MAX + 1), ascending, and their
// number; ends with the first that fails.
enum kauri_status kauri_layer_summaries(struct kauri_tables *tables,
                                        struct kauri_layer_summary *layers, size_t *count,
                                        struct kauri_error *error);

// Positions a second, for a layer that is timed.
uint64_t kauri_layer_speed(const struct kauri_layer_summary *layer);

// Prints what all tables have in common: board, rules and the convention R10.
void kauri_print_board(const struct kauri_table_info *info);

// Prints the table "layer, positions, greatest dtc, ..." and the counts per r.
void kauri_print_layers(const struct kauri_layer_summary *layers, size_t count, bool with_speed);

#endif
