#include "cli/tables/pack_view.h"

#include "cli/parts_json.h"

#include <json-c/json.h>

static struct json_object *number(uint64_t value)
{
    return json_object_new_int64((int64_t)value);
}

static struct json_object *layer_of(unsigned seeds, const struct kauri_pack_result *result)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "seeds", number(seeds));
    kauri_json_add(object, "positions", number(result->positions));
    kauri_json_add(object, "entries", number(result->entries));
    kauri_json_add(object, "packed", json_object_new_boolean(!result->there));
    kauri_json_add(object, "bytes_before", number(result->source_bytes));
    kauri_json_add(object, "bytes", number(result->file_bytes));
    kauri_json_add(object, "digest", kauri_json_digest(result->digest));
    kauri_json_add(object, "seconds", result->there ? NULL : kauri_json_seconds(result->seconds));
    return object;
}

void kauri_pack_json(struct kauri_string *out, const struct kauri_pack_view *view)
{
    struct json_object *object = json_object_new_object();
    struct json_object *layers = json_object_new_array();
    for (size_t i = 0; i < view->count; i++) {
        (void)json_object_array_add(layers, layer_of(view->seeds[i], &view->results[i]));
    }
    kauri_json_add(object, "tables", kauri_json_foreign_text(view->from));
    kauri_json_add(object, "into", kauri_json_foreign_text(view->into));
    kauri_json_add(object, "holes", number(view->shape.holes));
    kauri_json_add(object, "cowries", number(view->shape.cowries));
    kauri_json_add(object, "layers", layers);
    kauri_json_write(out, object);
}
