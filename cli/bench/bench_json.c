#include "cli/bench/bench_view.h"

#include <json-c/json.h>
#include <stdio.h>

static void add(struct json_object *object, const char *name, struct json_object *value)
{
    (void)json_object_object_add(object, name, value);
}

static struct json_object *count(uint64_t value)
{
    return json_object_new_int64((int64_t)value);
}

static struct json_object *real(double value)
{
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%.6g", value);
    return json_object_new_double_s(value, digits);
}

static struct json_object *phases(const struct kauri_bench_options *options,
                                  const struct kauri_bench_result *result)
{
    const struct kauri_solve_phases *phases = &result->solve.phases;
    struct json_object *object = json_object_new_object();
    add(object, "preparing", real(phases->tables));
    add(object, "forward", real(phases->captures));
    add(object, "frontier", real(kauri_bench_frontier(options, result)));
    add(object, "scan", real(kauri_bench_scan(options, result)));
    add(object, "store", real(phases->write));
    add(object, "waiting", real(kauri_bench_waiting(options, result)));
    return object;
}

static struct json_object *limits(const struct kauri_bench_result *result)
{
    const struct kauri_machine_limits *limits = &result->limits;
    struct json_object *object = json_object_new_object();
    add(object, "processor",
        limits->processor[0] != '\0' ? json_object_new_string(limits->processor) : NULL);
    add(object, "processors", count(limits->processors));
    add(object, "load", result->load < 0 ? NULL : real(result->load));
    add(object, "buffer_bytes", count(limits->buffer_bytes));
    add(object, "read_bytes_per_second", count((uint64_t)limits->read_bytes_a_second));
    add(object, "copy_bytes_per_second", count((uint64_t)limits->copy_bytes_a_second));
    add(object, "block_bytes", count(limits->block_bytes));
    add(object, "random_updates_per_second", count((uint64_t)limits->updates_a_second));
    add(object, "edges_to_random_updates",
        real(kauri_bench_edges_a_second(result) / limits->updates_a_second));
    add(object, "bytes_to_copy",
        real(kauri_bench_speed(result) * 2 * kauri_bench_traffic_per_position(result) /
             limits->copy_bytes_a_second));
    return object;
}

static void print_and_free(struct json_object *object)
{
    printf("%s\n", json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN |
                                                              JSON_C_TO_STRING_NOSLASHESCAPE));
    (void)json_object_put(object);
}

void kauri_bench_json(const struct kauri_bench_options *options,
                      const struct kauri_bench_result *result)
{
    const struct kauri_layer *layer = &result->layer;
    const struct kauri_solve_result *solve = &result->solve;
    struct json_object *object = json_object_new_object();
    add(object, "holes", count(layer->shape.holes));
    add(object, "cowries", count(layer->shape.cowries));
    add(object, "seeds", count(layer->seeds));
    add(object, "positions", count(layer->positions));
    add(object, "blocks", count(layer->block_count));
    add(object, "version", json_object_new_string(KAURI_VERSION));
    add(object, "kernel", json_object_new_string(solve->kernel));
    add(object, "threads", count(options->threads));
    add(object, "level", count((uint64_t)options->level));
    add(object, "memory_limit", options->memory == 0 ? NULL : count(options->memory));
    add(object, "seconds", real(solve->seconds));
    add(object, "positions_per_second", count((uint64_t)kauri_bench_speed(result)));
    add(object, "processor_seconds", real(result->processor_seconds));
    add(object, "phases", phases(options, result));
    add(object, "edges", count(result->quiet_moves));
    add(object, "nanoseconds_per_edge", real(kauri_bench_edge_nanoseconds(result)));
    add(object, "captures", count(solve->capture_moves));
    add(object, "rounds", count(solve->rounds));
    add(object, "touched_words", count(solve->touched_words));
    add(object, "max_dtc", count(solve->max_dtc));
    add(object, "unlimited", count(result->unlimited));
    add(object, "base_memory", count(result->base_memory));
    add(object, "peak_memory", count(result->peak_memory));
    add(object, "memory_per_position", real(kauri_bench_memory_per_position(result)));
    add(object, "file_bytes", count(solve->file_bytes));
    add(object, "bits_per_position",
        real(8 * (double)solve->file_bytes / (double)layer->positions));
    add(object, "capture_bytes", count(solve->capture_bytes));
    add(object, "history_bytes", count(solve->history_bytes));
    add(object, "verify_seconds", real(result->verify_seconds));
    add(object, "verify_to_solve", real(solve->seconds / (result->verify_seconds + 1e-9)));
    add(object, "machine", options->limits ? limits(result) : NULL);
    print_and_free(object);
}

void kauri_bench_probe_json(const struct kauri_bench_options *options,
                            const struct kauri_bench_probe *result)
{
    const struct kauri_layer *layer = &result->layer;
    struct json_object *object = json_object_new_object();
    struct json_object *hot = json_object_new_array();
    add(object, "holes", count(layer->shape.holes));
    add(object, "cowries", count(layer->shape.cowries));
    add(object, "seeds", count(layer->seeds));
    add(object, "positions", count(layer->positions));
    add(object, "version", json_object_new_string(KAURI_VERSION));
    add(object, "threads", count(options->threads));
    add(object, "load", result->load < 0 ? NULL : real(result->load));
    for (unsigned i = 0; i < KAURI_BENCH_HOT_RUNS; i++) {
        struct json_object *run = json_object_new_object();
        add(run, "threads", count(result->hot[i].threads));
        add(run, "values_per_second", count((uint64_t)result->hot[i].values_a_second));
        (void)json_object_array_add(hot, run);
    }
    add(object, "hot", hot);
    add(object, "root_median_microseconds", real(result->root_median));
    add(object, "root_99_microseconds", real(result->root_99));
    add(object, "cold_values", count(result->cold_count));
    add(object, "cold_median_microseconds", real(result->cold_median));
    add(object, "cold_99_microseconds", real(result->cold_99));
    add(object, "batch_values", count(result->many_count));
    add(object, "batch_values_per_second", count((uint64_t)result->many_a_second));
    add(object, "ordered_positions_per_second", count((uint64_t)result->ordered_a_second));
    print_and_free(object);
}
