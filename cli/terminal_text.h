// The width of the terminal, and text printed to fit it.
#ifndef KAURI_CLI_TERMINAL_TEXT_H
#define KAURI_CLI_TERMINAL_TEXT_H

#include "queries/answers/fitted_text.h"

#include <stdio.h>

// The number of columns that lines on `stream` may take: $COLUMNS (20 to 1000) if it is set,
// otherwise those of its terminal. 0 if there is no limit, as for files and pipes. It is read at
// every call, because windows change their size.
int kauri_terminal_columns(FILE *stream);

// The columns that paragraphs on standard output may take: those of the terminal, but at most
// KAURI_TEXT_COLUMNS, also in files.
enum { KAURI_TEXT_COLUMNS = 110 };
int kauri_text_columns(void);

// The columns that the paragraphs of a help text take: those of the terminal, at most 80.
int kauri_paragraph_columns(void);

// Print whole lines on standard output (printf format) or on a stream, broken as by
// kauri_string_fit. In files and pipes, lines are left as they are.
void kauri_print_fitted(const char *format, ...) __attribute__((format(printf, 1, 2)));
void kauri_write_fitted(FILE *stream, const char *text, int columns);

#endif
