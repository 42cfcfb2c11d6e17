#include "cli/text_table.h"

#include "cli/fitted_text.h"
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

static void add_paragraph(struct kauri_string *out, const char *heads, const char *row, int columns,
                          int indent, int columns_max)
{
    struct kauri_string words = {.bytes = NULL};
    const char *head = heads;
    const char *cell = row;
    for (int c = 0; c < columns; c++) {
        kauri_string_add_text(&words, c == 0 ? "" : "; ");
        kauri_string_add_bytes(&words, head, (size_t)cell_bytes(head));
        kauri_string_add_text(&words, ": ");
        kauri_string_add_bytes(&words, cell, (size_t)cell_bytes(cell));
        head = next_cell(head);
        cell = next_cell(cell);
    }
    kauri_string_add_right(out, "", (size_t)indent);
    kauri_string_add_words(out, kauri_string_text(&words), indent + 2, indent, columns_max);
    out->failed = out->failed || words.failed;
    kauri_string_clear(&words);
}

static void add_row(struct kauri_string *out, const char *row, int columns, const int *width,
                    const bool *number, int indent)
{
    const char *cell = row;
    kauri_string_add_right(out, "", (size_t)indent);
    for (int c = 0; c < columns; c++) {
        const int bytes = cell_bytes(cell);
        const int blanks = width[c] - bytes;
        const bool last = c + 1 == columns;
        kauri_string_add(out, "%*s%.*s%*s", number[c] ? blanks : 0, "", bytes, cell,
                         last ? 0 : (number[c] ? 0 : blanks) + 2, "");
        cell = next_cell(cell);
    }
    kauri_string_add_text(out, "\n");
}

static int table_width(int columns, const int *width, int indent)
{
    int total = indent;
    for (int c = 0; c < columns; c++) {
        total += width[c] + (c > 0 ? 2 : 0);
    }
    return total;
}

// Adds the table if it is not wider than `columns_max`. Returns false if it is.
static bool add_table(struct kauri_string *out, const char *rows, int indent, int columns_max)
{
    int width[COLUMNS_MAX] = {0};
    bool number[COLUMNS_MAX] = {false};
    const int columns = measure(rows, width, number);
    if (table_width(columns, width, indent) > columns_max) {
        return false;
    }
    for (const char *row = rows; *row != '\0'; row = next_row(row)) {
        add_row(out, row, columns, width, number, indent);
    }
    return true;
}

void kauri_string_add_table(struct kauri_string *out, const char *rows, int indent, int columns_max)
{
    int width[COLUMNS_MAX] = {0};
    bool number[COLUMNS_MAX] = {false};
    const int columns = measure(rows, width, number);
    if (add_table(out, rows, indent, columns_max)) {
        return;
    }
    for (const char *row = next_row(rows); *row != '\0'; row = next_row(row)) {
        add_paragraph(out, rows, row, columns, indent, columns_max);
    }
}

// Adds a table with these widths, without blanks at the ends of lines.
static void add_aligned(struct kauri_string *out, const char *rows, int columns, const int *width,
                        const bool *right)
{
    for (const char *row = rows; *row != '\0'; row = next_row(row)) {
        add_row(out, row, columns, width, right, 0);
        size_t end = out->length - (out->failed ? 0 : 1);
        while (!out->failed && end > 0 && out->bytes[end - 1] == ' ') {
            end--;
        }
        if (!out->failed) {
            kauri_string_cut(out, end);
            kauri_string_add_text(out, "\n");
        }
    }
}

void kauri_string_add_columns(struct kauri_string *out, const char *rows, const int *least,
                              int columns)
{
    int width[COLUMNS_MAX] = {0};
    bool right[COLUMNS_MAX] = {false};
    const int count = measure(rows, width, right);
    const size_t begin = out->length;
    int roomy[COLUMNS_MAX] = {0};
    for (int c = 0; c < count; c++) {
        const int wanted = least[c] < 0 ? -least[c] : least[c];
        roomy[c] = width[c] > wanted ? width[c] : wanted;
        right[c] = least[c] > 0;
    }
    add_aligned(out, rows, count, roomy, right);
    for (int c = count; c > 0 && c >= count - 1 && !out->failed &&
                        !kauri_text_fits(kauri_string_text(out) + begin, columns);
         c--) {
        kauri_string_cut(out, begin);
        add_aligned(out, rows, c, width, right);
    }
    if (!out->failed && !kauri_text_fits(kauri_string_text(out) + begin, columns)) {
        kauri_string_cut(out, begin);
        kauri_string_add_table(out, rows, 0, columns);
    }
}

static void print_and_clear(struct kauri_string *text)
{
    (void)fputs(kauri_string_text(text), stdout);
    kauri_string_clear(text);
}

void kauri_print_table(const char *rows, int indent)
{
    struct kauri_string text = {.bytes = NULL};
    kauri_string_add_table(&text, rows, indent, kauri_text_columns());
    print_and_clear(&text);
}

void kauri_print_table_wide(const char *rows, const char *narrow, int indent)
{
    struct kauri_string text = {.bytes = NULL};
    const int terminal = kauri_terminal_columns(stdout);
    if (!add_table(&text, rows, indent, terminal > 0 ? terminal : INT_MAX)) {
        kauri_print_table(narrow, indent);
    }
    print_and_clear(&text);
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
