// Decides what a token of a game record is by what follows it (docs/guide/RECORDS.md, "Moves").
// Private to games/records/. Each function looks a bounded number of tokens ahead, or to the end of
// the line where it says so.
#ifndef KAURI_GAMES_RECORDS_LOOKAHEAD_H
#define KAURI_GAMES_RECORDS_LOOKAHEAD_H

#include "games/records/sentence.h"

// Returns true for ';' and ','.
bool kauri_is_separator(const struct kauri_token *token);

// Returns true for a number from 1 to KAURI_RECORD_NUMBER_MAX.
bool kauri_is_move_number(const struct kauri_token *token);

// Returns true for a move number that a move follows, with or without a full stop between them.
bool kauri_numbers_move(struct kauri_text *text, size_t i);

// The token after a move number. Signs between them, as in "1,e" and "\"1.\",\"e\"", come from
// tables.
size_t kauri_after_number(struct kauri_text *text, size_t number);

// Returns true for a number that may begin a score or another result, such as "34:4", "1-0" and
// "1/2-1/2".
bool kauri_begins_score(struct kauri_text *text, size_t i);

// Returns true for a score with a move, a number or the end of its line after it, as it stands
// behind the move that made it; *last is then its last token.
bool kauri_is_running_score(struct kauri_text *text, size_t i, size_t *last);

// Returns true for the bracket of captures: "(+1", "(x2", "(2)", "[-1".
bool kauri_begins_captures(struct kauri_text *text, size_t open);

// Returns true for the bracket of a note's letter, "(A)".
bool kauri_begins_note(struct kauri_text *text, size_t open);

// Returns true for "x2", and for the "x" of a capture without a number.
bool kauri_is_taking(const struct kauri_token *token);

// The token after a sign of evaluation, such as "+=", "-+", "+/-" or "±"; `i` itself if it is none.
size_t kauri_after_evaluation(struct kauri_text *text, size_t i);

// Returns true if the token can follow a move in a game. Otherwise the letter before it may be a
// word of one letter in a sentence, or a letter in a list.
bool kauri_follows_move(struct kauri_text *text, size_t i);

// Returns true for a move that is part of a game. "a 31 : 8 win" and "a draw" are sentences.
bool kauri_is_played(struct kauri_text *text, size_t i);

// The number of moves up to the end of the line, if it has nothing but moves, of South and North in
// turn where no hyphen joins them, with their remarks; 0 for any other line.
unsigned kauri_unnumbered_moves(struct kauri_text *text, size_t i);

// The first token up to the end of the line that numbers a move, with a full stop, by `least` or a
// greater number; without one, the end of the line.
size_t kauri_next_move_number(struct kauri_text *text, size_t i, uint32_t least);

// Returns true for a line with the first two moves of a game in it, at any place: "Anna - Bob 1. e
// E 2. e F".
bool kauri_hides_moves(struct kauri_text *text, size_t line);

// Returns true for the letters of a board's row, "a b c d e f", as they stand beside drawings.
bool kauri_is_row_of_letters(struct kauri_text *text, size_t i);

// Returns true for the name of a side before a move or a pass, "South: e" or "North passes"; *move
// is then the token of the move.
bool kauri_names_mover(struct kauri_text *text, size_t i, size_t *move);

// The signs and words that may precede the moves of a line.
enum kauri_prefix {
    KAURI_PREFIX_NONE,
    KAURI_PREFIX_MARK,    // the bullet of a list, "- 1. e E", other signs, or "Move 1: e E"
    KAURI_PREFIX_SPEAKER, // as in a chat, "[21:03] Anna: 1. e E"
};

// The token with which the moves of the line begin; without a prefix, `line` itself.
size_t kauri_after_prefix(struct kauri_text *text, size_t line, enum kauri_prefix *prefix);

// Returns true if the moves of a game begin at this token of a line; *number is then their number,
// 0 if they have none. With `expected`, names or a start position precede it, and the tests are
// less strict.
bool kauri_moves_begin(struct kauri_text *text, size_t i, bool expected, uint32_t *number);

#endif
