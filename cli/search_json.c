#include "cli/search_view.h"
#include "rules/notation.h"

#include <json-c/json.h>
#include <stdio.h>

// json-c passes a NULL object on as null, so that running out of memory here shows in the output
// instead of stopping the program.
static void add(struct json_object *object, const char *name, struct json_object *value)
{
    (void)json_object_object_add(object, name, value);
}

static void add_position(struct json_object *object, const struct kauri_position *position)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    add(object, "position", json_object_new_string(kauri_position_format(position, text)));
}

static struct json_object *pair(int first, int second)
{
    struct json_object *array = json_object_new_array();
    (void)json_object_array_add(array, json_object_new_int(first));
    (void)json_object_array_add(array, json_object_new_int(second));
    return array;
}

// net, tiebreak, r, dtc and bounds: null where the bounds leave it open. The search does not
// measure distances.
static void add_value(struct json_object *object, int low, int high)
{
    const bool exact = low == high;
    const char *phase = kauri_result_name(kauri_result_of(kauri_value_tiebreak(low)));
    add(object, "net", exact ? json_object_new_int(kauri_value_net(low)) : NULL);
    add(object, "tiebreak", exact ? json_object_new_string(phase) : NULL);
    add(object, "r", exact ? json_object_new_int(low) : NULL);
    add(object, "dtc", NULL);
    add(object, "bounds", pair(low, high));
}

static struct json_object *outcome(const struct kauri_search *search, enum kauri_search_goal rules)
{
    struct json_object *object = json_object_new_object();
    enum kauri_result result = KAURI_DRAW;
    const bool decided =
        kauri_search_decided(&search->position, rules, search->low, search->high, &result);
    uint8_t score[2];
    struct json_object *scored = NULL;
    if (search->low == search->high &&
        (kauri_value_tiebreak(search->low) != 0 || kauri_seeds(&search->position) == 0) &&
        kauri_final_score(&search->position, search->low, score)) {
        char text[16];
        (void)snprintf(text, sizeof text, "%u:%u", score[KAURI_SOUTH], score[KAURI_NORTH]);
        scored = json_object_new_string(text);
    }
    add(object, "result", decided ? json_object_new_string(kauri_result_name(result)) : NULL);
    add(object, "score", scored);
    return object;
}

static void add_move(struct json_object *object, unsigned side, int hole,
                     const struct kauri_capture *captured)
{
    const char letter[2] = {kauri_move_letter((enum kauri_side)side, hole), '\0'};
    add(object, "move", json_object_new_string(letter));
    add(object, "captured", pair(captured->own, captured->opponent));
}

void kauri_json_search(const struct kauri_search *search)
{
    struct json_object *object = json_object_new_object();
    add_position(object, &search->position);
    add(object, "seeds", json_object_new_int64(kauri_seeds(&search->position)));
    add_value(object, search->low, search->high);
    add(object, "standard", outcome(search, KAURI_SEARCH_STANDARD));
    add(object, "tie_breaker", outcome(search, KAURI_SEARCH_TIEBREAKER));
    struct json_object *moves = json_object_new_array();
    for (unsigned i = 0; i < search->move_count; i++) {
        const struct kauri_search_move *move = &search->moves[i];
        struct json_object *entry = json_object_new_object();
        add_move(entry, search->position.side, move->hole, &move->captured);
        add_value(entry, move->low, move->high);
        add(entry, "best", json_object_new_boolean(move->best));
        add_position(entry, &move->successor);
        (void)json_object_array_add(moves, entry);
    }
    add(object, "moves", moves);
    struct json_object *steps = json_object_new_array();
    for (size_t i = 0; i < search->step_count; i++) {
        const struct kauri_search_step *step = &search->steps[i];
        struct json_object *entry = json_object_new_object();
        add_move(entry, step->position.side, step->hole, &step->captured);
        add_position(entry,
                     i + 1 < search->step_count ? &search->steps[i + 1].position : &search->last);
        (void)json_object_array_add(steps, entry);
    }
    add(object, "line", steps);
    add(object, "status",
        json_object_new_string(search->status == KAURI_SEARCH_EXACT ? "exact" : "bounds"));
    add(object, "nodes", json_object_new_int64((int64_t)search->nodes));
    char seconds[32];
    (void)snprintf(seconds, sizeof seconds, "%.3f", search->seconds);
    add(object, "seconds", json_object_new_double_s(search->seconds, seconds));
    printf("%s\n", json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN |
                                                              JSON_C_TO_STRING_NOSLASHESCAPE));
    (void)json_object_put(object);
}
