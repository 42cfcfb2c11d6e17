// The simplest way is one loop that converts entry by entry, whatever the widths. Here the usual
// widths have loops of their own, over numbers of one type, which the compiler turns into vector
// instructions.
#include "db/tables/block_values.h"

#include "common/memory.h"
#include "common/transpose.h"
#include "db/reader.h"
#include "db/tables/derived.h"
#include "indexer/convention.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------- columns

struct kauri_block_columns kauri_columns_skip(struct kauri_block_columns columns, uint64_t count)
{
    if (columns.r != NULL) {
        columns.r += count * columns.form[KAURI_COLUMN_R]->width;
    }
    if (columns.dtc != NULL) {
        columns.dtc += count * columns.form[KAURI_COLUMN_DTC]->width;
    }
    return columns;
}

// Returns whether a stored number of r is greater than `maximum`.
static bool exceeds(const uint8_t *restrict numbers, unsigned width, uint64_t count,
                    unsigned maximum)
{
    if (width == 1) {
        uint8_t greatest = 0;
        for (uint64_t i = 0; i < count; i++) {
            greatest = numbers[i] > greatest ? numbers[i] : greatest;
        }
        return greatest > maximum;
    }
    unsigned greatest = 0;
    for (uint64_t i = 0; i < count; i++) {
        const unsigned number = numbers[2 * i] | (unsigned)numbers[2 * i + 1] << 8;
        greatest = number > greatest ? number : greatest;
    }
    return greatest > maximum;
}

// Returns whether an entry with r = 0, which is stored as `zero`, has a distance.
static bool narrow_draw(const uint8_t *restrict r, uint8_t zero, const uint8_t *restrict dtc,
                        uint64_t count)
{
    uint8_t found = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint8_t mask = (uint8_t)(r[i] == zero ? UINT8_MAX : 0);
        found |= dtc[i] & mask;
    }
    return found != 0;
}

// Returns whether |r| is at most 3 * seeds + 1 in all of `count` entries; true without column r.
// Correct checksums do not prove that a table was made by a correct program, and values are used as
// indices.
static bool are_possible(const struct kauri_block_columns *columns, unsigned seeds, uint64_t count)
{
    if (columns->r == NULL) {
        return true;
    }
    const struct kauri_column *r = columns->form[KAURI_COLUMN_R];
    // Stored numbers are not negative, so no value is less than the bias.
    const unsigned maximum = (unsigned)(3 * (int32_t)seeds + 1 - r->bias);
    return !exceeds(columns->r, r->width, count, maximum);
}

bool kauri_columns_have_worths(const struct kauri_block_columns *columns, uint64_t count)
{
    const struct kauri_column *r = columns->form[KAURI_COLUMN_R];
    const struct kauri_column *dtc = columns->form[KAURI_COLUMN_DTC];
    bool found = dtc->width == 2 && exceeds(columns->dtc, dtc->width, count, KAURI_DTC_MAX - 1);
    if (r->width == 1 && dtc->width == 1) {
        return !narrow_draw(columns->r, (uint8_t)-r->bias, columns->dtc, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        found |=
            kauri_page_value(r, columns->r, i) == 0 && kauri_page_value(dtc, columns->dtc, i) != 0;
    }
    return !found;
}

static int32_t worth_at(const struct kauri_block_columns *columns, uint32_t i)
{
    return kauri_derive_worth(
        kauri_derive_key(kauri_page_value(columns->form[KAURI_COLUMN_R], columns->r, i),
                         kauri_page_value(columns->form[KAURI_COLUMN_DTC], columns->dtc, i),
                         KAURI_DERIVE_SHIFT_WIDE));
}

static void narrow_r_numbers(const uint8_t *restrict stored, int16_t bias, uint64_t count,
                             int8_t *restrict numbers)
{
    for (uint64_t i = 0; i < count; i++) {
        numbers[i] = (int8_t)(stored[i] + bias);
    }
}

// Worths of columns of one byte. All products and sums fit into 16 bits.
static void narrow_worths(const uint8_t *restrict stored_r, int16_t bias,
                          const uint8_t *restrict stored_dtc, uint64_t count,
                          int16_t *restrict worths)
{
    for (uint64_t i = 0; i < count; i++) {
        const int16_t r = (int16_t)(stored_r[i] + bias);
        const int16_t above = (int16_t)(stored_dtc[i] + 1); // one ply more
        const int16_t distance = (int16_t)(r > 0 ? above : -above);
        const int16_t worth = (int16_t)(distance - (int16_t)(r * (1 << KAURI_DERIVE_SHIFT)));
        worths[i] = (int16_t)(r == 0 ? 0 : worth);
    }
}

void kauri_columns_numbers(const struct kauri_block_columns *columns, uint64_t count,
                           enum kauri_derive_form form, void *numbers)
{
    const struct kauri_column *form_r = columns->form[KAURI_COLUMN_R];
    const int16_t bias = (int16_t)form_r->bias;
    switch (form) {
    case KAURI_DERIVE_R:
        if (form_r->width == 1) {
            narrow_r_numbers(columns->r, bias, count, numbers);
            return;
        }
        for (uint32_t i = 0; i < count; i++) {
            ((int8_t *)numbers)[i] = (int8_t)kauri_page_value(form_r, columns->r, i);
        }
        return;
    case KAURI_DERIVE_R_WIDE:
        kauri_columns_values(columns, count, numbers, NULL);
        return;
    case KAURI_DERIVE_KEYS:
        if (form_r->width == 1) { // dtc has one byte in this form
            narrow_worths(columns->r, bias, columns->dtc, count, numbers);
            return;
        }
        for (uint32_t i = 0; i < count; i++) {
            const int32_t r = kauri_page_value(form_r, columns->r, i);
            ((int16_t *)numbers)[i] = (int16_t)kauri_derive_worth(
                kauri_derive_key(r, columns->dtc[i], KAURI_DERIVE_SHIFT));
        }
        return;
    case KAURI_DERIVE_KEYS_WIDE:
        for (uint32_t i = 0; i < count; i++) {
            ((int32_t *)numbers)[i] = worth_at(columns, i);
        }
        return;
    }
}

// Adds the bias to `count` stored numbers. The sums are taken modulo 2^16, and serve signed and
// unsigned values.
static void widen(const struct kauri_column *column, const uint8_t *restrict numbers,
                  uint64_t count, uint16_t *restrict values)
{
    const uint16_t bias = (uint16_t)column->bias;
    if (column->width == 1) {
        for (uint64_t i = 0; i < count; i++) {
            values[i] = (uint16_t)(numbers[i] + bias);
        }
        return;
    }
    for (uint64_t i = 0; i < count; i++) {
        values[i] = (uint16_t)((numbers[2 * i] | numbers[2 * i + 1] << 8) + bias);
    }
}

void kauri_columns_values(const struct kauri_block_columns *columns, uint64_t count,
                          int16_t *restrict r, uint16_t *restrict dtc)
{
    if (r != NULL) {
        widen(columns->form[KAURI_COLUMN_R], columns->r, count, (uint16_t *)r);
    }
    if (dtc != NULL) {
        widen(columns->form[KAURI_COLUMN_DTC], columns->dtc, count, dtc);
    }
}

// ------------------------------------------------------------------------------------- numbers

// As kauri_derive_key_r and kauri_derive_key_dtc, for keys of 16 bits, whose sums fit into 16 bits.
static inline int16_t narrow_r(int16_t key)
{
    const int16_t up = (int16_t)(key > 0 ? (1 << KAURI_DERIVE_SHIFT) - 1 : 0);
    const int16_t sum = (int16_t)(key + up);
    return (int16_t)(sum >> KAURI_DERIVE_SHIFT);
}

static inline uint16_t narrow_dtc(int16_t key)
{
    const int16_t rest = (int16_t)(key - (int16_t)(narrow_r(key) * (1 << KAURI_DERIVE_SHIFT)));
    return (uint16_t)(rest < 0 ? -rest : rest);
}

// The inverse of kauri_derive_worth, for keys other than 1 and -1.
static inline int16_t narrow_key(int16_t worth)
{
    const int16_t step = (int16_t)((worth < 0) - (worth > 0));
    return (int16_t)(step - worth);
}

static inline int32_t wide_key(int32_t worth)
{
    return (worth < 0) - (worth > 0) - worth;
}

static void widen_r(const int8_t *restrict numbers, uint64_t count, int16_t *restrict r)
{
    for (uint64_t i = 0; i < count; i++) {
        r[i] = numbers[i];
    }
}

void kauri_derived_values(enum kauri_derive_form form, const void *numbers, uint64_t count,
                          int16_t *restrict r, uint16_t *restrict dtc)
{
    const int16_t *narrow = numbers;
    const int32_t *wide = numbers;
    switch (form) {
    case KAURI_DERIVE_R:
        widen_r(numbers, count, r);
        return;
    case KAURI_DERIVE_R_WIDE:
        memcpy(r, numbers, (size_t)count * sizeof *r);
        return;
    case KAURI_DERIVE_KEYS:
        for (uint64_t i = 0; r != NULL && i < count; i++) {
            r[i] = narrow_r(narrow[i]);
        }
        for (uint64_t i = 0; dtc != NULL && i < count; i++) {
            dtc[i] = narrow_dtc(narrow[i]);
        }
        return;
    case KAURI_DERIVE_KEYS_WIDE:
        for (uint64_t i = 0; r != NULL && i < count; i++) {
            r[i] = (int16_t)kauri_derive_key_r(wide[i], KAURI_DERIVE_SHIFT_WIDE);
        }
        for (uint64_t i = 0; dtc != NULL && i < count; i++) {
            dtc[i] = (uint16_t)kauri_derive_key_dtc(wide[i], KAURI_DERIVE_SHIFT_WIDE);
        }
        return;
    }
}

void kauri_worth_values(enum kauri_derive_form form, const void *numbers, uint64_t count,
                        int16_t *restrict r, uint16_t *restrict dtc)
{
    const int16_t *narrow = numbers;
    const int32_t *wide = numbers;
    switch (form) {
    case KAURI_DERIVE_R:
    case KAURI_DERIVE_R_WIDE:
        kauri_derived_values(form, numbers, count, r, dtc);
        return;
    case KAURI_DERIVE_KEYS:
        for (uint64_t i = 0; r != NULL && i < count; i++) {
            r[i] = narrow_r(narrow_key(narrow[i]));
        }
        for (uint64_t i = 0; dtc != NULL && i < count; i++) {
            dtc[i] = narrow_dtc(narrow_key(narrow[i]));
        }
        return;
    case KAURI_DERIVE_KEYS_WIDE:
        for (uint64_t i = 0; r != NULL && i < count; i++) {
            r[i] = (int16_t)kauri_derive_key_r(wide_key(wide[i]), KAURI_DERIVE_SHIFT_WIDE);
        }
        for (uint64_t i = 0; dtc != NULL && i < count; i++) {
            dtc[i] = (uint16_t)kauri_derive_key_dtc(wide_key(wide[i]), KAURI_DERIVE_SHIFT_WIDE);
        }
        return;
    }
}

// The parts of a block with 0 to cowries cowries in the mover's row are matrices, one after the
// other. Turning transposes each of them, and puts them in the opposite order.
void kauri_block_turn(const struct kauri_layer *layer, const void *from, size_t bytes, void *to)
{
    const unsigned cowries = layer->shape.cowries;
    for (unsigned t = 0; t <= cowries; t++) {
        const size_t source = layer->half_start[t];
        const size_t target = layer->half_start[cowries - t];
        const uint32_t rows = layer->row_count[t];
        const uint32_t columns = layer->row_count[cowries - t];
        if (bytes == 1) {
            kauri_transpose8((const uint8_t *)from + source, columns, rows, columns,
                             (uint8_t *)to + target, rows);
        } else if (bytes == 2) {
            kauri_transpose16((const uint16_t *)from + source, columns, rows, columns,
                              (uint16_t *)to + target, rows);
        } else {
            for (uint32_t row = 0; row < rows; row++) {
                for (uint32_t column = 0; column < columns; column++) {
                    ((int32_t *)to)[target + (size_t)column * rows + row] =
                        ((const int32_t *)from)[source + (size_t)row * columns + column];
                }
            }
        }
    }
}

// -------------------------------------------------------------------------------------- reading

struct kauri_column_reader {
    struct kauri_reader_scratch *entries;
    uint8_t *memory[KAURI_COLUMNS];
    size_t capacity[KAURI_COLUMNS];
    struct kauri_column_range last; // range that the columns hold; empty at first
};

enum kauri_status kauri_column_reader_new(struct kauri_column_reader **columns,
                                          struct kauri_error *error)
{
    *columns = NULL;
    struct kauri_column_reader *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "blocks of tables"));
    const enum kauri_status status = kauri_reader_scratch_new(&made->entries, error);
    if (status != KAURI_OK) {
        free(made);
        return status;
    }
    *columns = made;
    return KAURI_OK;
}

void kauri_column_reader_free(struct kauri_column_reader *columns)
{
    if (columns != NULL) {
        kauri_reader_scratch_free(columns->entries);
        for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
            free(columns->memory[c]);
        }
        free(columns);
    }
}

// The columns of a range, as they lie in the working memory.
static struct kauri_block_columns columns_of(const struct kauri_column_reader *columns,
                                             const struct kauri_column_range *range)
{
    struct kauri_block_columns out = {.r = NULL};
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        if (range->readers[c] != NULL) {
            out.form[c] = &kauri_reader_info(range->readers[c])->columns[c];
        }
    }
    out.r = range->readers[KAURI_COLUMN_R] != NULL ? columns->memory[KAURI_COLUMN_R] : NULL;
    out.dtc = range->readers[KAURI_COLUMN_DTC] != NULL ? columns->memory[KAURI_COLUMN_DTC] : NULL;
    return out;
}

enum kauri_status kauri_columns_read(struct kauri_column_reader *columns,
                                     const struct kauri_column_range *range, unsigned seeds,
                                     struct kauri_block_columns *out, struct kauri_error *error)
{
    columns->last = (struct kauri_column_range){.count = 0};
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        const struct kauri_reader *reader = range->readers[c];
        uint8_t *to[KAURI_COLUMNS_MAX] = {NULL};
        if (reader != NULL) {
            const size_t width = kauri_reader_info(reader)->columns[c].width;
            KAURI_PASS(KAURI_FIT(columns->memory[c], (size_t)range->count * width,
                                 columns->capacity[c], error, "blocks of tables"));
            to[c] = columns->memory[c];
            KAURI_PASS(kauri_entries_read(columns->entries, reader, range->first, range->count, to,
                                          error));
        }
    }
    *out = columns_of(columns, range);
    if (!are_possible(out, seeds, range->count)) {
        return kauri_fail(error, KAURI_CORRUPT, "%s holds a value that its layer cannot have",
                          kauri_reader_path(range->readers[KAURI_COLUMN_R]));
    }
    columns->last = *range;
    return KAURI_OK;
}

bool kauri_columns_read_last(const struct kauri_column_reader *columns,
                             const struct kauri_column_range *range,
                             struct kauri_block_columns *out)
{
    const struct kauri_column_range *last = &columns->last;
    bool includes =
        last->first <= range->first && last->first + last->count >= range->first + range->count;
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        includes = includes && (range->readers[c] == NULL || range->readers[c] == last->readers[c]);
    }
    if (includes) {
        *out = kauri_columns_skip(columns_of(columns, range), range->first - last->first);
    }
    return includes;
}
