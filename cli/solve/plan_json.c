#include "cli/solve/plan_layers.h"

#include <json-c/json.h>
#include <stdio.h>

static void add(struct json_object *object, const char *name, struct json_object *value)
{
    (void)json_object_object_add(object, name, value);
}

// UINT64_MAX stands for a number that is greater than this type can hold.
static struct json_object *count(uint64_t value)
{
    return value == UINT64_MAX ? NULL : json_object_new_uint64(value);
}

static struct json_object *real(double value)
{
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%.6g", value);
    return json_object_new_double_s(value, digits);
}

static struct json_object *layer_of(const struct kauri_plan_options *options,
                                    const struct kauri_plan *plan, unsigned seeds)
{
    const struct kauri_prediction *layer = &plan->fit.layers[seeds];
    struct json_object *object = json_object_new_object();
    const bool fits = layer->fits;
    add(object, "seeds", count(seeds));
    add(object, "finished", json_object_new_boolean(plan->there[seeds]));
    if (plan->there[seeds]) {
        return object;
    }
    add(object, "positions", count(layer->positions));
    add(object, "blocks", count(layer->blocks));
    add(object, "fits", json_object_new_boolean(fits));
    add(object, "in_core_memory", count(plan->in_core_memory[seeds]));
    add(object, "least_memory", count(layer->least_memory));
    add(object, "missing_memory", count(fits ? 0 : layer->least_memory - layer->limit));
    add(object, "memory", fits ? count(layer->memory) : NULL);
    add(object, "blocks_in_memory", fits ? count(layer->resident) : NULL);
    add(object, "table_bytes", count(layer->table_bytes));
    add(object, "work_bytes", fits ? count(layer->work_bytes) : NULL);
    add(object, "seconds", fits && options->time ? real(plan->seconds[seeds]) : NULL);
    return object;
}

void kauri_plan_json(const struct kauri_plan_options *options, const struct kauri_plan *plan)
{
    struct json_object *object = json_object_new_object();
    struct json_object *layers = json_object_new_array();
    add(object, "holes", count(options->shape.holes));
    add(object, "cowries", count(options->shape.cowries));
    add(object, "threads", count(options->solve.threads));
    add(object, "memory_limit", options->solve.memory > 0 ? count(options->solve.memory) : NULL);
    add(object, "disk", count(plan->fit.disk));
    add(object, "disk_free", plan->fit.disk_free == UINT64_MAX ? NULL : count(plan->fit.disk_free));
    add(object, "disk_fits", json_object_new_boolean(plan->fit.disk_fits));
    struct json_object *measured = NULL;
    if (options->time) {
        measured = json_object_new_object();
        add(measured, "seeds", count(plan->measured_layer));
        add(measured, "positions", count(plan->measured_positions));
        add(measured, "seconds", real(plan->measured_seconds));
        add(measured, "disk_bytes_per_second",
            plan->disk_bytes_a_second > 0 ? count((uint64_t)plan->disk_bytes_a_second) : NULL);
    }
    add(object, "measured", measured);
    for (unsigned seeds = 0; seeds <= options->seeds; seeds++) {
        (void)json_object_array_add(layers, layer_of(options, plan, seeds));
    }
    add(object, "layers", layers);
    printf("%s\n", json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN |
                                                              JSON_C_TO_STRING_NOSLASHESCAPE));
    (void)json_object_put(object);
}
