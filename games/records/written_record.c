// Writes the record of a game for the public interface.
#include "kauri/game_records.h"

#include "common/checked.h"
#include "common/memory.h"
#include "games/records/game.h"
#include "games/records/record_write.h"
#include "rules/notation.h"

#include <stdio.h>
#include <stdlib.h>

static enum kauri_status play_all(struct kauri_game *game, const char *moves,
                                  struct kauri_error *error)
{
    for (size_t i = 0; moves[i] != '\0'; i++) {
        const char letter[] = {moves[i], '\0'};
        struct kauri_error reason;
        int hole = 0;
        enum kauri_status status =
            kauri_move_parse(kauri_game_position(game), letter, &hole, &reason);
        if (status == KAURI_OK) {
            status = kauri_game_play(game, hole, &reason);
        }
        if (status != KAURI_OK) {
            return kauri_fail(error, status, "ply %zu: %s", i + 1, reason.message);
        }
    }
    return KAURI_OK;
}

// Copies a text, which may be NULL.
static enum kauri_status take(char *into, size_t bytes, const char *text, struct kauri_error *error)
{
    const int length = snprintf(into, bytes, "%s", text != NULL ? text : "");
    return length >= 0 && (size_t)length < bytes
               ? KAURI_OK
               : kauri_fail(error, KAURI_USAGE, "names and dates have at most %zu bytes",
                            bytes - 1);
}

enum kauri_status kauri_record_write(const struct kauri_record_heading *heading, const char *moves,
                                     char **text, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_record_heading taken = {.number = 0};
    struct kauri_position start;
    struct kauri_record record;
    struct kauri_game *game = NULL;
    *text = NULL;
    kauri_record_init(&record);
    if (heading != NULL) {
        KAURI_TRY(kauri_struct_take(heading, KAURI_STRUCT_END(struct kauri_record_heading, rules),
                                    &taken, sizeof taken, "kauri_record_heading", error));
    }
    if (taken.number > KAURI_RECORD_NUMBER_MAX || taken.rules > KAURI_TIEBREAKER) {
        KAURI_TRY(kauri_fail(error, KAURI_USAGE,
                             "`%s` of struct kauri_record_heading is out of range",
                             taken.rules > KAURI_TIEBREAKER ? "rules" : "number"));
    }
    KAURI_TRY(kauri_position_start(KAURI_HOLES_MAX, &start, error));
    if (taken.start != NULL) {
        KAURI_TRY(kauri_position_check(taken.start, error));
        start = *taken.start;
    }
    KAURI_TRY(kauri_game_new(&start, taken.rules, &game, error));
    KAURI_TRY(play_all(game, moves, error));
    KAURI_TRY(kauri_game_record(game, &record, error));
    record.number = taken.number == 0 ? 1 : taken.number;
    KAURI_TRY(take(record.player[KAURI_SOUTH], sizeof record.player[0], taken.south, error));
    KAURI_TRY(take(record.player[KAURI_NORTH], sizeof record.player[0], taken.north, error));
    KAURI_TRY(take(record.date, sizeof record.date, taken.date, error));
    KAURI_TRY(kauri_record_format(&record, text, error));
cleanup:
    kauri_record_clear(&record);
    kauri_game_free(game);
    return status;
}

void kauri_record_text_free(char *text)
{
    free(text);
}
