#include "waurie/cli/starts.h"

#include "cli/base_json.h"
#include "waurie/cli/winner_json.h"
#include "waurie/waurie_notation.h"

#include <json-c/json.h>

static struct json_object *start_object(const struct waurie_start *start)
{
    static const char *const sources[] = {
        [WAURIE_START_NOT_TRIED] = "not tried",
        [WAURIE_START_OPEN] = "open",
        [WAURIE_START_SEARCH] = "search",
        [WAURIE_START_TABLE] = "table",
    };
    const struct waurie_found *found = &start->found;
    const bool searched = start->tried && found->known_seeds >= 0;
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "pits", json_object_new_int((int)start->pits));
    kauri_json_add(object, "seeds_per_pit", json_object_new_int((int)start->seeds));
    kauri_json_add(object, "result", waurie_json_result(found->result));
    kauri_json_add(object, "moves", waurie_json_moves(found));
    kauri_json_add(object, "source", json_object_new_string(sources[waurie_start_source(start)]));
    kauri_json_add(object, "table_seeds",
                   searched ? json_object_new_int(found->known_seeds) : NULL);
    kauri_json_add(object, "nodes", json_object_new_int64((int64_t)found->counts.nodes));
    kauri_json_add(object, "seconds", kauri_json_seconds(found->seconds));
    return object;
}

void waurie_starts_json(const struct waurie_starts *starts, struct kauri_string *out)
{
    struct json_object *object = json_object_new_object();
    struct json_object *list = json_object_new_array();
    kauri_json_add(object, "win", json_object_new_string(waurie_win_word(&starts->rules)));
    kauri_json_add(object, "lap", json_object_new_string(waurie_lap_word(&starts->rules)));
    for (size_t i = 0; i < starts->count; i++) {
        (void)json_object_array_add(list, start_object(&starts->list[i]));
    }
    kauri_json_add(object, "starts", list);
    kauri_json_write(out, object);
}
