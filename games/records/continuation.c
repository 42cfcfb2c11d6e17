#include "games/records/continuation.h"

#include "games/records/record_lines.h"

bool kauri_line_is_result(const struct kauri_game_so_far *game, struct kauri_plain text)
{
    const struct kauri_record *record = game->record;
    const struct kauri_plain end = kauri_plain_line_end(text);
    struct kauri_written_result result;
    char sentence[KAURI_RECORD_RESULT_BYTES];
    kauri_plain_copy(text, &end, sentence, sizeof sentence);
    kauri_result_read(record->player[KAURI_SOUTH], record->player[KAURI_NORTH], sentence, &result);
    return result.understood;
}

bool kauri_token_is_prose(const struct kauri_token *token)
{
    return token->kind == KAURI_TOKEN_WORD
               ? !kauri_token_is_pass(token)
               : token->kind == KAURI_TOKEN_MOVE && !kauri_is_played(token);
}

// Returns true if South has moved last, so that North's move is due.
static bool is_open_turn(const struct kauri_game_so_far *game)
{
    const struct kauri_record *record = game->record;
    return record->count > 0 && record->plies[record->count - 1].side == KAURI_SOUTH;
}

// Returns true for a move whose turn it is.
static bool is_due(const struct kauri_game_so_far *game, const struct kauri_token *token)
{
    const struct kauri_record *record = game->record;
    return record->count > 0 && record->plies[record->count - 1].side != token->side &&
           kauri_is_played(token) && !kauri_is_row_of_letters(*token);
}

// Returns true for a line of moves after an empty line that continues the game: its first move is
// due, and the game has no numbers, or numbers follow, or nothing but moves does.
static bool moves_go_on(const struct kauri_game_so_far *game, const struct kauri_token *token)
{
    const struct kauri_token number = kauri_next_move_number(token->from, game->number + 1);
    return is_due(game, token) &&
           (is_open_turn(game) || game->number == 0 || number.kind == KAURI_TOKEN_NUMBER ||
            kauri_unnumbered_moves(*token) > 1);
}

// Returns true for a number that continues the game: the next one, or the same one for North's
// move.
static bool goes_on_with(const struct kauri_game_so_far *game, const struct kauri_token *number)
{
    return number->number == game->number + 1 ||
           (number->number == game->number && (number->dots || is_open_turn(game)));
}

static bool number_goes_on(const struct kauri_game_so_far *game, const struct kauri_token *token,
                           bool empty)
{
    uint32_t number = 0;
    const bool begins = kauri_moves_begin(token->from, false, &number);
    if (begins && number == 1 && (game->counted || game->number == 0)) { // another game begins
        return false;
    }
    if (!empty) {
        // A number is meant as one, even if what follows cannot be read.
        return begins || token->stop || (kauri_numbers_move(token) && goes_on_with(game, token));
    }
    return (begins && number > game->number) ||
           ((token->stop || kauri_numbers_move(token)) && token->number > 1 &&
            goes_on_with(game, token)) ||
           (token->dots && token->number == game->number);
}

static bool sign_goes_on(const struct kauri_game_so_far *game, const struct kauri_token *token)
{
    const struct kauri_token letter = kauri_token_after(token);
    const struct kauri_token close = kauri_token_after(&letter);
    const struct kauri_token text = kauri_token_after(&close);
    if (kauri_begins_note(token)) { // as in "(A) In a note, this is the text."
        return !kauri_token_is_prose(&text);
    }
    if (kauri_token_is_sign(token, '.') ||
        kauri_token_is_sign(token, KAURI_SIGN_ELLIPSIS)) { // as in "... F"
        struct kauri_token move = *token;
        while (kauri_token_is_sign(&move, '.') || kauri_token_is_sign(&move, KAURI_SIGN_ELLIPSIS)) {
            move = kauri_token_after(&move);
        }
        return is_open_turn(game) && is_due(game, &move);
    }
    return kauri_begins_captures(token) || kauri_token_is_sign(token, '!') ||
           kauri_token_is_sign(token, '?') || kauri_is_separator(token);
}

// Finds the line after some prose that continues the game: with the next number, or with North's
// move if it is due. False if another game, or none, comes first.
static bool find_next_number(const struct kauri_game_so_far *game, struct kauri_plain *line)
{
    struct kauri_plain at = *line;
    for (; at.sign != 0; at = kauri_plain_next_line(at)) {
        uint32_t number = 0;
        enum kauri_prefix prefix;
        const struct kauri_plain moves = kauri_after_prefix(at, &prefix);
        const struct kauri_token token = kauri_token_at(moves);
        if (kauri_begins_record(at)) {
            return false;
        }
        const bool known = prefix != KAURI_PREFIX_SPEAKER || game->prefix == prefix;
        const bool due = (is_open_turn(game) || game->number == 0) && is_due(game, &token);
        if (known && (due || (token.number > 1 && kauri_numbers_move(&token) &&
                              goes_on_with(game, &token)))) {
            *line = moves;
            return true;
        }
        if (known && kauri_moves_begin(moves, false, &number)) {
            return false;
        }
    }
    return false;
}

bool kauri_score_is_final(const struct kauri_game_so_far *game, const struct kauri_token *token)
{
    struct kauri_plain after = kauri_plain_line_end(token->from);
    return kauri_begins_score(token) && kauri_line_is_result(game, token->from) &&
           !find_next_number(game, &after);
}

// Returns true if the line continues the game: with a move, a remark, a pass or the result. After
// an empty line, only moves that are due, numbers that go on, and results do.
static bool line_goes_on(const struct kauri_game_so_far *game, struct kauri_plain line, bool empty)
{
    enum kauri_prefix prefix;
    struct kauri_token token = kauri_token_at(line);
    if (kauri_begins_record(line)) {
        return false;
    }
    const struct kauri_plain moves = kauri_after_prefix(line, &prefix);
    if (prefix == KAURI_PREFIX_MARK || (prefix != KAURI_PREFIX_NONE && game->prefix == prefix)) {
        token = kauri_token_at(moves);
    }
    const struct kauri_token next = kauri_token_after(&token);
    struct kauri_token named;
    switch (token.kind) {
    case KAURI_TOKEN_NUMBER:
        return number_goes_on(game, &token, empty) || kauri_score_is_final(game, &token);
    case KAURI_TOKEN_MOVE:
        return moves_go_on(game, &token) ||
               (!empty && kauri_is_played(&token) && !kauri_is_row_of_letters(token));
    case KAURI_TOKEN_DASH:
        return !empty || kauri_line_is_result(game, next.from) || kauri_numbers_move(&next) ||
               kauri_is_played(&next);
    case KAURI_TOKEN_WORD:
        return (kauri_token_is_pass(&token) && kauri_follows_move(&next)) ||
               kauri_names_mover(&token, &named) || kauri_line_is_result(game, token.from);
    case KAURI_TOKEN_SIGN:
        return (!empty && sign_goes_on(game, &token)) || kauri_line_is_result(game, token.from);
    case KAURI_TOKEN_LINE:
    case KAURI_TOKEN_END:
        break;
    }
    return false;
}

// Remarks the next move number in the prose from one line up to another, at which the game goes on
// or another record begins.
static void remark_lost_number(const struct kauri_game_so_far *game, struct kauri_plain from,
                               const struct kauri_plain *to)
{
    while (from.sign != 0 && from.at < to->at && kauri_plain_line_end(from).at <= to->at) {
        const struct kauri_token number = kauri_next_move_number(from, game->number + 1);
        const struct kauri_token move = kauri_after_number(&number);
        if (number.kind == KAURI_TOKEN_NUMBER && number.number == game->number + 1 &&
            kauri_is_played(&move)) {
            kauri_record_remark(game->record,
                                "line %u: move %u stands in a line that is no part of the record",
                                number.from.at_line, number.number);
            return;
        }
        from = kauri_plain_next_line(from);
    }
}

bool kauri_game_goes_on(const struct kauri_game_so_far *game, const struct kauri_token *ends,
                        struct kauri_plain *where)
{
    enum kauri_prefix prefix;
    *where = ends->to;
    if (line_goes_on(game, ends->to, ends->empty)) {
        const struct kauri_plain moves = kauri_after_prefix(ends->to, &prefix);
        const bool prefixed = prefix == KAURI_PREFIX_MARK || prefix == game->prefix;
        *where = prefixed ? moves : ends->to;
        return true;
    }
    const bool found = find_next_number(game, where);
    struct kauri_plain next = *where;
    if (!found) {
        uint32_t number = 0;
        *where = ends->from;
        next = ends->to;
        while (next.sign != 0 && !kauri_begins_record(next) &&
               !kauri_moves_begin(next, false, &number)) {
            next = kauri_plain_next_line(next);
        }
    }
    remark_lost_number(game, ends->to, &next);
    return found;
}
