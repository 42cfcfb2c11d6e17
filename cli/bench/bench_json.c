#include "cli/bench/bench_run.h"

#include "cli/parts_json.h"

#include <json-c/json.h>

static struct json_object *count(uint64_t value)
{
    return json_object_new_int64((int64_t)value);
}

static struct json_object *phases(const struct kauri_bench_options *options,
                                  const struct kauri_bench_result *result)
{
    const struct kauri_solve_phases *phases = &result->solve.phases;
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "preparing", kauri_json_real(phases->tables));
    kauri_json_add(object, "forward", kauri_json_real(phases->captures));
    kauri_json_add(object, "frontier", kauri_json_real(kauri_bench_frontier(options, result)));
    kauri_json_add(object, "scan", kauri_json_real(kauri_bench_scan(options, result)));
    kauri_json_add(object, "store", kauri_json_real(phases->write));
    kauri_json_add(object, "waiting", kauri_json_real(kauri_bench_waiting(options, result)));
    return object;
}

static struct json_object *limits(const struct kauri_bench_result *result)
{
    const struct kauri_machine_limits *limits = &result->limits;
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "processor",
                   limits->processor[0] != '\0' ? json_object_new_string(limits->processor) : NULL);
    kauri_json_add(object, "processors", count(limits->processors));
    kauri_json_add(object, "load", result->load < 0 ? NULL : kauri_json_real(result->load));
    kauri_json_add(object, "buffer_bytes", count(limits->buffer_bytes));
    kauri_json_add(object, "read_bytes_per_second", count((uint64_t)limits->read_bytes_per_second));
    kauri_json_add(object, "copy_bytes_per_second", count((uint64_t)limits->copy_bytes_per_second));
    kauri_json_add(object, "block_bytes", count(limits->block_bytes));
    kauri_json_add(object, "random_updates_per_second",
                   count((uint64_t)limits->updates_per_second));
    kauri_json_add(
        object, "edges_to_random_updates",
        kauri_json_real(kauri_bench_edges_per_second(result) / limits->updates_per_second));
    kauri_json_add(
        object, "bytes_to_copy",
        kauri_json_real(kauri_bench_speed(result) * 2 * kauri_bench_traffic_per_position(result) /
                        limits->copy_bytes_per_second));
    return object;
}

void kauri_bench_json(struct kauri_string *out, const struct kauri_bench_options *options,
                      const struct kauri_bench_result *result)
{
    const struct kauri_layer *layer = &result->layer;
    const struct kauri_solve_result *solve = &result->solve;
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "holes", count(layer->shape.holes));
    kauri_json_add(object, "cowries", count(layer->shape.cowries));
    kauri_json_add(object, "seeds", count(layer->seeds));
    kauri_json_add(object, "positions", count(layer->positions));
    kauri_json_add(object, "blocks", count(layer->block_count));
    kauri_json_add(object, "version", json_object_new_string(KAURI_VERSION));
    kauri_json_add(object, "kernel", json_object_new_string(solve->kernel));
    kauri_json_add(object, "threads", count(options->threads));
    kauri_json_add(object, "level", count((uint64_t)options->level));
    kauri_json_add(object, "memory_limit", options->memory == 0 ? NULL : count(options->memory));
    kauri_json_add(object, "seconds", kauri_json_real(solve->seconds));
    kauri_json_add(object, "positions_per_second", count((uint64_t)kauri_bench_speed(result)));
    kauri_json_add(object, "processor_seconds", kauri_json_real(result->processor_seconds));
    kauri_json_add(object, "phases", phases(options, result));
    kauri_json_add(object, "edges", count(result->quiet_moves));
    kauri_json_add(object, "nanoseconds_per_edge",
                   kauri_json_real(kauri_bench_edge_nanoseconds(result)));
    kauri_json_add(object, "captures", count(solve->capture_moves));
    kauri_json_add(object, "rounds", count(solve->rounds));
    kauri_json_add(object, "touched_words", count(solve->touched_words));
    kauri_json_add(object, "max_dtc", count(solve->max_dtc));
    kauri_json_add(object, "unlimited", count(result->unlimited));
    kauri_json_add(object, "base_memory", count(result->base_memory));
    kauri_json_add(object, "peak_memory", count(result->peak_memory));
    kauri_json_add(object, "memory_per_position",
                   kauri_json_real(kauri_bench_memory_per_position(result)));
    kauri_json_add(object, "file_bytes", count(solve->file_bytes));
    kauri_json_add(object, "bits_per_position",
                   kauri_json_real(8 * (double)solve->file_bytes / (double)layer->positions));
    kauri_json_add(object, "capture_bytes", count(solve->capture_bytes));
    kauri_json_add(object, "history_bytes", count(solve->history_bytes));
    kauri_json_add(object, "verify_seconds", kauri_json_real(result->verify_seconds));
    kauri_json_add(object, "verify_to_solve",
                   kauri_json_real(solve->seconds / (result->verify_seconds + 1e-9)));
    kauri_json_add(object, "machine", options->limits ? limits(result) : NULL);
    kauri_json_write(out, object);
}
