// The public functions on positions and moves: with the checks that rules/board.h, which trusts its
// arguments, leaves out.
#include "kauri/kauri.h"

#include "common/character.h"
#include "common/status.h"
#include "rules/board.h"
#include "rules/notation.h"

#include <string.h>

enum kauri_status kauri_position_start(unsigned holes, struct kauri_position *position,
                                       struct kauri_error *error)
{
    if (holes < 1 || holes > KAURI_HOLES_MAX) {
        return kauri_fail(error, KAURI_USAGE, "a row has 1 to %d holes, not %u", KAURI_HOLES_MAX,
                          holes);
    }
    *position = kauri_start(holes);
    return KAURI_OK;
}

enum kauri_status kauri_position_check(const struct kauri_position *position,
                                       struct kauri_error *error)
{
    if (position->holes < 1 || position->holes > KAURI_HOLES_MAX) {
        return kauri_fail(error, KAURI_BAD_INPUT, "a row has 1 to %d holes, not %u",
                          KAURI_HOLES_MAX, position->holes);
    }
    if (position->side != KAURI_SOUTH && position->side != KAURI_NORTH) {
        return kauri_fail(error, KAURI_BAD_INPUT, "the side to move is 0 or 1, not %u",
                          position->side);
    }
    // Sums of twelve or fourteen bytes: no overflow.
    const unsigned seeds = kauri_seeds(position);
    const unsigned captured = position->score[0] + position->score[1];
    if (seeds + captured > KAURI_SEEDS_MAX) {
        return kauri_fail(error, KAURI_BAD_INPUT,
                          "%u seeds on the board and %u captured are more than %d", seeds, captured,
                          KAURI_SEEDS_MAX);
    }
    const unsigned cowries = kauri_cowries(position);
    if (cowries > KAURI_COWRIES_MAX) {
        return kauri_fail(error, KAURI_BAD_INPUT, "%u cowries on the board are more than %d",
                          cowries, KAURI_COWRIES_MAX);
    }
    for (unsigned hole = 2U * position->holes; hole < KAURI_BOARD_HOLES_MAX; hole++) {
        if (position->seeds[hole] != 0 || position->cowries[hole] != 0) {
            return kauri_fail(
                error, KAURI_BAD_INPUT,
                "hole %u is not on a board with %u holes in a row, but holds counters", hole,
                position->holes);
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_position_moves(const struct kauri_position *position,
                                       struct kauri_moves *moves, struct kauri_error *error)
{
    const enum kauri_status status = kauri_position_check(position, error);
    if (status == KAURI_OK) {
        *moves = kauri_legal_moves(position);
    }
    return status;
}

static bool is_legal(const struct kauri_position *position, int hole)
{
    const struct kauri_moves moves = kauri_legal_moves(position);
    if (hole == KAURI_MOVE_PASS) {
        return moves.count == 0 && kauri_seeds(position) > 0;
    }
    for (unsigned i = 0; i < moves.count; i++) {
        if (moves.hole[i] == hole) {
            return true;
        }
    }
    return false;
}

enum kauri_status kauri_position_play(struct kauri_position *position, int hole,
                                      struct kauri_capture *captured, struct kauri_error *error)
{
    KAURI_PASS(kauri_position_check(position, error));
    if (!is_legal(position, hole)) {
        char text[KAURI_POSITION_TEXT_BYTES];
        (void)kauri_position_format(position, text);
        if (hole == KAURI_MOVE_PASS) {
            return kauri_fail(error, KAURI_BAD_INPUT, "no pass at %s: %s", text,
                              kauri_seeds(position) > 0 ? "there is a legal move"
                                                        : "no seed is left");
        }
        if (hole < 0 || hole >= position->holes) {
            return kauri_fail(error, KAURI_BAD_INPUT, "there is no hole %d at %s", hole, text);
        }
        return kauri_fail(error, KAURI_BAD_INPUT, "%c cannot be moved at %s: it holds no cowrie",
                          kauri_move_letter((enum kauri_side)position->side, hole), text);
    }
    const struct kauri_capture capture = kauri_play(position, hole);
    if (captured != NULL) {
        *captured = capture;
    }
    return KAURI_OK;
}

// Copies a word in its plain form, without blanks; it is cut to fit, and has '?' for other
// characters than ASCII.
static void plain_word(const char *text, char *word, size_t capacity)
{
    size_t n = 0;
    struct kauri_character character = kauri_character_at(text);
    while (character.bytes > 0 && n + 1 < capacity) {
        const uint32_t plain = kauri_plain_form(kauri_character_meant(character));
        if (plain != ' ' && plain != '\n' && plain != KAURI_PLAIN_NOTHING) {
            word[n++] = plain < 0x7f ? (char)plain : '?';
        }
        text += character.bytes;
        character = kauri_character_at(text);
    }
    word[n] = '\0';
}

enum kauri_status kauri_move_parse(const struct kauri_position *position, const char *text,
                                   int *hole, struct kauri_error *error)
{
    KAURI_PASS(kauri_position_check(position, error));
    char word[8];
    plain_word(text, word, sizeof word);
    if (strcmp(word, "-") == 0 || strcmp(word, "--") == 0 || strcmp(word, "pass") == 0) {
        *hole = KAURI_MOVE_PASS;
        return KAURI_OK;
    }
    enum kauri_side side = KAURI_SOUTH;
    int number = 0;
    if (word[0] == '\0' || word[1] != '\0' || !kauri_letter_move(word[0], &side, &number) ||
        number >= position->holes) {
        return kauri_fail(error, KAURI_BAD_INPUT,
                          "a move is one letter, '%c' to '%c' here, or '-' for a pass",
                          kauri_move_letter(position->side, 0),
                          kauri_move_letter(position->side, position->holes - 1));
    }
    if (side != position->side) {
        return kauri_fail(error, KAURI_BAD_INPUT, "%c is %s's hole, and %s is to move", word[0],
                          kauri_side_name(side), kauri_side_name(position->side));
    }
    *hole = number;
    return KAURI_OK;
}
