#include "games/records/moves_line.h"

#include <stdint.h>
#include <string.h>

#define NONE SIZE_MAX // no such token yet

static struct kauri_item item_at(struct kauri_text *text, size_t i)
{
    static const struct kauri_player_words nobody = {.count = {0}};
    return kauri_item_at(text, i, &nobody);
}

// Returns true if a move that no word follows begins at the token, with or without a number.
static bool is_played(struct kauri_text *text, size_t i)
{
    struct kauri_item item = item_at(text, i);
    item = item.kind == KAURI_ITEM_NUMBER ? item_at(text, item.to) : item;
    return item.kind == KAURI_ITEM_MOVE && item_at(text, item.to).kind != KAURI_ITEM_WORDS;
}

// --------------------------------------------------------------------------------------- prefixes

// The token after signs before a number, such as a bullet; `line` itself if it is none.
static size_t after_marks(struct kauri_text *text, size_t line)
{
    enum { MARKS_MAX = 3 };
    size_t i = line;
    for (unsigned n = 0; n < MARKS_MAX; n++, i++) {
        const struct kauri_token token = kauri_token_at(text, i);
        const bool bracket = token.sign == '(' || token.sign == '[';
        const bool tight =
            !kauri_token_at(text, i + 1).spaced && (token.kind == KAURI_TOKEN_DASH || // "-2"
                                                    token.sign == '+');
        if ((token.kind != KAURI_TOKEN_DASH && token.kind != KAURI_TOKEN_SIGN) || bracket ||
            tight) {
            break;
        }
    }
    return i;
}

// Finds the token after a bullet, "Move 1:", or the name of a speaker.
static void find_prefix(struct kauri_text *text, struct kauri_line *line)
{
    enum { SPEAKER_TOKENS_MAX = 16 };
    const bool turn = kauri_role_at(text, line->from, KAURI_ROLE_TURNS);
    size_t i = turn ? line->from + (kauri_sign_at(text, line->from + 1, ':') ? 2 : 1)
                    : after_marks(text, line->from);
    const enum kauri_item_kind kind = i > line->from ? item_at(text, i).kind : KAURI_ITEM_END;
    if (kind == KAURI_ITEM_NUMBER || (turn && is_played(text, i))) {
        line->moves = i;
        return;
    }
    for (i = line->from; i < line->from + SPEAKER_TOKENS_MAX && !kauri_end_at(text, i); i++) {
        const enum kauri_item_kind item = item_at(text, i).kind;
        if (item == KAURI_ITEM_NUMBER || (item == KAURI_ITEM_SEPARATOR && // as in "North: e"
                                          kauri_token_at(text, i).kind == KAURI_TOKEN_WORD)) {
            return;
        }
        const enum kauri_item_kind said = item_at(text, i + 1).kind;
        const bool pass =
            said == KAURI_ITEM_PASS || (said == KAURI_ITEM_DASH && kauri_end_at(text, i + 2));
        if (kauri_sign_at(text, i, ':') && (pass || is_played(text, i + 1))) {
            line->prefix = KAURI_PREFIX_SPEAKER;
            line->moves = i + 1;
            return;
        }
    }
}

// ------------------------------------------------------------------------------------------ lines

// Takes one item of the line, which begins at token `i`.
static void take(struct kauri_text *text, struct kauri_line *line, size_t i,
                 const struct kauri_item *item, bool *free)
{
    const struct kauri_token token = kauri_token_at(text, i);
    const bool words = item->kind == KAURI_ITEM_WORDS || item->kind == KAURI_ITEM_RESULT;
    const bool is_list = token.sign < 0x80 && strchr(")':.", (int)token.sign) != NULL; // "a) Take"
    if (item->kind == KAURI_ITEM_NUMBER) {
        line->numbered = true;
        line->hidden = line->hidden == NONE && line->words != NONE ? i : line->hidden;
    } else if (item->kind == KAURI_ITEM_MOVE && line->words == NONE) {
        line->side = line->plies == 0 ? token.side : line->side;
        line->again = line->again || (line->plies > 0 && !*free && token.side == line->last_side);
        line->both = line->both || token.side != line->side;
        line->last_side = token.side;
        line->plies++;
    } else if (words && line->words == NONE) {
        line->words = i;
        line->prose = item->kind == KAURI_ITEM_WORDS && !line->numbered &&
                      !(token.kind == KAURI_TOKEN_WORD && token.spaced && i > 0 &&
                        kauri_kind_at(text, i - 1) == KAURI_TOKEN_DASH);
        line->cut = !line->both && line->plies > 0 && (token.kind != KAURI_TOKEN_SIGN || is_list) &&
                    (kauri_kind_at(text, i - 1) == KAURI_TOKEN_MOVE ||
                     kauri_role_at(text, i - 1, KAURI_ROLE_PASS));
    }
    // A number, a hyphen, a pass or a comment stands between moves of one player.
    *free = item->kind == KAURI_ITEM_NUMBER || item->kind == KAURI_ITEM_DASH ||
            item->kind == KAURI_ITEM_PASS || item->kind == KAURI_ITEM_COMMENT ||
            (*free && item->kind != KAURI_ITEM_MOVE);
}

// Sums up the items from line->moves on.
static void sum_up(struct kauri_text *text, struct kauri_line *line)
{
    bool free = true;
    size_t i = line->moves;
    struct kauri_item item = item_at(text, i);
    for (; item.kind != KAURI_ITEM_END; item = item_at(text, i)) {
        if (line->first == KAURI_ITEM_SEPARATOR) {
            line->first = item.kind;
            line->number = item.kind == KAURI_ITEM_NUMBER ? kauri_token_at(text, i) : line->number;
        }
        take(text, line, i, &item, &free);
        i = item.to;
    }
    line->to = i;
    line->words = line->words == NONE ? i : line->words;
    line->hidden = line->hidden == NONE ? i : line->hidden;
}

// Returns true if the second move of a game stands behind this token of the line, or on the next
// line, as in "1. e also E; 2. e F".
static bool has_second(struct kauri_text *text, size_t i)
{
    size_t second = kauri_next_number(text, i, 2);
    if (kauri_end_at(text, second) && !kauri_token_at(text, second).empty) {
        second = kauri_next_number(text, second + 1, 2);
    }
    const struct kauri_token token = kauri_token_at(text, second);
    return token.number == 2 && token.stop && is_played(text, second);
}

struct kauri_line kauri_line_at(struct kauri_text *text, size_t from)
{
    struct kauri_line line = {
        .from = from, .moves = from, .first = KAURI_ITEM_SEPARATOR, .words = NONE, .hidden = NONE};
    struct kauri_line behind = line;
    find_prefix(text, &line);
    sum_up(text, &line);
    const struct kauri_token first = kauri_token_at(text, line.hidden);
    if (line.plies > 0 || first.number != 1 || !first.stop || !is_played(text, line.hidden) ||
        !has_second(text, line.hidden + 1)) {
        return line;
    }
    behind.prefix = KAURI_PREFIX_WORDS;
    behind.moves = line.hidden;
    sum_up(text, &behind);
    return behind;
}

// Counts the moves of South and North in turn with which lines below one another begin, up to
// `least`.
static unsigned count_plies(struct kauri_text *text, struct kauri_line line, unsigned least)
{
    unsigned plies = 0;
    uint8_t side = 1 - line.side;
    while (line.plies > 0 && !line.again && line.side != side) {
        plies += line.plies;
        side = line.last_side;
        if (plies >= least || line.words < line.to || kauri_token_at(text, line.to).empty) {
            break;
        }
        line = kauri_line_at(text, line.to + 1);
    }
    return plies;
}

bool kauri_line_begins(struct kauri_text *text, const struct kauri_line *line, bool expected)
{
    enum { UNNUMBERED_MIN = 4 }; // fewest unnumbered moves that are a game without a head
    const bool speaker = line->prefix == KAURI_PREFIX_SPEAKER;
    if (line->first == KAURI_ITEM_MOVE) {
        const unsigned least = !expected ? UNNUMBERED_MIN : speaker ? 2 : 1;
        return (expected || line->side == KAURI_SOUTH) && !line->numbered && !line->cut &&
               count_plies(text, *line, least) >= least;
    }
    if (line->first != KAURI_ITEM_NUMBER ||
        (speaker && (line->number.number != 1 || !line->number.stop))) {
        return false;
    }
    if (line->plies == 0) {
        const size_t next = line->moves + 1;
        return line->number.stop &&
               (expected || (kauri_token_at(text, next).roles & KAURI_ROLE_PASS) != 0);
    }
    if (!line->number.stop && !expected) {
        return count_plies(text, *line, 2) >= 2;
    }
    return expected || !line->cut || (line->number.number == 1 && has_second(text, line->hidden));
}
