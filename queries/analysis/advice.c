#include "queries/analysis/advice.h"

#include "queries/analysis/guess.h"
#include "rules/value.h"

// The one place that asks tables and search.
static enum kauri_status evaluate(struct kauri_tables *tables, enum kauri_ruleset rules,
                                  const struct kauri_advice_limits *limits,
                                  struct kauri_advice *advice, struct kauri_error *error)
{
    struct kauri_evaluation known;
    struct kauri_effort effort = {
        .memory = limits->memory,
        .seconds = limits->seconds,
        .seconds_each = limits->seconds,
        .wanted = rules == KAURI_STANDARD ? KAURI_WANTED_STANDARD : KAURI_WANTED_TIEBREAKER,
        .progress = limits->progress,
    };
    const enum kauri_status status =
        kauri_evaluate(tables, &advice->position, &effort, &known, error);
    if (status != KAURI_OK) {
        return status;
    }
    if (effort.interrupted) {
        return kauri_fail(error, KAURI_INTERRUPTED, "the search for a move was stopped");
    }
    advice->source = known.source;
    advice->low = known.r.low;
    advice->high = known.r.high;
    // In the order of the holes, in which equal moves stay.
    for (int hole = KAURI_MOVE_PASS; hole < KAURI_HOLES_MAX; hole++) {
        for (unsigned i = 0; i < known.move_count; i++) {
            const struct kauri_evaluated_move *move = &known.moves[i];
            if (move->hole == hole) {
                advice->moves[advice->move_count++] = (struct kauri_advice_move){
                    .hole = hole,
                    .captured = move->captured,
                    .low = move->r.low,
                    .high = move->r.high,
                    .dtc_known = move->dtc_known,
                    .dtc = move->dtc,
                    .proven_line = known.line_count > 0 && known.line[0] == hole,
                    .successor = move->successor,
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

// Has the position after the move been there in this game? Then the opponent may go round again.
static bool was_there(const struct kauri_game *game, const struct kauri_position *position)
{
    for (size_t i = 0; i < kauri_game_count(game); i++) {
        if (kauri_position_equal(&kauri_game_ply(game, i)->before, position)) {
            return true;
        }
    }
    return false;
}

// The r that is expected: the guess as far as it is within what is proven.
static int32_t expected(const struct kauri_advice_move *move)
{
    const int32_t r = 3 * move->guess / KAURI_GUESS_SEED;
    return r < move->low ? move->low : r > move->high ? move->high : r;
}

// Positive when a is to stand before b, 0 when they are equal.
static int compare(const struct kauri_game *game, const struct kauri_advice_move *a,
                   const struct kauri_advice_move *b)
{
    const int32_t r = expected(a);
    if (result_of(game, a->low) != result_of(game, b->low)) {
        return (int)result_of(game, a->low) - (int)result_of(game, b->low);
    }
    if (result_of(game, a->high) != result_of(game, b->high)) {
        return (int)result_of(game, a->high) - (int)result_of(game, b->high);
    }
    if (r != expected(b)) {
        return r - expected(b);
    }
    if (a->dtc_known && b->dtc_known && a->dtc != b->dtc) {
        return (r > 0) == (a->dtc < b->dtc) ? 1 : -1;
    }
    if (a->repeats != b->repeats && r != 0) {
        return (r > 0) == b->repeats ? 1 : -1;
    }
    if (a->low != b->low) {
        return a->low - b->low;
    }
    if (a->proven_line != b->proven_line) {
        return a->proven_line ? 1 : -1;
    }
    return a->high != b->high ? a->high - b->high : a->guess - b->guess;
}

// Stable, so that equal moves stay in the order of the holes.
static void sort_moves(const struct kauri_game *game, struct kauri_advice *advice)
{
    for (unsigned i = 1; i < advice->move_count; i++) {
        const struct kauri_advice_move move = advice->moves[i];
        unsigned at = i;
        for (; at > 0 && compare(game, &move, &advice->moves[at - 1]) > 0; at--) {
            advice->moves[at] = advice->moves[at - 1];
        }
        advice->moves[at] = move;
    }
}

static enum kauri_advice_proof proof_of(const struct kauri_game *game,
                                        const struct kauri_advice *advice)
{
    enum kauri_advice_proof proof = KAURI_ADVICE_VALUE;
    for (unsigned i = 1; i < advice->move_count; i++) {
        const int32_t low = advice->moves[0].low;
        const int32_t other = advice->moves[i].high;
        if (low < other && proof == KAURI_ADVICE_VALUE) {
            proof = KAURI_ADVICE_RESULT;
        }
        if (result_of(game, low) < result_of(game, other)) {
            proof = KAURI_ADVICE_GUESS;
        }
    }
    return proof;
}

enum kauri_status kauri_advise(const struct kauri_game *game, struct kauri_tables *tables,
                               const struct kauri_advice_limits *limits,
                               struct kauri_advice *advice, struct kauri_error *error)
{
    *advice = (struct kauri_advice){.position = *kauri_game_position(game)};
    const enum kauri_status status =
        evaluate(tables, kauri_game_rules(game), limits, advice, error);
    if (status != KAURI_OK) {
        return status;
    }
    for (unsigned i = 0; i < advice->move_count; i++) {
        struct kauri_advice_move *move = &advice->moves[i];
        const int gain = (int)move->captured.own - (int)move->captured.opponent;
        move->repeats = was_there(game, &move->successor);
        if (move->low != move->high) {
            // Going round in a circle captures nothing more (R10).
            move->guess =
                KAURI_GUESS_SEED * gain - (move->repeats ? 0 : kauri_guess(&move->successor));
        }
    }
    sort_moves(game, advice);
    advice->proof = proof_of(game, advice);
    return KAURI_OK;
}
