// Tables and paragraphs on standard output.
#ifndef KAURI_CLI_TEXT_TABLE_H
#define KAURI_CLI_TEXT_TABLE_H

// Rows end with a newline, cells are divided by tabs, the first row holds the heads; every row has
// as many cells as the first. "" prints nothing. Where the lines would be longer than
// KAURI_TEXT_COLUMNS, each row is printed as a paragraph of "head: cell" instead.
enum { KAURI_TEXT_COLUMNS = 110 };
void kauri_print_table(const char *rows, int indent);
// The same, never as paragraphs.
void kauri_print_table_wide(const char *rows, int indent);
void kauri_print_table_markdown(const char *rows);

// Prints words, broken into lines of KAURI_TEXT_COLUMNS that begin with `indent` blanks but for the
// first, which goes on where the line is (`used` columns).
void kauri_print_words(const char *words, int indent, int used);

#endif
