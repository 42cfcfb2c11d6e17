#include "cli/search/search_view.h"

#include "cli/parts_json.h"
#include "queries/lookup/probe.h"

#include <json-c/json.h>
#include <stdio.h>

// net, tiebreak, r, dtc and bounds: null where the bounds leave it open. Distances are known where
// the tables hold the value (`stored` is not NULL): the search does not measure them.
static void add_value(struct json_object *object, int low, int high,
                      const struct kauri_value *stored)
{
    const bool exact = low == high;
    const char *phase = kauri_result_name(kauri_result_of(kauri_value_tiebreak(low)));
    kauri_json_add(object, "net", exact ? json_object_new_int(kauri_value_net(low)) : NULL);
    kauri_json_add(object, "tiebreak", exact ? json_object_new_string(phase) : NULL);
    kauri_json_add(object, "r", exact ? json_object_new_int(low) : NULL);
    kauri_json_add(object, "dtc",
                   stored != NULL && stored->r != 0 ? json_object_new_int64(stored->dtc) : NULL);
    kauri_json_add(object, "bounds", kauri_json_pair(low, high));
}

static struct json_object *outcome(const struct kauri_search *search, enum kauri_goal goal)
{
    struct json_object *object = json_object_new_object();
    enum kauri_result result = KAURI_DRAW;
    const bool decided = kauri_bounds_decide(&search->position, search->r, goal, &result);
    uint8_t score[2];
    struct json_object *scored = NULL;
    if (search->r.low == search->r.high &&
        kauri_final_score(&search->position, search->r.low, score)) {
        char text[16];
        (void)snprintf(text, sizeof text, "%u:%u", score[KAURI_SOUTH], score[KAURI_NORTH]);
        scored = json_object_new_string(text);
    }
    kauri_json_add(object, "result",
                   decided ? json_object_new_string(kauri_result_name(result)) : NULL);
    kauri_json_add(object, "score", scored);
    return object;
}

// null where the search is exact.
static struct json_object *stop_text(enum kauri_search_stop stop)
{
    static const char *const names[] = {
        [KAURI_SEARCH_STOP_TIME] = "time",
        [KAURI_SEARCH_STOP_MEMORY] = "memory",
        [KAURI_SEARCH_STOP_NODES] = "nodes",
        [KAURI_SEARCH_STOP_REQUEST] = "signal",
    };
    return names[stop] == NULL ? NULL : json_object_new_string(names[stop]);
}

void kauri_json_search(struct kauri_string *out, const struct kauri_search *search)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "position", kauri_json_position(&search->position));
    kauri_json_add(object, "seeds", json_object_new_int64(kauri_seeds(&search->position)));
    add_value(object, search->r.low, search->r.high, search->covered ? &search->probe.value : NULL);
    kauri_json_add(object, "standard", outcome(search, KAURI_GOAL_STANDARD));
    kauri_json_add(object, "tie_breaker", outcome(search, KAURI_GOAL_TIEBREAKER));
    struct json_object *moves = json_object_new_array();
    for (unsigned i = 0; i < search->move_count; i++) {
        const struct kauri_valued_move *move = &search->moves[i];
        struct json_object *entry = json_object_new_object();
        kauri_json_add_move(entry, search->position.side, move->hole, &move->captured);
        add_value(entry, move->r.low, move->r.high,
                  search->covered ? &search->probe.moves[i].value : NULL);
        kauri_json_add(entry, "best", json_object_new_boolean(move->best));
        kauri_json_add(entry, "position", kauri_json_position(&move->successor));
        (void)json_object_array_add(moves, entry);
    }
    kauri_json_add(object, "moves", moves);
    kauri_json_add_line(object, &search->line);
    kauri_json_add(object, "plies_searched",
                   json_object_new_int64((int64_t)search->line.table_from));
    kauri_json_add(
        object, "status",
        json_object_new_string(search->status == KAURI_SEARCH_EXACT ? "exact" : "bounds"));
    kauri_json_add(object, "stop", stop_text(search->stop));
    kauri_json_add(object, "nodes", json_object_new_int64((int64_t)search->nodes));
    kauri_json_add(object, "seconds", kauri_json_seconds(search->seconds));
    kauri_json_write(out, object);
}
