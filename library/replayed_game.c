// The public functions on replayed games, which are flat copies of the replays of records/replay.h.
#include "kauri/kauri.h"

#include "common/status.h"
#include "records/record.h"
#include "records/replay.h"

#include <stdlib.h>
#include <string.h>

struct kauri_replayed_game {
    struct kauri_record record; // names, date, result
    struct kauri_position start, end;
    size_t count;
    struct kauri_replayed_ply *plies;
};

static struct kauri_replayed_ply flat_ply(const struct kauri_replay_ply *from)
{
    struct kauri_replayed_ply ply = {
        .before = from->before,
        .after = from->after,
        .hole = from->pass ? KAURI_MOVE_PASS : from->ply.hole,
        .number = from->ply.number,
        .captured = from->captures,
        .written = from->ply.captures,
        .captures_written = from->ply.captures_written,
        .inserted = from->inserted,
        .differs = from->differs,
    };
    _Static_assert(sizeof ply.marks == sizeof from->ply.marks, "marks are copied whole");
    memcpy(ply.marks, from->ply.marks, sizeof ply.marks);
    return ply;
}

static enum kauri_status copy_plies(struct kauri_replayed_game *game,
                                    const struct kauri_replay *replay, struct kauri_error *error)
{
    game->start = replay->start;
    game->end = replay->end;
    if (replay->count == 0) {
        return KAURI_OK;
    }
    game->plies = calloc(replay->count, sizeof *game->plies);
    if (game->plies == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a game of %zu plies",
                          replay->count);
    }
    for (size_t i = 0; i < replay->count; i++) {
        game->plies[i] = flat_ply(&replay->plies[i]);
    }
    game->count = replay->count;
    return KAURI_OK;
}

enum kauri_status kauri_replay_next(struct kauri_record_reader *reader,
                                    struct kauri_replayed_game **game, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_replay replay = {0};
    struct kauri_record_reader next = *reader;
    bool found = false;
    *game = NULL;
    struct kauri_replayed_game *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a game");
    }
    kauri_record_init(&made->record);
    KAURI_TRY(kauri_record_next(&next, &made->record, &found, error));
    if (!found) {
        *reader = next;
        goto cleanup;
    }
    status = kauri_replay_record(&made->record, &replay, error);
    if (status != KAURI_OK && status != KAURI_BAD_INPUT) {
        goto cleanup;
    }
    const enum kauri_status copied = copy_plies(made, &replay, error);
    if (copied != KAURI_OK) {
        status = copied;
        goto cleanup;
    }
    *reader = next;
    *game = made;
    made = NULL;
cleanup:
    kauri_replay_clear(&replay);
    kauri_replayed_free(made);
    return status;
}

void kauri_replayed_free(struct kauri_replayed_game *game)
{
    if (game == NULL) {
        return;
    }
    kauri_record_clear(&game->record);
    free(game->plies);
    free(game);
}

size_t kauri_replayed_count(const struct kauri_replayed_game *game)
{
    return game->count;
}

const struct kauri_replayed_ply *kauri_replayed_ply_at(const struct kauri_replayed_game *game,
                                                       size_t index)
{
    return &game->plies[index];
}

const struct kauri_position *kauri_replayed_start(const struct kauri_replayed_game *game)
{
    return &game->start;
}

const struct kauri_position *kauri_replayed_end(const struct kauri_replayed_game *game)
{
    return &game->end;
}

const char *kauri_replayed_player(const struct kauri_replayed_game *game, enum kauri_side side)
{
    return game->record.player[side == KAURI_NORTH ? KAURI_NORTH : KAURI_SOUTH];
}

const char *kauri_replayed_date(const struct kauri_replayed_game *game)
{
    return game->record.date;
}

const char *kauri_replayed_result(const struct kauri_replayed_game *game)
{
    return game->record.result.text;
}
