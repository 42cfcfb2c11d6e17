#include "games/analysis/game_estimates.h"

#include "games/engine/engine.h"

#include <stdlib.h>

enum {
    ENGINE_MEMORY = 64 << 20, // a larger table would not help such short searches
    SPARE_MEMORY = 64 << 10,  // memory of the engine besides its table
};

int kauri_expected_margin(const struct kauri_position *position, int value)
{
    const int margin = KAURI_ESTIMATE_SEED * kauri_lead(position) + value;
    return position->side == KAURI_SOUTH ? margin : -margin;
}

int kauri_expected_seeds(int units)
{
    const int half = KAURI_ESTIMATE_SEED / 2;
    return (units + (units < 0 ? -half : half)) / KAURI_ESTIMATE_SEED;
}

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static int within(struct kauri_bounds r, int value)
{
    return clamp(value, KAURI_ESTIMATE_UNIT * r.low, KAURI_ESTIMATE_UNIT * r.high);
}

static bool margin_is_exact(struct kauri_bounds r)
{
    return kauri_value_net(r.low) == kauri_value_net(r.high);
}

// Searches a position, or takes its value if the margin is proven. The table of the engine keeps
// what it learned from later positions of the game.
static enum kauri_status estimate_position(struct kauri_engine *engine,
                                           const struct kauri_evaluation *evaluation, size_t left,
                                           struct kauri_estimates_limits *limits,
                                           struct kauri_ply_estimate *ply,
                                           struct kauri_error *error)
{
    if (margin_is_exact(evaluation->r)) {
        ply->known = true;
        ply->proven = true;
        ply->value =
            within(evaluation->r, KAURI_ESTIMATE_SEED * kauri_value_net(evaluation->r.low));
        return KAURI_OK;
    }
    if (engine == NULL || limits->interrupted || limits->seconds <= 0) {
        return KAURI_OK;
    }
    const struct kauri_engine_limits search = {
        .seconds = limits->seconds / (double)left,
        .nodes = limits->nodes,
        .progress = limits->progress,
    };
    struct kauri_engine_report report;
    KAURI_PASS(kauri_engine_think(engine, &evaluation->position, &search, &report, error));
    limits->seconds -= report.seconds;
    limits->interrupted = report.stopped;
    if (!report.stopped && report.line_count > 0) {
        ply->known = true;
        ply->depth = report.depth;
        ply->value = within(evaluation->r, report.lines[0].estimate);
        ply->best = kauri_evaluation_place(evaluation, report.lines[0].hole);
    }
    return KAURI_OK;
}

// A move that is proven to be worth more than the best one is expected to be, takes its place.
static void prefer_proven(const struct kauri_evaluation *before, struct kauri_ply_estimate *ply)
{
    int value = within(before->moves[ply->best].r, ply->value);
    for (unsigned i = 0; i < before->move_count; i++) {
        const int low = KAURI_ESTIMATE_UNIT * before->moves[i].r.low;
        if (low > value) {
            value = low;
            ply->best = i;
        }
    }
}

// The result for South, with a draw where neither leads by half a seed.
static enum kauri_result expected_result(int margin)
{
    return kauri_result_of(kauri_expected_seeds(margin));
}

// A move that the search itself prefers is no mistake: the search only changed its mind one ply
// later.
static enum kauri_likely_mistake find_mistake(const struct kauri_annotation *annotation,
                                              const struct kauri_ply_estimate *ply)
{
    const struct kauri_position *position = &annotation->before.position;
    if (!ply->move_open || ply->loss < KAURI_MISTAKE_SEEDS || ply->best == annotation->move) {
        return KAURI_MISTAKE_NONE;
    }
    return expected_result(kauri_expected_margin(position, ply->value)) ==
                   expected_result(kauri_expected_margin(position, ply->played))
               ? KAURI_MISTAKE_VALUE
               : KAURI_MISTAKE_RESULT;
}

// Values the move that was played by the position after it, and the position by that move if it is
// better than the search saw.
static void estimate_move(const struct kauri_annotation *annotation,
                          const struct kauri_ply_estimate *next, struct kauri_ply_estimate *ply)
{
    const struct kauri_evaluation *before = &annotation->before;
    const struct kauri_valued_move *move = &before->moves[annotation->move];
    const int gain = (int)move->captured.own - (int)move->captured.opponent;
    if (!ply->known) {
        return;
    }
    prefer_proven(before, ply);
    ply->move_known = next->known;
    if (!next->known) {
        return;
    }
    ply->move_open = annotation->loss_low != annotation->loss_high;
    ply->played = within(move->r, KAURI_ESTIMATE_SEED * gain - next->value);
    if (!ply->proven && (before->move_count == 1 || ply->played > ply->value)) {
        ply->value = within(before->r, ply->played);
        ply->best = annotation->move;
    }
    ply->loss = clamp(ply->value - ply->played, KAURI_ESTIMATE_SEED * annotation->loss_low,
                      KAURI_ESTIMATE_SEED * annotation->loss_high);
    ply->mistake = find_mistake(annotation, ply);
}

// Decides who is expected to win. A small lead that is not proven changes nothing.
static enum kauri_result find_winner(const struct kauri_evaluation *evaluation, int margin,
                                     enum kauri_result earlier)
{
    const struct kauri_result_range range = kauri_south_results(evaluation, KAURI_STANDARD);
    if (range.low == range.high) {
        return range.low;
    }
    return margin >= KAURI_EXPECTED_LEAD    ? KAURI_WIN
           : margin <= -KAURI_EXPECTED_LEAD ? KAURI_LOSS
                                            : earlier;
}

static void find_turns(const struct kauri_annotated_game *game,
                       struct kauri_game_estimates *estimates)
{
    enum kauri_result winner = KAURI_DRAW;
    for (size_t i = 0; i <= game->count; i++) {
        const struct kauri_evaluation *evaluation = kauri_annotated_position(game, i);
        const struct kauri_ply_estimate *ply = &estimates->plies[i];
        const struct kauri_result_range proven = kauri_south_results(evaluation, KAURI_STANDARD);
        if (!ply->known) {
            continue;
        }
        const int margin = kauri_expected_margin(&evaluation->position, ply->value);
        const enum kauri_result now = find_winner(evaluation, margin, winner);
        if (now != winner && proven.low != proven.high) {
            estimates->turns[estimates->turn_count++] = (struct kauri_expected_turn){
                .position = i,
                .from = winner,
                .to = now,
                .margin = margin,
                .lost = i > 0 && estimates->plies[i - 1].mistake != KAURI_MISTAKE_NONE,
            };
        }
        winner = now;
    }
}

static enum kauri_status make_engine(struct kauri_tablebase *tables,
                                     const struct kauri_annotated_game *game,
                                     const struct kauri_estimates_limits *limits,
                                     struct kauri_engine **engine, struct kauri_error *error)
{
    const struct kauri_position *position = &game->end.position;
    const uint64_t memory = limits->memory - SPARE_MEMORY;
    const struct kauri_engine_parts options = {
        .shape = kauri_shape_of(position),
        .memory = memory < ENGINE_MEMORY ? memory : ENGINE_MEMORY,
        .tables = tables,
    };
    return kauri_engine_make(&options, engine, error);
}

enum kauri_status kauri_estimate_game(struct kauri_tablebase *tables,
                                      const struct kauri_annotated_game *game,
                                      struct kauri_estimates_limits *limits,
                                      struct kauri_game_estimates *estimates,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_engine *engine = NULL;
    *estimates = (struct kauri_game_estimates){.count = game->count};
    estimates->plies = calloc(game->count + 1, sizeof *estimates->plies);
    estimates->turns = calloc(game->count + 1, sizeof *estimates->turns);
    if (estimates->plies == NULL || estimates->turns == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "no memory for %zu plies", game->count);
    }
    if (limits->nodes > 0 && limits->seconds > 0 && !limits->interrupted) {
        KAURI_TRY(make_engine(tables, game, limits, &engine, error));
    }
    for (size_t i = game->count + 1; i-- > 0;) {
        struct kauri_ply_estimate *ply = &estimates->plies[i];
        KAURI_TRY(estimate_position(engine, kauri_annotated_position(game, i), i + 1, limits, ply,
                                    error));
        if (i < game->count) {
            estimate_move(&game->plies[i], &estimates->plies[i + 1], ply);
        }
        estimates->estimated += ply->known && !ply->proven ? 1 : 0;
    }
    find_turns(game, estimates);
cleanup:
    kauri_engine_free(engine);
    return status;
}

void kauri_game_estimates_clear(struct kauri_game_estimates *estimates)
{
    free(estimates->plies);
    free(estimates->turns);
    *estimates = (struct kauri_game_estimates){.count = 0};
}
