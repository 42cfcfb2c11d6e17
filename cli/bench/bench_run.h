// One measurement of `kauri bench`: a layer is solved and verified, each in a process of its own.
//
// Implemented in bench_run.c, bench_json.c, and bench_text.c.
#ifndef KAURI_CLI_BENCH_BENCH_RUN_H
#define KAURI_CLI_BENCH_BENCH_RUN_H

#include "cli/bench/machine_limits.h"
#include "common/progress.h"
#include "common/string_buffer.h"
#include "indexer/layer.h"
#include "solver/solve.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_bench_options {
    struct kauri_shape shape;
    unsigned seeds;
    unsigned threads;
    uint64_t memory; // for the solver; 0: nine tenths of the free memory
    int level;       // of zstd
    enum kauri_kernel_choice kernel;
    const char *tables; // folder of the lower layers; NULL: they are solved first
    bool limits;        // measure the machine as well
    const struct kauri_progress *progress;
};

struct kauri_bench_result {
    struct kauri_layer layer;
    double load; // of the machine before anything ran, processes that wanted to run; < 0: unknown
    struct kauri_solve_result solve; // without its certificate
    uint64_t unlimited;              // positions with r = 0
    uint64_t quiet_moves;            // moves without captures, passes included
    double processor_seconds;        // of all threads, user and system, for solving
    uint64_t base_memory;            // bytes resident before solving
    uint64_t peak_memory;            // most bytes resident while solving
    double verify_seconds;
    struct kauri_machine_limits limits; // zeroed unless asked for
};

// Solves in a temporary folder, which is removed afterwards. Must be called while the process has
// no other threads. Statuses of kauri_solve_layer, kauri_verify_layer and kauri_child_run.
enum kauri_status kauri_bench_run(const struct kauri_bench_options *options,
                                  struct kauri_bench_result *result, struct kauri_error *error);

// Figures derived from the result.
double kauri_bench_speed(const struct kauri_bench_result *result); // positions per second
// Seconds of the rounds: going back over moves and updating open moves; collecting decided
// positions; threads waiting for one another.
double kauri_bench_frontier(const struct kauri_bench_options *options,
                            const struct kauri_bench_result *result);
double kauri_bench_scan(const struct kauri_bench_options *options,
                        const struct kauri_bench_result *result);
double kauri_bench_waiting(const struct kauri_bench_options *options,
                           const struct kauri_bench_result *result);
double kauri_bench_edges_per_second(const struct kauri_bench_result *result);
double kauri_bench_edge_nanoseconds(const struct kauri_bench_result *result);    // processor time
double kauri_bench_memory_per_position(const struct kauri_bench_result *result); // bytes
// Bytes kept in memory and written to the table, per position.
double kauri_bench_traffic_per_position(const struct kauri_bench_result *result);

// Add the result to `out`: as text that fits the terminal, or as the object of docs/JSON.md,
// "bench".
void kauri_bench_text(struct kauri_string *out, const struct kauri_bench_options *options,
                      const struct kauri_bench_result *result);
void kauri_bench_json(struct kauri_string *out, const struct kauri_bench_options *options,
                      const struct kauri_bench_result *result);

#endif
