#include "games/answers/annotate_json.h"

#include "games/analysis/mistakes.h"
#include "games/answers/replay_json.h"
#include "queries/answers/value_words.h"
#include "rules/notation.h"

static void add_bounds(struct kauri_json *json, struct kauri_bounds bounds)
{
    kauri_json_add_known_int(json, "r", kauri_bounds_exact(bounds), bounds.low);
    kauri_json_add_pair(json, "bounds", bounds.low, bounds.high);
}

static void add_source(struct kauri_json *json, enum kauri_bounds_source source)
{
    kauri_json_add_text(json, "source", kauri_source_name(source));
}

// Adds the result that the bounds decide, or null.
static void add_result(struct kauri_json *json, const char *name,
                       const struct kauri_position *position, struct kauri_bounds r,
                       enum kauri_ruleset rules)
{
    enum kauri_result result = KAURI_DRAW;
    const bool known = kauri_bounds_decide(position, r, (enum kauri_goal)rules, &result);
    kauri_json_add_result(json, name, known, result);
}

// The results with best play and after the move, for the player who moves.
//
// The object Rating:
//     before, after: result | null - with best play, and after the move
//     worth: "only" | "keeps" | "loses" | null - `only`: no other move keeps the result
//     sign: "" | "!" | "?" | "??" | null - empty for the only legal move
static void add_rated(struct kauri_json *json, const char *name,
                      const struct kauri_annotation *annotation, enum kauri_ruleset rules)
{
    static const char *const worths[] = {[KAURI_WORTH_UNKNOWN] = NULL,
                                         [KAURI_WORTH_ONLY] = "only",
                                         [KAURI_WORTH_KEEPS] = "keeps",
                                         [KAURI_WORTH_LOSES] = "loses"};
    const struct kauri_evaluation *before = &annotation->before;
    const struct kauri_ply_rating *rated = &annotation->rated[rules];
    kauri_json_begin_object(json, name);
    add_result(json, "before", &before->position, before->r, rules);
    add_result(json, "after", &before->position, before->moves[annotation->move].r, rules);
    kauri_json_add_text(json, "worth", worths[rated->rating.worth]);
    kauri_json_add_text(json, "sign", rated->decided ? rated->sign : NULL);
    kauri_json_end(json);
}

// The object RatedMove:
//     move: move
//     r: int | null
//     bounds: pair
//     source: "tables" | "book" | "search" | "rules"
static void add_move(struct kauri_json *json, const char *name,
                     const struct kauri_evaluation *before, int place)
{
    if (place < 0) {
        kauri_json_add_null(json, name);
        return;
    }
    const struct kauri_valued_move *move = &before->moves[place];
    kauri_json_begin_object(json, name);
    kauri_json_add_hole(json, "move", before->position.side, move->hole);
    add_bounds(json, move->r);
    add_source(json, move->source);
    kauri_json_end(json);
}

// Adds an estimate in whole seeds, or null if it is not known.
static void add_seeds(struct kauri_json *json, const char *name, bool known, int units)
{
    kauri_json_add_known_int(json, name, known, kauri_expected_seeds(units));
}

// Adds the engine's expectation; null where everything is proven, or nothing was estimated.
//
// The object PlyEstimate:
//     value: int - expected `net` with best play, in whole seeds
//     proven: bool - `value` is proven; only the loss is estimated
//     depth: int
//     best: move - the move that is expected to be best
//     played: int | null - as `value`, after the move that was played
//     loss: int | null - seeds that the move is expected to give away
//     mistake: "value" | "result" | null - `value`: the expected loss is 4 seeds or more; `result`:
//         it also changes the expected standard result; null also if the loss is proven
static void add_estimate(struct kauri_json *json, const struct kauri_annotation *annotation,
                         const struct kauri_ply_estimate *ply)
{
    static const char *const mistakes[] = {[KAURI_MISTAKE_NONE] = NULL,
                                           [KAURI_MISTAKE_VALUE] = "value",
                                           [KAURI_MISTAKE_RESULT] = "result"};
    const struct kauri_evaluation *before = &annotation->before;
    if (!ply->known || (ply->proven && !(ply->move_known && ply->move_open))) {
        kauri_json_add_null(json, "estimate");
        return;
    }
    kauri_json_begin_object(json, "estimate");
    add_seeds(json, "value", true, ply->value);
    kauri_json_add_bool(json, "proven", ply->proven);
    kauri_json_add_uint(json, "depth", ply->depth);
    kauri_json_add_hole(json, "best", before->position.side, before->moves[ply->best].hole);
    add_seeds(json, "played", ply->move_known, ply->played);
    add_seeds(json, "loss", ply->move_known, ply->loss);
    kauri_json_add_text(json, "mistake", mistakes[ply->mistake]);
    kauri_json_end(json);
}

// The object AnnotatedPly:
//     ...: PlyHead
//     position: position - before the move
//     seeds: int
//     r: int | null
//     bounds: pair
//     source: "tables" | "book" | "search" | "rules"
//     tried: bool - false when the time had run out before this ply
//     played: RatedMove - the move of the game
//     alternative: RatedMove | null - the best other move; null when there is none
//     loss: pair
//     standard, tie_breaker: Rating
//     estimate: PlyEstimate | null - null if the value and the loss are proven, or nothing was
//         estimated
static void add_ply(struct kauri_json *json, const struct kauri_replayed_ply *played,
                    const struct kauri_annotation *annotation,
                    const struct kauri_ply_estimate *estimate)
{
    const struct kauri_evaluation *before = &annotation->before;
    kauri_json_begin_object(json, NULL);
    kauri_json_add_ply(json, played, false);
    kauri_json_add_position(json, "position", &before->position);
    kauri_json_add_uint(json, "seeds", before->seeds);
    add_bounds(json, before->r);
    add_source(json, before->source);
    kauri_json_add_bool(json, "tried", annotation->tried);
    add_move(json, "played", before, (int)annotation->move);
    add_move(json, "alternative", before, annotation->alternative);
    kauri_json_add_pair(json, "loss", annotation->loss_low, annotation->loss_high);
    add_rated(json, "standard", annotation, KAURI_STANDARD);
    add_rated(json, "tie_breaker", annotation, KAURI_TIEBREAKER);
    add_estimate(json, annotation, estimate);
    kauri_json_end(json);
}

// The object GameEnd:
//     position: position
//     seeds: int
//     r: int | null
//     bounds: pair
//     standard, tie_breaker: result | null - for the player to move
//     estimate: int | null - null where it is proven or not estimated
static void add_end(struct kauri_json *json, const struct kauri_annotated_view *view)
{
    const struct kauri_evaluation *end = &view->game->end;
    const struct kauri_ply_estimate *estimate = &view->estimates->plies[view->game->count];
    kauri_json_begin_object(json, "end");
    kauri_json_add_position(json, "position", &end->position);
    kauri_json_add_uint(json, "seeds", end->seeds);
    add_bounds(json, end->r);
    add_result(json, "standard", &end->position, end->r, KAURI_STANDARD);
    add_result(json, "tie_breaker", &end->position, end->r, KAURI_TIEBREAKER);
    add_seeds(json, "estimate", estimate->known && !estimate->proven, estimate->value);
    kauri_json_end(json);
}

// Adds the possible results, as South sees them.
static void add_results(struct kauri_json *json, const char *name, struct kauri_result_range range)
{
    kauri_json_begin_array(json, name);
    for (int result = (int)range.low; result <= (int)range.high; result++) {
        kauri_json_add_text(json, NULL, kauri_result_name((enum kauri_result)result));
    }
    kauri_json_end(json);
}

// The object TurningPoint:
//     ply: int
//     rules: "standard" | "tie_breaker" - under which it is one
//     turn: "first" | "lost" | "changed" | "decided" - `first`: the result is decided for the first
//         time; `lost`: the last ply certainly loses the earlier result; `changed`: the earlier
//         result is excluded, but which ply changed it is not known; `decided`: a result that a
//         turning point left open is decided
//     between: int[] | null - `lost`, `changed`: the first and the last of the plies, of one
//         player, one of which is the mistake
//     from: result[] | null - possible results for South before; null for `first`
//     to: result[] - and now
static void add_turning_point(struct kauri_json *json, const struct kauri_turning_point *point)
{
    static const char *const turns[] = {[KAURI_TURNING_FIRST] = "first",
                                        [KAURI_TURNING_LOST] = "lost",
                                        [KAURI_TURNING_CHANGED] = "changed",
                                        [KAURI_TURNING_DECIDED] = "decided"};
    kauri_json_begin_object(json, NULL);
    kauri_json_add_uint(json, "ply", point->position);
    kauri_json_add_text(json, "rules",
                        point->rules == KAURI_TIEBREAKER ? "tie_breaker" : "standard");
    kauri_json_add_text(json, "turn", turns[point->kind]);
    if (kauri_turning_loses(point)) {
        kauri_json_add_pair(json, "between", (int)point->first_ply, (int)point->last_ply);
    } else {
        kauri_json_add_null(json, "between");
    }
    if (point->kind == KAURI_TURNING_FIRST) {
        kauri_json_add_null(json, "from");
    } else {
        add_results(json, "from", point->from);
    }
    add_results(json, "to", point->to);
    kauri_json_end(json);
}

// The object ExpectedTurn:
//     ply: int
//     from, to: result - the expected result for South before and now; `from` is `draw` for an even
//         game
//     margin: int - South's expected final captures minus North's
//     lost: bool - the last ply is a likely mistake
static void add_expected_turn(struct kauri_json *json, const struct kauri_expected_turn *turn)
{
    kauri_json_begin_object(json, NULL);
    kauri_json_add_uint(json, "ply", turn->position);
    kauri_json_add_result(json, "from", true, turn->from);
    kauri_json_add_result(json, "to", true, turn->to);
    add_seeds(json, "margin", true, turn->margin);
    kauri_json_add_bool(json, "lost", turn->lost);
    kauri_json_end(json);
}

// Adds the moves that certainly lose the result: their places among the plies.
static void add_lost(struct kauri_json *json, const char *name,
                     const struct kauri_annotated_game *game, enum kauri_ruleset rules)
{
    kauri_json_begin_array(json, name);
    for (size_t i = 0; i < game->count; i++) {
        if (kauri_annotation_loses(&game->plies[i], rules)) {
            kauri_json_add_uint(json, NULL, i);
        }
    }
    kauri_json_end(json);
}

// The object Summary:
//     positions: int - positions of the game: one more than the plies
//     exact, decided, tried: int - of these: with an exact value; with a decided standard result;
//         in the tables or searched
//     lost: LostMoves - moves proven to lose the result
//     given_away: GivenAway - the sums of `loss` over the moves of a side
//     estimated: int - positions that the engine estimated
//     likely_mistakes: int[] - the plies whose `mistake` is not null
//
// The object LostMoves:
//     standard, tie_breaker: int[] - the plies whose `worth` is `loses`
//
// The object GivenAway:
//     S, N: pair - each move is bounded separately, so the maximum may exceed the seeds in the game
static void add_summary(struct kauri_json *json, const struct kauri_annotated_view *view)
{
    const struct kauri_annotated_game *game = view->game;
    const struct kauri_game_estimates *estimates = view->estimates;
    const struct kauri_game_summary summary = kauri_annotated_summary(game);
    kauri_json_begin_object(json, "summary");
    kauri_json_add_uint(json, "positions", summary.positions);
    kauri_json_add_uint(json, "exact", summary.exact);
    kauri_json_add_uint(json, "decided", summary.decided);
    kauri_json_add_uint(json, "tried", summary.tried);
    kauri_json_begin_object(json, "lost");
    add_lost(json, "standard", game, KAURI_STANDARD);
    add_lost(json, "tie_breaker", game, KAURI_TIEBREAKER);
    kauri_json_end(json);
    kauri_json_begin_object(json, "given_away");
    kauri_json_add_pair(json, "S", summary.given_low[KAURI_SOUTH], summary.given_high[KAURI_SOUTH]);
    kauri_json_add_pair(json, "N", summary.given_low[KAURI_NORTH], summary.given_high[KAURI_NORTH]);
    kauri_json_end(json);
    kauri_json_add_uint(json, "estimated", estimates->estimated);
    kauri_json_begin_array(json, "likely_mistakes");
    for (size_t i = 0; i < estimates->count; i++) {
        if (estimates->plies[i].mistake != KAURI_MISTAKE_NONE) {
            kauri_json_add_uint(json, NULL, i);
        }
    }
    kauri_json_end(json);
    kauri_json_end(json);
}

// Adds the mistakes under a ruleset.
//
// The object Mistake:
//     ply: int
//     sign: "??" | "?" | "?!" - `??`: it loses the result, `?`: only value, `?!`: it is likely, not
//         proven
//     proven: bool - false for `?!`
//     before, after: result | null - for the player who moves
//     loss: pair - twice the expected number if it is not proven
//     better: move | null - a better one
//
// The object Mistakes:
//     standard, tie_breaker: Mistake[]
static void add_mistakes(struct kauri_json *json, const char *name,
                         const struct kauri_annotated_view *view, enum kauri_ruleset rules)
{
    struct kauri_mistake mistake;
    kauri_json_begin_array(json, name);
    for (size_t i = 0; i < view->game->count; i++) {
        if (kauri_annotated_mistake(view->game, view->estimates, i, rules, &mistake)) {
            kauri_json_begin_object(json, NULL);
            kauri_json_add_uint(json, "ply", i);
            kauri_json_add_text(json, "sign", mistake.sign);
            kauri_json_add_bool(json, "proven", mistake.proven);
            kauri_json_add_result(json, "before", mistake.before_known, mistake.before);
            kauri_json_add_result(json, "after", mistake.after_known, mistake.after);
            kauri_json_add_pair(json, "loss", mistake.loss_low, mistake.loss_high);
            kauri_json_add_hole(json, "better", view->replay->plies[i].before.side, mistake.better);
            kauri_json_end(json);
        }
    }
    kauri_json_end(json);
}

// The object AnnotatedGame:
//     ...: GameHead
//     plies: AnnotatedPly[] - with passes
//     end: GameEnd - after the last ply
//     turning_points: TurningPoint[] - where a result becomes decided, or an earlier one is
//         excluded
//     expected_turns: ExpectedTurn[] - where the expected winner changes, under the standard rules
//     mistakes: Mistakes - proven or likely
//     summary: Summary - of the game
void kauri_json_annotated(struct kauri_string *out, const struct kauri_annotated_view *view)
{
    const struct kauri_annotated_game *game = view->game;
    const struct kauri_game_estimates *estimates = view->estimates;
    struct kauri_json json = {.out = out};
    kauri_json_begin_game(&json, NULL, view->record);
    kauri_json_begin_array(&json, "plies");
    for (size_t i = 0; i < game->count; i++) {
        add_ply(&json, &view->replay->plies[i], &game->plies[i], &estimates->plies[i]);
    }
    kauri_json_end(&json);
    add_end(&json, view);
    kauri_json_begin_array(&json, "turning_points");
    for (size_t i = 0; i < game->turning_point_count; i++) {
        add_turning_point(&json, &game->turning_points[i]);
    }
    kauri_json_end(&json);
    kauri_json_begin_array(&json, "expected_turns");
    for (size_t i = 0; i < estimates->turn_count; i++) {
        add_expected_turn(&json, &estimates->turns[i]);
    }
    kauri_json_end(&json);
    kauri_json_begin_object(&json, "mistakes");
    add_mistakes(&json, "standard", view, KAURI_STANDARD);
    add_mistakes(&json, "tie_breaker", view, KAURI_TIEBREAKER);
    kauri_json_end(&json);
    add_summary(&json, view);
    kauri_json_end(&json);
}
