#include "waurie/cli/counts_json.h"

#include "cli/base_json.h"
#include "waurie/waurie_notation.h"

#include <json-c/json.h>

static struct json_object *begin(const struct waurie_rules *rules, unsigned pits)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "pits", json_object_new_int((int)pits));
    kauri_json_add(object, "win", json_object_new_string(waurie_win_word(rules)));
    kauri_json_add(object, "lap", json_object_new_string(waurie_lap_word(rules)));
    return object;
}

void waurie_json_plans(const struct waurie_rules *rules, unsigned pits,
                       const struct waurie_layer_plan *plans, size_t count,
                       struct kauri_string *out)
{
    struct json_object *object = begin(rules, pits);
    struct json_object *list = json_object_new_array();
    for (size_t i = 0; i < count; i++) {
        struct json_object *entry = json_object_new_object();
        kauri_json_add(entry, "seeds", json_object_new_int((int)plans[i].seeds));
        kauri_json_add(entry, "positions", json_object_new_int64((int64_t)plans[i].positions));
        kauri_json_add(entry, "bytes", json_object_new_int64((int64_t)plans[i].bytes));
        kauri_json_add(entry, "memory_whole", json_object_new_int64((int64_t)plans[i].in_memory));
        kauri_json_add(entry, "memory_least", json_object_new_int64((int64_t)plans[i].least));
        kauri_json_add(entry, "temporary_bytes",
                       json_object_new_int64((int64_t)plans[i].temporary));
        (void)json_object_array_add(list, entry);
    }
    kauri_json_add(object, "layers", list);
    kauri_json_write(out, object);
}

void waurie_json_solved(const struct waurie_rules *rules, unsigned pits,
                        const struct waurie_solved *layers, size_t count, struct kauri_string *out)
{
    struct json_object *object = begin(rules, pits);
    struct json_object *list = json_object_new_array();
    for (size_t i = 0; i < count; i++) {
        struct json_object *entry = json_object_new_object();
        kauri_json_add(entry, "seeds", json_object_new_int((int)layers[i].seeds));
        kauri_json_add(entry, "positions", json_object_new_int64((int64_t)layers[i].positions));
        kauri_json_add(entry, "seconds", kauri_json_seconds(layers[i].solve_seconds));
        kauri_json_add(entry, "write_seconds", kauri_json_seconds(layers[i].write_seconds));
        kauri_json_add(entry, "memory", json_object_new_int64((int64_t)layers[i].held));
        kauri_json_add(entry, "by_blocks", json_object_new_boolean(layers[i].by_blocks));
        kauri_json_add(entry, "read_seconds", kauri_json_seconds(layers[i].read_seconds));
        kauri_json_add(entry, "read_bytes", json_object_new_int64((int64_t)layers[i].read_bytes));
        (void)json_object_array_add(list, entry);
    }
    kauri_json_add(object, "layers", list);
    kauri_json_write(out, object);
}

void waurie_json_position(const struct waurie_rules *rules, const struct waurie_position *position,
                          const struct waurie_position_solved *solved, struct kauri_string *out)
{
    char text[WAURIE_POSITION_TEXT_BYTES];
    struct json_object *object = begin(rules, position->board.pits);
    struct json_object *list = json_object_new_array();
    kauri_json_add(object, "position",
                   json_object_new_string(waurie_position_format(position, text)));
    kauri_json_add(object, "result", json_object_new_string(solved->wins ? "win" : "loss"));
    kauri_json_add(object, "solved", json_object_new_int64((int64_t)solved->solved));
    for (unsigned i = 0; i < solved->count; i++) {
        struct json_object *entry = json_object_new_object();
        kauri_json_add(entry, "move", json_object_new_int(solved->moves[i].pit + 1));
        kauri_json_add(entry, "bonus", json_object_new_boolean(solved->moves[i].again));
        kauri_json_add(entry, "result",
                       json_object_new_string(solved->moves[i].wins ? "win" : "loss"));
        (void)json_object_array_add(list, entry);
    }
    kauri_json_add(object, "moves", list);
    kauri_json_write(out, object);
}

void waurie_json_verified(const struct waurie_rules *rules, unsigned pits, unsigned from,
                          unsigned last, uint64_t sample, uint64_t checked,
                          struct kauri_string *out)
{
    struct json_object *object = begin(rules, pits);
    kauri_json_add(object, "from", json_object_new_int((int)from));
    kauri_json_add(object, "seeds", json_object_new_int((int)last));
    kauri_json_add(object, "sample", sample == 0 ? NULL : json_object_new_int64((int64_t)sample));
    kauri_json_add(object, "checked", json_object_new_int64((int64_t)checked));
    kauri_json_write(out, object);
}

void waurie_json_counts(const struct waurie_rules *rules, unsigned pits,
                        const struct waurie_layer_counts *layers, size_t count,
                        struct kauri_string *out)
{
    struct json_object *object = begin(rules, pits);
    struct json_object *list = json_object_new_array();
    for (size_t i = 0; i < count; i++) {
        const struct waurie_layer_counts *layer = &layers[i];
        struct json_object *entry = json_object_new_object();
        kauri_json_add(entry, "seeds", json_object_new_int((int)layer->seeds));
        kauri_json_add(entry, "positions", json_object_new_int64((int64_t)layer->positions));
        kauri_json_add(entry, "wins", json_object_new_int64((int64_t)layer->wins));
        kauri_json_add(entry, "losses", json_object_new_int64((int64_t)layer->losses));
        kauri_json_add(entry, "max_turns",
                       layer->has_distances ? json_object_new_int(layer->turns_most) : NULL);
        kauri_json_add(entry, "max_sowings",
                       layer->has_distances ? json_object_new_int(layer->sowings_most) : NULL);
        (void)json_object_array_add(list, entry);
    }
    kauri_json_add(object, "layers", list);
    kauri_json_write(out, object);
}
