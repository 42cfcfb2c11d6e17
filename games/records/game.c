#include "games/records/game.h"

#include "common/memory.h"
#include "rules/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Endings of a game that could continue by the rules.
enum ending { GOES_ON, UNLIMITED, RESIGNED };

struct kauri_game {
    enum kauri_ruleset rules;
    enum ending ending;
    struct kauri_position start;
    struct kauri_position now;
    size_t count;
    size_t capacity;
    struct kauri_game_ply *plies;
};

enum kauri_status kauri_game_new(const struct kauri_position *start, enum kauri_ruleset rules,
                                 struct kauri_game **game, struct kauri_error *error)
{
    *game = calloc(1, sizeof **game);
    if (*game == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "no memory for a game");
    }
    (*game)->rules = rules;
    (*game)->start = *start;
    (*game)->now = *start;
    return KAURI_OK;
}

void kauri_game_free(struct kauri_game *game)
{
    if (game != NULL) {
        free(game->plies);
        free(game);
    }
}

const struct kauri_position *kauri_game_position(const struct kauri_game *game)
{
    return &game->now;
}

enum kauri_ruleset kauri_game_rules(const struct kauri_game *game)
{
    return game->rules;
}

enum kauri_game_state kauri_game_state(const struct kauri_game *game)
{
    const bool can_move = kauri_legal_moves(&game->now).count > 0;
    if (game->ending != GOES_ON) {
        return game->ending == RESIGNED ? KAURI_GAME_RESIGNED : KAURI_GAME_UNLIMITED;
    }
    if (kauri_seeds(&game->now) > 0) {
        return can_move ? KAURI_GAME_MOVE : KAURI_GAME_PASS;
    }
    if (game->rules == KAURI_STANDARD || kauri_lead(&game->now) != 0) {
        return KAURI_GAME_CAPTURED;
    }
    return can_move ? KAURI_GAME_MOVE : KAURI_GAME_STUCK;
}

bool kauri_game_is_over(const struct kauri_game *game)
{
    const enum kauri_game_state state = kauri_game_state(game);
    return state != KAURI_GAME_MOVE && state != KAURI_GAME_PASS;
}

size_t kauri_game_count(const struct kauri_game *game)
{
    return game->count;
}

const struct kauri_game_ply *kauri_game_ply(const struct kauri_game *game, size_t index)
{
    return &game->plies[index];
}

enum kauri_status kauri_game_history(const struct kauri_game *game, struct kauri_position **history,
                                     struct kauri_error *error)
{
    *history = calloc(game->count + 1, sizeof **history);
    if (*history == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the positions of a game");
    }
    for (size_t i = 0; i < game->count; i++) {
        (*history)[i] = game->plies[i].before;
    }
    return KAURI_OK;
}

enum kauri_result kauri_game_result(const struct kauri_game *game)
{
    const int lead = (int)game->now.score[KAURI_SOUTH] - (int)game->now.score[KAURI_NORTH];
    switch (kauri_game_state(game)) {
    case KAURI_GAME_MOVE:
    case KAURI_GAME_PASS:
        return KAURI_DRAW;
    case KAURI_GAME_CAPTURED:
    case KAURI_GAME_UNLIMITED:
        return kauri_result_of(lead);
    case KAURI_GAME_STUCK:
    case KAURI_GAME_RESIGNED:
        break;
    }
    return game->now.side == KAURI_SOUTH ? KAURI_LOSS : KAURI_WIN;
}

static enum kauri_status check_move(const struct kauri_game *game, int hole,
                                    struct kauri_error *error)
{
    const struct kauri_position *now = &game->now;
    const enum kauri_side side = (enum kauri_side)now->side;
    const enum kauri_game_state state = kauri_game_state(game);
    if (state == KAURI_GAME_PASS) {
        return hole == KAURI_MOVE_PASS
                   ? KAURI_OK
                   : kauri_fail(error, KAURI_BAD_INPUT, "%s must pass", kauri_side_name(side));
    }
    if (state != KAURI_GAME_MOVE) {
        return kauri_fail(error, KAURI_BAD_INPUT, "the game is over");
    }
    if (hole == KAURI_MOVE_PASS) {
        return kauri_fail(error, KAURI_BAD_INPUT, "%s can move and must not pass",
                          kauri_side_name(side));
    }
    if (hole < 0 || hole >= now->holes) {
        return kauri_fail(error, KAURI_BAD_INPUT, "the board has no such hole");
    }
    if (now->cowries[kauri_own_hole(now, (unsigned)hole)] == 0) {
        return kauri_fail(error, KAURI_BAD_INPUT, "there is no cowrie in %c",
                          kauri_move_letter(side, hole));
    }
    return KAURI_OK;
}

enum kauri_status kauri_game_play(struct kauri_game *game, int hole, struct kauri_error *error)
{
    KAURI_PASS(check_move(game, hole, error));
    if (!KAURI_FITS(game->plies, game->count + 1, game->capacity)) {
        return kauri_fail(error, KAURI_RESOURCE, "no memory for a game of %zu plies",
                          game->count + 1);
    }
    struct kauri_game_ply *ply = &game->plies[game->count++];
    ply->before = game->now;
    ply->hole = hole;
    ply->captured = kauri_play(&game->now, hole);
    return KAURI_OK;
}

void kauri_game_undo(struct kauri_game *game, size_t plies)
{
    game->ending = GOES_ON;
    game->count -= plies < game->count ? plies : game->count;
    game->now = game->start;
    if (game->count > 0) {
        const struct kauri_game_ply *last = &game->plies[game->count - 1];
        game->now = last->before;
        (void)kauri_play(&game->now, last->hole);
    }
}

bool kauri_game_repeats(const struct kauri_game *game, size_t *since)
{
    for (size_t i = game->count; i-- > 0;) {
        const struct kauri_position *before = &game->plies[i].before;
        if (kauri_position_equal(before, &game->now)) {
            *since = i;
            return true;
        }
        // Scores never fall: a position from before the last capture cannot occur again.
        if (before->score[0] != game->now.score[0] || before->score[1] != game->now.score[1]) {
            return false;
        }
    }
    return false;
}

void kauri_game_resign(struct kauri_game *game)
{
    game->ending = kauri_game_is_over(game) ? game->ending : RESIGNED;
}

void kauri_game_end_unlimited(struct kauri_game *game)
{
    game->ending = kauri_game_is_over(game) ? game->ending : UNLIMITED;
}

// The result sentence, as in the published records: the winner's captures come first.
static void set_result(const struct kauri_game *game, struct kauri_record *record)
{
    const uint8_t *score = game->now.score;
    const enum kauri_game_state state = kauri_game_state(game);
    const enum kauri_result result = kauri_game_result(game);
    const unsigned winner = result == KAURI_LOSS ? KAURI_NORTH : KAURI_SOUTH;
    char sentence[KAURI_RECORD_RESULT_BYTES];
    const char *how = state == KAURI_GAME_UNLIMITED ? ", play had no end" : "";
    if (state == KAURI_GAME_RESIGNED) {
        (void)snprintf(sentence, sizeof sentence, "%s resigned.", kauri_side_name(game->now.side));
    } else if (state == KAURI_GAME_STUCK) {
        (void)snprintf(sentence, sizeof sentence, "%s won the tie-breaker after %u : %u.",
                       kauri_side_name(winner), score[winner], score[1 - winner]);
    } else if (result == KAURI_DRAW) {
        (void)snprintf(sentence, sizeof sentence, "Draw, %u : %u points%s.", score[0], score[1],
                       how);
    } else {
        (void)snprintf(sentence, sizeof sentence, "%s won by %u : %u points%s.",
                       kauri_side_name(winner), score[winner], score[1 - winner], how);
    }
    kauri_record_set_result(record, sentence);
}

enum kauri_status kauri_game_record(const struct kauri_game *game, struct kauri_record *record,
                                    struct kauri_error *error)
{
    const struct kauri_position normal = kauri_start(KAURI_HOLES_MAX);
    int last_side = -1; // side of the previous move; passes do not count
    record->start = game->start;
    record->start_given = !kauri_position_equal(&game->start, &normal);
    for (size_t i = 0; i < game->count; i++) {
        const struct kauri_game_ply *played = &game->plies[i];
        if (played->hole == KAURI_MOVE_PASS) {
            continue;
        }
        const struct kauri_ply ply = {
            .side = played->before.side,
            .hole = (int8_t)played->hole,
            .joined = last_side == (int)played->before.side,
            .captures_written = played->captured.own > 0 || played->captured.opponent > 0,
            .captures = played->captured,
        };
        KAURI_PASS(kauri_record_append(record, &ply, error));
        last_side = (int)played->before.side;
    }
    if (record->count == 0) {
        return kauri_fail(error, KAURI_BAD_INPUT, "no move has been made; there is no record yet");
    }
    if (kauri_game_is_over(game)) {
        set_result(game, record);
    }
    return KAURI_OK;
}
