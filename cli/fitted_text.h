// Breaks text into lines that fit the terminal.
#ifndef KAURI_CLI_FITTED_TEXT_H
#define KAURI_CLI_FITTED_TEXT_H

#include "common/string_buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// The number of columns that lines on `stream` may take: that of its terminal, or $COLUMNS (20 to
// 1000), which comes first. 0 if there is no limit, as for files and pipes. It is read at every
// call, because windows change their size.
int kauri_terminal_columns(FILE *stream);

// Everywhere here, `columns` is the greatest width of a line, and 0 means that there is no limit
// (kauri_terminal_columns). Lines are broken at blanks only. A position, which people copy, is one
// word with its side and score, and so is every word that is wider than a line: it stays whole, on
// a line of its own. Escape sequences for colours take no columns.

// The columns that paragraphs on standard output may take: those of the terminal, but at most
// KAURI_TEXT_COLUMNS, also in files.
enum { KAURI_TEXT_COLUMNS = 110 };
int kauri_text_columns(void);

// The greatest width of a line of `text`, in columns.
int kauri_text_width(const char *text);

// Returns whether no line of `text` is wider than `columns`.
bool kauri_text_fits(const char *text, int columns);

// Adds words and a newline. A tab in a word becomes a blank at which no line is broken. The first
// line continues the current one, of which `used` columns are used; the others are indented by
// `indent` blanks.
void kauri_string_add_words(struct kauri_string *out, const char *words, int indent, int used,
                            int columns);

// Breaks each line of `out` from byte `from` on that is too wide. If a line begins with a label and
// two or more blanks ("R10     Play without end"), it goes on below what follows the label, and
// else two columns further in than it begins.
void kauri_string_fit(struct kauri_string *out, size_t from, int columns);

// Prints words on standard output, as kauri_string_add_words for the columns of paragraphs.
void kauri_print_words(const char *words, int indent, int used);

// Print whole lines on standard output (printf format) or on a stream, as kauri_string_fit. In
// files and pipes, they are as they are given.
void kauri_print_fitted(const char *format, ...) __attribute__((format(printf, 1, 2)));
void kauri_write_fitted(FILE *stream, const char *text, int columns);

// Adds a text whose paragraphs are one line each, up to the terminal's edge or 80 columns. The
// lines of a paragraph begin at the left, and those of one that begins with blanks as by
// kauri_string_fit.
void kauri_string_add_paragraphs(struct kauri_string *out, const char *text);
// The columns that these paragraphs take at most.
int kauri_paragraph_columns(void);

#endif
