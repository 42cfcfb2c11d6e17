// The time that layers will take, predicted from that of a small layer of the same board.
#ifndef KAURI_CLI_SOLVE_PLAN_TIME_H
#define KAURI_CLI_SOLVE_PLAN_TIME_H

#include "solver/solve_folder.h"

// What predictions are based on.
struct kauri_plan_time {
    unsigned layer;     // of the small layer: its seeds
    uint64_t positions; // and its positions
    // Seconds that it takes: expected, at most, and on an idle machine.
    double seconds, maximum, idle;
    double load; // load average of the last minute; NAN if unknown
    // Bytes per second of writing and syncing: expected, and the range; 0 if no layer needs files.
    double disk_speed, disk_slow, disk_fast;
    double model; // share by which the time per position varies between kinds of processors
};

struct kauri_plan_seconds {
    double least, expected, maximum;
};

// Solves a small layer in a temporary folder, with the threads of the options, which takes a second
// or two. Layers 0 .. last of `fit` are those that will be predicted. Errors: those of
// kauri_solve_layer.
enum kauri_status kauri_plan_time_measure(struct kauri_shape shape, const struct kauri_fit *fit,
                                          unsigned last, const struct kauri_solve_options *options,
                                          struct kauri_plan_time *time, struct kauri_error *error);

// Takes the range of what processors and disks were found to need, for a machine with so many
// cores. KAURI_USAGE for a shape out of range.
enum kauri_status kauri_plan_time_assume(struct kauri_shape shape, unsigned cores,
                                         struct kauri_plan_time *time, struct kauri_error *error);

// Predicts the time of layer `seeds`, which fits.
struct kauri_plan_seconds kauri_plan_time_of(const struct kauri_plan_time *time, unsigned seeds,
                                             const struct kauri_prediction *layer);

#endif
