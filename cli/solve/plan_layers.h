// The result of `kauri plan`: memory, disk and time of each layer.
//
// Implemented in plan_layers.c, plan_json.c and plan_text.c.
#ifndef KAURI_CLI_SOLVE_PLAN_LAYERS_H
#define KAURI_CLI_SOLVE_PLAN_LAYERS_H

#include "cli/solve/solve_folder.h"
#include "common/progress.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_plan_options {
    const char *tables; // folder they will be in; NULL: unknown, nothing is there yet
    struct kauri_shape shape;
    unsigned seeds; // the last layer
    struct kauri_solve_options solve;
    bool time; // measure, so as to predict the time
    const struct kauri_progress *progress;
};

struct kauri_plan {
    bool there[KAURI_SEEDS_MAX + 1];              // the table is in the folder
    struct kauri_fit fit;                         // with the limit
    uint64_t in_core_memory[KAURI_SEEDS_MAX + 1]; // bytes at the peak without a limit
    double seconds[KAURI_SEEDS_MAX + 1];          // 0 unless the time is known and it fits
    // The measurement that the times are based on; zero if there was none.
    unsigned measured_layer;
    uint64_t measured_positions;
    double measured_seconds;
    double disk_bytes_per_second; // of writing and syncing; 0 unless it was needed
};

// Predicts those of the layers 0 .. seeds that are not finished. With options->time it also solves
// a small layer in a temporary folder, which takes a second or two, in a child process: it must be
// called while the process has no other threads. Statuses of kauri_fit_predict, kauri_solve_layer
// and kauri_child_run.
enum kauri_status kauri_plan_make(const struct kauri_plan_options *options, struct kauri_plan *plan,
                                  struct kauri_error *error);

// Print the plan on standard output.
void kauri_plan_text(const struct kauri_plan_options *options, const struct kauri_plan *plan);
void kauri_plan_json(const struct kauri_plan_options *options, const struct kauri_plan *plan);

#endif
