#include "cli/lookup/show_json.h"

#include "cli/parts_json.h"
#include "rules/notation.h"

#include <json-c/json.h>

static struct json_object *numbers(const uint8_t *values, unsigned count)
{
    struct json_object *array = json_object_new_array();
    for (unsigned i = 0; i < count; i++) {
        (void)json_object_array_add(array, json_object_new_int(values[i]));
    }
    return array;
}

static struct json_object *row(const struct kauri_position *position, unsigned side)
{
    struct json_object *object = json_object_new_object();
    const unsigned first = side == KAURI_SOUTH ? 0 : position->holes;
    kauri_json_add(object, "captured", json_object_new_int(position->score[side]));
    kauri_json_add(object, "seeds", numbers(position->seeds + first, position->holes));
    kauri_json_add(object, "cowries", numbers(position->cowries + first, position->holes));
    return object;
}

static struct json_object *legal_moves(const struct kauri_position *position)
{
    struct json_object *array = json_object_new_array();
    const struct kauri_moves moves = kauri_legal_moves(position);
    for (unsigned i = 0; i < moves.count; i++) {
        const char letter[] = {kauri_move_letter((enum kauri_side)position->side, moves.hole[i]),
                               '\0'};
        (void)json_object_array_add(array, json_object_new_string(letter));
    }
    if (moves.count == 0 && kauri_seeds(position) > 0) {
        (void)json_object_array_add(array, json_object_new_string("-"));
    }
    return array;
}

static struct json_object *last_move(const struct kauri_show_view *view)
{
    if (!view->moved) {
        return NULL;
    }
    struct json_object *object = json_object_new_object();
    kauri_json_add_move(object, view->before.side, view->move, &view->captured);
    kauri_json_add(object, "before", kauri_json_position(&view->before));
    return object;
}

void kauri_show_print_json(const struct kauri_show_view *view, const char *svg)
{
    const struct kauri_position *position = &view->position;
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "position", kauri_json_position(position));
    kauri_json_add(object, "seeds", json_object_new_int((int)kauri_seeds(position)));
    kauri_json_add(object, "holes", json_object_new_int(position->holes));
    kauri_json_add(object, "side", json_object_new_string(position->side == 0 ? "S" : "N"));
    kauri_json_add(object, "south", row(position, KAURI_SOUTH));
    kauri_json_add(object, "north", row(position, KAURI_NORTH));
    kauri_json_add(object, "moves", legal_moves(position));
    kauri_json_add(object, "last_move", last_move(view));
    kauri_json_add(object, "svg", json_object_new_string(svg));
    kauri_json_print(object);
}
