// Prints tables and paragraphs on standard output.
#ifndef KAURI_CLI_TEXT_TABLE_H
#define KAURI_CLI_TEXT_TABLE_H

// Prints a table. `rows` has one line for each row, with a tab between cells; the first row is the
// header, and every row has as many cells as the header. "" prints nothing. If lines would be
// longer than the terminal, or than KAURI_TEXT_COLUMNS, each row is printed as a paragraph of
// "header: cell" instead.
enum { KAURI_TEXT_COLUMNS = 110 };
void kauri_print_table(const char *rows, int indent);
// Prints the table if it is not wider than the terminal, and else `narrow` as above, which has less
// in it.
void kauri_print_table_wide(const char *rows, const char *narrow, int indent);
// The same as a table in Markdown.
void kauri_print_table_markdown(const char *rows);

// Prints words, broken into lines that fit the terminal, of at most KAURI_TEXT_COLUMNS columns. The
// first line continues the current line, of which `used` columns are used; the others are indented
// by `indent` blanks.
void kauri_print_words(const char *words, int indent, int used);

#endif
