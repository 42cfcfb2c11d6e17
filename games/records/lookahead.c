#include "games/records/lookahead.h"

#include <string.h>

bool kauri_ends_line(const struct kauri_token *token)
{
    return token->kind == KAURI_TOKEN_LINE || token->kind == KAURI_TOKEN_END;
}

bool kauri_is_separator(const struct kauri_token *token)
{
    return kauri_token_is_sign(token, ';') || kauri_token_is_sign(token, ',');
}

static bool is_quote(const struct kauri_token *token)
{
    const uint32_t sign = token->from.sign;
    return token->kind == KAURI_TOKEN_SIGN && (sign == '"' || (sign >= 0x201c && sign <= 0x201f));
}

// Returns true for a move that stands on a line of its own, like a cell of a table.
static bool is_alone(const struct kauri_token *token)
{
    const struct kauri_token next = kauri_token_after(token);
    return token->kind == KAURI_TOKEN_MOVE && token->from.first && kauri_ends_line(&next);
}

struct kauri_token kauri_after_number(const struct kauri_token *number)
{
    struct kauri_token token = kauri_token_after(number);
    const struct kauri_token below = kauri_token_after(&token);
    if (token.kind == KAURI_TOKEN_LINE && !token.empty &&
        (number->stop || (number->from.first && is_alone(&below)))) {
        token = below;
    }
    while (kauri_is_separator(&token) || is_quote(&token)) {
        token = kauri_token_after(&token);
    }
    return token;
}

bool kauri_is_move_number(const struct kauri_token *token)
{
    return token->kind == KAURI_TOKEN_NUMBER && token->number >= 1 &&
           token->number <= KAURI_RECORD_NUMBER_MAX;
}

// Returns true if the word is in a list that ends with NULL.
static bool is_one_of(const struct kauri_token *token, const char *const words[])
{
    for (size_t i = 0; token->kind == KAURI_TOKEN_WORD && words[i] != NULL; i++) {
        if (strcmp(token->word, words[i]) == 0) {
            return true;
        }
    }
    return false;
}

// The token after a word and a colon that may follow it.
static struct kauri_token after_colon(const struct kauri_token *word)
{
    const struct kauri_token next = kauri_token_after(word);
    return kauri_token_is_sign(&next, ':') ? kauri_token_after(&next) : next;
}

bool kauri_names_mover(const struct kauri_token *token, struct kauri_token *move)
{
    static const char *const sides[] = {"south", "north", "s?d",   "nord",
                                        "sul",   "sur",   "norte", NULL};
    static const char *const letters[] = {"s", "n", NULL}; // must be followed by a colon
    const struct kauri_token next = kauri_token_after(token);
    *move = after_colon(token);
    return (is_one_of(token, sides) ||
            (is_one_of(token, letters) && kauri_token_is_sign(&next, ':'))) &&
           (move->kind == KAURI_TOKEN_MOVE || kauri_token_is_pass(move));
}

bool kauri_numbers_move(const struct kauri_token *token)
{
    if (!kauri_is_move_number(token)) {
        return false;
    }
    const struct kauri_token next = kauri_after_number(token);
    struct kauri_token named;
    return next.kind == KAURI_TOKEN_MOVE ||
           (token->stop && (kauri_token_is_pass(&next) || kauri_names_mover(&next, &named)));
}

struct kauri_token kauri_next_move_number(struct kauri_plain text, uint32_t least)
{
    struct kauri_token token = kauri_token_at(text);
    while (!kauri_ends_line(&token) &&
           !(token.stop && token.number >= least && kauri_numbers_move(&token))) {
        token = kauri_token_after(&token);
    }
    return token;
}

bool kauri_begins_score(const struct kauri_token *token)
{
    const struct kauri_token next = kauri_token_after(token);
    return token->kind == KAURI_TOKEN_NUMBER && !token->stop &&
           (next.kind == KAURI_TOKEN_DASH || kauri_token_is_sign(&next, ':') ||
            (next.kind == KAURI_TOKEN_WORD && strcmp(next.word, "to") == 0) ||
            (next.kind == KAURI_TOKEN_WORD && strcmp(next.word, "zu") == 0) ||
            kauri_token_is_sign(&next, '/') || kauri_token_is_sign(&next, KAURI_SIGN_HALF));
}

bool kauri_begins_captures(const struct kauri_token *open)
{
    if (!kauri_token_is_sign(open, '(') && !kauri_token_is_sign(open, '[')) {
        return false;
    }
    const struct kauri_token next = kauri_token_after(open);
    const struct kauri_token last = kauri_token_after(&next);
    return kauri_token_is_sign(&next, '+') || next.kind == KAURI_TOKEN_DASH ||
           (next.kind == KAURI_TOKEN_WORD && next.word[0] == 'x' && next.word[1] >= '0' &&
            next.word[1] <= '9') ||
           (next.kind == KAURI_TOKEN_NUMBER && !next.stop && kauri_token_is_sign(&last, ')'));
}

bool kauri_begins_note(const struct kauri_token *open)
{
    const struct kauri_token letter = kauri_token_after(open);
    const struct kauri_token close = kauri_token_after(&letter);
    const bool single = letter.kind == KAURI_TOKEN_MOVE || letter.word[1] == '\0';
    return kauri_token_is_sign(open, '(') && letter.from.sign >= 'A' && letter.from.sign <= 'Z' &&
           single && kauri_token_is_sign(&close, ')') && kauri_token_touches(&close, &letter.to);
}

// Returns true if a score, and nothing else, stands between the token and the end of the line. "a
// 31 : 8 win" is a sentence.
static bool ends_with_score(struct kauri_token token)
{
    if (!kauri_begins_score(&token)) {
        return false;
    }
    while (token.kind == KAURI_TOKEN_NUMBER || token.kind == KAURI_TOKEN_DASH ||
           token.kind == KAURI_TOKEN_SIGN) {
        token = kauri_token_after(&token);
    }
    return kauri_ends_line(&token);
}

bool kauri_follows_move(const struct kauri_token *token)
{
    switch (token->kind) {
    case KAURI_TOKEN_END:
    case KAURI_TOKEN_LINE:
    case KAURI_TOKEN_MOVE:
    case KAURI_TOKEN_DASH:
        return true;
    case KAURI_TOKEN_NUMBER:
        return token->stop || kauri_numbers_move(token) || ends_with_score(*token);
    case KAURI_TOKEN_WORD:
        return (kauri_token_is_pass(token) && kauri_token_after(token).kind != KAURI_TOKEN_WORD) ||
               (token->word[0] == 'x' && token->word[1] >= '0' && token->word[1] <= '9');
    case KAURI_TOKEN_SIGN:
        break;
    }
    const struct kauri_token next = kauri_token_after(token);
    return kauri_is_separator(token) || is_quote(token) || kauri_token_is_sign(token, '!') ||
           kauri_token_is_sign(token, '?') || kauri_begins_captures(token) ||
           kauri_begins_note(token) ||
           (kauri_token_is_sign(token, '(') && kauri_begins_score(&next)) ||
           (kauri_token_is_sign(token, '+') && next.kind == KAURI_TOKEN_NUMBER);
}

bool kauri_is_played(const struct kauri_token *token)
{
    const struct kauri_token next = kauri_token_after(token);
    return token->kind == KAURI_TOKEN_MOVE && kauri_follows_move(&next);
}

bool kauri_is_row_of_letters(struct kauri_token token)
{
    const struct kauri_token first = token;
    int step = 0;
    unsigned letters = 1;
    for (;;) {
        const struct kauri_token next = kauri_token_after(&token);
        if (next.kind != KAURI_TOKEN_MOVE || next.side != first.side) {
            return letters > 2 && (kauri_ends_line(&next) || next.kind == KAURI_TOKEN_WORD);
        }
        const int here = next.hole - token.hole;
        if ((here != 1 && here != -1) || (step != 0 && here != step)) {
            return false;
        }
        step = here;
        letters++;
        token = next;
    }
}

// Returns true for the end of captures; in "(+2)", the bracket belongs to the number.
static bool closes_captures(const struct kauri_token *token)
{
    return kauri_token_is_sign(token, ')') || kauri_token_is_sign(token, ']') ||
           (token->kind == KAURI_TOKEN_NUMBER && token->stop) || kauri_ends_line(token);
}

unsigned kauri_unnumbered_moves(struct kauri_token token)
{
    unsigned moves = 0;
    uint8_t side = 0;
    bool joined = true;
    for (; !kauri_ends_line(&token); token = kauri_token_after(&token)) {
        if (token.kind == KAURI_TOKEN_MOVE && (joined || token.side != side)) {
            moves++;
            side = token.side;
            joined = false;
        } else if (token.kind == KAURI_TOKEN_DASH || kauri_token_is_pass(&token)) {
            joined = true;
        } else if (kauri_begins_captures(&token) || kauri_begins_note(&token)) {
            while (!closes_captures(&token)) {
                token = kauri_token_after(&token);
            }
        } else if (kauri_token_is_sign(&token, '+') && kauri_follows_move(&token)) {
            token = kauri_token_after(&token);
        } else if (token.kind == KAURI_TOKEN_MOVE || token.kind == KAURI_TOKEN_NUMBER ||
                   !kauri_follows_move(&token)) {
            return 0;
        }
    }
    return moves;
}

// The token after signs before a move number, such as a bullet; `token` itself if it is none.
static struct kauri_token after_marks(struct kauri_token token)
{
    enum { MARKS_MAX = 3 };
    for (unsigned n = 0; n < MARKS_MAX; n++) {
        const bool bracket = kauri_token_is_sign(&token, '(') || kauri_token_is_sign(&token, '[');
        const bool dash = token.kind == KAURI_TOKEN_DASH && token.to.sign == ' ';
        if (!dash && (token.kind != KAURI_TOKEN_SIGN || bracket)) {
            break;
        }
        token = kauri_token_after(&token);
    }
    return token;
}

struct kauri_plain kauri_after_prefix(struct kauri_plain line, enum kauri_prefix *prefix)
{
    enum { SPEAKER_TOKENS_MAX = 16 };
    static const char *const turns[] = {"move",  "moves",  "zug",    "z?ge",
                                        "lance", "lances", "jugada", NULL};
    const struct kauri_token first = kauri_token_at(line);
    const bool turn = is_one_of(&first, turns);
    struct kauri_token token = turn ? after_colon(&first) : after_marks(first);
    *prefix = KAURI_PREFIX_MARK;
    if (token.from.at != first.from.at && first.from.first &&
        (kauri_numbers_move(&token) || (turn && kauri_is_played(&token)))) {
        return token.from;
    }
    *prefix = KAURI_PREFIX_SPEAKER;
    struct kauri_token named;
    token = first;
    for (unsigned n = 0; n < SPEAKER_TOKENS_MAX && !kauri_ends_line(&token) &&
                         !kauri_names_mover(&token, &named) && !kauri_numbers_move(&token);
         n++) {
        const struct kauri_token next = kauri_token_after(&token);
        if (kauri_token_is_sign(&token, ':') &&
            ((next.stop && kauri_numbers_move(&next)) || kauri_is_played(&next))) {
            return next.from;
        }
        token = next;
    }
    *prefix = KAURI_PREFIX_NONE;
    return line;
}

// Counts the moves without numbers in consecutive lines that contain nothing else, up to `most`.
static unsigned unnumbered_lines(struct kauri_token token, unsigned most)
{
    unsigned moves = 0;
    for (unsigned more = 1; more > 0 && moves < most && token.kind == KAURI_TOKEN_MOVE;) {
        more = kauri_unnumbered_moves(token);
        moves += more;
        const struct kauri_plain end = kauri_plain_line_end(token.from);
        token = kauri_token_at(end);
        token = token.kind == KAURI_TOKEN_LINE && !token.empty ? kauri_token_after(&token) : token;
    }
    return moves;
}

// Returns true if "1. e also E; 2. e F" is the beginning of a game, though its first words cannot
// be read: the second move can, on the same line or on the next one.
static bool second_move_begins(const struct kauri_token *first)
{
    struct kauri_token second = kauri_next_move_number(first->to, 2);
    if (second.kind == KAURI_TOKEN_LINE && !second.empty) {
        second = kauri_next_move_number(second.to, 2);
    }
    if (first->number != 1 || second.kind != KAURI_TOKEN_NUMBER || second.number != 2) {
        return false;
    }
    const struct kauri_token move = kauri_after_number(&second);
    return kauri_is_played(&move);
}

bool kauri_hides_moves(struct kauri_plain line)
{
    const struct kauri_token first = kauri_next_move_number(line, 1);
    const struct kauri_token move = kauri_after_number(&first);
    return first.number == 1 && kauri_is_played(&move) && second_move_begins(&first);
}

bool kauri_moves_begin(struct kauri_plain text, bool expected, uint32_t *number)
{
    enum { UNNUMBERED_MIN = 4 }; // fewest unnumbered moves that are a game without a header
    enum kauri_prefix prefix;
    const struct kauri_token first = kauri_token_at(kauri_after_prefix(text, &prefix));
    *number = 0;
    if (first.kind == KAURI_TOKEN_MOVE && prefix != KAURI_PREFIX_SPEAKER &&
        !kauri_is_row_of_letters(first)) {
        const unsigned least = expected ? 1 : UNNUMBERED_MIN;
        return kauri_unnumbered_moves(first) >= (expected ? 1 : 2) &&
               unnumbered_lines(first, least) >= least;
    }
    struct kauri_token named;
    if (expected && kauri_names_mover(&first, &named)) {
        return true;
    }
    if (!kauri_is_move_number(&first) || (prefix == KAURI_PREFIX_SPEAKER && first.number != 1)) {
        return false;
    }
    *number = first.number;
    const struct kauri_token move = kauri_after_number(&first);
    if (move.kind != KAURI_TOKEN_MOVE) {
        return first.stop && (expected || kauri_numbers_move(&first));
    }
    const struct kauri_token next = kauri_token_after(&move);
    if (!first.stop && expected) {
        return kauri_is_played(&move);
    }
    const struct kauri_token below = kauri_token_after(&next);
    if (!first.stop && next.kind == KAURI_TOKEN_LINE) { // cells below each other
        return is_alone(&move) && is_alone(&below) && below.side != move.side;
    }
    if (!first.stop) { // as in "1 e E" or "1,e,E"
        return next.kind == KAURI_TOKEN_MOVE
                   ? next.side != move.side
                   : kauri_begins_captures(&next) || kauri_is_separator(&next) || is_quote(&next);
    }
    if (kauri_token_is_sign(&next, '.') && kauri_token_is_sign(&below, '.')) { // as in "1. e ... E"
        return true;
    }
    if (kauri_token_is_sign(&next, '.')) { // as in "1. e E." but not "1. e.g."
        return expected || next.to.sign == ' ' || next.to.sign == '\n' || next.to.sign == 0;
    }
    // Neither "1. a cowrie", nor "1. a) Take" and the like begins a game.
    const bool list = next.kind == KAURI_TOKEN_WORD || kauri_token_is_sign(&next, ')') ||
                      kauri_token_is_sign(&next, ':') || kauri_token_is_sign(&next, '\'');
    return expected || kauri_follows_move(&next) || (!list && next.kind == KAURI_TOKEN_SIGN) ||
           second_move_begins(&first);
}
