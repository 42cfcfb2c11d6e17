#include "cli/annotate_view.h"
#include "rules/notation.h"

#include <json-c/json.h>
#include <stdio.h>

// json-c passes a NULL object on as null, so that running out of memory here shows in the output
// instead of stopping the program.
static void add(struct json_object *object, const char *name, struct json_object *value)
{
    (void)json_object_object_add(object, name, value);
}

static struct json_object *text_or_null(const char *text)
{
    return text[0] == '\0' ? NULL : json_object_new_string(text);
}

static struct json_object *pair(int low, int high)
{
    struct json_object *array = json_object_new_array();
    (void)json_object_array_add(array, json_object_new_int(low));
    (void)json_object_array_add(array, json_object_new_int(high));
    return array;
}

static struct json_object *position_text(const struct kauri_position *position)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    return json_object_new_string(kauri_position_format(position, text));
}

static struct json_object *letter(unsigned side, int hole)
{
    const char text[] = {kauri_move_letter((enum kauri_side)side, hole), '\0'};
    return json_object_new_string(text);
}

static struct json_object *result_or_null(bool known, enum kauri_result result)
{
    return known ? json_object_new_string(kauri_result_name(result)) : NULL;
}

static const char *source_name(enum kauri_source source)
{
    static const char *const names[] = {[KAURI_SOURCE_RULES] = "rules",
                                        [KAURI_SOURCE_SEARCH] = "search",
                                        [KAURI_SOURCE_TABLES] = "tables"};
    return names[source];
}

static void add_bounds(struct json_object *object, struct kauri_bounds bounds)
{
    add(object, "r", kauri_bounds_exact(bounds) ? json_object_new_int(bounds.low) : NULL);
    add(object, "bounds", pair(bounds.low, bounds.high));
}

// The results with best play and after the move, for who moves.
static struct json_object *opinion_object(const struct kauri_annotation *annotation, unsigned rules)
{
    static const char *const worths[] = {[KAURI_WORTH_UNKNOWN] = NULL,
                                         [KAURI_WORTH_ONLY] = "only",
                                         [KAURI_WORTH_KEEPS] = "keeps",
                                         [KAURI_WORTH_LOSES] = "loses"};
    const struct kauri_evaluation *before = &annotation->before;
    const struct kauri_opinion *opinion = &annotation->opinion[rules];
    const struct kauri_bounds own = before->moves[annotation->move].r;
    struct json_object *object = json_object_new_object();
    enum kauri_result best;
    enum kauri_result result;
    bool known;
    bool own_known;
    if (rules == KAURI_RULES_TIEBREAKER) {
        known = kauri_bounds_tiebreaker(&before->position, before->r, &best);
        own_known = kauri_bounds_tiebreaker(&before->position, own, &result);
    } else {
        known = kauri_bounds_standard(&before->position, before->r, &best);
        own_known = kauri_bounds_standard(&before->position, own, &result);
    }
    const char *worth = worths[opinion->judgement.worth];
    add(object, "before", result_or_null(known, best));
    add(object, "after", result_or_null(own_known, result));
    add(object, "worth", worth == NULL ? NULL : json_object_new_string(worth));
    add(object, "sign", opinion->decided ? json_object_new_string(opinion->sign) : NULL);
    return object;
}

static struct json_object *move_object(const struct kauri_evaluation *before, unsigned place)
{
    const struct kauri_evaluated_move *move = &before->moves[place];
    struct json_object *object = json_object_new_object();
    add(object, "move", letter(before->position.side, move->hole));
    add_bounds(object, move->r);
    add(object, "source", json_object_new_string(source_name(move->source)));
    return object;
}

static struct json_object *ply_object(const struct kauri_replay_ply *played,
                                      const struct kauri_annotation *annotation)
{
    const struct kauri_evaluation *before = &annotation->before;
    struct json_object *object = json_object_new_object();
    add(object, "number", json_object_new_int64(played->ply.number));
    add(object, "side", json_object_new_string(played->ply.side == KAURI_SOUTH ? "S" : "N"));
    add(object, "pass", json_object_new_boolean(played->pass));
    add(object, "inserted", json_object_new_boolean(played->inserted));
    add(object, "marks", text_or_null(played->ply.marks));
    add(object, "position", position_text(&before->position));
    add(object, "seeds", json_object_new_int64(before->seeds));
    add_bounds(object, before->r);
    add(object, "source", json_object_new_string(source_name(before->source)));
    add(object, "tried", json_object_new_boolean(annotation->tried));
    add(object, "played", move_object(before, annotation->move));
    add(object, "alternative",
        annotation->alternative < 0 ? NULL
                                    : move_object(before, (unsigned)annotation->alternative));
    add(object, "loss", pair(annotation->loss_low, annotation->loss_high));
    add(object, "standard", opinion_object(annotation, KAURI_RULES_STANDARD));
    add(object, "tie_breaker", opinion_object(annotation, KAURI_RULES_TIEBREAKER));
    return object;
}

static struct json_object *end_object(const struct kauri_annotated_game *game)
{
    const struct kauri_evaluation *end = &game->end;
    struct json_object *object = json_object_new_object();
    enum kauri_result result;
    add(object, "position", position_text(&end->position));
    add(object, "seeds", json_object_new_int64(end->seeds));
    add_bounds(object, end->r);
    const bool standard = kauri_bounds_standard(&end->position, end->r, &result);
    add(object, "standard", result_or_null(standard, result));
    const bool tiebreaker = kauri_bounds_tiebreaker(&end->position, end->r, &result);
    add(object, "tie_breaker", result_or_null(tiebreaker, result));
    return object;
}

static struct json_object *turning_object(const struct kauri_turning_point *point)
{
    struct json_object *object = json_object_new_object();
    add(object, "ply", json_object_new_int64((int64_t)point->position));
    add(object, "rules",
        json_object_new_string(point->rules == KAURI_RULES_TIEBREAKER ? "tie_breaker"
                                                                      : "standard"));
    add(object, "from", result_or_null(!point->first, point->from));
    add(object, "to", result_or_null(true, point->to));
    return object;
}

void kauri_annotated_print_json(const struct kauri_annotated_view *view)
{
    const struct kauri_record *record = view->record;
    struct json_object *object = json_object_new_object();
    struct json_object *plies = json_object_new_array();
    struct json_object *points = json_object_new_array();
    for (size_t i = 0; i < view->game->count; i++) {
        (void)json_object_array_add(plies,
                                    ply_object(&view->replay->plies[i], &view->game->plies[i]));
    }
    for (size_t i = 0; i < view->game->turning_point_count; i++) {
        (void)json_object_array_add(points, turning_object(&view->game->turning_points[i]));
    }
    add(object, "game", record->number > 0 ? json_object_new_int64(record->number) : NULL);
    add(object, "south", text_or_null(record->player[KAURI_SOUTH]));
    add(object, "north", text_or_null(record->player[KAURI_NORTH]));
    add(object, "date", text_or_null(record->date));
    add(object, "plies", plies);
    add(object, "end", end_object(view->game));
    add(object, "turning_points", points);
    printf("%s\n", json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN |
                                                              JSON_C_TO_STRING_NOSLASHESCAPE));
    (void)json_object_put(object);
}
