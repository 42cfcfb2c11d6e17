#include "cli/text_table.h"

#include "cli/terminal_columns.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS_MAX = 16 };

// Bytes of the cell at `at`.
static int cell_bytes(const char *at)
{
    return (int)strcspn(at, "\t\n");
}

// After the cell and its tab; at the newline or the end if the cell is the last of its row.
static const char *next_cell(const char *at)
{
    at += cell_bytes(at);
    return *at == '\t' ? at + 1 : at;
}

static const char *next_row(const char *at)
{
    at += strcspn(at, "\n");
    return *at == '\n' ? at + 1 : at;
}

static int measure(const char *rows, int width[COLUMNS_MAX], bool number[COLUMNS_MAX])
{
    int columns = 0;
    for (const char *row = rows; *row != '\0'; row = next_row(row)) {
        int column = 0;
        for (const char *cell = row;; cell = next_cell(cell)) {
            const int bytes = cell_bytes(cell);
            if (row == rows) {
                width[column] = bytes;
                number[column] = true;
            } else {
                number[column] = number[column] && (int)strspn(cell, "0123456789,+-") == bytes;
            }
            width[column] = bytes > width[column] ? bytes : width[column];
            column++;
            if (cell[bytes] != '\t' || column == COLUMNS_MAX) {
                break;
            }
        }
        columns = row == rows ? column : columns;
    }
    return columns;
}

static void print_paragraph(const char *heads, const char *row, int columns, int indent)
{
    char text[1024] = "";
    const char *head = heads;
    const char *cell = row;
    for (int c = 0; c < columns; c++) {
        const size_t used = strlen(text);
        (void)snprintf(text + used, sizeof text - used, "%s%.*s: %.*s", c == 0 ? "" : "; ",
                       cell_bytes(head), head, cell_bytes(cell), cell);
        head = next_cell(head);
        cell = next_cell(cell);
    }
    printf("%*s", indent, "");
    kauri_print_words(text, indent + 2, indent);
}

static void print_row(const char *row, int columns, const int *width, const bool *number,
                      int indent)
{
    const char *cell = row;
    printf("%*s", indent, "");
    for (int c = 0; c < columns; c++) {
        const int bytes = cell_bytes(cell);
        const int blanks = width[c] - bytes;
        const bool last = c + 1 == columns;
        printf("%*s%.*s%*s", number[c] ? blanks : 0, "", bytes, cell,
               last ? 0 : (number[c] ? 0 : blanks) + 2, "");
        cell = next_cell(cell);
    }
    printf("\n");
}

static int table_width(int columns, const int *width, int indent)
{
    int total = indent;
    for (int c = 0; c < columns; c++) {
        total += width[c] + (c > 0 ? 2 : 0);
    }
    return total;
}

// The columns that text may take.
static int text_columns(void)
{
    const int terminal = kauri_terminal_columns(stdout);
    return terminal > 0 && terminal < KAURI_TEXT_COLUMNS ? terminal : KAURI_TEXT_COLUMNS;
}

// Prints the table if it is not wider than `columns_max`. Returns false if it is.
static bool print_table(const char *rows, int indent, int columns_max)
{
    int width[COLUMNS_MAX] = {0};
    bool number[COLUMNS_MAX] = {false};
    const int columns = measure(rows, width, number);
    if (table_width(columns, width, indent) > columns_max) {
        return false;
    }
    for (const char *row = rows; *row != '\0'; row = next_row(row)) {
        print_row(row, columns, width, number, indent);
    }
    return true;
}

void kauri_print_table(const char *rows, int indent)
{
    int width[COLUMNS_MAX] = {0};
    bool number[COLUMNS_MAX] = {false};
    const int columns = measure(rows, width, number);
    if (print_table(rows, indent, text_columns())) {
        return;
    }
    for (const char *row = next_row(rows); *row != '\0'; row = next_row(row)) {
        print_paragraph(rows, row, columns, indent);
    }
}

void kauri_print_table_wide(const char *rows, const char *narrow, int indent)
{
    const int terminal = kauri_terminal_columns(stdout);
    if (!print_table(rows, indent, terminal > 0 ? terminal : INT_MAX)) {
        kauri_print_table(narrow, indent);
    }
}

void kauri_print_table_markdown(const char *rows)
{
    int width[COLUMNS_MAX] = {0};
    bool number[COLUMNS_MAX] = {false};
    const int columns = measure(rows, width, number);
    for (const char *row = rows; *row != '\0'; row = next_row(row)) {
        const char *cell = row;
        for (int c = 0; c < columns; c++) {
            printf("| %.*s ", cell_bytes(cell), cell);
            cell = next_cell(cell);
        }
        printf("|\n");
        for (int c = 0; row == rows && c < columns; c++) {
            printf("|%s%s", number[c] ? "---:" : "---", c + 1 == columns ? "|\n" : "");
        }
    }
}

void kauri_print_words(const char *words, int indent, int used)
{
    const int columns = text_columns();
    bool first = true;
    while (*words != '\0') {
        const int bytes = (int)strcspn(words, " ");
        if (!first && used + 1 + bytes > columns) {
            printf("\n%*s", indent, "");
            used = indent;
            first = true;
        }
        printf("%s%.*s", first ? "" : " ", bytes, words);
        used += bytes + (first ? 0 : 1);
        first = false;
        words += bytes;
        words += strspn(words, " ");
    }
    printf("\n");
}
