#include "waurie/waurie_position.h"

#include "common/character.h"

#include <stdio.h>
#include <string.h>

// The state of reading a position: the current sign in its plain form (common/character.h), 0 at
// the end. Blanks may stand between any two numbers and signs.
struct position_signs {
    const char *next; // place after the current sign
    uint32_t sign;
};

static enum kauri_status fail(const char *text, const char *message, struct kauri_error *error)
{
    char quoted[100];
    return kauri_fail(error, KAURI_BAD_INPUT, "position \"%s\": %s",
                      kauri_quote(text, strlen(text), quoted, sizeof quoted), message);
}

// Goes to the next sign that counts.
static void advance(struct position_signs *reader)
{
    struct kauri_character character;
    do {
        character = kauri_character_at(reader->next);
        reader->next += character.bytes;
        reader->sign = kauri_plain_form(kauri_character_meant(character));
    } while (reader->sign == KAURI_PLAIN_NOTHING && character.bytes > 0);
}

static bool is_digit(uint32_t sign)
{
    return sign >= '0' && sign <= '9';
}

static void skip_blanks(struct position_signs *reader)
{
    while (reader->sign == ' ' || reader->sign == '\n') {
        advance(reader);
    }
}

// Skips blanks and the quotation marks in which positions are copied.
static void skip_quotes(struct position_signs *reader)
{
    skip_blanks(reader);
    while (reader->sign == '"' || reader->sign == '\'' || reader->sign == '`' ||
           (reader->sign >= 0x2018 && reader->sign <= 0x201f)) {
        advance(reader);
        skip_blanks(reader);
    }
}

// Reads the sign and the blanks after it, if it comes next.
static bool accept(struct position_signs *reader, uint32_t sign)
{
    if (reader->sign != sign) {
        return false;
    }
    advance(reader);
    skip_blanks(reader);
    return true;
}

// Reads numbers separated by commas into the row, and the blanks after it.
static bool parse_row(struct position_signs *reader, uint8_t row[WAURIE_PITS_MAX], unsigned *pits)
{
    for (*pits = 0; *pits < WAURIE_PITS_MAX;) {
        unsigned number = 0;
        if (!is_digit(reader->sign)) {
            return false;
        }
        for (; is_digit(reader->sign); advance(reader)) {
            number = number * 10 + (reader->sign - '0');
            if (number > WAURIE_SEEDS_MAX) {
                return false;
            }
        }
        row[(*pits)++] = (uint8_t)number;
        skip_blanks(reader);
        if (!accept(reader, ',')) {
            return true;
        }
    }
    return false;
}

enum kauri_status waurie_position_parse(const char *text, struct waurie_position *position,
                                        struct kauri_error *error)
{
    static const char form[] =
        "expected SOUTH/NORTH SIDE, such as '4,4,4,4,4,4/4,4,4,4,4,4 S', with 1 to 6 pits in a row "
        "and at most 72 seeds";
    uint8_t rows[2][WAURIE_PITS_MAX] = {{0}};
    unsigned pits[2];
    struct position_signs reader = {.next = text};
    advance(&reader);
    skip_quotes(&reader);
    if (!parse_row(&reader, rows[0], &pits[0]) || !accept(&reader, '/') ||
        !parse_row(&reader, rows[1], &pits[1])) {
        return fail(text, form, error);
    }
    const bool north = reader.sign == 'N' || reader.sign == 'n';
    const bool south = reader.sign == 'S' || reader.sign == 's';
    advance(&reader);
    skip_quotes(&reader);
    if ((!north && !south) || reader.sign != 0) {
        return fail(text, "expected S or N, the player to move, after the rows", error);
    }
    if (pits[0] != pits[1]) {
        return fail(text, "the rows have different numbers of pits", error);
    }
    struct waurie_position read = {.board.pits = (uint8_t)pits[0], .north = north};
    memcpy(read.board.own, rows[north ? 1 : 0], WAURIE_PITS_MAX);
    memcpy(read.board.other, rows[north ? 0 : 1], WAURIE_PITS_MAX);
    const unsigned seeds = waurie_seeds(&read.board);
    if (seeds == 0 || seeds > WAURIE_SEEDS_MAX) {
        return fail(text, seeds > 0 ? "more than 72 seeds" : "no seeds; a position has 1 to 72",
                    error);
    }
    *position = read;
    return KAURI_OK;
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
