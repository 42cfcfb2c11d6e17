#include "cli/games/game_json.h"

#include "cli/parts_json.h"

#include <json-c/json.h>
#include <stdio.h>
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

// As kauri_json_print writes it; valid until the object is freed.
static const char *text_of(struct json_object *object)
{
    return json_object_to_json_string_ext(object,
                                          JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);
}

void kauri_game_json_print_head(struct json_object *head)
{
    const char *text = text_of(head);
    printf("%.*s,\"plies\":[", (int)strlen(text) - 1, text); // without its last bracket
    (void)json_object_put(head);
}

void kauri_game_json_print_ply(struct json_object *ply, size_t index)
{
    printf("%s%s", index > 0 ? "," : "", text_of(ply));
    (void)json_object_put(ply);
}

void kauri_game_json_print_tail(struct json_object *tail)
{
    printf("],%s\n", text_of(tail) + 1); // without its first bracket
    (void)json_object_put(tail);
}
