#include "cli/bench/bench_parts_json.h"

#include "cli/parts_json.h"

#include <json-c/json.h>

static struct json_object *count(uint64_t value)
{
    return json_object_new_int64((int64_t)value);
}

struct json_object *kauri_bench_load_json(double load)
{
    return load < 0 ? NULL : kauri_json_real(load);
}

struct json_object *kauri_bench_layer_json(const struct kauri_layer *layer, const char *part,
                                           uint64_t parts)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "holes", count(layer->shape.holes));
    kauri_json_add(object, "cowries", count(layer->shape.cowries));
    kauri_json_add(object, "seeds", count(layer->seeds));
    kauri_json_add(object, "positions", count(layer->positions));
    kauri_json_add(object, part, count(parts));
    kauri_json_add(object, "version", json_object_new_string(KAURI_VERSION));
    return object;
}
