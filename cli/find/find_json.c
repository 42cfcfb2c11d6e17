#include "cli/find/find_view.h"
#include "cli/parts_json.h"

#include <json-c/json.h>

static struct json_object *number(int64_t value)
{
    return json_object_new_int64(value);
}

void kauri_json_found(struct kauri_string *out, const struct kauri_layer *layer,
                      const struct kauri_find_choice *choice, const struct kauri_found *found)
{
    struct json_object *object = json_object_new_object();
    struct kauri_view view;
    kauri_unindex(layer, found->index, &view);
    const struct kauri_position position = kauri_view_position(&view, layer->shape.holes);
    kauri_json_add(object, "position", kauri_json_position(&position));
    kauri_json_add(object, "seeds", number(layer->seeds));
    kauri_json_add(object, "index", number((int64_t)found->index));
    kauri_json_add_value(object, &found->r, &found->dtc);
    kauri_json_add(object, "move_count", number(found->moves));
    if (kauri_find_counts_keeping(&choice->conditions)) {
        kauri_json_add(object, "keeping", number(found->keeping));
    }
    if (choice->conditions.zugzwang) {
        kauri_json_add(object, "other_r", number(found->opposite_r));
    }
    kauri_json_write(out, object);
}

void kauri_json_find_count(struct kauri_string *out, const struct kauri_layer *layer,
                           uint64_t count)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "seeds", number(layer->seeds));
    kauri_json_add(object, "positions", number((int64_t)layer->positions));
    kauri_json_add(object, "found", number((int64_t)count));
    kauri_json_write(out, object);
}
