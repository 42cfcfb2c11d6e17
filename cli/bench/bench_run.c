#include "cli/bench/bench_run.h"

#include "cli/child.h"
#include "cli/scratch_folder.h"
#include "common/clock.h"
#include "common/memory.h"
#include "solver/predict.h"
#include "verify/verify.h"

#include <stdlib.h>
#include <string.h>

// Bytes of pages that the verifier keeps, as in `kauri verify`.
#define CACHE_BYTES (256ULL << 20)

struct task {
    const struct kauri_bench_options *options;
    const char *folder;
};

static struct kauri_solve_options solve_options(const struct kauri_bench_options *options)
{
    return (struct kauri_solve_options){
        .threads = options->threads,
        .level = options->level,
        .progress = options->progress,
        .memory = options->memory,
        .kernel = options->kernel,
    };
}

// The layers below, which are needed first.
static enum kauri_status solve_first(void *context, void *nothing, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct task *task = context;
    const struct kauri_solve_options options = solve_options(task->options);
    (void)nothing;
    for (unsigned seeds = 0; status == KAURI_OK && seeds < task->options->seeds; seeds++) {
        struct kauri_solve_result result;
        status =
            kauri_solve_layer(task->folder, task->options->shape, seeds, &options, &result, error);
        kauri_solve_result_clear(&result);
    }
    return status;
}

static enum kauri_status solve_measured(void *context, void *to, struct kauri_error *error)
{
    const struct task *task = context;
    struct kauri_bench_result *result = to;
    const struct kauri_solve_options options = solve_options(task->options);
    result->base_memory = kauri_memory_peak();
    const double before = kauri_clock_processor();
    const enum kauri_status status = kauri_solve_layer(
        task->folder, task->options->shape, task->options->seeds, &options, &result->solve, error);
    result->processor_seconds = kauri_clock_processor() - before;
    result->peak_memory = kauri_memory_peak();
    for (uint32_t i = 0; i < result->solve.certificate.count_count; i++) {
        const struct kauri_count *count = &result->solve.certificate.counts[i];
        result->unlimited += count->value == 0 ? count->count : 0;
    }
    // The child's memory does not reach the parent.
    free(result->solve.certificate.counts);
    memset(&result->solve.certificate, 0, sizeof result->solve.certificate);
    return status;
}

static enum kauri_status verify_measured(void *context, void *to, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct task *task = context;
    struct kauri_tablebase *tables = NULL;
    struct kauri_verify_result result;
    const struct kauri_verify_options options = {
        .threads = task->options->threads,
        .progress = task->options->progress,
    };
    KAURI_TRY(kauri_tablebase_open_folder(task->folder, CACHE_BYTES, &tables, error));
    KAURI_TRY(kauri_verify_layer(tables, task->options->seeds, &options, &result, error));
    *(double *)to = result.seconds;
cleanup:
    kauri_tablebase_close(tables);
    return status;
}

static enum kauri_status measure_machine(void *context, void *to, struct kauri_error *error)
{
    const struct task *task = context;
    return kauri_machine_limits_measure(task->options->threads, to, error);
}

enum kauri_status kauri_bench_run(const struct kauri_bench_options *options,
                                  struct kauri_bench_result *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_scratch scratch = KAURI_SCRATCH_NONE;
    struct task task = {.options = options, .folder = scratch.path};
    struct kauri_layer layer;
    double load = -1;
    double verify_seconds = 0;
    memset(result, 0, sizeof *result);
    if (getloadavg(&load, 1) != 1) {
        load = -1;
    }
    KAURI_TRY(kauri_layer_init(&layer, options->shape, options->seeds, error));
    if (options->limits) {
        KAURI_TRY(kauri_child_run(options->threads, measure_machine, &task, &result->limits,
                                  sizeof result->limits, options->progress, error));
    }
    const struct kauri_machine_limits limits = result->limits;
    KAURI_TRY(kauri_scratch_make(&scratch, error));
    if (options->tables != NULL) {
        KAURI_TRY(
            kauri_scratch_link(&scratch, options->tables, options->shape, options->seeds, error));
    } else {
        char nothing = 0;
        KAURI_TRY(kauri_child_run(options->threads, solve_first, &task, &nothing, 1,
                                  options->progress, error));
    }
    KAURI_TRY(kauri_child_run(options->threads, solve_measured, &task, result, sizeof *result,
                              options->progress, error));
    KAURI_TRY(kauri_child_run(options->threads, verify_measured, &task, &verify_seconds,
                              sizeof verify_seconds, options->progress, error));
    result->layer = layer;
    result->load = load;
    result->limits = limits;
    result->verify_seconds = verify_seconds;
    const uint64_t moves = kauri_move_count(&layer);
    result->quiet_moves = moves - result->solve.capture_moves;
cleanup:
    kauri_scratch_remove(&scratch);
    return status;
}

// Small boards may take no time that the clock can tell.
static double at_least_a_bit(double seconds)
{
    return seconds > 1e-6 ? seconds : 1e-6;
}

double kauri_bench_speed(const struct kauri_bench_result *result)
{
    return (double)result->layer.positions / at_least_a_bit(result->solve.seconds);
}

double kauri_bench_frontier(const struct kauri_bench_options *options,
                            const struct kauri_bench_result *result)
{
    return result->solve.phases.expanding / options->threads;
}

double kauri_bench_scan(const struct kauri_bench_options *options,
                        const struct kauri_bench_result *result)
{
    return result->solve.phases.gathering / options->threads;
}

double kauri_bench_waiting(const struct kauri_bench_options *options,
                           const struct kauri_bench_result *result)
{
    const double rest = result->solve.phases.rounds - kauri_bench_frontier(options, result) -
                        kauri_bench_scan(options, result);
    return rest > 0 ? rest : 0;
}

double kauri_bench_edges_per_second(const struct kauri_bench_result *result)
{
    return (double)result->quiet_moves / at_least_a_bit(result->solve.seconds);
}

double kauri_bench_edge_nanoseconds(const struct kauri_bench_result *result)
{
    const double edges = result->quiet_moves > 0 ? (double)result->quiet_moves : 1;
    return 1e9 * result->processor_seconds / edges;
}

double kauri_bench_memory_per_position(const struct kauri_bench_result *result)
{
    return (double)(result->peak_memory - result->base_memory) / (double)result->layer.positions;
}

double kauri_bench_traffic_per_position(const struct kauri_bench_result *result)
{
    return kauri_bench_memory_per_position(result) +
           (double)result->solve.file_bytes / (double)result->layer.positions;
}
