#include "games/records/continuation.h"

#include "games/records/record_lines.h"

static struct kauri_token at(struct kauri_moves_reader *game, size_t i)
{
    return kauri_token_at(game->text, i);
}

static bool is_sign(struct kauri_moves_reader *game, size_t i, uint32_t sign)
{
    const struct kauri_token token = at(game, i);
    return kauri_token_is_sign(&token, sign);
}

static bool ends_line(struct kauri_moves_reader *game, size_t i)
{
    const struct kauri_token token = at(game, i);
    return kauri_ends_line(&token);
}

size_t kauri_line_moves(struct kauri_moves_reader *game, size_t line)
{
    enum kauri_prefix prefix;
    const size_t moves = kauri_after_prefix(game->text, line, &prefix);
    return prefix == KAURI_PREFIX_MARK || prefix == game->prefix ? moves : line;
}

// Returns true for a word that is not part of a game.
static bool is_prose(struct kauri_moves_reader *game, size_t i)
{
    const struct kauri_token token = at(game, i);
    return token.kind == KAURI_TOKEN_WORD
               ? (token.roles & KAURI_ROLE_PASS) == 0
               : token.kind == KAURI_TOKEN_MOVE && !kauri_is_played(game->text, i);
}

// Returns true for a move whose turn it is.
static bool is_due(struct kauri_moves_reader *game, size_t i)
{
    const struct kauri_record *record = game->record;
    return record->count > 0 && record->plies[record->count - 1].side != at(game, i).side &&
           kauri_is_played(game->text, i) && !kauri_is_row_of_letters(game->text, i);
}

// Returns true for a line of moves after an empty line that continues the game: its first move is
// due, and the game has no numbers, or numbers follow, or nothing but moves does.
static bool moves_go_on(struct kauri_moves_reader *game, size_t i)
{
    return is_due(game, i) &&
           (kauri_reply_is_due(game) || game->number == 0 ||
            at(game, kauri_next_move_number(game->text, i, game->number + 1)).kind ==
                KAURI_TOKEN_NUMBER ||
            kauri_unnumbered_moves(game->text, i) > 1);
}

// Returns true for a number that continues the game: the next one, or the same one for North's
// move.
static bool goes_on_with(struct kauri_moves_reader *game, const struct kauri_token *number)
{
    return number->number == game->number + 1 ||
           (number->number == game->number && (number->dots || kauri_reply_is_due(game)));
}

static bool number_goes_on(struct kauri_moves_reader *game, size_t i, bool empty)
{
    uint32_t number = 0;
    const struct kauri_token token = at(game, i);
    const bool begins = kauri_moves_begin(game->text, i, false, &number);
    const bool reply = token.dots && token.number == game->number;
    if (begins && number == 1 && !reply && (game->counted || game->number == 0)) {
        return false; // another game begins
    }
    if (!empty) {
        // A number is meant as one, even if what follows cannot be read.
        return begins || token.stop ||
               (kauri_numbers_move(game->text, i) && goes_on_with(game, &token));
    }
    return reply || (begins && number > game->number) ||
           ((token.stop || kauri_numbers_move(game->text, i)) && token.number > 1 &&
            goes_on_with(game, &token));
}

static bool is_dots(struct kauri_moves_reader *game, size_t i)
{
    return is_sign(game, i, '.') || is_sign(game, i, KAURI_SIGN_ELLIPSIS);
}

static bool sign_goes_on(struct kauri_moves_reader *game, size_t i)
{
    const struct kauri_token token = at(game, i);
    if (kauri_begins_note(game->text, i)) { // as in "(A) In a note, this is the text."
        return !is_prose(game, i + 3);
    }
    if (is_dots(game, i)) { // as in "... F"
        while (is_dots(game, i)) {
            i++;
        }
        return kauri_reply_is_due(game) && is_due(game, i);
    }
    if (kauri_token_is_sign(&token, '+')) {
        return at(game, i + 1).kind == KAURI_TOKEN_NUMBER && kauri_follows_move(game->text, i + 2);
    }
    return kauri_begins_captures(game->text, i) || kauri_token_is_sign(&token, '!') ||
           kauri_token_is_sign(&token, '?') || kauri_is_separator(&token);
}

// Returns true for a line that begins with a dash and belongs to the game: not for the number of a
// page, "- 17 -", nor for "--" before a signature.
static bool dash_goes_on(struct kauri_moves_reader *game, size_t i, bool empty)
{
    const bool page = at(game, i + 1).kind == KAURI_TOKEN_NUMBER &&
                      at(game, i + 2).kind == KAURI_TOKEN_DASH && ends_line(game, i + 3);
    const size_t next = i + (at(game, i + 1).kind == KAURI_TOKEN_LINE ? 2 : 1);
    return !page && ((!empty && next == i + 1) || at(game, next).kind == KAURI_TOKEN_END ||
                     kauri_numbers_move(game->text, next) || kauri_is_played(game->text, next));
}

bool kauri_line_goes_on(struct kauri_moves_reader *game, size_t line, bool empty)
{
    const size_t i = kauri_line_moves(game, line);
    const struct kauri_token token = at(game, i);
    size_t named;
    switch (token.kind) {
    case KAURI_TOKEN_NUMBER:
        return number_goes_on(game, i, empty);
    case KAURI_TOKEN_MOVE:
        return moves_go_on(game, i) || (!empty && kauri_is_played(game->text, i) &&
                                        !kauri_is_row_of_letters(game->text, i));
    case KAURI_TOKEN_DASH:
        return dash_goes_on(game, i, empty);
    case KAURI_TOKEN_WORD:
        return ((token.roles & KAURI_ROLE_PASS) != 0 && kauri_follows_move(game->text, i + 1)) ||
               kauri_names_mover(game->text, i, &named) ||
               (!empty && kauri_is_taking(&token) && kauri_follows_move(game->text, i + 1));
    case KAURI_TOKEN_SIGN:
        return !empty && sign_goes_on(game, i);
    case KAURI_TOKEN_LINE:
    case KAURI_TOKEN_END:
        break;
    }
    return false;
}

bool kauri_line_resumes(struct kauri_moves_reader *game, size_t line)
{
    enum kauri_prefix prefix;
    size_t i = kauri_after_prefix(game->text, line, &prefix);
    while (is_dots(game, i)) { // as in "... F"
        i++;
    }
    const struct kauri_token token = at(game, i);
    const bool known = prefix != KAURI_PREFIX_SPEAKER || game->prefix == prefix;
    const bool dotted = is_dots(game, i > line ? i - 1 : i);
    const bool due =
        (kauri_reply_is_due(game) || (game->number == 0 && !dotted)) && is_due(game, i);
    const bool reply = token.dots && token.number == game->number;
    return known && (due || ((token.number > 1 || reply) && kauri_numbers_move(game->text, i) &&
                             goes_on_with(game, &token)));
}

bool kauri_line_begins_another(struct kauri_moves_reader *game, size_t line)
{
    uint32_t number = 0;
    return kauri_moves_begin(game->text, line, false, &number);
}

bool kauri_line_hides_next(struct kauri_moves_reader *game, size_t line, size_t *number)
{
    *number = kauri_next_move_number(game->text, line, game->number + 1);
    return at(game, *number).kind == KAURI_TOKEN_NUMBER &&
           at(game, *number).number == game->number + 1 &&
           kauri_is_played(game->text, kauri_after_number(game->text, *number));
}
