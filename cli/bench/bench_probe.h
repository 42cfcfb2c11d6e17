// `kauri bench --probe`: measures look-ups through the public interface.
#ifndef KAURI_CLI_BENCH_BENCH_PROBE_H
#define KAURI_CLI_BENCH_BENCH_PROBE_H

#include "cli/bench/bench_cold.h"
#include "cli/bench/bench_run.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    KAURI_BENCH_HOT_RUNS = 3, // with 1, 2 and 4 threads
};

// Look-ups of values on `threads` threads that share a tablebase.
struct kauri_bench_hot {
    unsigned threads;
    double values_per_second; // of all threads together, on the same pages
    double apart_per_second;  // the same, each thread on pages of its own
};

// One thread, pages in the cache; nanoseconds per look-up. 0: the layer has no such positions.
struct kauri_bench_hot_times {
    double r, value;
};

struct kauri_bench_probe {
    struct kauri_layer layer;
    uint64_t entries; // positions that are stored
    double load;      // of the machine before anything ran; < 0: unknown
    struct kauri_bench_cold cold;
    // Positions whose pages are in the cache.
    struct kauri_bench_hot_times hot_stored, hot_derived;
    struct kauri_bench_hot hot[KAURI_BENCH_HOT_RUNS]; // stored positions
    // kauri_probe_root of positions whose pages, and those of their successors, are in the cache,
    // on one thread. Microseconds.
    double root_median, root_99;
    unsigned many_count;       // positions of one batch
    double many_per_second;    // random positions in batches, kauri_probe_many, options' threads
    unsigned roots_count;      // positions of one batch
    double roots_per_second;   // and with all their moves, kauri_probe_roots
    double ordered_per_second; // the layer in order, r and dtc, kauri_layer_read, options' threads
};

// Measures layer options->seeds of options->tables, or of tables that are solved in a temporary
// folder first. Statuses of the look-ups, and of kauri_bench_run.
enum kauri_status kauri_bench_probe_run(const struct kauri_bench_options *options,
                                        struct kauri_bench_probe *result,
                                        struct kauri_error *error);

#endif
