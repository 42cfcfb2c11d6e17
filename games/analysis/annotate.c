#include "games/analysis/annotate.h"

#include <stdlib.h>

struct kauri_result_range kauri_south_results(const struct kauri_evaluation *evaluation,
                                              enum kauri_ruleset rules)
{
    const struct kauri_position *position = &evaluation->position;
    const enum kauri_result low = kauri_result_under(rules, position, evaluation->r.low);
    const enum kauri_result high = kauri_result_under(rules, position, evaluation->r.high);
    if (position->side == KAURI_SOUTH) {
        return (struct kauri_result_range){low, high};
    }
    return (struct kauri_result_range){kauri_result_of(-(int)high), kauri_result_of(-(int)low)};
}

struct kauri_bounds kauri_south_value(const struct kauri_evaluation *evaluation)
{
    const struct kauri_position *position = &evaluation->position;
    const int lead = 3 * kauri_lead(position);
    const int low = lead + evaluation->r.low;
    const int high = lead + evaluation->r.high;
    return position->side == KAURI_SOUTH ? (struct kauri_bounds){low, high}
                                         : (struct kauri_bounds){-high, -low};
}

struct kauri_bounds kauri_south_margin(const struct kauri_evaluation *evaluation)
{
    const struct kauri_bounds value = kauri_south_value(evaluation);
    return (struct kauri_bounds){kauri_value_net(value.low), kauri_value_net(value.high)};
}

const struct kauri_evaluation *kauri_annotated_position(const struct kauri_annotated_game *game,
                                                        size_t plies)
{
    return plies < game->count ? &game->plies[plies].before : &game->end;
}

// Returns whether the position was searched, or a search could not have added anything.
static bool was_tried(const struct kauri_evaluation *evaluation)
{
    return evaluation->searched || evaluation->source == KAURI_SOURCE_TABLES ||
           kauri_bounds_exact(evaluation->r);
}

static struct kauri_ply_rating rate_ply(const struct kauri_annotation *annotation,
                                        enum kauri_ruleset rules)
{
    const struct kauri_evaluation *before = &annotation->before;
    const struct kauri_bounds own = before->moves[annotation->move].r;
    struct kauri_ply_rating rated = {
        .rating = kauri_evaluation_rate(before, annotation->move, rules),
        .sign = "",
    };
    const bool lost =
        rules == KAURI_TIEBREAKER ? own.high < before->r.low : annotation->loss_low > 0;
    const bool kept =
        rules == KAURI_TIEBREAKER ? own.low == before->r.high : annotation->loss_high == 0;
    const enum kauri_worth worth = rated.rating.worth;
    if (before->move_count == 1) {
        rated.decided = true; // there was no choice, so nothing needs to be known
    } else if (worth == KAURI_WORTH_LOSES) {
        rated.sign = "??";
        rated.decided = true;
    } else if (worth == KAURI_WORTH_UNKNOWN) {
        rated.decided = false;
    } else if (lost) {
        rated.sign = "?";
        rated.decided = true;
    } else if (worth == KAURI_WORTH_ONLY) {
        rated.sign = "!"; // every other move is worth less: value is kept, too
        rated.decided = true;
    } else {
        rated.decided = kept && rated.rating.only_known;
    }
    return rated;
}

static void annotate_ply(struct kauri_annotation *annotation,
                         const struct kauri_replayed_ply *played)
{
    const struct kauri_evaluation *before = &annotation->before;
    annotation->tried = was_tried(before);
    annotation->move = kauri_evaluation_place(before, played->hole);
    const struct kauri_bounds loss = kauri_evaluation_loss(before, annotation->move);
    annotation->loss_low = loss.low;
    annotation->loss_high = loss.high;
    annotation->alternative = -1;
    if (before->move_count > 1) { // the moves stand best first
        annotation->alternative = annotation->move == 0 ? 1 : 0;
    }
    for (unsigned rules = 0; rules < KAURI_RULESETS; rules++) {
        annotation->rated[rules] = rate_ply(annotation, (enum kauri_ruleset)rules);
    }
}

// Carries the bounds of the next position back to the move that led there.
static void update_before(struct kauri_evaluation *before, const struct kauri_replayed_ply *played,
                          const struct kauri_evaluation *after)
{
    kauri_evaluation_update_move(before, kauri_evaluation_place(before, played->hole),
                                 kauri_bounds_across(after->r, played->captured), after->source);
}

// Carries the bounds of the move, from the search of the position before it, to the next position.
static void update_after(struct kauri_evaluation *after, const struct kauri_replayed_ply *played,
                         const struct kauri_annotation *annotation)
{
    const struct kauri_valued_move *move = &annotation->before.moves[annotation->move];
    kauri_evaluation_update(after, kauri_bounds_across(move->r, played->captured), move->source);
}

static bool is_over(const struct kauri_position *position)
{
    return kauri_seeds(position) == 0;
}

static enum kauri_status evaluate(struct kauri_tablebase *tables,
                                  const struct kauri_position *position,
                                  struct kauri_effort *effort, size_t left,
                                  struct kauri_evaluation *evaluation, struct kauri_error *error)
{
    effort->seconds_each = effort->seconds / (double)(left > 0 ? left : 1);
    return kauri_evaluate(tables, position, effort, evaluation, error);
}

static bool excludes(struct kauri_result_range a, struct kauri_result_range b)
{
    return a.high < b.low || b.high < a.low;
}

static bool is_decided(struct kauri_result_range range)
{
    return range.low == range.high;
}

static bool is_open(struct kauri_result_range range)
{
    return range.low == KAURI_LOSS && range.high == KAURI_WIN;
}

// What is known about the result so far, while the game is read forwards.
struct course {
    struct kauri_result_range before; // the result just before the position
    // The last result that is known and has not been excluded since.
    struct kauri_result_range known;
    size_t known_at; // the last position where it was proven
    bool decided;    // a result was decided or has turned
};

// Returns whether `now` is a turn, which *point then describes.
static bool find_turn(const struct course *course, struct kauri_result_range now,
                      struct kauri_turning_point *point)
{
    point->from = course->known;
    point->to = now;
    if (excludes(now, course->before)) { // the result is known on both sides of a move
        point->kind = KAURI_TURNING_LOST;
        point->from = course->before;
    } else if (excludes(now, course->known)) {
        point->kind = KAURI_TURNING_CHANGED;
    } else if (is_decided(now) && !is_decided(course->known)) {
        point->kind = course->decided ? KAURI_TURNING_DECIDED : KAURI_TURNING_FIRST;
    } else {
        return false;
    }
    return true;
}

static bool is_within(struct kauri_result_range inner, struct kauri_result_range outer)
{
    return outer.low <= inner.low && inner.high <= outer.high;
}

// Sets the plies of a result that was given away after the position `since`: those of the player
// whose result became worse.
static void find_plies(const struct kauri_annotated_game *game, size_t since,
                       struct kauri_turning_point *point)
{
    const unsigned loser = point->to.high < point->from.low ? KAURI_SOUTH : KAURI_NORTH;
    point->first_ply = since;
    point->last_ply = point->position - 1;
    while (game->plies[point->first_ply].before.position.side != loser) {
        point->first_ply++;
    }
    while (game->plies[point->last_ply].before.position.side != loser) {
        point->last_ply--;
    }
}

static void find_turning_points(struct kauri_annotated_game *game)
{
    for (unsigned number = 0; number < KAURI_RULESETS; number++) {
        const enum kauri_ruleset rules = (enum kauri_ruleset)number;
        static const struct kauri_result_range open = {KAURI_LOSS, KAURI_WIN};
        struct course course = {.before = open, .known = open};
        for (size_t i = 0; i <= game->count; i++) {
            const struct kauri_result_range now =
                kauri_south_results(kauri_annotated_position(game, i), rules);
            struct kauri_turning_point point = {.position = i, .rules = rules};
            if (find_turn(&course, now, &point)) {
                if (kauri_turning_loses(&point)) {
                    find_plies(game, point.kind == KAURI_TURNING_LOST ? i - 1 : course.known_at,
                               &point);
                }
                game->turning_points[game->turning_point_count++] = point;
                course.known = now;
                course.decided = true;
            } else if (is_open(course.known)) {
                course.known = now;
            }
            course.known_at = is_within(now, course.known) ? i : course.known_at;
            course.before = now;
        }
    }
}

static int compare_points(const void *a, const void *b)
{
    const struct kauri_turning_point *first = a;
    const struct kauri_turning_point *second = b;
    if (first->position != second->position) {
        return first->position < second->position ? -1 : 1;
    }
    return first->rules < second->rules ? -1 : first->rules > second->rules ? 1 : 0;
}

enum kauri_status kauri_annotate(struct kauri_tablebase *tables, const struct kauri_replay *replay,
                                 struct kauri_effort *effort, struct kauri_annotated_game *game,
                                 struct kauri_error *error)
{
    *game = (struct kauri_annotated_game){.count = replay->count};
    game->plies = calloc(replay->count + 1, sizeof *game->plies);
    game->turning_points =
        calloc(KAURI_RULESETS * (replay->count + 1), sizeof *game->turning_points);
    if (game->plies == NULL || game->turning_points == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "no memory for %zu plies", replay->count);
    }
    KAURI_PASS(evaluate(tables, &replay->end, effort, replay->count + 1, &game->end, error));
    game->end_tried = was_tried(&game->end) || is_over(&replay->end);
    const struct kauri_evaluation *after = &game->end;
    for (size_t i = replay->count; i-- > 0;) {
        struct kauri_annotation *annotation = &game->plies[i];
        KAURI_PASS(
            evaluate(tables, &replay->plies[i].before, effort, i + 1, &annotation->before, error));
        update_before(&annotation->before, &replay->plies[i], after);
        after = &annotation->before;
    }
    for (size_t i = 0; i < replay->count; i++) {
        annotate_ply(&game->plies[i], &replay->plies[i]);
        update_after(i + 1 < replay->count ? &game->plies[i + 1].before : &game->end,
                     &replay->plies[i], &game->plies[i]);
    }
    find_turning_points(game);
    qsort(game->turning_points, game->turning_point_count, sizeof *game->turning_points,
          compare_points);
    return KAURI_OK;
}

void kauri_annotated_game_clear(struct kauri_annotated_game *game)
{
    free(game->plies);
    free(game->turning_points);
    *game = (struct kauri_annotated_game){.count = 0};
}

bool kauri_annotation_loses(const struct kauri_annotation *annotation, enum kauri_ruleset rules)
{
    return annotation->rated[rules].rating.worth == KAURI_WORTH_LOSES;
}

struct kauri_game_summary kauri_annotated_summary(const struct kauri_annotated_game *game)
{
    struct kauri_game_summary summary = {.positions = game->count + 1};
    for (size_t i = 0; i <= game->count; i++) {
        const struct kauri_evaluation *value = kauri_annotated_position(game, i);
        const struct kauri_result_range range = kauri_south_results(value, KAURI_STANDARD);
        summary.exact += kauri_bounds_exact(value->r);
        summary.decided += range.low == range.high;
        summary.tried += i < game->count ? game->plies[i].tried : game->end_tried;
    }
    for (size_t i = 0; i < game->count; i++) {
        const struct kauri_annotation *annotation = &game->plies[i];
        const unsigned side = annotation->before.position.side;
        for (unsigned rules = 0; rules < KAURI_RULESETS; rules++) {
            summary.lost[rules] += kauri_annotation_loses(annotation, (enum kauri_ruleset)rules);
        }
        summary.given_low[side] += annotation->loss_low;
        summary.given_high[side] += annotation->loss_high;
    }
    return summary;
}
