#include "waurie/cli/winner_json.h"

#include "cli/base_json.h"

#include <json-c/json.h>

struct json_object *waurie_json_result(enum waurie_result result)
{
    return result == WAURIE_OPEN ? NULL
                                 : json_object_new_string(result == WAURIE_WIN ? "win" : "loss");
}

struct json_object *waurie_json_moves(const struct waurie_found *found)
{
    struct json_object *moves = json_object_new_array();
    for (unsigned i = 0; i < found->count; i++) {
        struct json_object *move = json_object_new_object();
        kauri_json_add(move, "move", json_object_new_int(found->moves[i].pit + 1));
        kauri_json_add(move, "bonus", json_object_new_boolean(found->moves[i].again));
        kauri_json_add(move, "result", waurie_json_result(found->moves[i].result));
        (void)json_object_array_add(moves, move);
    }
    return moves;
}

void waurie_found_json(const struct waurie_found *found, struct kauri_string *out)
{
    struct json_object *object = json_object_new_object();
    char text[WAURIE_POSITION_TEXT_BYTES];
    kauri_json_add(object, "position",
                   json_object_new_string(waurie_position_format(&found->position, text)));
    kauri_json_add(object, "seeds", json_object_new_int((int)waurie_seeds(&found->position.board)));
    kauri_json_add(object, "result", waurie_json_result(found->result));
    kauri_json_add(object, "moves", waurie_json_moves(found));
    out->failed = out->failed || found->line.failed;
    kauri_json_add(object, "line", json_object_new_string(kauri_string_text(&found->line)));
    kauri_json_add(object, "table_seeds",
                   found->known_seeds < 0 ? NULL : json_object_new_int(found->known_seeds));
    kauri_json_add(object, "nodes", json_object_new_int64((int64_t)found->counts.nodes));
    kauri_json_add(object, "seconds", kauri_json_seconds(found->seconds));
    kauri_json_write(out, object);
}
