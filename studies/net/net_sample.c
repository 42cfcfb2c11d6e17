#include "studies/net/net_sample.h"

#include "common/loop.h"
#include "common/memory.h"
#include "games/engine/engine.h"
#include "studies/random.h"

#include <stdlib.h>

enum {
    PLIES_MAX = 250,    // most plies of a game; what follows counts as nothing
    RANDOM_PLIES = 20,  // most random plies at the beginning
    RANDOM_RARITY = 24, // later, one ply of so many is random
    MEMORY = 1 << 20,
};

float kauri_net_random_share(uint64_t *state)
{
    return (float)(kauri_random(state) >> 40) / 16777216.0F;
}

static unsigned at_most(unsigned number, unsigned maximum)
{
    return number < maximum ? number : maximum;
}

// Lists the rows for the contents of the holes.
static void rows_of_board(const struct kauri_packed *board, unsigned holes,
                          uint16_t rows[KAURI_BOARD_HOLES_MAX])
{
    for (unsigned place = 0; place < KAURI_BOARD_HOLES_MAX; place++) {
        const unsigned i = place % KAURI_HOLES_MAX, half = place / KAURI_HOLES_MAX;
        const bool there = i + holes >= KAURI_HOLES_MAX;
        const unsigned lane = half * KAURI_LANES_HALF + i + holes - KAURI_HOLES_MAX;
        const unsigned seeds = there ? at_most(board->seeds[lane], KAURI_NET_SEEDS - 1) : 0;
        const unsigned cowries = there ? at_most(board->cowries[lane], KAURI_NET_COWRIES - 1) : 0;
        rows[place] = (uint16_t)(place * KAURI_NET_CELLS + seeds * KAURI_NET_COWRIES + cowries);
    }
}

void kauri_net_rows(const struct kauri_packed *board, unsigned holes, unsigned seeds, int x,
                    uint16_t rows[KAURI_NET_INPUTS])
{
    rows_of_board(board, holes, rows);
    rows[KAURI_NET_BOARD] = (uint16_t)(KAURI_NET_NEED + kauri_net_need(x));
    rows[KAURI_NET_BOARD + 1] = (uint16_t)(KAURI_NET_ALL_SEEDS + seeds);
}

enum kauri_status kauri_net_samples_add(struct kauri_net_samples *samples,
                                        const struct kauri_net_sample *sample,
                                        struct kauri_error *error)
{
    if (!KAURI_FITS(samples->items, samples->count + 1, samples->capacity)) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for samples");
    }
    samples->items[samples->count++] = *sample;
    return KAURI_OK;
}

enum kauri_status kauri_net_samples_append(struct kauri_net_samples *samples,
                                           const struct kauri_net_samples *more,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    for (size_t i = 0; i < more->count && status == KAURI_OK; i++) {
        status = kauri_net_samples_add(samples, &more->items[i], error);
    }
    return status;
}

// ------------------------------------------------------------------------------------------ games

// A quiet position of a game, and its outcome.
struct quiet_position {
    struct kauri_packed board;
    uint8_t seeds;
    int16_t outcome;  // r for the player to move by the captures that followed, in units
    int16_t searched; // estimate of the engine's search
};

struct game {
    struct quiet_position *samples;
    unsigned count;
};

struct tournament {
    const struct kauri_self_play *options;
    struct game *games;
    struct kauri_engine **engines; // engine of each worker
};

// A ply, and the seeds that it gains for the side that moved.
struct ply {
    uint8_t side;
    int gain;
    bool sampled;
};

static enum kauri_status play(struct kauri_engine *engine, const struct kauri_self_play *options,
                              uint64_t state, struct game *game, struct kauri_error *error)
{
    struct kauri_position position = kauri_start(KAURI_HOLES_MAX);
    struct kauri_engine_limits limits = {.nodes = options->nodes};
    struct ply plies[PLIES_MAX];
    unsigned count = 0;
    const unsigned opening = (unsigned)(kauri_random(&state) % (RANDOM_PLIES + 1));
    kauri_engine_clear(engine);
    for (; count < PLIES_MAX && kauri_seeds(&position) > 0; count++) {
        struct kauri_engine_report report;
        int hole = kauri_random_move(&position, &state);
        const bool at_random = count < opening || kauri_random(&state) % RANDOM_RARITY == 0;
        const struct kauri_position before = position;
        struct quiet_position *sample = &game->samples[game->count];
        if (!at_random) {
            const enum kauri_status status =
                kauri_engine_think(engine, &position, &limits, &report, error);
            if (status != KAURI_OK) {
                return status;
            }
            hole = report.lines[0].hole;
            sample->searched = (int16_t)report.lines[0].estimate;
        }
        const struct kauri_capture captured = kauri_play(&position, hole);
        plies[count] = (struct ply){
            .side = before.side,
            .gain = (int)captured.own - (int)captured.opponent,
            .sampled = !at_random && captured.own == 0 && captured.opponent == 0,
        };
        if (plies[count].sampled) {
            sample->seeds = (uint8_t)kauri_seeds(&before);
            sample->board = kauri_pack(&before);
            game->count++;
        }
    }
    int south = 0; // seeds that South captures from here on, minus North's
    unsigned at = game->count;
    for (unsigned i = count; i-- > 0;) {
        south += plies[i].side == KAURI_SOUTH ? plies[i].gain : -plies[i].gain;
        if (plies[i].sampled) {
            game->samples[--at].outcome =
                (int16_t)(3 * KAURI_ESTIMATE_UNIT *
                          (plies[i].side == KAURI_SOUTH ? south : -south));
        }
    }
    return KAURI_OK;
}

static enum kauri_status play_one(void *context, unsigned worker, uint64_t index,
                                  struct kauri_error *error)
{
    struct tournament *tournament = context;
    struct game *game = &tournament->games[index];
    game->samples = calloc(PLIES_MAX + 1, sizeof *game->samples);
    if (game->samples == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for games");
    }
    return play(tournament->engines[worker], tournament->options,
                tournament->options->seed + index * UINT64_C(0xd1342543de82ef95), game, error);
}

static void free_games(const struct kauri_self_play *options, struct game *games)
{
    for (unsigned i = 0; games != NULL && i < options->games; i++) {
        free(games[i].samples);
    }
    free(games);
}

// Plays all games. The caller frees *games with free_games, also on failure.
static enum kauri_status play_all(const struct kauri_self_play *options, struct game **games,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct tournament tournament = {
        .options = options,
        .games = calloc(options->games, sizeof *tournament.games),
        .engines = calloc(options->threads, sizeof(struct kauri_engine *)),
    };
    struct kauri_pace pace = {.threads = options->threads};
    const struct kauri_loop loop = {.pace = &pace, .count = options->games};
    const struct kauri_engine_parts engine = {
        .shape = {KAURI_HOLES_MAX, KAURI_COWRIES_MAX},
        .memory = MEMORY,
        .net = options->net,
        .plain = true,
    };
    if (tournament.games == NULL || tournament.engines == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for games");
        goto cleanup;
    }
    for (unsigned i = 0; i < options->threads; i++) {
        KAURI_TRY(kauri_engine_make(&engine, &tournament.engines[i], error));
    }
    KAURI_TRY(kauri_loop(&loop, play_one, &tournament, error));
cleanup:
    for (unsigned i = 0; tournament.engines != NULL && i < options->threads; i++) {
        kauri_engine_free(tournament.engines[i]);
    }
    free(tournament.engines);
    *games = tournament.games;
    return status;
}

static enum kauri_status add_estimate(const struct quiet_position *from, float outcome,
                                      struct kauri_net_samples *samples, struct kauri_error *error)
{
    const float units = outcome * from->outcome + (1.0F - outcome) * from->searched;
    const float whole = (float)(from->seeds + KAURI_ESTIMATE_MORE);
    struct kauri_net_sample sample = {
        .label = KAURI_NET_ESTIMATED,
        .target = units / (3 * KAURI_ESTIMATE_UNIT * whole),
        .weight = whole / 24.0F,
    };
    rows_of_board(&from->board, KAURI_HOLES_MAX, sample.rows);
    sample.rows[KAURI_NET_BOARD] = (uint16_t)(KAURI_ESTIMATE_ALL_SEEDS + from->seeds);
    return kauri_net_samples_add(samples, &sample, error);
}

enum kauri_status kauri_net_estimate_samples(const struct kauri_self_play *games, float outcome,
                                             struct kauri_net_samples *samples,
                                             struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct game *played = NULL;
    KAURI_TRY(play_all(games, &played, error));
    for (unsigned i = 0; i < games->games; i++) {
        for (unsigned k = 0; k < played[i].count; k++) {
            KAURI_TRY(add_estimate(&played[i].samples[k], outcome, samples, error));
        }
    }
cleanup:
    free_games(games, played);
    return status;
}
