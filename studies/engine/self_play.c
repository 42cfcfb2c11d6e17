#include "studies/engine/self_play.h"

#include "common/loop.h"
#include "queries/engine/engine.h"
#include "studies/random.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLIES_MAX = 250,    // of a game; what follows counts as nothing
    RANDOM_PLIES = 20,  // at the beginning, at most
    RANDOM_RARITY = 24, // later, one ply of so many is random
    MEMORY = 1 << 20,
};

struct game {
    struct kauri_sample *samples;
    unsigned count;
};

struct tournament {
    const struct kauri_self_play *options;
    struct game *games;
    struct kauri_engine **engines; // by worker
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
        struct kauri_sample *sample = &game->samples[game->count];
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

static enum kauri_status append(struct kauri_samples *samples, const struct game *game,
                                struct kauri_error *error)
{
    if (samples->room - samples->count < game->count) {
        const size_t room = 2 * samples->room + game->count + 1024;
        struct kauri_sample *items = realloc(samples->items, room * sizeof *items);
        if (items == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for samples");
        }
        samples->items = items;
        samples->room = room;
    }
    memcpy(samples->items + samples->count, game->samples, game->count * sizeof *game->samples);
    samples->count += game->count;
    return KAURI_OK;
}

enum kauri_status kauri_self_play(const struct kauri_self_play *options,
                                  struct kauri_samples *samples, struct kauri_error *error)
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
        .no_openings = true,
    };
    if (tournament.games == NULL || tournament.engines == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for games");
        goto cleanup;
    }
    for (unsigned i = 0; i < options->threads; i++) {
        KAURI_TRY(kauri_engine_make(&engine, &tournament.engines[i], error));
    }
    KAURI_TRY(kauri_loop(&loop, play_one, &tournament, error));
    for (unsigned i = 0; i < options->games; i++) {
        KAURI_TRY(append(samples, &tournament.games[i], error));
    }
cleanup:
    for (unsigned i = 0; tournament.games != NULL && i < options->games; i++) {
        free(tournament.games[i].samples);
    }
    for (unsigned i = 0; tournament.engines != NULL && i < options->threads; i++) {
        kauri_engine_free(tournament.engines[i]);
    }
    free(tournament.games);
    free(tournament.engines);
    return status;
}
