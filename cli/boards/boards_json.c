#include "cli/boards/boards_view.h"
#include "cli/parts_json.h"
#include "rules/notation.h"

#include <json-c/json.h>

static struct json_object *outcome(const struct kauri_board_entry *entry, enum kauri_goal goal)
{
    enum kauri_result result = KAURI_DRAW;
    const bool decided = kauri_bounds_decide(&entry->start, entry->r, goal, &result);
    uint8_t score[2];
    const bool scored =
        kauri_bounds_exact(entry->r) && kauri_final_score(&entry->start, entry->r.low, score);
    return kauri_json_outcome(decided ? &result : NULL, scored ? score : NULL);
}

static struct json_object *number_if(bool known, uint64_t number)
{
    return known ? json_object_new_int64((int64_t)number) : NULL;
}

static struct json_object *entry_object(const struct kauri_board_entry *entry, bool kept)
{
    static const char *const sources[] = {
        [KAURI_BOARD_NOT_TRIED] = "not tried",
        [KAURI_BOARD_OPEN] = "open",
        [KAURI_BOARD_SEARCH] = "search",
        [KAURI_BOARD_TABLES] = "tables",
    };
    const bool tables = entry->source == KAURI_BOARD_TABLES;
    const bool proof = entry->source == KAURI_BOARD_SEARCH || entry->source == KAURI_BOARD_OPEN;
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "holes", json_object_new_int64((int64_t)entry->board.holes));
    kauri_json_add(object, "seeds_per_hole", json_object_new_int64((int64_t)entry->board.seeds));
    kauri_json_add(object, "cowries_per_hole",
                   json_object_new_int64((int64_t)entry->board.cowries));
    kauri_json_add(object, "position", kauri_json_position(&entry->start));
    kauri_json_add_value(object, kauri_bounds_exact(entry->r) ? &entry->r.low : NULL, NULL);
    kauri_json_add(object, "bounds", kauri_json_pair(entry->r.low, entry->r.high));
    kauri_json_add(object, "standard", outcome(entry, KAURI_GOAL_STANDARD));
    kauri_json_add(object, "tie_breaker", outcome(entry, KAURI_GOAL_TIEBREAKER));
    kauri_json_add(object, "source", json_object_new_string(sources[entry->source]));
    kauri_json_add(object, "positions", number_if(tables, entry->positions));
    kauri_json_add(object, "unlimited", number_if(tables, entry->unlimited));
    kauri_json_add(object, "max_dtc", number_if(tables, entry->max_dtc));
    kauri_json_add(object, "nodes", number_if(proof, entry->nodes));
    kauri_json_add(object, "steps", number_if(proof, entry->steps));
    kauri_json_add(object, "tables", number_if(proof, entry->layers));
    kauri_json_add(object, "proof", proof && kept ? json_object_new_string(entry->proof) : NULL);
    kauri_json_add(object, "seconds", kauri_json_seconds(entry->seconds));
    return object;
}

void kauri_boards_print_json(const struct kauri_boards *boards)
{
    struct json_object *object = json_object_new_object();
    struct json_object *array = json_object_new_array();
    for (size_t i = 0; i < boards->count; i++) {
        (void)json_object_array_add(
            array, entry_object(&boards->entries[i], boards->limits.proofs != NULL));
    }
    kauri_json_add(object, "boards", array);
    kauri_json_add(object, "left_out", json_object_new_int64((int64_t)boards->left_out));
    kauri_json_print(object);
}
