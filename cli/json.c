#include "cli/json.h"

#include "rules/notation.h"
#include "rules/value.h"

#include <json-c/json.h>
#include <stdio.h>

// json-c passes a NULL object on as null, so that running out of memory here shows in the output
// instead of stopping the program.
static void add(struct json_object *object, const char *name, struct json_object *value)
{
    (void)json_object_object_add(object, name, value);
}

static struct json_object *number(int64_t value)
{
    return json_object_new_int64(value);
}

static struct json_object *text(const char *value)
{
    return json_object_new_string(value);
}

// Text from outside may be no UTF-8, and JSON must be: other bytes than ASCII become '?'.
static struct json_object *foreign_text(const char *value)
{
    char ascii[KAURI_ERROR_MESSAGE_BYTES];
    size_t i = 0;
    for (; value[i] != '\0' && i + 1 < sizeof ascii; i++) {
        ascii[i] = (char)((unsigned char)value[i] < 0x80 ? value[i] : '?');
    }
    ascii[i] = '\0';
    return text(ascii);
}

static void print(struct json_object *object)
{
    printf("%s\n", json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN |
                                                              JSON_C_TO_STRING_NOSLASHESCAPE));
    (void)json_object_put(object);
}

static void add_position(struct json_object *object, const struct kauri_position *position)
{
    char buffer[KAURI_POSITION_TEXT_BYTES];
    add(object, "position", text(kauri_position_format(position, buffer)));
}

static void add_value(struct json_object *object, const struct kauri_stored *value)
{
    add(object, "net", number(kauri_value_net(value->r)));
    add(object, "tiebreak",
        text(kauri_result_name(kauri_result_of(kauri_value_tiebreak(value->r)))));
    add(object, "r", number(value->r));
    add(object, "dtc", value->r == 0 ? NULL : number(value->dtc));
}

static struct json_object *outcome(const struct kauri_probe_result *result,
                                   enum kauri_result outcome)
{
    struct json_object *object = json_object_new_object();
    char score[16];
    (void)snprintf(score, sizeof score, "%u:%u", result->score[KAURI_SOUTH],
                   result->score[KAURI_NORTH]);
    add(object, "result", text(kauri_result_name(outcome)));
    add(object, "score", result->score_known ? text(score) : NULL);
    return object;
}

static void add_move(struct json_object *object, const struct kauri_position *before, int hole,
                     const struct kauri_capture *captured)
{
    const char letter[2] = {kauri_move_letter((enum kauri_side)before->side, hole), '\0'};
    struct json_object *pair = json_object_new_array();
    (void)json_object_array_add(pair, number(captured->own));
    (void)json_object_array_add(pair, number(captured->opponent));
    add(object, "move", text(letter));
    add(object, "captured", pair);
}

static struct json_object *probe_head(const struct kauri_probe_result *result)
{
    struct json_object *object = json_object_new_object();
    add_position(object, &result->position);
    add(object, "seeds", number(result->seeds));
    add_value(object, &result->value);
    add(object, "standard", outcome(result, result->standard));
    add(object, "tie_breaker", outcome(result, result->tiebreaker));
    return object;
}

void kauri_json_probe(const struct kauri_probe_result *result, bool best_only)
{
    struct json_object *object = probe_head(result);
    struct json_object *moves = json_object_new_array();
    for (unsigned i = 0; i < result->move_count; i++) {
        const struct kauri_probe_move *move = &result->moves[i];
        if (best_only && !move->best) {
            continue;
        }
        struct json_object *entry = json_object_new_object();
        add_move(entry, &result->position, move->hole, &move->captured);
        add_value(entry, &move->value);
        add(entry, "best", json_object_new_boolean(move->best));
        add_position(entry, &move->successor);
        (void)json_object_array_add(moves, entry);
    }
    add(object, "moves", moves);
    print(object);
}

void kauri_json_line(const struct kauri_probe_result *result, const struct kauri_line *line)
{
    static const char *const ends[] = {
        [KAURI_LINE_SEEDS] = "seeds",
        [KAURI_LINE_STUCK] = "stuck",
        [KAURI_LINE_UNLIMITED] = "unlimited",
    };
    struct json_object *object = probe_head(result);
    struct json_object *steps = json_object_new_array();
    for (size_t i = 0; i < line->count; i++) {
        const struct kauri_line_step *step = &line->steps[i];
        struct json_object *entry = json_object_new_object();
        add_move(entry, &step->position, step->hole, &step->captured);
        add_position(entry, i + 1 < line->count ? &line->steps[i + 1].position : &line->last);
        (void)json_object_array_add(steps, entry);
    }
    add(object, "line", steps);
    add(object, "plies", number((int64_t)line->count));
    add(object, "plies_with_seeds", number((int64_t)line->seed_count));
    add(object, "end", text(ends[line->end]));
    add(object, "repeats_from",
        line->end == KAURI_LINE_UNLIMITED ? number((int64_t)line->repeats_from) : NULL);
    print(object);
}

void kauri_json_fault(const char *input, const struct kauri_error *error)
{
    struct json_object *object = json_object_new_object();
    add(object, "input", foreign_text(input));
    add(object, "error", foreign_text(error->message));
    add(object, "status", number(error->status));
    print(object);
}

static struct json_object *summary(const struct kauri_layer_summary *layer)
{
    struct json_object *object = json_object_new_object();
    struct json_object *counts = json_object_new_object();
    for (uint32_t i = 0; i < layer->certificate->count_count; i++) {
        char value[16];
        (void)snprintf(value, sizeof value, "%d", layer->certificate->counts[i].value);
        add(counts, value, number((int64_t)layer->certificate->counts[i].count));
    }
    add(object, "seeds", number(layer->info->seeds));
    add(object, "positions", number((int64_t)layer->info->positions));
    add(object, "r", counts);
    add(object, "max_dtc", number(layer->max_dtc));
    return object;
}

static struct json_object *seconds_of(double seconds)
{
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%.3f", seconds);
    return json_object_new_double_s(seconds, digits);
}

static struct json_object *board(const struct kauri_layer_summary *layers, size_t count)
{
    struct json_object *object = json_object_new_object();
    if (count > 0) {
        add(object, "holes", number(layers[0].info->holes));
        add(object, "cowries", number(layers[0].info->cowries));
        add(object, "rules", text(layers[0].info->rules));
    }
    return object;
}

void kauri_json_layers(const struct kauri_layer_summary *layers, size_t count, bool with_speed)
{
    struct json_object *object = board(layers, count);
    struct json_object *array = json_object_new_array();
    for (size_t i = 0; i < count; i++) {
        struct json_object *layer = summary(&layers[i]);
        if (with_speed) {
            const bool timed = layers[i].timed;
            add(layer, "seconds", timed ? seconds_of(layers[i].seconds) : NULL);
            add(layer, "positions_per_second",
                timed ? number((int64_t)kauri_layer_speed(&layers[i])) : NULL);
        }
        (void)json_object_array_add(array, layer);
    }
    add(object, "layers", array);
    print(object);
}

void kauri_json_info(const char *folder, const struct kauri_layer_summary *layers, size_t count)
{
    struct json_object *object = board(layers, count);
    struct json_object *array = json_object_new_array();
    add(object, "tables", foreign_text(folder));
    for (size_t i = 0; i < count; i++) {
        char digest[20];
        (void)snprintf(digest, sizeof digest, "%016llx",
                       (unsigned long long)layers[i].certificate->digest);
        struct json_object *layer = json_object_new_object();
        add(layer, "seeds", number(layers[i].info->seeds));
        add(layer, "positions", number((int64_t)layers[i].info->positions));
        add(layer, "file", foreign_text(layers[i].path));
        add(layer, "bytes", number((int64_t)layers[i].file_bytes));
        add(layer, "digest", text(digest));
        add(layer, "program", text(layers[i].info->program));
        (void)json_object_array_add(array, layer);
    }
    add(object, "layers", array);
    print(object);
}
