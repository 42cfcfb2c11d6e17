// What a solved layer amounts to, gathered from its table for info, stats and solve.
#ifndef KAURI_CLI_LAYER_SUMMARY_H
#define KAURI_CLI_LAYER_SUMMARY_H

#include "common/status.h"
#include "db/tables.h"
#include "rules/board.h"

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

// Fills one summary a layer that is there (at most KAURI_SEEDS_MAX + 1), ascending, and their
// number. KAURI_CORRUPT for tables whose columns or rules this program does not know.
enum kauri_status kauri_layer_summaries(const struct kauri_tables *tables,
                                        struct kauri_layer_summary *layers, size_t *count,
                                        struct kauri_error *error);

// Positions a second, for a layer that is timed.
uint64_t kauri_layer_speed(const struct kauri_layer_summary *layer);

// Prints what all tables have in common: board, rules and the convention R10.
void kauri_print_board(const struct kauri_table_info *info);

// Prints the table "layer, positions, greatest dtc, ..." and the counts per r.
void kauri_print_layers(const struct kauri_layer_summary *layers, size_t count, bool with_speed);

#endif
