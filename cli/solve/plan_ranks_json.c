#include "cli/solve/plan_ranks.h"

#include "cli/parts_json.h"

#include <json-c/json.h>

static struct json_object *count(uint64_t value)
{
    return json_object_new_uint64(value);
}

static struct json_object *model_of(unsigned seeds)
{
    const struct kauri_ranks_model model = kauri_ranks_model_of(seeds);
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "core_ns", kauri_json_real(model.core_ns));
    kauri_json_add(object, "full_machine", kauri_json_real(model.full_machine));
    kauri_json_add(object, "capture_bytes", kauri_json_real(model.capture_bytes));
    kauri_json_add(object, "edge_bytes", kauri_json_real(model.edge_bytes));
    kauri_json_add(object, "packing_ns", kauri_json_real(model.packing_ns));
    kauri_json_add(object, "decoding_ns", kauri_json_real(model.decoding_ns));
    kauri_json_add(object, "latency", kauri_json_real(model.latency));
    kauri_json_add(object, "busiest_block", kauri_json_real(model.busiest_block));
    return object;
}

static struct json_object *layer_of(const struct kauri_ranks_plan *plan, unsigned seeds)
{
    const struct kauri_ranks_prediction *layer = &plan->layers[seeds];
    struct json_object *object = json_object_new_object();
    struct json_object *seconds = json_object_new_object();
    kauri_json_add(object, "seeds", count(seeds));
    kauri_json_add(object, "positions", count(layer->positions));
    kauri_json_add(object, "blocks", count(layer->blocks));
    kauri_json_add(object, "own_blocks", count(layer->own_blocks));
    kauri_json_add(object, "partners", count(layer->partners));
    kauri_json_add(object, "rounds", count(layer->rounds));
    kauri_json_add(object, "memory", count(layer->memory));
    kauri_json_add(object, "work_bytes", count(layer->work_bytes));
    kauri_json_add(object, "sent", count(layer->sent));
    kauri_json_add(object, "captures_sent", count(layer->captures_sent));
    kauri_json_add(object, "bytes_read", count(layer->bytes_read));
    kauri_json_add(object, "bytes_written", count(layer->bytes_written));
    kauri_json_add(object, "useful_cores", kauri_json_real(layer->useful_cores));
    kauri_json_add(object, "efficiency", kauri_json_real(layer->efficiency));
    kauri_json_add(seconds, "computing", kauri_json_real(layer->computing));
    kauri_json_add(seconds, "network", kauri_json_real(layer->network));
    kauri_json_add(seconds, "files", kauri_json_real(layer->files));
    kauri_json_add(seconds, "total", kauri_json_real(layer->total));
    kauri_json_add(object, "seconds", seconds);
    kauri_json_add(object, "limit", json_object_new_string(kauri_ranks_limit_word(layer->limit)));
    kauri_json_add(object, "model", model_of(seeds));
    return object;
}

void kauri_ranks_plan_json(const struct kauri_ranks_plan *plan)
{
    struct json_object *object = json_object_new_object();
    struct json_object *layers = json_object_new_array();
    kauri_json_add(object, "holes", count(plan->shape.holes));
    kauri_json_add(object, "cowries", count(plan->shape.cowries));
    kauri_json_add(object, "ranks", count(plan->options.ranks));
    kauri_json_add(object, "cores", count(plan->options.cores));
    kauri_json_add(object, "network", count(plan->options.network));
    kauri_json_add(object, "files", count(plan->options.files));
    for (unsigned seeds = 0; seeds <= plan->seeds; seeds++) {
        (void)json_object_array_add(layers, layer_of(plan, seeds));
    }
    kauri_json_add(object, "layers", layers);
    kauri_json_print(object);
}
