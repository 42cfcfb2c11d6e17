#include "cli/bench/bench_view.h"

#include "cli/bench/bench_parts_json.h"
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
    kauri_json_add(object, "load", kauri_bench_load_json(result->load));
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

void kauri_bench_json(const struct kauri_bench_options *options,
                      const struct kauri_bench_result *result)
{
    const struct kauri_layer *layer = &result->layer;
    const struct kauri_solve_result *solve = &result->solve;
    struct json_object *object = kauri_bench_layer_json(layer, "blocks", layer->block_count);
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
    kauri_json_print(object);
}

static struct json_object *times_json(const struct kauri_bench_times *times)
{
    struct json_object *object = json_object_new_object();
    struct json_object *histogram = json_object_new_array();
    kauri_json_add(object, "count", count(times->count));
    kauri_json_add(object, "median_microseconds", kauri_json_real(times->median));
    kauri_json_add(object, "90_microseconds", kauri_json_real(times->percentile_90));
    kauri_json_add(object, "99_microseconds", kauri_json_real(times->percentile_99));
    kauri_json_add(object, "most_microseconds", kauri_json_real(times->most));
    kauri_json_add(object, "pages", kauri_json_real(times->pages));
    kauri_json_add(object, "hit_rate", kauri_json_real(times->hit_rate));
    for (unsigned i = 0; i < KAURI_BENCH_BUCKETS; i++) {
        (void)json_object_array_add(histogram, count(times->histogram[i]));
    }
    kauri_json_add(object, "histogram", histogram);
    return object;
}

static struct json_object *kinds_json(const struct kauri_bench_cold_times *times)
{
    struct json_object *object = json_object_new_object();
    const bool derives = times->derived.count > 0;
    kauri_json_add(object, "stored", derives ? times_json(&times->stored) : NULL);
    kauri_json_add(object, "derived", derives ? times_json(&times->derived) : NULL);
    kauri_json_add(object, "all", times_json(&times->all));
    return object;
}

static struct json_object *hot_json(const struct kauri_bench_hot_times *times)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "value_nanoseconds", kauri_json_real(times->value));
    kauri_json_add(object, "r_nanoseconds", kauri_json_real(times->r));
    return object;
}

void kauri_bench_probe_json(const struct kauri_bench_options *options,
                            const struct kauri_bench_probe *result)
{
    const struct kauri_layer *layer = &result->layer;
    struct json_object *object = kauri_bench_layer_json(layer, "entries", result->entries);
    struct json_object *hot = json_object_new_array();
    kauri_json_add(object, "threads", count(options->threads));
    kauri_json_add(object, "load", kauri_bench_load_json(result->load));
    for (unsigned i = 0; i < KAURI_BENCH_HOT_RUNS; i++) {
        struct json_object *run = json_object_new_object();
        kauri_json_add(run, "threads", count(result->hot[i].threads));
        kauri_json_add(run, "values_per_second", count((uint64_t)result->hot[i].values_per_second));
        kauri_json_add(run, "apart_per_second", count((uint64_t)result->hot[i].apart_per_second));
        (void)json_object_array_add(hot, run);
    }
    kauri_json_add(object, "hot", hot);
    kauri_json_add(object, "root_median_microseconds", kauri_json_real(result->root_median));
    kauri_json_add(object, "root_99_microseconds", kauri_json_real(result->root_99));
    kauri_json_add(object, "hot_stored", hot_json(&result->hot_stored));
    kauri_json_add(object, "hot_derived",
                   result->hot_derived.value > 0 ? hot_json(&result->hot_derived) : NULL);
    kauri_json_add(object, "cold_r", kinds_json(&result->cold.r));
    kauri_json_add(object, "cold_value", kinds_json(&result->cold.value));
    kauri_json_add(object, "cold_root", kinds_json(&result->cold.root));
    kauri_json_add(object, "resident_bytes", count(result->cold.resident));
    kauri_json_add(object, "batch_values", count(result->many_count));
    kauri_json_add(object, "batch_values_per_second", count((uint64_t)result->many_per_second));
    kauri_json_add(object, "batch_roots", count(result->roots_count));
    kauri_json_add(object, "batch_roots_per_second", count((uint64_t)result->roots_per_second));
    kauri_json_add(object, "ordered_positions_per_second",
                   count((uint64_t)result->ordered_per_second));
    kauri_json_print(object);
}
