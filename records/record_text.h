// Recognises the words of game records, for records/record_reader.c.
//
// `at` points into a NUL-terminated text. Pure functions, thread-safe.
#ifndef KAURI_RECORDS_RECORD_TEXT_H
#define KAURI_RECORDS_RECORD_TEXT_H

#include "records/record.h"

// Bytes of the blank at `at`: a space, tab, carriage return, or the no-break space U+00A0, which
// web pages put into scores; 0 if there is none.
size_t kauri_text_blank_bytes(const char *at);

// True for a decimal digit.
bool kauri_text_is_digit(char c);

// The first character from `at` on that is not a blank; the same for one that is neither a blank
// nor in `characters`.
const char *kauri_text_skip_blanks(const char *at);
const char *kauri_text_skip(const char *at, const char *characters);

// Bytes up to the end of the line, excluding its newline; the same without trailing blanks; true if
// the rest of the line is blank.
size_t kauri_text_line_bytes(const char *at);
size_t kauri_text_trimmed_bytes(const char *at);
bool kauri_text_is_empty_line(const char *at);

// Bytes of the minus or dash at `at`: '-', U+2013 or U+2212; 0 if there is none.
size_t kauri_text_dash_bytes(const char *at);

// True for a letter a..f or A..F that is not part of a word.
bool kauri_text_is_move(const char *at);

// True for such a letter if a game can continue after it. "a 31 : 8 win" and "a draw" are
// sentences.
bool kauri_text_is_played(const char *at);

// True if a hyphen and another move follow; *bytes is the distance to that move. There may be a
// line break after the hyphen. If there are blanks around the hyphen, the move must satisfy
// kauri_text_is_played: " - a draw" and " - A 31 : 8 win" join nothing.
bool kauri_text_joins(const char *at, size_t *bytes);

// The place in the sentence up to the end of the line where a move with a number above `number`
// begins: at its beginning, or after ';' or '.'. NULL if there is none.
const char *kauri_text_move_in_sentence(const char *at, uint32_t number);

// Reads a move number such as "24." and advances *at past it. Returns false, and leaves *at
// unchanged, if there is no number from 1 to KAURI_RECORD_NUMBER_MAX.
bool kauri_text_number(const char **at, uint32_t *number);

// True if the text of a game begins here: a move number, a move, and something that can follow it.
// Prose such as "1. a cowrie" does not qualify.
bool kauri_text_begins_moves(const char *at, uint32_t *number);

// Reads a header line "(1) South - North - date" into the record. Returns false for any other line.
bool kauri_text_header(const char *at, struct kauri_record *record);

// Reads a line of names without a number, "South - North" or "South - North - date", into the
// record. Returns false if there are no two names, if the line is long, or if it ends like a
// sentence; the names are then undefined.
bool kauri_text_names(const char *at, struct kauri_record *record);

#endif
