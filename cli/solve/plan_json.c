#include "cli/solve/plan_layers.h"

#include "cli/parts_json.h"

#include <json-c/json.h>

// UINT64_MAX stands for a number that is greater than this type can hold.
static struct json_object *count(uint64_t value)
{
    return value == UINT64_MAX ? NULL : json_object_new_uint64(value);
}

static struct json_object *disk_of(const struct kauri_disk_phases *disk)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "captures", count(disk->captures));
    kauri_json_add(object, "rounds", count(disk->rounds));
    kauri_json_add(object, "writing", count(disk->writing));
    return object;
}

static struct json_object *layer_of(const struct kauri_plan_options *options,
                                    const struct kauri_plan *plan, unsigned seeds)
{
    const struct kauri_prediction *layer = &plan->fit.layers[seeds];
    struct json_object *object = json_object_new_object();
    const bool fits = layer->fits;
    kauri_json_add(object, "seeds", count(seeds));
    kauri_json_add(object, "finished", json_object_new_boolean(plan->there[seeds]));
    if (plan->there[seeds]) {
        return object;
    }
    kauri_json_add(object, "positions", count(layer->positions));
    kauri_json_add(object, "blocks", count(layer->blocks));
    kauri_json_add(object, "fits", json_object_new_boolean(fits));
    kauri_json_add(object, "in_core_memory", count(plan->in_core_memory[seeds]));
    kauri_json_add(object, "least_memory", count(layer->least_memory));
    kauri_json_add(object, "missing_memory", count(fits ? 0 : layer->least_memory - layer->limit));
    kauri_json_add(object, "memory", fits ? count(layer->memory) : NULL);
    kauri_json_add(object, "blocks_in_memory", fits ? count(layer->resident) : NULL);
    kauri_json_add(object, "table_bytes", count(layer->table_bytes));
    kauri_json_add(object, "work_bytes", fits ? count(layer->work_bytes) : NULL);
    kauri_json_add(object, "disk_phases", fits ? disk_of(&layer->disk) : NULL);
    kauri_json_add(object, "disk_phases_least", fits ? disk_of(&layer->disk_least) : NULL);
    kauri_json_add(object, "seconds",
                   fits && options->time ? kauri_json_real(plan->seconds[seeds]) : NULL);
    return object;
}

void kauri_plan_json(const struct kauri_plan_options *options, const struct kauri_plan *plan)
{
    struct json_object *object = json_object_new_object();
    struct json_object *layers = json_object_new_array();
    kauri_json_add(object, "holes", count(options->shape.holes));
    kauri_json_add(object, "cowries", count(options->shape.cowries));
    kauri_json_add(object, "threads", count(options->solve.threads));
    kauri_json_add(object, "memory_limit",
                   options->solve.memory > 0 ? count(options->solve.memory) : NULL);
    kauri_json_add(object, "disk", count(plan->fit.disk_roomy));
    kauri_json_add(object, "disk_least", count(plan->fit.disk));
    kauri_json_add(object, "disk_free",
                   plan->fit.disk_free == UINT64_MAX ? NULL : count(plan->fit.disk_free));
    kauri_json_add(object, "disk_fits", json_object_new_boolean(plan->fit.disk_fits));
    kauri_json_add(object, "work_disk", count(plan->fit.work_roomy));
    kauri_json_add(object, "work_disk_least", count(plan->fit.work));
    kauri_json_add(object, "work_free",
                   plan->fit.work_free == UINT64_MAX ? NULL : count(plan->fit.work_free));
    kauri_json_add(object, "work_fits", json_object_new_boolean(plan->fit.work_fits));
    struct json_object *measured = NULL;
    if (options->time) {
        measured = json_object_new_object();
        kauri_json_add(measured, "seeds", count(plan->measured_layer));
        kauri_json_add(measured, "positions", count(plan->measured_positions));
        kauri_json_add(measured, "seconds", kauri_json_real(plan->measured_seconds));
        kauri_json_add(
            measured, "disk_bytes_per_second",
            plan->disk_bytes_per_second > 0 ? count((uint64_t)plan->disk_bytes_per_second) : NULL);
    }
    kauri_json_add(object, "measured", measured);
    for (unsigned seeds = 0; seeds <= options->seeds; seeds++) {
        (void)json_object_array_add(layers, layer_of(options, plan, seeds));
    }
    kauri_json_add(object, "layers", layers);
    kauri_json_print(object);
}
