// Breaks text into lines of a given width.
#ifndef KAURI_QUERIES_ANSWERS_FITTED_TEXT_H
#define KAURI_QUERIES_ANSWERS_FITTED_TEXT_H

#include "common/string_buffer.h"

#include <stddef.h>

// Everywhere here, `columns` is the greatest width of a line, and 0 means that there is no limit.
// Lines are broken at blanks only. A position, which people copy, is one word with its side and
// score, and so is every word that is wider than a line: it stays whole, on a line of its own.
// Escape sequences for colours take no columns.

// Adds words and a newline. A tab in a word becomes a blank at which no line is broken. The first
// line continues the current one, of which `used` columns are used; the others are indented by
// `indent` blanks.
void kauri_string_add_words(struct kauri_string *out, const char *words, int indent, int used,
                            int columns);

// Breaks each line of `out` from byte `from` on that is too wide. If a line begins with a label and
// two or more blanks ("R10     Play without end"), it continues below the text after the label; any
// other line continues two columns further in than it begins.
void kauri_string_fit(struct kauri_string *out, size_t from, int columns);

// Adds a text whose paragraphs are one line each. The lines of a paragraph begin at the left
// margin; a paragraph that begins with blanks is broken as by kauri_string_fit.
void kauri_string_add_paragraphs(struct kauri_string *out, const char *text, int columns);

#endif
