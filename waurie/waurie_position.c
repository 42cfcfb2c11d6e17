#include "waurie/waurie_position.h"

#include <stdio.h>
#include <string.h>

static enum kauri_status fail(const char *text, const char *message, struct kauri_error *error)
{
    return kauri_fail(error, KAURI_BAD_INPUT, "position \"%.100s\": %s", text, message);
}

// Reads numbers separated by commas into the row; *text is advanced past them.
static bool parse_row(const char **text, uint8_t row[WAURIE_PITS_MAX], unsigned *pits)
{
    const char *at = *text;
    for (*pits = 0; *pits < WAURIE_PITS_MAX; at++) {
        unsigned number = 0;
        if (*at < '0' || *at > '9') {
            return false;
        }
        for (; *at >= '0' && *at <= '9'; at++) {
            number = number * 10 + (unsigned)(*at - '0');
            if (number > WAURIE_SEEDS_MAX) {
                return false;
            }
        }
        row[(*pits)++] = (uint8_t)number;
        if (*at != ',') {
            *text = at;
            return true;
        }
    }
    return false;
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t\r\n");
}

enum kauri_status waurie_position_parse(const char *text, struct waurie_position *position,
                                        struct kauri_error *error)
{
    static const char form[] =
        "expected SOUTH/NORTH SIDE, such as '4,4,4,4,4,4/4,4,4,4,4,4 S', with 1 to 6 pits in a row "
        "and at most 72 seeds";
    uint8_t rows[2][WAURIE_PITS_MAX] = {{0}};
    unsigned pits[2];
    const char *at = skip_blanks(text);
    if (!parse_row(&at, rows[0], &pits[0]) || *at++ != '/' || !parse_row(&at, rows[1], &pits[1])) {
        return fail(text, form, error);
    }
    const char *side = skip_blanks(at);
    if (side == at || (*side != 'S' && *side != 'N') || *skip_blanks(side + 1) != '\0') {
        return fail(text, "expected S or N, the player to move, after the rows", error);
    }
    if (pits[0] != pits[1]) {
        return fail(text, "the rows have different numbers of pits", error);
    }
    const bool north = *side == 'N';
    *position = (struct waurie_position){.board.pits = (uint8_t)pits[0], .north = north};
    memcpy(position->board.own, rows[north ? 1 : 0], WAURIE_PITS_MAX);
    memcpy(position->board.other, rows[north ? 0 : 1], WAURIE_PITS_MAX);
    const unsigned seeds = waurie_seeds(&position->board);
    if (seeds > WAURIE_SEEDS_MAX) {
        return fail(text, "more than 72 seeds", error);
    }
    return seeds > 0 ? KAURI_OK : fail(text, "no seeds; a position has 1 to 72", error);
}

static size_t format_row(const uint8_t *row, unsigned pits, char *text)
{
    size_t length = 0;
    for (unsigned i = 0; i < pits; i++) {
        length += (size_t)sprintf(text + length, "%s%u", i == 0 ? "" : ",", row[i] % 100U);
    }
    return length;
}

const char *waurie_position_format(const struct waurie_position *position,
                                   char text[WAURIE_POSITION_TEXT_BYTES])
{
    const struct waurie_board *board = &position->board;
    size_t length = format_row(position->north ? board->other : board->own, board->pits, text);
    text[length++] = '/';
    length += format_row(position->north ? board->own : board->other, board->pits, text + length);
    text[length++] = ' ';
    text[length++] = position->north ? 'N' : 'S';
    text[length] = '\0';
    return text;
}

const char *waurie_win_word(const struct waurie_rules *rules)
{
    return rules->at_turn ? "at-turn" : "at-once";
}

const char *waurie_lap_word(const struct waurie_rules *rules)
{
    return rules->skip ? "skip" : "into";
}

const char *waurie_stores_word(const struct waurie_rules *rules)
{
    return rules->both ? "both" : "own";
}

const char *waurie_side_name(bool north)
{
    return north ? "North" : "South";
}

void waurie_answer_begin(const struct waurie_rules *rules, const struct waurie_position *position,
                         struct waurie_answer *answer)
{
    const struct waurie_board *board = &position->board;
    *answer = (struct waurie_answer){.position = *position};
    if (waurie_is_over(rules, board)) {
        return;
    }
    for (unsigned pit = 0; pit < board->pits; pit++) {
        if (board->own[pit] != 0) {
            const struct waurie_move move = waurie_play(rules, board, pit);
            answer->moves[answer->count++] = (struct waurie_answer_move){
                .pit = (uint8_t)pit,
                .again = move.again,
                .ends = move.won,
                .result = move.won ? WAURIE_WIN : WAURIE_OPEN,
                .after = {.board = move.board, .north = position->north != !move.again},
            };
        }
    }
}

enum waurie_result waurie_result_before(const struct waurie_answer_move *move,
                                        enum waurie_result next)
{
    if (move->again || next == WAURIE_OPEN) {
        return next;
    }
    return next == WAURIE_WIN ? WAURIE_LOSS : WAURIE_WIN;
}
