// Look-ups of uniformly random positions of a layer, from an empty cache of the default size, on
// one thread. The files are in the system's cache of files.
#ifndef KAURI_CLI_BENCH_BENCH_COLD_H
#define KAURI_CLI_BENCH_BENCH_COLD_H

#include "cli/bench/bench_times.h"
#include "common/status.h"
#include "indexer/layer.h"

// By the positions: those that have an entry of their own, those whose values are derived, all.
struct kauri_bench_cold_times {
    struct kauri_bench_times stored, derived, all;
};

struct kauri_bench_cold {
    struct kauri_bench_cold_times r;     // kauri_probe_r
    struct kauri_bench_cold_times value; // kauri_probe_value
    struct kauri_bench_cold_times root;  // kauri_probe_root: the position and all its moves
    uint64_t resident;                   // bytes of the process after the last of these; 0: unknown
};

// Measures a layer of the tables in a folder. Statuses of the look-ups.
enum kauri_status kauri_bench_cold_run(const char *folder, const struct kauri_layer *layer,
                                       struct kauri_bench_cold *cold, struct kauri_error *error);

#endif
