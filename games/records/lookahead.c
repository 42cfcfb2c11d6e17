#include "games/records/lookahead.h"

#include "games/records/record.h"

#include <string.h>

static struct kauri_token at(struct kauri_text *text, size_t i)
{
    return kauri_token_at(text, i);
}

static bool is_sign(struct kauri_text *text, size_t i, uint32_t sign)
{
    const struct kauri_token token = at(text, i);
    return kauri_token_is_sign(&token, sign);
}

static bool is_pass(struct kauri_text *text, size_t i)
{
    return (at(text, i).roles & KAURI_ROLE_PASS) != 0;
}

static bool ends_line(struct kauri_text *text, size_t i)
{
    const struct kauri_token token = at(text, i);
    return kauri_ends_line(&token);
}

bool kauri_is_separator(const struct kauri_token *token)
{
    return kauri_token_is_sign(token, ';') || kauri_token_is_sign(token, ',');
}

static bool is_separator(struct kauri_text *text, size_t i)
{
    return is_sign(text, i, ';') || is_sign(text, i, ',');
}

static bool is_quote(struct kauri_text *text, size_t i)
{
    const struct kauri_token token = at(text, i);
    return token.kind == KAURI_TOKEN_SIGN && kauri_is_quote(token.sign);
}

// ------------------------------------------------------------------------------------- numbers

// Returns true for a move that stands on a line of its own, like a cell of a table.
static bool is_alone(struct kauri_text *text, size_t i)
{
    const struct kauri_token token = at(text, i);
    return token.kind == KAURI_TOKEN_MOVE && token.first && ends_line(text, i + 1);
}

size_t kauri_after_number(struct kauri_text *text, size_t number)
{
    const struct kauri_token token = at(text, number);
    const struct kauri_token next = at(text, number + 1);
    size_t i = number + 1;
    if (next.kind == KAURI_TOKEN_LINE && !next.empty &&
        (token.stop || (token.first && is_alone(text, i + 1)))) {
        i++;
    }
    while (is_separator(text, i) || is_quote(text, i)) {
        i++;
    }
    return i;
}

bool kauri_is_move_number(const struct kauri_token *token)
{
    return token->kind == KAURI_TOKEN_NUMBER && token->number >= 1 &&
           token->number <= KAURI_RECORD_NUMBER_MAX;
}

// The token after a word and a colon that may follow it.
static size_t after_colon(struct kauri_text *text, size_t word)
{
    return is_sign(text, word + 1, ':') ? word + 2 : word + 1;
}

bool kauri_names_mover(struct kauri_text *text, size_t i, size_t *move)
{
    const struct kauri_token token = at(text, i);
    const bool letter = strcmp(token.word, "s") == 0 || strcmp(token.word, "n") == 0;
    if ((token.roles & KAURI_ROLE_SIDES) == 0 && !(letter && is_sign(text, i + 1, ':'))) {
        return false;
    }
    *move = after_colon(text, i);
    return at(text, *move).kind == KAURI_TOKEN_MOVE || is_pass(text, *move);
}

bool kauri_numbers_move(struct kauri_text *text, size_t i)
{
    const struct kauri_token token = at(text, i);
    if (!kauri_is_move_number(&token)) {
        return false;
    }
    size_t named;
    const size_t next = kauri_after_number(text, i);
    return at(text, next).kind == KAURI_TOKEN_MOVE ||
           (token.stop && (is_pass(text, next) || kauri_names_mover(text, next, &named)));
}

size_t kauri_next_move_number(struct kauri_text *text, size_t i, uint32_t least)
{
    for (struct kauri_token token = at(text, i);
         !kauri_ends_line(&token) &&
         !(token.stop && token.number >= least && kauri_numbers_move(text, i));
         token = at(text, ++i)) {
    }
    return i;
}

// -------------------------------------------------------------------------- scores and captures

bool kauri_begins_score(struct kauri_text *text, size_t i)
{
    const struct kauri_token token = at(text, i);
    const struct kauri_token next = at(text, i + 1);
    return token.kind == KAURI_TOKEN_NUMBER && !token.stop &&
           (next.kind == KAURI_TOKEN_DASH || kauri_token_is_sign(&next, ':') ||
            (next.roles & KAURI_ROLE_TO) != 0 || kauri_token_is_sign(&next, '/') ||
            kauri_token_is_sign(&next, KAURI_SIGN_HALF));
}

// Returns true if a score, and nothing else, stands between the token and the end of the line. "a
// 31 : 8 win" is a sentence.
static bool ends_with_score(struct kauri_text *text, size_t i)
{
    enum { TOKENS_MAX = 16 };
    if (!kauri_begins_score(text, i)) {
        return false;
    }
    for (unsigned n = 0; n < TOKENS_MAX; n++, i++) {
        const struct kauri_token token = at(text, i);
        if (token.kind != KAURI_TOKEN_NUMBER && token.kind != KAURI_TOKEN_DASH &&
            token.kind != KAURI_TOKEN_SIGN) {
            break;
        }
    }
    return ends_line(text, i);
}

bool kauri_is_running_score(struct kauri_text *text, size_t i, size_t *last)
{
    uint8_t score[2];
    return is_sign(text, i + 1, ':') && kauri_score_at(text, i, score, last) &&
           at(text, *last + 1).spaced &&
           (at(text, *last + 1).kind == KAURI_TOKEN_MOVE || at(text, *last + 1).cell ||
            kauri_numbers_move(text, *last + 1) || is_pass(text, *last + 1));
}

bool kauri_is_taking(const struct kauri_token *token)
{
    return token->kind == KAURI_TOKEN_WORD && token->word[0] == 'x' &&
           (token->word[1] == '\0' || (token->word[1] >= '0' && token->word[1] <= '9'));
}

bool kauri_begins_captures(struct kauri_text *text, size_t open)
{
    if (!is_sign(text, open, '(') && !is_sign(text, open, '[')) {
        return false;
    }
    const struct kauri_token next = at(text, open + 1);
    return kauri_token_is_sign(&next, '+') || next.kind == KAURI_TOKEN_DASH ||
           (kauri_is_taking(&next) && next.word[1] != '\0') ||
           (next.kind == KAURI_TOKEN_NUMBER && !next.stop && is_sign(text, open + 2, ')'));
}

bool kauri_begins_note(struct kauri_text *text, size_t open)
{
    const struct kauri_token letter = at(text, open + 1);
    const struct kauri_token close = at(text, open + 2);
    return is_sign(text, open, '(') && letter.sign >= 'A' && letter.sign <= 'Z' &&
           letter.word[1] == '\0' && kauri_token_is_sign(&close, ')') && !close.spaced;
}

size_t kauri_after_evaluation(struct kauri_text *text, size_t i)
{
    const size_t from = i;
    bool evaluates = false;
    for (struct kauri_token token = at(text, i);; token = at(text, ++i)) {
        const bool sign = token.kind == KAURI_TOKEN_SIGN && token.sign != 0 &&
                          (token.sign == '+' || token.sign == '=' || token.sign == '/' ||
                           token.sign == 0xb1 || token.sign == 0x2213);
        if ((i > from && token.spaced) || (!sign && token.kind != KAURI_TOKEN_DASH)) {
            return evaluates && (token.spaced || token.kind == KAURI_TOKEN_SIGN) ? i : from;
        }
        evaluates = evaluates || sign;
    }
}

// ----------------------------------------------------------------------------------------- moves

bool kauri_follows_move(struct kauri_text *text, size_t i)
{
    size_t last;
    const struct kauri_token token = at(text, i);
    switch (token.kind) {
    case KAURI_TOKEN_END:
    case KAURI_TOKEN_LINE:
    case KAURI_TOKEN_MOVE:
    case KAURI_TOKEN_DASH:
        return true;
    case KAURI_TOKEN_NUMBER:
        return token.stop || kauri_numbers_move(text, i) || ends_with_score(text, i) ||
               kauri_is_running_score(text, i, &last);
    case KAURI_TOKEN_WORD:
        return ((token.roles & KAURI_ROLE_PASS) != 0 && at(text, i + 1).kind != KAURI_TOKEN_WORD) ||
               kauri_is_taking(&token);
    case KAURI_TOKEN_SIGN:
        break;
    }
    return kauri_is_separator(&token) || kauri_is_quote(token.sign) ||
           kauri_token_is_sign(&token, '!') || kauri_token_is_sign(&token, '?') ||
           kauri_begins_captures(text, i) || kauri_begins_note(text, i) ||
           (kauri_token_is_sign(&token, '(') && kauri_begins_score(text, i + 1)) ||
           (kauri_token_is_sign(&token, '+') && at(text, i + 1).kind == KAURI_TOKEN_NUMBER);
}

bool kauri_is_played(struct kauri_text *text, size_t i)
{
    return at(text, i).kind == KAURI_TOKEN_MOVE && kauri_follows_move(text, i + 1);
}

bool kauri_is_row_of_letters(struct kauri_text *text, size_t i)
{
    enum { LETTERS_MIN = 3 };
    const uint8_t side = at(text, i).side;
    int step = 0;
    for (unsigned letters = 1;; letters++, i++) {
        const struct kauri_token next = at(text, i + 1);
        if (next.kind != KAURI_TOKEN_MOVE || next.side != side) {
            return letters >= LETTERS_MIN &&
                   (kauri_ends_line(&next) || next.kind == KAURI_TOKEN_WORD);
        }
        const int here = next.hole - at(text, i).hole;
        if ((here != 1 && here != -1) || (step != 0 && here != step)) {
            return false;
        }
        step = here;
    }
}

// Returns true for the end of captures.
static bool closes_captures(const struct kauri_token *token)
{
    return kauri_token_is_sign(token, ')') || kauri_token_is_sign(token, ']') ||
           (token->kind == KAURI_TOKEN_NUMBER && token->stop) || kauri_ends_line(token);
}

unsigned kauri_unnumbered_moves(struct kauri_text *text, size_t i)
{
    unsigned moves = 0;
    uint8_t side = 0;
    bool joined = true;
    for (struct kauri_token token = at(text, i); !kauri_ends_line(&token); token = at(text, ++i)) {
        if (token.kind == KAURI_TOKEN_MOVE && (joined || token.side != side)) {
            moves++;
            side = token.side;
            joined = false;
        } else if (token.kind == KAURI_TOKEN_DASH || (token.roles & KAURI_ROLE_PASS) != 0) {
            joined = true;
        } else if (kauri_begins_captures(text, i) || kauri_begins_note(text, i)) {
            while (!closes_captures(&token)) {
                token = at(text, ++i);
            }
            i -= kauri_ends_line(&token) ? 1 : 0;
        } else if (kauri_token_is_sign(&token, '+') && kauri_follows_move(text, i)) {
            i++;
        } else if (token.kind == KAURI_TOKEN_MOVE || token.kind == KAURI_TOKEN_NUMBER ||
                   !kauri_follows_move(text, i)) {
            return 0;
        }
    }
    return moves;
}

// Counts the moves without numbers in consecutive lines that contain nothing else, up to `most`.
static unsigned unnumbered_lines(struct kauri_text *text, size_t i, unsigned most)
{
    unsigned moves = 0;
    for (unsigned more = 1; more > 0 && moves < most && at(text, i).kind == KAURI_TOKEN_MOVE;) {
        more = kauri_unnumbered_moves(text, i);
        moves += more;
        i = kauri_line_end(text, i);
        i += at(text, i).empty ? 0 : 1;
    }
    return moves;
}

// ---------------------------------------------------------------------------- where moves begin

// The token after signs before a move number, such as a bullet; `i` itself if it is none.
static size_t after_marks(struct kauri_text *text, size_t i)
{
    enum { MARKS_MAX = 3 };
    for (unsigned n = 0; n < MARKS_MAX; n++, i++) {
        const struct kauri_token token = at(text, i);
        const struct kauri_token next = at(text, i + 1);
        const bool bracket = kauri_token_is_sign(&token, '(') || kauri_token_is_sign(&token, '[');
        const bool captures = kauri_token_is_sign(&token, '+') && next.kind == KAURI_TOKEN_NUMBER &&
                              !next.spaced && !next.stop;
        if (!(token.kind == KAURI_TOKEN_DASH && next.spaced) &&
            (token.kind != KAURI_TOKEN_SIGN || bracket || captures)) {
            break;
        }
    }
    return i;
}

size_t kauri_after_prefix(struct kauri_text *text, size_t line, enum kauri_prefix *prefix)
{
    enum { SPEAKER_TOKENS_MAX = 16 };
    const bool turn = (at(text, line).roles & KAURI_ROLE_TURNS) != 0;
    size_t i = turn ? after_colon(text, line) : after_marks(text, line);
    *prefix = KAURI_PREFIX_MARK;
    if (i != line && at(text, line).first &&
        (kauri_numbers_move(text, i) || (turn && kauri_is_played(text, i)))) {
        return i;
    }
    *prefix = KAURI_PREFIX_SPEAKER;
    size_t named;
    i = line;
    for (unsigned n = 0; n < SPEAKER_TOKENS_MAX && !ends_line(text, i) &&
                         !kauri_names_mover(text, i, &named) && !kauri_numbers_move(text, i);
         n++, i++) {
        if (is_sign(text, i, ':') && ((at(text, i + 1).stop && kauri_numbers_move(text, i + 1)) ||
                                      kauri_is_played(text, i + 1))) {
            return i + 1;
        }
    }
    *prefix = KAURI_PREFIX_NONE;
    return line;
}

// Returns true if "1. e also E; 2. e F" is the beginning of a game, though its first words cannot
// be read: the second move can, on the same line or on the next one.
static bool second_move_begins(struct kauri_text *text, size_t first)
{
    size_t second = kauri_next_move_number(text, first + 1, 2);
    const struct kauri_token end = at(text, second);
    if (end.kind == KAURI_TOKEN_LINE && !end.empty) {
        second = kauri_next_move_number(text, second + 1, 2);
    }
    return at(text, first).number == 1 && at(text, second).kind == KAURI_TOKEN_NUMBER &&
           at(text, second).number == 2 && kauri_is_played(text, kauri_after_number(text, second));
}

bool kauri_hides_moves(struct kauri_text *text, size_t line)
{
    const size_t first = kauri_next_move_number(text, line, 1);
    return at(text, first).number == 1 && kauri_is_played(text, kauri_after_number(text, first)) &&
           second_move_begins(text, first);
}

// Returns true if a number without a full stop and a move begin a game: "1 e E", "1,e,E", "1 e" and
// "2 E" below it, or three cells below one another.
static bool begins_without_stop(struct kauri_text *text, size_t number, size_t move)
{
    const struct kauri_token played = at(text, move);
    const struct kauri_token next = at(text, move + 1);
    if (next.kind == KAURI_TOKEN_LINE) {
        const struct kauri_token below = at(text, move + 2);
        const size_t reply = kauri_after_number(text, move + 2);
        const bool cells = is_alone(text, move) && is_alone(text, move + 2);
        const bool plies =
            at(text, number).number == 1 && below.number == 2 && kauri_is_played(text, reply);
        return (cells && below.side != played.side) ||
               (plies && at(text, reply).side != played.side);
    }
    return next.kind == KAURI_TOKEN_MOVE
               ? next.side != played.side
               : kauri_begins_captures(text, move + 1) || kauri_is_separator(&next) ||
                     is_quote(text, move + 1) || kauri_is_taking(&next);
}

bool kauri_moves_begin(struct kauri_text *text, size_t i, bool expected, uint32_t *number)
{
    enum { UNNUMBERED_MIN = 4 }; // fewest unnumbered moves that are a game without a header
    enum kauri_prefix prefix;
    size_t named;
    i = kauri_after_prefix(text, i, &prefix);
    const struct kauri_token first = at(text, i);
    *number = 0;
    if (first.kind == KAURI_TOKEN_MOVE && prefix != KAURI_PREFIX_SPEAKER &&
        !kauri_is_row_of_letters(text, i)) {
        const unsigned least = expected ? 1 : UNNUMBERED_MIN;
        return kauri_unnumbered_moves(text, i) >= (expected ? 1 : 2) &&
               unnumbered_lines(text, i, least) >= least;
    }
    if (expected && kauri_names_mover(text, i, &named)) {
        return true;
    }
    if (!kauri_is_move_number(&first) || (prefix == KAURI_PREFIX_SPEAKER && first.number != 1)) {
        return false;
    }
    *number = first.number;
    const size_t move = kauri_after_number(text, i);
    if (at(text, move).kind != KAURI_TOKEN_MOVE) {
        return first.stop && (expected || kauri_numbers_move(text, i));
    }
    if (!first.stop) {
        return expected ? kauri_is_played(text, move) : begins_without_stop(text, i, move);
    }
    size_t last = move; // of moves that hyphens join
    while (at(text, last + 1).kind == KAURI_TOKEN_DASH && !at(text, last + 1).spaced &&
           at(text, last + 2).kind == KAURI_TOKEN_MOVE && !at(text, last + 2).spaced) {
        last += 2;
    }
    const struct kauri_token next = at(text, last + 1);
    const struct kauri_token below = at(text, last + 2);
    if (kauri_token_is_sign(&next, '.')) { // as in "1. e E." and "1. e ... E", but not "1. e.g."
        return expected || kauri_token_is_sign(&below, '.') || below.spaced ||
               kauri_ends_line(&below);
    }
    // Neither "1. a cowrie", nor "1. a) Take" and the like begins a game.
    const bool list = next.kind == KAURI_TOKEN_WORD || kauri_token_is_sign(&next, ')') ||
                      kauri_token_is_sign(&next, ':') || kauri_token_is_sign(&next, '\'');
    return expected || kauri_follows_move(text, last + 1) ||
           (!list && next.kind == KAURI_TOKEN_SIGN) || second_move_begins(text, i);
}
