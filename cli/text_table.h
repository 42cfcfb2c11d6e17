// Lays tables out in columns, or in paragraphs where they are too wide.
#ifndef KAURI_CLI_TEXT_TABLE_H
#define KAURI_CLI_TEXT_TABLE_H

#include "common/string_buffer.h"

// Adds a table. `rows` has one line for each row, with a tab between cells; the first row is the
// header, and every row has as many cells as the header. "" adds nothing. If lines would be
// longer than `columns`, each row is added as a paragraph of "header: cell" instead.
void kauri_string_add_table(struct kauri_string *out, const char *rows, int indent, int columns);
// Adds such a table, whose columns are at least as wide as `least` has it, one for each cell of the
// header: a positive width for numbers, which are aligned right, and a negative one for words. If
// that does not fit into `columns` (0: everything does), columns are as narrow as their cells. If
// that does not fit either, the last column is left out, and if that is not enough, there are
// paragraphs.
void kauri_string_add_columns(struct kauri_string *out, const char *rows, const int *least,
                              int columns);
// Prints a table on standard output, with lines that are not longer than the terminal or than
// KAURI_TEXT_COLUMNS (cli/fitted_text.h).
void kauri_print_table(const char *rows, int indent);
// Prints the table if it is not wider than the terminal, and else `narrow` as above, which has less
// in it.
void kauri_print_table_wide(const char *rows, const char *narrow, int indent);
// The same as a table in Markdown.
void kauri_print_table_markdown(const char *rows);

#endif
