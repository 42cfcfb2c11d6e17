// Plays any letters from any position. Illegal moves must be refused and leave the game as it was;
// legal ones must keep all cowries and all seeds, captured ones included; taking everything back
// must lead to the start; and the record of the game must replay to the same end.
//
// The input is a position, a newline, and then a letter for each move, '-' for a pass, '<' to take
// a ply back. Needs kauri_records and kauri_rules.
#include "games/records/game.h"
#include "games/records/replay.h"
#include "rules/notation.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_MAX = 2048 };

static void require(bool holds)
{
    if (!holds) {
        abort();
    }
}

static unsigned all_seeds(const struct kauri_position *position)
{
    return kauri_seeds(position) + position->score[0] + position->score[1];
}

// Returns the hole that a letter names for the player to move; -2, which no board has, for any
// other letter.
static int hole_of(const struct kauri_position *now, char letter)
{
    enum kauri_side side = KAURI_SOUTH;
    int hole = 0;
    if (letter == '-') {
        return KAURI_MOVE_PASS;
    }
    if (!kauri_letter_move(letter, &side, &hole)) {
        return -2;
    }
    require(kauri_move_letter(side, hole) == letter);
    return side == (enum kauri_side)now->side ? hole : -2;
}

static bool is_legal(const struct kauri_game *game, int hole)
{
    const struct kauri_moves moves = kauri_legal_moves(kauri_game_position(game));
    if (kauri_game_state(game) == KAURI_GAME_PASS) {
        return hole == KAURI_MOVE_PASS;
    }
    bool found = false;
    for (unsigned m = 0; m < moves.count; m++) {
        found = found || (int)moves.hole[m] == hole;
    }
    return found && kauri_game_state(game) == KAURI_GAME_MOVE;
}

static void play(struct kauri_game *game, char letter)
{
    const struct kauri_position before = *kauri_game_position(game);
    const int hole = hole_of(&before, letter);
    const bool legal = is_legal(game, hole);
    const enum kauri_status status = kauri_game_play(game, hole, NULL);
    const struct kauri_position *now = kauri_game_position(game);
    require(legal ? status == KAURI_OK : status == KAURI_BAD_INPUT);
    if (!legal) {
        require(kauri_position_equal(&before, now));
        return;
    }
    require(now->side != before.side && all_seeds(now) == all_seeds(&before));
    require(kauri_cowries(now) == kauri_cowries(&before));
    require(now->score[0] >= before.score[0] && now->score[1] >= before.score[1]);
}

static void check_record(const struct kauri_game *game)
{
    struct kauri_record record;
    struct kauri_replay replay;
    kauri_record_init(&record);
    if (kauri_game_record(game, &record, NULL) == KAURI_OK) {
        // A pass after the last move is not in the record.
        const struct kauri_game_ply *last = kauri_game_ply(game, kauri_game_count(game) - 1);
        const struct kauri_position *end =
            last->hole == KAURI_MOVE_PASS ? &last->before : kauri_game_position(game);
        require(kauri_replay_record(&record, &replay, NULL) == KAURI_OK);
        require(kauri_position_equal(&replay.end, end));
        require(replay.differences == 0 && !replay.repair.found);
        require(replay.result != KAURI_RESULT_DIFFERS);
        kauri_replay_clear(&replay);
    }
    kauri_record_clear(&record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[INPUT_MAX + 1];
    struct kauri_position start;
    struct kauri_game *game = NULL;
    if (size > INPUT_MAX) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    char *moves = text + strcspn(text, "\n");
    if (*moves != '\0') {
        *moves++ = '\0';
    }
    if (kauri_position_parse(text, &start, NULL) != KAURI_OK ||
        kauri_game_new(&start, size % 2 == 0 ? KAURI_STANDARD : KAURI_TIEBREAKER, &game, NULL) !=
            KAURI_OK) {
        return 0;
    }
    for (; *moves != '\0'; moves++) {
        if (*moves == '<') {
            kauri_game_undo(game, 1);
        } else {
            play(game, *moves);
        }
    }
    check_record(game);
    kauri_game_undo(game, SIZE_MAX);
    require(kauri_position_equal(&start, kauri_game_position(game)));
    kauri_game_free(game);
    return 0;
}
