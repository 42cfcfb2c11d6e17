#include "queries/answers/text_table.h"

#include "common/size.h"
#include "queries/answers/fitted_text.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <string.h>

static const void *member_of(const struct kauri_field *field, const void *record)
{
    return (const char *)record + field->offset;
}

static const char *text_of(const struct kauri_field *field, const void *record)
{
    return *(const char *const *)member_of(field, record);
}

static uint64_t number_of(const struct kauri_field *field, const void *record)
{
    return field->kind == KAURI_FIELD_UNSIGNED ? *(const unsigned *)member_of(field, record)
                                               : *(const uint64_t *)member_of(field, record);
}

static double real_of(const struct kauri_field *field, const void *record)
{
    return *(const double *)member_of(field, record);
}

static int answer_of(const struct kauri_field *field, const void *record)
{
    return *(const int *)member_of(field, record);
}

static struct kauri_bounds bounds_of(const struct kauri_field *field, const void *record)
{
    return *(const struct kauri_bounds *)member_of(field, record);
}

static bool is_known(const struct kauri_field *field, const void *record)
{
    switch (field->kind) {
    case KAURI_FIELD_TEXT:
    case KAURI_FIELD_FOREIGN:
        return text_of(field, record) != NULL;
    case KAURI_FIELD_COUNT:
    case KAURI_FIELD_SIZE:
        return number_of(field, record) != UINT64_MAX;
    case KAURI_FIELD_SECONDS:
        return real_of(field, record) >= 0;
    case KAURI_FIELD_RATIO:
        return isfinite(real_of(field, record));
    case KAURI_FIELD_ANSWER:
        return answer_of(field, record) == 0 || answer_of(field, record) == 1;
    default:
        return true;
    }
}

static void add_member(struct kauri_json *json, const struct kauri_field *field, const void *record)
{
    struct kauri_bounds bounds;
    switch (field->kind) {
    case KAURI_FIELD_UNSIGNED:
    case KAURI_FIELD_COUNT:
    case KAURI_FIELD_SIZE:
        kauri_json_add_uint(json, field->name, number_of(field, record));
        break;
    case KAURI_FIELD_SECONDS:
        kauri_json_add_seconds(json, field->name, real_of(field, record));
        break;
    case KAURI_FIELD_RATIO:
        kauri_json_add_real(json, field->name, real_of(field, record));
        break;
    case KAURI_FIELD_DIGEST:
        kauri_json_add_digest(json, field->name, member_of(field, record));
        break;
    case KAURI_FIELD_BOOL:
        kauri_json_add_bool(json, field->name, *(const bool *)member_of(field, record));
        break;
    case KAURI_FIELD_ANSWER:
        kauri_json_add_bool(json, field->name, answer_of(field, record) == 1);
        break;
    case KAURI_FIELD_BOUNDS:
        bounds = bounds_of(field, record);
        kauri_json_add_pair(json, field->name, bounds.low, bounds.high);
        break;
    case KAURI_FIELD_TEXT:
        kauri_json_add_text(json, field->name, text_of(field, record));
        break;
    case KAURI_FIELD_FOREIGN:
        kauri_json_add_foreign(json, field->name, text_of(field, record));
        break;
    case KAURI_FIELD_WORDS:
    case KAURI_FIELD_MEMBERS:
        break;
    }
}

void kauri_answer_json(struct kauri_json *json, const struct kauri_field *fields, size_t count,
                       const void *record)
{
    for (size_t i = 0; i < count; i++) {
        const struct kauri_field *field = &fields[i];
        if (field->kind == KAURI_FIELD_MEMBERS) {
            field->add(json, record);
        } else if (field->name != NULL && is_known(field, record)) {
            add_member(json, field, record);
        } else if (field->name != NULL && !field->only_if_known) {
            kauri_json_add_null(json, field->name);
        }
    }
}

void kauri_answer_object(struct kauri_json *json, const char *name,
                         const struct kauri_field *fields, size_t count, const void *record)
{
    if (record == NULL) {
        kauri_json_add_null(json, name);
        return;
    }
    kauri_json_begin_object(json, name);
    kauri_answer_json(json, fields, count, record);
    kauri_json_end(json);
}

void kauri_answer_array(struct kauri_json *json, const char *name, const struct kauri_field *fields,
                        size_t count, const void *records, size_t record_bytes, size_t record_count)
{
    kauri_json_begin_array(json, name);
    for (size_t i = 0; i < record_count; i++) {
        kauri_answer_object(json, NULL, fields, count, (const char *)records + i * record_bytes);
    }
    kauri_json_end(json);
}

static void add_heading(struct kauri_string *rows, const struct kauri_field *field)
{
    const bool named = strcmp(field->heading, KAURI_NAME) == 0;
    size_t i = rows->length;
    kauri_string_add_text(rows, named ? field->name : field->heading);
    for (; named && i < rows->length; i++) {
        rows->bytes[i] = (char)(rows->bytes[i] == '_' ? ' ' : rows->bytes[i]);
    }
}

void kauri_answer_heads(struct kauri_string *rows, const struct kauri_field *fields, size_t count)
{
    const char *separator = "";
    for (size_t i = 0; i < count; i++) {
        if (fields[i].heading != NULL) {
            kauri_string_add_text(rows, separator);
            add_heading(rows, &fields[i]);
            separator = "\t";
        }
    }
    kauri_string_add_text(rows, "\n");
}

static void add_cell(struct kauri_string *rows, const struct kauri_field *field, const void *record)
{
    struct kauri_bounds bounds;
    switch (field->kind) {
    case KAURI_FIELD_UNSIGNED:
        kauri_string_add_number(rows, (int64_t)number_of(field, record));
        break;
    case KAURI_FIELD_COUNT:
        kauri_string_add_text(rows, KAURI_COUNT_TEXT(number_of(field, record)));
        break;
    case KAURI_FIELD_SIZE:
        kauri_string_add_text(rows, KAURI_SIZE_TEXT(number_of(field, record)));
        break;
    case KAURI_FIELD_SECONDS:
    case KAURI_FIELD_RATIO:
        kauri_string_add(rows, "%.2f", real_of(field, record));
        break;
    case KAURI_FIELD_DIGEST:
        kauri_string_add(rows, "%016" PRIx64, number_of(field, record));
        break;
    case KAURI_FIELD_BOOL:
        kauri_string_add_text(rows, *(const bool *)member_of(field, record) ? "yes" : "no");
        break;
    case KAURI_FIELD_ANSWER:
        kauri_string_add_text(rows, answer_of(field, record) == 1 ? "yes" : "no");
        break;
    case KAURI_FIELD_BOUNDS:
        bounds = bounds_of(field, record);
        kauri_string_add(rows, bounds.low == bounds.high ? "%d" : "%d to %d", bounds.low,
                         bounds.high);
        break;
    case KAURI_FIELD_TEXT:
        kauri_string_add_text(rows, text_of(field, record));
        break;
    case KAURI_FIELD_FOREIGN:
        kauri_string_add_foreign(rows, text_of(field, record));
        break;
    case KAURI_FIELD_WORDS:
    case KAURI_FIELD_MEMBERS:
        break;
    }
}

void kauri_answer_row(struct kauri_string *rows, const struct kauri_field *fields, size_t count,
                      const void *record)
{
    const char *separator = "";
    for (size_t i = 0; i < count; i++) {
        const struct kauri_field *field = &fields[i];
        if (field->heading == NULL) {
            continue;
        }
        kauri_string_add_text(rows, separator);
        separator = "\t";
        if (is_known(field, record)) {
            add_cell(rows, field, record);
        } else {
            kauri_string_add_text(rows, "-");
        }
    }
    kauri_string_add_text(rows, "\n");
}

void kauri_answer_list(struct kauri_string *out, const struct kauri_field *fields, size_t count,
                       const void *record, size_t indent, size_t width)
{
    for (size_t i = 0; i < count; i++) {
        if (fields[i].heading == NULL || !is_known(&fields[i], record)) {
            continue;
        }
        kauri_string_add_right(out, "", indent);
        const size_t begin = out->length;
        add_heading(out, &fields[i]);
        kauri_string_add_right(out, "", width - (out->length - begin));
        add_cell(out, &fields[i], record);
        kauri_string_add_text(out, "\n");
    }
}

// The layout of the columns of a table.
struct layout {
    unsigned count;
    int cells[KAURI_ANSWER_COLUMNS_MAX]; // greatest width of a cell, by column
    int width[KAURI_ANSWER_COLUMNS_MAX];
    bool right[KAURI_ANSWER_COLUMNS_MAX]; // the column is aligned right
    bool hidden[KAURI_ANSWER_COLUMNS_MAX];
};

// A loop, because strcspn would take most of the time that a table takes. Of the characters up to
// the newline, cells contain none and are followed by one: a tab, a newline or the end.
static size_t cell_bytes(const char *at)
{
    size_t bytes = 0;
    while ((unsigned char)at[bytes] > '\n') {
        bytes++;
    }
    return bytes;
}

// The columns that the bytes of a cell take in UTF-8.
static size_t columns_of(const char *cell, size_t bytes)
{
    size_t columns = 0;
    for (size_t i = 0; i < bytes; i++) {
        columns += ((unsigned char)cell[i] & 0xc0) != 0x80;
    }
    return columns;
}

// The place after the cell and its tab; the newline or the end if the cell is the last of its row.
static const char *next_cell(const char *at)
{
    at += cell_bytes(at);
    return *at == '\t' ? at + 1 : at;
}

static const char *next_row(const char *at)
{
    while (*at != '\n' && *at != '\0') {
        at++;
    }
    return *at == '\n' ? at + 1 : at;
}

// Measures the widths of the cells.
static void measure(const char *rows, struct layout *layout)
{
    unsigned c = 0;
    bool first = true;
    for (const char *cell = rows; *cell != '\0';) {
        const size_t bytes = cell_bytes(cell);
        if (c < KAURI_ANSWER_COLUMNS_MAX) {
            const int columns = (int)columns_of(cell, bytes);
            layout->cells[c] = columns > layout->cells[c] ? columns : layout->cells[c];
            layout->count = first ? c + 1 : layout->count;
        }
        c++;
        cell += bytes;
        if (*cell == '\n') {
            c = 0;
            first = false;
        }
        cell += *cell != '\0';
    }
    memcpy(layout->width, layout->cells, sizeof layout->width);
}

// Right-aligns the columns that hold only numbers.
static void align_numbers(const char *rows, struct layout *layout)
{
    for (unsigned c = 0; c < layout->count; c++) {
        layout->right[c] = true;
    }
    for (const char *row = next_row(rows); *row != '\0'; row = next_row(row)) {
        const char *cell = row;
        for (unsigned c = 0; c < layout->count; c++) {
            layout->right[c] =
                layout->right[c] && strspn(cell, "0123456789,+-") == cell_bytes(cell);
            cell = next_cell(cell);
        }
    }
}

static int table_width(const struct layout *layout, int indent)
{
    int total = indent - 2;
    for (unsigned c = 0; c < layout->count; c++) {
        total += layout->hidden[c] ? 0 : layout->width[c] + 2;
    }
    return total;
}

// Adds a row, without blanks at its end. Returns the next one; NULL if a cell is wider than its
// column.
static const char *add_row(struct kauri_string *out, const char *row, const struct layout *layout,
                           int indent)
{
    const char *cell = row;
    size_t width = (size_t)table_width(layout, indent);
    const size_t begin = out->length;
    size_t place = (size_t)indent;
    size_t end = 0; // end of the last cell that is not empty
    char *to = kauri_string_extend(out, width + 1);
    if (to == NULL) {
        return next_row(row);
    }
    bool fits = true;
    memset(to, ' ', width);
    for (unsigned c = 0; c < layout->count; c++) {
        const size_t bytes = cell_bytes(cell);
        const size_t columns = columns_of(cell, bytes);
        const size_t more = bytes - columns; // bytes beyond the number of columns
        fits = fits && columns <= (size_t)layout->width[c];
        if (!layout->hidden[c] && more > 0 && fits) {
            if (kauri_string_extend(out, more) == NULL) {
                return next_row(row);
            }
            to = out->bytes + begin;
            memset(to + width, ' ', more);
            width += more;
            place += more;
        }
        if (!layout->hidden[c] && bytes > 0 && fits) {
            end = place + (layout->right[c] ? (size_t)layout->width[c] : columns);
            memcpy(to + end - bytes, cell, bytes);
        }
        place += layout->hidden[c] ? 0 : (size_t)layout->width[c] + 2;
        cell += bytes;
        cell += *cell == '\t';
    }
    to[end] = '\n';
    kauri_string_cut(out, begin + end + 1);
    return fits ? next_row(cell) : NULL;
}

static void add_paragraph(struct kauri_string *out, const char *heads, const char *row,
                          unsigned count, int indent, int columns)
{
    struct kauri_string words = {.bytes = NULL};
    const char *head = heads;
    const char *cell = row;
    for (unsigned c = 0; c < count; c++) {
        kauri_string_add_text(&words, c == 0 ? "" : "; ");
        kauri_string_add_bytes(&words, head, cell_bytes(head));
        kauri_string_add_text(&words, ": ");
        kauri_string_add_bytes(&words, cell, cell_bytes(cell));
        head = next_cell(head);
        cell = next_cell(cell);
    }
    kauri_string_add_right(out, "", (size_t)indent);
    kauri_string_add_words(out, kauri_string_text(&words), indent + 2, indent, columns);
    out->failed = out->failed || words.failed;
    kauri_string_clear(&words);
}

static void add_rows(struct kauri_string *out, const char *rows, const struct layout *layout,
                     int indent, int columns)
{
    if (table_width(layout, indent) <= columns) {
        for (const char *row = rows; *row != '\0';) {
            row = add_row(out, row, layout, indent);
        }
        return;
    }
    for (const char *row = next_row(rows); *row != '\0'; row = next_row(row)) {
        add_paragraph(out, rows, row, layout->count, indent, columns);
    }
}

// Hides the column that a reader misses least. Returns false if none is left that may be hidden.
static bool hide_column(struct layout *layout, const struct kauri_field *const *shown,
                        unsigned count)
{
    unsigned least = count;
    for (unsigned c = 0; c < count; c++) {
        if (!layout->hidden[c] && shown[c]->optional > 0 &&
            (least == count || shown[c]->optional >= shown[least]->optional)) {
            least = c;
        }
    }
    if (least < count) {
        layout->hidden[least] = true;
    }
    return least < count;
}

// Adds the rows as wide as the fields say, without measuring cells, which takes as long as adding
// them. Returns false, and adds nothing, if a cell is too wide or a width is not given.
static bool add_fixed(struct kauri_string *out, const char *rows, const struct kauri_field *fields,
                      size_t count, int indent)
{
    struct layout layout = {.count = 0};
    const size_t begin = out->length;
    for (size_t i = 0; i < count; i++) {
        const int width = fields[i].width;
        if (fields[i].heading != NULL && width == 0) {
            return false;
        }
        if (fields[i].heading != NULL) {
            layout.right[layout.count] = width > 0;
            layout.width[layout.count++] = width < 0 ? -width : width;
        }
    }
    while (rows != NULL && *rows != '\0') {
        rows = add_row(out, rows, &layout, indent);
    }
    if (rows == NULL) {
        kauri_string_cut(out, begin);
    }
    return rows != NULL;
}

static void add_measured(struct kauri_string *out, const char *rows,
                         const struct kauri_field *fields, size_t count, int indent, int columns)
{
    struct layout layout = {.count = 0};
    const struct kauri_field *shown[KAURI_ANSWER_COLUMNS_MAX]; // the fields that have columns
    unsigned c = 0;
    measure(rows, &layout);
    align_numbers(rows, &layout);
    for (size_t i = 0; i < count && c < layout.count; i++) {
        if (fields[i].heading == NULL) {
            continue;
        }
        const int least = fields[i].width < 0 ? -fields[i].width : fields[i].width;
        layout.width[c] = layout.cells[c] > least ? layout.cells[c] : least;
        layout.right[c] = least == 0 ? layout.right[c] : fields[i].width > 0;
        shown[c++] = &fields[i];
    }
    if (table_width(&layout, indent) > columns) {
        memcpy(layout.width, layout.cells, sizeof layout.width);
    }
    while (table_width(&layout, indent) > columns && hide_column(&layout, shown, c)) {
    }
    add_rows(out, rows, &layout, indent, columns);
}

void kauri_answer_table(struct kauri_string *out, struct kauri_string *rows,
                        const struct kauri_field *fields, size_t count, int indent, int columns)
{
    const char *text = kauri_string_text(rows);
    if (columns != 0 || !add_fixed(out, text, fields, count, indent)) {
        add_measured(out, text, fields, count, indent, columns == 0 ? INT_MAX : columns);
    }
    out->failed = out->failed || rows->failed;
    kauri_string_clear(rows);
}

void kauri_answer_records(struct kauri_string *out, const struct kauri_field *fields, size_t count,
                          const void *records, size_t record_bytes, size_t record_count,
                          int columns)
{
    struct kauri_string rows = {.bytes = NULL};
    kauri_answer_heads(&rows, fields, count);
    for (size_t i = 0; i < record_count; i++) {
        kauri_answer_row(&rows, fields, count, (const char *)records + i * record_bytes);
    }
    kauri_answer_table(out, &rows, fields, count, 0, columns);
}

void kauri_string_add_table(struct kauri_string *out, struct kauri_string *rows, int indent,
                            int columns)
{
    const char *text = kauri_string_text(rows);
    struct layout layout = {.count = 0};
    measure(text, &layout);
    align_numbers(text, &layout);
    add_rows(out, text, &layout, indent, columns == 0 ? INT_MAX : columns);
    out->failed = out->failed || rows->failed;
    kauri_string_clear(rows);
}

void kauri_string_add_markdown(struct kauri_string *out, struct kauri_string *rows)
{
    const char *text = kauri_string_text(rows);
    struct layout layout = {.count = 0};
    measure(text, &layout);
    align_numbers(text, &layout);
    for (const char *row = text; *row != '\0'; row = next_row(row)) {
        const char *cell = row;
        for (unsigned c = 0; c < layout.count; c++) {
            kauri_string_add(out, "| %.*s ", (int)cell_bytes(cell), cell);
            cell = next_cell(cell);
        }
        kauri_string_add_text(out, "|\n");
        for (unsigned c = 0; row == text && c < layout.count; c++) {
            kauri_string_add_text(out, layout.right[c] ? "|---:" : "|---");
        }
        kauri_string_add_text(out, row == text ? "|\n" : "");
    }
    out->failed = out->failed || rows->failed;
    kauri_string_clear(rows);
}
