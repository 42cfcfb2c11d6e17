#include "cli/games/annotate_view.h"
#include "cli/games/game_json.h"
#include "cli/parts_json.h"
#include "rules/notation.h"

#include <json-c/json.h>

static struct json_object *letter(unsigned side, int hole)
{
    const char text[] = {kauri_move_letter((enum kauri_side)side, hole), '\0'};
    return json_object_new_string(text);
}

static struct json_object *result_or_null(bool known, enum kauri_result result)
{
    return known ? json_object_new_string(kauri_result_name(result)) : NULL;
}

static const char *source_name(enum kauri_bounds_source source)
{
    static const char *const names[] = {[KAURI_SOURCE_RULES] = "rules",
                                        [KAURI_SOURCE_SEARCH] = "search",
                                        [KAURI_SOURCE_TABLES] = "tables"};
    return names[source];
}

static void add_bounds(struct json_object *object, struct kauri_bounds bounds)
{
    kauri_json_add(object, "r",
                   kauri_bounds_exact(bounds) ? json_object_new_int(bounds.low) : NULL);
    kauri_json_add(object, "bounds", kauri_json_pair(bounds.low, bounds.high));
}

// The results with best play and after the move, for the player who moves.
static struct json_object *rated_object(const struct kauri_annotation *annotation,
                                        enum kauri_ruleset rules)
{
    static const char *const worths[] = {[KAURI_WORTH_UNKNOWN] = NULL,
                                         [KAURI_WORTH_ONLY] = "only",
                                         [KAURI_WORTH_KEEPS] = "keeps",
                                         [KAURI_WORTH_LOSES] = "loses"};
    const struct kauri_evaluation *before = &annotation->before;
    const struct kauri_ply_rating *rated = &annotation->rated[rules];
    const struct kauri_bounds own = before->moves[annotation->move].r;
    struct json_object *object = json_object_new_object();
    enum kauri_result best;
    enum kauri_result result;
    const bool known =
        kauri_bounds_decide(&before->position, before->r, (enum kauri_goal)rules, &best);
    const bool own_known =
        kauri_bounds_decide(&before->position, own, (enum kauri_goal)rules, &result);
    const char *worth = worths[rated->rating.worth];
    kauri_json_add(object, "before", result_or_null(known, best));
    kauri_json_add(object, "after", result_or_null(own_known, result));
    kauri_json_add(object, "worth", worth == NULL ? NULL : json_object_new_string(worth));
    kauri_json_add(object, "sign", rated->decided ? json_object_new_string(rated->sign) : NULL);
    return object;
}

static struct json_object *move_object(const struct kauri_evaluation *before, unsigned place)
{
    const struct kauri_valued_move *move = &before->moves[place];
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "move", letter(before->position.side, move->hole));
    add_bounds(object, move->r);
    kauri_json_add(object, "source", json_object_new_string(source_name(move->source)));
    return object;
}

static struct json_object *seeds_of(int units)
{
    return kauri_json_real((double)units / KAURI_ESTIMATE_SEED);
}

// What the engine expects; NULL where everything is proven, or nothing was estimated.
static struct json_object *estimate_object(const struct kauri_annotation *annotation,
                                           const struct kauri_ply_estimate *ply)
{
    static const char *const mistakes[] = {[KAURI_MISTAKE_NONE] = NULL,
                                           [KAURI_MISTAKE_VALUE] = "value",
                                           [KAURI_MISTAKE_RESULT] = "result"};
    const struct kauri_evaluation *before = &annotation->before;
    if (!ply->known || (ply->proven && !(ply->move_known && ply->move_open))) {
        return NULL;
    }
    struct json_object *object = json_object_new_object();
    const char *mistake = mistakes[ply->mistake];
    kauri_json_add(object, "value", seeds_of(ply->value));
    kauri_json_add(object, "proven", json_object_new_boolean(ply->proven));
    kauri_json_add(object, "depth", json_object_new_int64(ply->depth));
    kauri_json_add(object, "best", letter(before->position.side, before->moves[ply->best].hole));
    kauri_json_add(object, "played", ply->move_known ? seeds_of(ply->played) : NULL);
    kauri_json_add(object, "loss", ply->move_known ? seeds_of(ply->loss) : NULL);
    kauri_json_add(object, "mistake", mistake == NULL ? NULL : json_object_new_string(mistake));
    return object;
}

static struct json_object *ply_object(const struct kauri_replay_ply *played,
                                      const struct kauri_annotation *annotation,
                                      const struct kauri_ply_estimate *estimate)
{
    const struct kauri_evaluation *before = &annotation->before;
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "number", json_object_new_int64(played->ply.number));
    kauri_json_add(object, "side",
                   json_object_new_string(played->ply.side == KAURI_SOUTH ? "S" : "N"));
    kauri_json_add(object, "pass", json_object_new_boolean(played->pass));
    kauri_json_add(object, "inserted", json_object_new_boolean(played->inserted));
    kauri_json_add(object, "marks", kauri_game_json_text(played->ply.marks));
    kauri_json_add(object, "position", kauri_json_position(&before->position));
    kauri_json_add(object, "seeds", json_object_new_int64(before->seeds));
    add_bounds(object, before->r);
    kauri_json_add(object, "source", json_object_new_string(source_name(before->source)));
    kauri_json_add(object, "tried", json_object_new_boolean(annotation->tried));
    kauri_json_add(object, "played", move_object(before, annotation->move));
    kauri_json_add(object, "alternative",
                   annotation->alternative < 0
                       ? NULL
                       : move_object(before, (unsigned)annotation->alternative));
    kauri_json_add(object, "loss", kauri_json_pair(annotation->loss_low, annotation->loss_high));
    kauri_json_add(object, "standard", rated_object(annotation, KAURI_STANDARD));
    kauri_json_add(object, "tie_breaker", rated_object(annotation, KAURI_TIEBREAKER));
    kauri_json_add(object, "estimate", estimate_object(annotation, estimate));
    return object;
}

static struct json_object *end_object(const struct kauri_annotated_view *view)
{
    const struct kauri_evaluation *end = &view->game->end;
    const struct kauri_ply_estimate *estimate = &view->estimates->plies[view->game->count];
    struct json_object *object = json_object_new_object();
    enum kauri_result result;
    kauri_json_add(object, "position", kauri_json_position(&end->position));
    kauri_json_add(object, "seeds", json_object_new_int64(end->seeds));
    add_bounds(object, end->r);
    const bool standard = kauri_bounds_decide(&end->position, end->r, KAURI_GOAL_STANDARD, &result);
    kauri_json_add(object, "standard", result_or_null(standard, result));
    const bool tiebreaker =
        kauri_bounds_decide(&end->position, end->r, KAURI_GOAL_TIEBREAKER, &result);
    kauri_json_add(object, "tie_breaker", result_or_null(tiebreaker, result));
    kauri_json_add(object, "estimate",
                   estimate->known && !estimate->proven ? seeds_of(estimate->value) : NULL);
    return object;
}

// The possible results, as South sees them.
static struct json_object *results(struct kauri_result_range range)
{
    struct json_object *array = json_object_new_array();
    for (int result = (int)range.low; result <= (int)range.high; result++) {
        (void)json_object_array_add(
            array, json_object_new_string(kauri_result_name((enum kauri_result)result)));
    }
    return array;
}

static struct json_object *turning_object(const struct kauri_turning_point *point)
{
    static const char *const turns[] = {[KAURI_TURNING_FIRST] = "first",
                                        [KAURI_TURNING_LOST] = "lost",
                                        [KAURI_TURNING_CHANGED] = "changed",
                                        [KAURI_TURNING_DECIDED] = "decided"};
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "ply", json_object_new_int64((int64_t)point->position));
    kauri_json_add(
        object, "rules",
        json_object_new_string(point->rules == KAURI_TIEBREAKER ? "tie_breaker" : "standard"));
    kauri_json_add(object, "turn", json_object_new_string(turns[point->kind]));
    kauri_json_add(object, "from",
                   point->kind == KAURI_TURNING_FIRST ? NULL : results(point->from));
    kauri_json_add(object, "to", results(point->to));
    return object;
}

static struct json_object *expected_object(const struct kauri_expected_turn *turn)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "ply", json_object_new_int64((int64_t)turn->position));
    kauri_json_add(object, "from", json_object_new_string(kauri_result_name(turn->from)));
    kauri_json_add(object, "to", json_object_new_string(kauri_result_name(turn->to)));
    kauri_json_add(object, "margin", seeds_of(turn->margin));
    kauri_json_add(object, "lost", json_object_new_boolean(turn->lost));
    return object;
}

static struct json_object *likely_array(const struct kauri_game_estimates *estimates)
{
    struct json_object *array = json_object_new_array();
    for (size_t i = 0; i < estimates->count; i++) {
        if (estimates->plies[i].mistake != KAURI_MISTAKE_NONE) {
            (void)json_object_array_add(array, json_object_new_int64((int64_t)i));
        }
    }
    return array;
}

// The moves that certainly lose the result: their places among the plies.
static struct json_object *lost_array(const struct kauri_annotated_game *game,
                                      enum kauri_ruleset rules)
{
    struct json_object *array = json_object_new_array();
    for (size_t i = 0; i < game->count; i++) {
        if (kauri_annotation_loses(&game->plies[i], rules)) {
            (void)json_object_array_add(array, json_object_new_int64((int64_t)i));
        }
    }
    return array;
}

static struct json_object *summary_object(const struct kauri_annotated_view *view)
{
    const struct kauri_annotated_game *game = view->game;
    const struct kauri_game_summary summary = kauri_annotated_summary(game);
    struct json_object *object = json_object_new_object();
    struct json_object *lost = json_object_new_object();
    struct json_object *given = json_object_new_object();
    kauri_json_add(lost, "standard", lost_array(game, KAURI_STANDARD));
    kauri_json_add(lost, "tie_breaker", lost_array(game, KAURI_TIEBREAKER));
    kauri_json_add(
        given, "S",
        kauri_json_pair(summary.given_low[KAURI_SOUTH], summary.given_high[KAURI_SOUTH]));
    kauri_json_add(
        given, "N",
        kauri_json_pair(summary.given_low[KAURI_NORTH], summary.given_high[KAURI_NORTH]));
    kauri_json_add(object, "positions", json_object_new_int64((int64_t)summary.positions));
    kauri_json_add(object, "exact", json_object_new_int64((int64_t)summary.exact));
    kauri_json_add(object, "decided", json_object_new_int64((int64_t)summary.decided));
    kauri_json_add(object, "tried", json_object_new_int64((int64_t)summary.tried));
    kauri_json_add(object, "lost", lost);
    kauri_json_add(object, "given_away", given);
    kauri_json_add(object, "estimated", json_object_new_int64((int64_t)view->estimates->estimated));
    kauri_json_add(object, "likely_mistakes", likely_array(view->estimates));
    return object;
}

void kauri_json_annotated(struct kauri_string *out, const struct kauri_annotated_view *view)
{
    const struct kauri_annotated_game *game = view->game;
    const struct kauri_game_estimates *estimates = view->estimates;
    struct json_object *points = json_object_new_array();
    struct json_object *expected = json_object_new_array();
    kauri_game_json_add_head(out, kauri_game_json_head(view->record));
    for (size_t i = 0; i < game->count; i++) {
        kauri_game_json_add_ply(
            out, ply_object(&view->replay->plies[i], &game->plies[i], &estimates->plies[i]), i);
    }
    for (size_t i = 0; i < game->turning_point_count; i++) {
        (void)json_object_array_add(points, turning_object(&game->turning_points[i]));
    }
    for (size_t i = 0; i < estimates->turn_count; i++) {
        (void)json_object_array_add(expected, expected_object(&estimates->turns[i]));
    }
    struct json_object *tail = json_object_new_object();
    kauri_json_add(tail, "end", end_object(view));
    kauri_json_add(tail, "turning_points", points);
    kauri_json_add(tail, "expected_turns", expected);
    kauri_json_add(tail, "summary", summary_object(view));
    kauri_game_json_add_tail(out, tail);
}
