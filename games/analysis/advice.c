#include "games/analysis/advice.h"

#include "games/analysis/evaluate.h"
#include "games/engine/opponents.h"
#include "games/engine/winning_strategy.h"

#include <stdlib.h>
#include <string.h>

// Time for the rest of the advice if looking for a win took all of the time given.
#define SECONDS_LEAST 0.001

// Evaluates the position with tables and search; everything else here works on the result.
static enum kauri_status evaluate(struct kauri_tablebase *tables, enum kauri_ruleset rules,
                                  const struct kauri_advice_limits *limits,
                                  struct kauri_advice *advice, struct kauri_error *error)
{
    struct kauri_evaluation known;
    struct kauri_effort effort = {
        .memory = limits->memory,
        .threads = limits->threads,
        .seconds = limits->seconds / 2,
        .seconds_each = limits->seconds,
        .goal = (enum kauri_goal)rules,
        .book = limits->book,
        .progress = limits->progress,
    };
    KAURI_PASS(kauri_evaluate(tables, &advice->position, &effort, &known, error));
    if (effort.interrupted) {
        return kauri_fail(error, KAURI_INTERRUPTED, "the search for a move was stopped");
    }
    advice->source = known.source;
    advice->r = known.r;
    // List the moves in the order of the holes, which sorting keeps for equal moves.
    for (int hole = KAURI_MOVE_PASS; hole < KAURI_HOLES_MAX; hole++) {
        for (unsigned i = 0; i < known.move_count; i++) {
            if (known.moves[i].hole == hole) {
                advice->moves[advice->move_count++] = (struct kauri_advice_move){
                    .known = known.moves[i],
                    .proven_line = known.line_count > 0 && known.line[0] == hole,
                };
            }
        }
    }
    return KAURI_OK;
}

static enum kauri_result result_of(const struct kauri_game *game, int32_t r)
{
    return kauri_result_under(kauri_game_rules(game), kauri_game_position(game), r);
}

// Returns whether the position has occurred in this game, so that the opponent may go round again.
static bool was_there(const struct kauri_game *game, const struct kauri_position *position)
{
    for (size_t i = 0; i < kauri_game_count(game); i++) {
        if (kauri_position_equal(&kauri_game_ply(game, i)->before, position)) {
            return true;
        }
    }
    return false;
}

// The expected r: the estimate, moved into the proven bounds.
static int32_t expected(const struct kauri_advice_move *move)
{
    const int32_t r = move->estimate / KAURI_ESTIMATE_UNIT;
    const struct kauri_bounds proven = move->known.r;
    return r < proven.low ? proven.low : r > proven.high ? proven.high : r;
}

// Returns a positive number if a belongs before b, a negative one if b belongs before a, and 0 if
// they are equal.
static int compare(const void *first, const void *second, const void *context)
{
    const struct kauri_game *game = context;
    const struct kauri_advice_move *a = first;
    const struct kauri_advice_move *b = second;
    const struct kauri_valued_move *known_a = &a->known;
    const struct kauri_valued_move *known_b = &b->known;
    const int32_t r = expected(a);
    if (result_of(game, known_a->r.low) != result_of(game, known_b->r.low)) {
        return (int)result_of(game, known_a->r.low) - (int)result_of(game, known_b->r.low);
    }
    if (result_of(game, known_a->r.high) != result_of(game, known_b->r.high)) {
        return (int)result_of(game, known_a->r.high) - (int)result_of(game, known_b->r.high);
    }
    if (r != expected(b)) {
        return r - expected(b);
    }
    if (kauri_move_is_measured(known_a) && kauri_move_is_measured(known_b) &&
        known_a->dtc != known_b->dtc) {
        return (r > 0) == (known_a->dtc < known_b->dtc) ? 1 : -1;
    }
    if (a->repeats != b->repeats && r != 0) {
        return (r > 0) == b->repeats ? 1 : -1;
    }
    if (known_a->r.low != known_b->r.low) {
        return known_a->r.low - known_b->r.low;
    }
    if (a->proven_line != b->proven_line) {
        return a->proven_line ? 1 : -1;
    }
    return known_a->r.high != known_b->r.high ? known_a->r.high - known_b->r.high
                                              : a->estimate - b->estimate;
}

static enum kauri_advice_proof proof_of(const struct kauri_game *game,
                                        const struct kauri_advice *advice)
{
    enum kauri_advice_proof proof = KAURI_ADVICE_VALUE;
    for (unsigned i = 1; i < advice->move_count; i++) {
        const int32_t low = advice->moves[0].known.r.low;
        const int32_t other = advice->moves[i].known.r.high;
        if (low < other && proof == KAURI_ADVICE_VALUE) {
            proof = KAURI_ADVICE_RESULT;
        }
        if (result_of(game, low) < result_of(game, other)) {
            proof = KAURI_ADVICE_GUESS;
        }
    }
    return proof;
}

// Has the engine estimate the moves. A few positions are enough, unless the value of the position
// depends on these moves.
static enum kauri_status ask_engine(const struct kauri_game *game,
                                    const struct kauri_advice_limits *limits,
                                    struct kauri_advice *advice, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const bool matters = advice->move_count > 1 && !kauri_bounds_exact(advice->r);
    const double seconds = matters ? limits->seconds / 2 : 0;
    const size_t count = kauri_game_count(game);
    struct kauri_engine_report report;
    struct kauri_position *history = NULL;
    KAURI_PASS(kauri_game_history(game, &history, error));
    const struct kauri_engine_limits effort = {
        .seconds = seconds,
        .nodes = seconds > 0 ? 0 : limits->nodes,
        .lines = KAURI_HOLES_MAX,
        .rules = kauri_game_rules(game),
        .history = history,
        .history_count = count,
        .progress = limits->progress,
    };
    KAURI_TRY(kauri_engine_think(limits->engine, &advice->position, &effort, &report, error));
    if (report.stopped) {
        KAURI_TRY(kauri_fail(error, KAURI_INTERRUPTED, "the search for a move was stopped"));
    }
    for (unsigned i = 0; i < report.line_count; i++) {
        for (unsigned m = 0; m < advice->move_count; m++) {
            struct kauri_advice_move *move = &advice->moves[m];
            if (move->known.hole == report.lines[i].hole && !move->repeats) {
                move->estimate = report.lines[i].estimate;
            }
        }
    }
cleanup:
    free(history);
    return status;
}

// Looks for a move that is proven to win. If there is one, *found is set, and the advice has all
// moves with what is known of them without a search, that one first.
static enum kauri_status find_win(const struct kauri_game *game, struct kauri_tablebase *tables,
                                  const struct kauri_advice_limits *limits,
                                  struct kauri_advice *advice, bool *found,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_position *history = NULL;
    struct kauri_strategy_move move;
    const struct kauri_advice_limits at_once = {.book = limits->book};
    *found = false;
    KAURI_TRY(kauri_game_history(game, &history, error));
    const struct kauri_engine_limits effort = {
        .seconds = limits->seconds,
        .nodes = limits->seconds > 0 ? 0 : limits->nodes,
        .rules = kauri_game_rules(game),
        .history = history,
        .history_count = kauri_game_count(game),
        .progress = limits->progress,
    };
    KAURI_TRY(kauri_opponent_find_win(limits->engine, &advice->position, &effort, &move, error));
    if (!move.proven) {
        goto cleanup;
    }
    KAURI_TRY(evaluate(tables, kauri_game_rules(game), &at_once, advice, error));
    for (unsigned i = 0; i < advice->move_count; i++) {
        struct kauri_advice_move chosen = advice->moves[i];
        if (chosen.known.hole == move.hole) {
            chosen.known.r.low = move.value > chosen.known.r.low ? move.value : chosen.known.r.low;
            chosen.known.source = move.source;
            memmove(advice->moves + 1, advice->moves, i * sizeof *advice->moves);
            advice->moves[0] = chosen;
        }
    }
    advice->r.low = move.value > advice->r.low ? move.value : advice->r.low;
    advice->proof = move.exact ? KAURI_ADVICE_VALUE : KAURI_ADVICE_RESULT;
    advice->source = move.source;
    advice->plies = move.plies;
    *found = true;
cleanup:
    free(history);
    return status;
}

// Lets the opponent of the given strength choose a move.
static enum kauri_status choose_weakly(const struct kauri_game *game,
                                       const struct kauri_advice_limits *limits,
                                       struct kauri_advice *advice, struct kauri_error *error)
{
    struct kauri_engine_report report;
    const struct kauri_engine_limits effort = {
        .rules = kauri_game_rules(game),
        .progress = limits->progress,
    };
    const struct kauri_opponent opponent = {.strength = limits->strength, .seed = limits->seed};
    KAURI_PASS(
        kauri_opponent_think(&opponent, NULL, &advice->position, &effort, &report, NULL, error));
    if (report.stopped) {
        return kauri_fail(error, KAURI_INTERRUPTED, "the search for a move was stopped");
    }
    advice->weak = true;
    advice->move_count = 1;
    advice->moves[0].known.hole = report.lines[0].hole;
    return KAURI_OK;
}

enum kauri_status kauri_advise(const struct kauri_game *game, struct kauri_tablebase *tables,
                               const struct kauri_advice_limits *given, struct kauri_advice *advice,
                               struct kauri_error *error)
{
    struct kauri_advice_limits rest = *given;
    const struct kauri_advice_limits *limits = &rest;
    const double started = kauri_clock_seconds();
    *advice = (struct kauri_advice){.position = *kauri_game_position(game)};
    if (kauri_opponent_is_weak(limits->strength)) {
        return choose_weakly(game, limits, advice, error);
    }
    const bool stored =
        tables != NULL && kauri_tablebase_has(tables, kauri_seeds(&advice->position));
    if (limits->choose && !stored) {
        bool found = false;
        KAURI_PASS(find_win(game, tables, limits, advice, &found, error));
        if (found) {
            return KAURI_OK;
        }
        const double left = rest.seconds - (kauri_clock_seconds() - started);
        rest.seconds = rest.seconds <= 0 ? 0 : left > SECONDS_LEAST ? left : SECONDS_LEAST;
    }
    KAURI_PASS(evaluate(tables, kauri_game_rules(game), limits, advice, error));
    bool open = false; // the exact value of some move is not known
    for (unsigned i = 0; i < advice->move_count; i++) {
        struct kauri_advice_move *move = &advice->moves[i];
        const struct kauri_capture captured = move->known.captured;
        // Going round in a circle captures nothing more (R10).
        move->repeats = was_there(game, &move->known.successor);
        move->estimate = 3 * KAURI_ESTIMATE_UNIT * ((int)captured.own - (int)captured.opponent);
        open = open || !kauri_bounds_exact(move->known.r);
    }
    if (open) {
        KAURI_PASS(ask_engine(game, limits, advice, error));
    }
    // Stable, so that equal moves stay in the order of the holes.
    kauri_sort_stable(advice->moves, advice->move_count, sizeof advice->moves[0], compare, game);
    advice->proof = proof_of(game, advice);
    return KAURI_OK;
}
