// `kauri bench --probe`: measures look-ups through the public interface.
#ifndef KAURI_CLI_BENCH_BENCH_PROBE_H
#define KAURI_CLI_BENCH_BENCH_PROBE_H

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

struct kauri_bench_probe {
    struct kauri_layer layer;
    double load; // of the machine before anything ran; < 0: unknown
    // Values of positions whose pages are in the cache.
    struct kauri_bench_hot hot[KAURI_BENCH_HOT_RUNS];
    // Values of random positions of the layer on one thread, with a cache that keeps one page, so
    // that each one decodes a page; the files are in the system's cache of files. Microseconds.
    unsigned cold_count;
    double cold_median, cold_99;
    // kauri_probe_root of positions whose pages, and those of their successors, are in the cache,
    // on one thread. Microseconds.
    double root_median, root_99;
    unsigned many_count;       // positions of one batch
    double many_per_second;    // random positions in batches, kauri_probe_many, options' threads
    double ordered_per_second; // the layer in order, r and dtc, kauri_layer_read, options' threads
};

// Measures layer options->seeds of options->tables, or of tables that are solved in a temporary
// folder first. Statuses of the look-ups, and of kauri_bench_run.
enum kauri_status kauri_bench_probe_run(const struct kauri_bench_options *options,
                                        struct kauri_bench_probe *result,
                                        struct kauri_error *error);

#endif
