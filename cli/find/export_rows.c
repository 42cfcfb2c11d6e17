#include "cli/find/export_rows.h"

#include "rules/value.h"

#include <stdio.h>
#include <string.h>

struct column {
    const char *name;
    const char *type; // of NumPy
    bool by_hole;
};

static const struct column columns[KAURI_EXPORT_COLUMNS] = {
    [KAURI_EXPORT_INDEX] = {"index", "<u8", false},
    [KAURI_EXPORT_R] = {"r", "<i2", false},
    [KAURI_EXPORT_DTC] = {"dtc", "<u2", false},
    [KAURI_EXPORT_NET] = {"net", "|i1", false},
    [KAURI_EXPORT_SEEDS] = {"seeds", "|u1", true},
    [KAURI_EXPORT_COWRIES] = {"cowries", "|u1", true},
};

enum kauri_status kauri_export_columns_parse(const char *names, struct kauri_export_format *format,
                                             struct kauri_error *error)
{
    bool given[KAURI_EXPORT_COLUMNS] = {false};
    format->count = 0;
    for (const char *name = names;;) {
        const size_t length = strcspn(name, ",");
        unsigned column = 0;
        while (column < KAURI_EXPORT_COLUMNS && (strlen(columns[column].name) != length ||
                                                 memcmp(columns[column].name, name, length) != 0)) {
            column++;
        }
        if (column == KAURI_EXPORT_COLUMNS) {
            return kauri_fail(error, KAURI_USAGE,
                              "--columns takes index, r, dtc, net, seeds and cowries, separated by "
                              "commas, not '%.*s'",
                              (int)(length < 80 ? length : 80), name);
        }
        if (given[column]) {
            return kauri_fail(error, KAURI_USAGE, "--columns names %s twice", columns[column].name);
        }
        given[column] = true;
        format->columns[format->count++] = (enum kauri_export_column)column;
        if (name[length] == '\0') {
            return KAURI_OK;
        }
        name += length + 1;
    }
}

bool kauri_export_has_dtc(const struct kauri_export_format *format)
{
    bool has = false;
    for (unsigned i = 0; i < format->count; i++) {
        has = has || format->columns[i] == KAURI_EXPORT_DTC;
    }
    return has;
}

// A text of at most KAURI_EXPORT_HEADER_BYTES; longer ones are cut, but none is.
struct header {
    char text[KAURI_EXPORT_HEADER_BYTES];
    size_t length;
};

static void add(struct header *header, const char *text)
{
    const size_t left = sizeof header->text - header->length;
    const int length = snprintf(header->text + header->length, left, "%s", text);
    header->length += (size_t)length < left ? (size_t)length : left - 1;
}

static void add_csv_names(struct header *header, const struct column *column, unsigned holes)
{
    char name[32];
    for (unsigned i = 0; column->by_hole && i < 2 * holes; i++) {
        (void)snprintf(name, sizeof name, "%s%s_%c", i > 0 ? "," : "", column->name,
                       kauri_move_letter(i < holes ? KAURI_SOUTH : KAURI_NORTH, (int)(i % holes)));
        add(header, name);
    }
    if (!column->by_hole) {
        add(header, column->name);
    }
}

// The description of NumPy: a dictionary of Python, padded with spaces so that the rows begin at a
// multiple of 64 bytes, and ended by a newline.
static void add_npy_header(struct header *header, const struct kauri_export_format *format,
                           unsigned holes, uint64_t rows)
{
    enum { ALIGNMENT = 64 };
    char part[80];
    const struct column *first = &columns[format->columns[0]];
    static const unsigned char magic[] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 0, 0};
    memcpy(header->text, magic, sizeof magic);
    header->length = sizeof magic;
    add(header, "{'descr': ");
    if (format->count == 1) {
        (void)snprintf(part, sizeof part, "'%s'", first->type);
        add(header, part);
    }
    for (unsigned i = 0; format->count > 1 && i < format->count; i++) {
        const struct column *column = &columns[format->columns[i]];
        char shape[16] = "";
        if (column->by_hole) {
            (void)snprintf(shape, sizeof shape, ", (%u,)", 2 * holes);
        }
        (void)snprintf(part, sizeof part, "%s('%s', '%s'%s)", i == 0 ? "[" : ", ", column->name,
                       column->type, shape);
        add(header, part);
    }
    char second[16] = "";
    if (format->count == 1 && first->by_hole) {
        (void)snprintf(second, sizeof second, " %u", 2 * holes);
    }
    (void)snprintf(part, sizeof part, "%s, 'fortran_order': False, 'shape': (%llu,%s), }",
                   format->count > 1 ? "]" : "", (unsigned long long)rows, second);
    add(header, part);
    while ((header->length + 1) % ALIGNMENT != 0) {
        add(header, " ");
    }
    add(header, "\n");
    const size_t described = header->length - sizeof magic;
    header->text[8] = (char)(described & 0xff);
    header->text[9] = (char)(described >> 8);
}

size_t kauri_export_header(const struct kauri_export_format *format,
                           const struct kauri_layer *layer, uint64_t rows,
                           uint8_t bytes[KAURI_EXPORT_HEADER_BYTES])
{
    struct header header = {.length = 0};
    if (format->npy) {
        add_npy_header(&header, format, layer->shape.holes, rows);
    } else {
        for (unsigned i = 0; i < format->count; i++) {
            add_csv_names(&header, &columns[format->columns[i]], layer->shape.holes);
            add(&header, i + 1 < format->count ? "," : "\n");
        }
    }
    memcpy(bytes, header.text, header.length);
    return header.length;
}

static uint8_t *put_bytes(uint8_t *at, uint64_t number, unsigned width)
{
    for (unsigned i = 0; i < width; i++) {
        *at++ = (uint8_t)(number >> (8 * i));
    }
    return at;
}

static uint8_t *put_decimal(uint8_t *at, int64_t number)
{
    char digits[20];
    unsigned count = 0;
    uint64_t rest = number < 0 ? (uint64_t)-number : (uint64_t)number;
    if (number < 0) {
        *at++ = '-';
    }
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    while (count > 0) {
        *at++ = (uint8_t)digits[--count];
    }
    return at;
}

static uint8_t *put_holes(uint8_t *at, const uint8_t *counts, unsigned holes, bool npy)
{
    for (unsigned i = 0; i < 2 * holes; i++) {
        if (npy) {
            *at++ = counts[i];
        } else {
            at = put_decimal(at, counts[i]);
            *at++ = ',';
        }
    }
    return npy ? at : at - 1; // without the last comma
}

// A position and its values.
struct row {
    uint64_t index;
    int32_t r;
    uint32_t dtc;
    struct kauri_view view; // if there are columns of it
};

static uint8_t *put_column(uint8_t *at, enum kauri_export_column column, const struct row *row,
                           unsigned holes, bool npy)
{
    const int net = kauri_value_net(row->r);
    switch (column) {
    case KAURI_EXPORT_INDEX:
        return npy ? put_bytes(at, row->index, 8) : put_decimal(at, (int64_t)row->index);
    case KAURI_EXPORT_R:
        return npy ? put_bytes(at, (uint64_t)row->r, 2) : put_decimal(at, row->r);
    case KAURI_EXPORT_DTC:
        return npy ? put_bytes(at, row->dtc, 2) : put_decimal(at, row->dtc);
    case KAURI_EXPORT_NET:
        return npy ? put_bytes(at, (uint64_t)net, 1) : put_decimal(at, net);
    case KAURI_EXPORT_SEEDS:
        return put_holes(at, row->view.seeds, holes, npy);
    case KAURI_EXPORT_COWRIES:
        return put_holes(at, row->view.cowries, holes, npy);
    case KAURI_EXPORT_COLUMNS:
        break;
    }
    return at;
}

size_t kauri_export_rows(const struct kauri_export_format *format, const struct kauri_layer *layer,
                         uint64_t first, size_t count, const int16_t *r, const uint16_t *dtc,
                         uint8_t *bytes)
{
    uint8_t *at = bytes;
    bool with_view = false;
    for (unsigned i = 0; i < format->count; i++) {
        with_view = with_view || columns[format->columns[i]].by_hole;
    }
    for (size_t n = 0; n < count; n++) {
        struct row row = {.index = first + n, .r = r[n], .dtc = dtc == NULL ? 0 : dtc[n]};
        if (with_view) {
            kauri_unindex(layer, row.index, &row.view);
        }
        for (unsigned i = 0; i < format->count; i++) {
            at = put_column(at, format->columns[i], &row, layer->shape.holes, format->npy);
            if (!format->npy) {
                *at++ = i + 1 < format->count ? ',' : '\n';
            }
        }
    }
    return (size_t)(at - bytes);
}
