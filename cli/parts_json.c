#include "cli/parts_json.h"

#include "rules/notation.h"

#include <json-c/json.h>
#include <stdio.h>

void kauri_json_add(struct json_object *object, const char *name, struct json_object *value)
{
    (void)json_object_object_add(object, name, value);
}

struct json_object *kauri_json_position(const struct kauri_position *position)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    return json_object_new_string(kauri_position_format(position, text));
}

struct json_object *kauri_json_pair(int first, int second)
{
    struct json_object *array = json_object_new_array();
    (void)json_object_array_add(array, json_object_new_int(first));
    (void)json_object_array_add(array, json_object_new_int(second));
    return array;
}

void kauri_json_add_move(struct json_object *object, unsigned side, int hole,
                         const struct kauri_capture *captured)
{
    const char letter[2] = {kauri_move_letter((enum kauri_side)side, hole), '\0'};
    kauri_json_add(object, "move", json_object_new_string(letter));
    kauri_json_add(object, "captured", kauri_json_pair(captured->own, captured->opponent));
}

void kauri_json_print(struct json_object *object)
{
    printf("%s\n", json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN |
                                                              JSON_C_TO_STRING_NOSLASHESCAPE));
    (void)json_object_put(object);
}
