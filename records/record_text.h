// The words of game records: what records/record_parse.c looks for in a text.
//
// `at` is a place in a NUL-terminated text. Pure functions, thread-safe.
#ifndef KAURI_RECORDS_RECORD_TEXT_H
#define KAURI_RECORDS_RECORD_TEXT_H

#include "records/record.h"

// A copy without byte order mark and with spaces for no-break spaces, which web pages put into
// scores. The caller frees it; NULL without memory.
char *kauri_text_plain(const char *text);

// A space, tab or carriage return; a decimal digit.
bool kauri_text_is_blank(char c);
bool kauri_text_is_digit(char c);

// Behind the blanks.
const char *kauri_text_skip_blanks(const char *at);

// Bytes up to the end of the line, without its newline; the same without the blanks before it; is
// there nothing but blanks?
size_t kauri_text_line_bytes(const char *at);
size_t kauri_text_trimmed_bytes(const char *at);
bool kauri_text_is_empty_line(const char *at);

// Bytes of a minus or dash: '-', U+2013, U+2212; 0 if there is none.
size_t kauri_text_dash_bytes(const char *at);

// A letter a..f or A..F that is no part of a word.
bool kauri_text_is_move(const char *at);

// Is there a hyphen and another move behind it, which stands after so many bytes? A line may break
// behind the hyphen. With blanks around it, "- a draw" and "- A 31 : 8 win" are none.
bool kauri_text_joins(const char *at, size_t *bytes);

// Where a move with a number above `number` begins in the sentence up to the end of the line: at
// its beginning, or behind ';' or '.'. NULL where none does.
const char *kauri_text_move_in_sentence(const char *at, uint32_t number);

// Reads a move number, "24.", and moves *at behind it.
bool kauri_text_number(const char **at, uint32_t *number);

// Does a game's text begin here? Prose such as "1. a cowrie" does not look like it.
bool kauri_text_begins_moves(const char *at, uint32_t *number);

// Reads the line "(1) South - North - date" into the record; false when it is something else.
bool kauri_text_header(const char *at, struct kauri_record *record);

#endif
