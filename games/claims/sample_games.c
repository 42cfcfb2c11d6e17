#include "games/claims/sample_games.h"

#include "common/status.h"
#include "games/engine/engine.h"
#include "rules/board.h"

#include <stdlib.h>

enum {
    GAME_PLIES_MAX = 1000, // a game that is longer ends there
    ENGINE_MEMORY = 8 << 20,
};

bool kauri_has_majority(const struct kauri_position *position)
{
    const unsigned south = position->score[0], north = position->score[1];
    const unsigned all = kauri_seeds(position) + south + north;
    return 2 * south > all || 2 * north > all;
}

uint64_t kauri_turn_options(const struct kauri_position *position, uint64_t most)
{
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    const unsigned count = kauri_moves_list(position, moves);
    uint64_t options = 0;
    for (unsigned m = 0; m < count && options < most; m++) {
        struct kauri_position next = *position;
        (void)kauri_play(&next, moves[m].hole);
        if (!kauri_must_pass(&next)) {
            options++;
            continue;
        }
        (void)kauri_play(&next, KAURI_MOVE_PASS);
        options += kauri_turn_options(&next, most - options);
    }
    return options;
}

// The figures of a game while its plies are counted.
struct count {
    struct kauri_sample *sample;
    struct kauri_game_figures figures; // the options are sums
};

static void add_options(struct count *count, enum kauri_ply_unit unit, uint64_t options)
{
    count->figures.plies[unit]++;
    count->figures.options[unit] += (double)options;
}

static void add_turn(struct count *count, const struct kauri_position *position)
{
    const uint64_t options = kauri_turn_options(position, KAURI_OPTIONS_MOST);
    add_options(count, KAURI_UNIT_TURN, options);
    struct kauri_widest_turn *widest = &count->sample->widest;
    if (options > widest->options) {
        *widest = (struct kauri_widest_turn){*position, options, (unsigned)count->sample->count + 1,
                                             count->figures.plies[KAURI_UNIT_MOVE]};
    }
}

void kauri_sample_add(struct kauri_sample *sample, const struct kauri_replayed_ply *plies,
                      size_t ply_count)
{
    struct count count = {.sample = sample};
    struct kauri_game_figures *figures = &count.figures;
    unsigned mover = 2; // of the move before: nobody
    for (size_t p = 0; p < ply_count; p++) {
        const struct kauri_position *before = &plies[p].before, *after = &plies[p].after;
        if (plies[p].hole == KAURI_MOVE_PASS) {
            continue;
        }
        const unsigned options = kauri_legal_moves(before).count;
        add_options(&count, KAURI_UNIT_MOVE, options);
        sample->moves_by_options[options]++;
        if (before->side != mover) {
            add_turn(&count, before);
        }
        mover = before->side;
        const bool decided = kauri_has_majority(after);
        for (unsigned unit = 0; unit < KAURI_UNITS && decided; unit++) {
            if (figures->decided[unit] == 0) {
                figures->decided[unit] = figures->plies[unit];
            }
        }
        figures->ended = kauri_seeds(after) == 0;
    }
    for (unsigned unit = 0; unit < KAURI_UNITS; unit++) {
        const unsigned plies_of_unit = figures->plies[unit] > 0 ? figures->plies[unit] : 1;
        figures->options[unit] /= plies_of_unit;
    }
    sample->games[sample->count++] = *figures;
}

// A game under way, and the positions before its last one.
struct played_game {
    struct kauri_replayed_ply plies[GAME_PLIES_MAX];
    struct kauri_position history[GAME_PLIES_MAX];
    size_t count;
};

static void play(struct played_game *game, struct kauri_position *at, int hole)
{
    struct kauri_replayed_ply *ply = &game->plies[game->count];
    game->history[game->count++] = *at;
    *ply = (struct kauri_replayed_ply){.before = *at, .hole = hole};
    (void)kauri_play(at, hole);
    ply->after = *at;
}

static enum kauri_status play_game(struct kauri_engine *engine, struct played_game *game, int first,
                                   int second, struct kauri_engine_limits limits,
                                   struct kauri_error *error)
{
    struct kauri_position at = kauri_start(KAURI_HOLES_MAX);
    kauri_engine_clear(engine);
    game->count = 0;
    play(game, &at, first);
    play(game, &at, second);
    while (kauri_seeds(&at) > 0 && game->count < GAME_PLIES_MAX) {
        struct kauri_engine_report report;
        if (kauri_must_pass(&at)) {
            play(game, &at, KAURI_MOVE_PASS);
            continue;
        }
        limits.history = game->history;
        limits.history_count = game->count;
        KAURI_PASS(kauri_engine_think(engine, &at, &limits, &report, error));
        if (kauri_progress_cancelled(limits.progress)) {
            return kauri_fail(error, KAURI_INTERRUPTED, "interrupted");
        }
        play(game, &at, report.lines[0].hole);
    }
    return KAURI_OK;
}

enum kauri_status kauri_sample_play(struct kauri_sample *sample, uint64_t nodes,
                                    const struct kauri_progress *progress,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    const struct kauri_engine_parts parts = {.shape = kauri_shape_of(&start),
                                             .memory = ENGINE_MEMORY};
    const struct kauri_engine_limits limits = {.nodes = nodes, .progress = progress};
    struct kauri_engine *engine = NULL;
    struct played_game *game = malloc(sizeof *game);
    KAURI_TRY(game == NULL ? kauri_fail(error, KAURI_RESOURCE, "out of memory for a game")
                           : KAURI_OK);
    KAURI_TRY(kauri_engine_make(&parts, &engine, error));
    for (int n = 0; n < KAURI_SAMPLE_GAMES_MAX; n++) {
        KAURI_TRY(play_game(engine, game, n / KAURI_HOLES_MAX, n % KAURI_HOLES_MAX, limits, error));
        kauri_sample_add(sample, game->plies, game->count);
    }
cleanup:
    kauri_engine_free(engine);
    free(game);
    return status;
}
