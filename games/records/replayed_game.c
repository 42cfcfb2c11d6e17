// The public functions on replayed games.
#include "kauri/kauri.h"

#include "common/status.h"
#include "games/records/record_reader.h"
#include "games/records/replay.h"

#include <stdlib.h>

struct kauri_replayed_game {
    struct kauri_record record; // names, date and result
    struct kauri_replay replay;
};

enum kauri_status kauri_replay_next(struct kauri_record_reader *reader,
                                    struct kauri_replayed_game **game, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_record_reader next = *reader;
    bool found = false;
    *game = NULL;
    struct kauri_replayed_game *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a game");
    }
    kauri_record_init(&made->record);
    KAURI_TRY(kauri_record_next(&next, &made->record, &found, error));
    if (found) {
        status = kauri_replay_record(&made->record, &made->replay, error);
        kauri_replay_complete(&made->replay, &made->record);
    }
    if (status == KAURI_OK || status == KAURI_BAD_INPUT) {
        *reader = next;
        *game = found ? made : NULL;
        made = found ? NULL : made;
    }
cleanup:
    kauri_replayed_free(made);
    return status;
}

void kauri_replayed_free(struct kauri_replayed_game *game)
{
    if (game == NULL) {
        return;
    }
    kauri_record_clear(&game->record);
    kauri_replay_clear(&game->replay);
    free(game);
}

size_t kauri_replayed_count(const struct kauri_replayed_game *game)
{
    return game->replay.count;
}

const struct kauri_replayed_ply *kauri_replayed_ply_at(const struct kauri_replayed_game *game,
                                                       size_t index)
{
    return &game->replay.plies[index];
}

const struct kauri_position *kauri_replayed_start(const struct kauri_replayed_game *game)
{
    return &game->replay.start;
}

const struct kauri_position *kauri_replayed_end(const struct kauri_replayed_game *game)
{
    return &game->replay.end;
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

enum kauri_result_check kauri_replayed_result_check(const struct kauri_replayed_game *game)
{
    return game->replay.result;
}

const char *kauri_replayed_remark(const struct kauri_replayed_game *game, size_t index)
{
    return index < game->record.remark_count ? game->record.remark[index] : NULL;
}

size_t kauri_replayed_piece_count(const struct kauri_replayed_game *game)
{
    return game->record.pieces.count;
}

const struct kauri_piece *kauri_replayed_piece_at(const struct kauri_replayed_game *game,
                                                  size_t index)
{
    return &game->record.pieces.pieces[index];
}
