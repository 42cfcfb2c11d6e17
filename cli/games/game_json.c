#include "cli/games/game_json.h"

#include "cli/parts_json.h"

#include <json-c/json.h>
#include <string.h>

struct json_object *kauri_game_json_text(const char *text)
{
    return text[0] == '\0' ? NULL : json_object_new_string(text);
}

struct json_object *kauri_game_json_head(const struct kauri_record *record)
{
    struct json_object *head = json_object_new_object();
    kauri_json_add(head, "game", record->number > 0 ? json_object_new_int64(record->number) : NULL);
    kauri_json_add(head, "south", kauri_game_json_text(record->player[KAURI_SOUTH]));
    kauri_json_add(head, "north", kauri_game_json_text(record->player[KAURI_NORTH]));
    kauri_json_add(head, "date", kauri_game_json_text(record->date));
    return head;
}

// As kauri_json_write writes it; valid until the object is freed.
static const char *text_of(struct json_object *object)
{
    return json_object_to_json_string_ext(object,
                                          JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);
}

void kauri_game_json_add_head(struct kauri_string *out, struct json_object *head)
{
    const char *text = text_of(head);
    kauri_string_add_bytes(out, text, strlen(text) - 1); // without its last bracket
    kauri_string_add_text(out, ",\"plies\":[");
    (void)json_object_put(head);
}

void kauri_game_json_add_ply(struct kauri_string *out, struct json_object *ply, size_t index)
{
    kauri_string_add_text(out, index > 0 ? "," : "");
    kauri_string_add_text(out, text_of(ply));
    (void)json_object_put(ply);
}

void kauri_game_json_add_tail(struct kauri_string *out, struct json_object *tail)
{
    kauri_string_add_text(out, "],");
    kauri_string_add_text(out, text_of(tail) + 1); // without its first bracket
    kauri_string_add_text(out, "\n");
    (void)json_object_put(tail);
}
