#include "cli/bench/bench_run.h"

#include "common/json.h"

#include <math.h>

static void add_phases(struct kauri_json *json, const struct kauri_bench_options *options,
                       const struct kauri_bench_result *result)
{
    const struct kauri_solve_phases *phases = &result->solve.phases;
    kauri_json_begin_object(json, "phases");
    kauri_json_add_real(json, "preparing", phases->tables);
    kauri_json_add_real(json, "forward", phases->captures);
    kauri_json_add_real(json, "frontier", kauri_bench_frontier(options, result));
    kauri_json_add_real(json, "scan", kauri_bench_scan(options, result));
    kauri_json_add_real(json, "store", phases->write);
    kauri_json_add_real(json, "waiting", kauri_bench_waiting(options, result));
    kauri_json_end(json);
}

static void add_limits(struct kauri_json *json, const struct kauri_bench_result *result)
{
    const struct kauri_machine_limits *limits = &result->limits;
    kauri_json_begin_object(json, "machine");
    kauri_json_add_text(json, "processor", limits->processor[0] != '\0' ? limits->processor : NULL);
    kauri_json_add_uint(json, "processors", limits->processors);
    kauri_json_add_real(json, "load", result->load < 0 ? NAN : result->load);
    kauri_json_add_uint(json, "buffer_bytes", limits->buffer_bytes);
    kauri_json_add_uint(json, "read_bytes_per_second", (uint64_t)limits->read_bytes_per_second);
    kauri_json_add_uint(json, "copy_bytes_per_second", (uint64_t)limits->copy_bytes_per_second);
    kauri_json_add_uint(json, "block_bytes", limits->block_bytes);
    kauri_json_add_uint(json, "random_updates_per_second", (uint64_t)limits->updates_per_second);
    kauri_json_add_real(json, "edges_to_random_updates",
                        kauri_bench_edges_per_second(result) / limits->updates_per_second);
    kauri_json_add_real(json, "bytes_to_copy",
                        kauri_bench_speed(result) * 2 * kauri_bench_traffic_per_position(result) /
                            limits->copy_bytes_per_second);
    kauri_json_end(json);
}

void kauri_bench_json(struct kauri_string *out, const struct kauri_bench_options *options,
                      const struct kauri_bench_result *result)
{
    const struct kauri_layer *layer = &result->layer;
    const struct kauri_solve_result *solve = &result->solve;
    struct kauri_json written = {.out = out};
    struct kauri_json *json = &written;
    kauri_json_begin_object(json, NULL);
    kauri_json_add_uint(json, "holes", layer->shape.holes);
    kauri_json_add_uint(json, "cowries", layer->shape.cowries);
    kauri_json_add_uint(json, "seeds", layer->seeds);
    kauri_json_add_uint(json, "positions", layer->positions);
    kauri_json_add_uint(json, "blocks", layer->block_count);
    kauri_json_add_text(json, "version", KAURI_VERSION);
    kauri_json_add_text(json, "kernel", solve->kernel);
    kauri_json_add_uint(json, "threads", options->threads);
    kauri_json_add_uint(json, "level", (uint64_t)options->level);
    if (options->memory == 0) {
        kauri_json_add_null(json, "memory_limit");
    } else {
        kauri_json_add_uint(json, "memory_limit", options->memory);
    }
    kauri_json_add_real(json, "seconds", solve->seconds);
    kauri_json_add_uint(json, "positions_per_second", (uint64_t)kauri_bench_speed(result));
    kauri_json_add_real(json, "processor_seconds", result->processor_seconds);
    add_phases(json, options, result);
    kauri_json_add_uint(json, "edges", result->quiet_moves);
    kauri_json_add_real(json, "nanoseconds_per_edge", kauri_bench_edge_nanoseconds(result));
    kauri_json_add_uint(json, "captures", solve->capture_moves);
    kauri_json_add_uint(json, "rounds", solve->rounds);
    kauri_json_add_uint(json, "touched_words", solve->touched_words);
    kauri_json_add_uint(json, "max_dtc", solve->max_dtc);
    kauri_json_add_uint(json, "unlimited", result->unlimited);
    kauri_json_add_uint(json, "base_memory", result->base_memory);
    kauri_json_add_uint(json, "peak_memory", result->peak_memory);
    kauri_json_add_real(json, "memory_per_position", kauri_bench_memory_per_position(result));
    kauri_json_add_uint(json, "file_bytes", solve->file_bytes);
    kauri_json_add_real(json, "bits_per_position",
                        8 * (double)solve->file_bytes / (double)layer->positions);
    kauri_json_add_uint(json, "capture_bytes", solve->capture_bytes);
    kauri_json_add_uint(json, "history_bytes", solve->history_bytes);
    kauri_json_add_real(json, "verify_seconds", result->verify_seconds);
    kauri_json_add_real(json, "verify_to_solve", solve->seconds / (result->verify_seconds + 1e-9));
    if (options->limits) {
        add_limits(json, result);
    } else {
        kauri_json_add_null(json, "machine");
    }
    kauri_json_end(json);
}
