#include "cli/bench/bench_forms_view.h"
#include "cli/fitted_text.h"
#include "cli/terminal_columns.h"
#include "cli/text_table.h"
#include "common/size.h"
#include "common/string_buffer.h"
#include "indexer/convention.h"

#include <stdio.h>

// "4 Ki", or "1 Mi" for a whole number of these.
static const char *short_count(uint32_t entries, char text[KAURI_SIZE_TEXT_BYTES])
{
    const unsigned shift = entries % (1U << 20) == 0 ? 20 : entries % (1U << 10) == 0 ? 10 : 0;
    (void)snprintf(text, KAURI_SIZE_TEXT_BYTES, "%u%s", entries >> shift,
                   shift == 20 ? " Mi" : (shift == 10 ? " Ki" : ""));
    return text;
}

enum { CELLS = 13, CELL_BYTES = 32 };

static const char *const heads[CELLS] = {"form", "level",  "page r",      "dict", "dtc",
                                         "r",    "dtc",    "index",       "all",  "ns",
                                         "us r", "us dtc", "us look-up r"};

static void write_times(char cell[CELL_BYTES], double median, double most)
{
    (void)snprintf(cell, CELL_BYTES, "%.1f/%.1f", median, most);
}

static void write_cells(const struct kauri_bench_form_result *form, char cells[CELLS][CELL_BYTES])
{
    const struct kauri_pack_form *packed = &form->form.packed;
    const struct kauri_bench_form_column *r = &form->columns[KAURI_COLUMN_R];
    const struct kauri_bench_form_column *dtc = &form->columns[KAURI_COLUMN_DTC];
    const double bits[] = {r->bits, dtc->bits, form->index_bits, form->bits};
    (void)snprintf(cells[0], CELL_BYTES, "%s", form->form.name);
    (void)snprintf(cells[1], CELL_BYTES, "%d", packed->level);
    (void)short_count(packed->page_entries[KAURI_COLUMN_R], cells[2]);
    (void)snprintf(cells[3], CELL_BYTES, "-");
    if (r->dictionary_bytes > 0) {
        (void)short_count(r->dictionary_bytes, cells[3]);
    }
    (void)short_count(packed->page_entries[KAURI_COLUMN_DTC], cells[4]);
    for (unsigned i = 0; i < 4; i++) {
        (void)snprintf(cells[5 + i], CELL_BYTES, "%.3f", bits[i]);
    }
    (void)snprintf(cells[9], CELL_BYTES, "%.0f", form->encode_ns);
    write_times(cells[10], r->page_median, r->page_99);
    write_times(cells[11], dtc->page_median, dtc->page_99);
    write_times(cells[12], r->entry_median, r->entry_99);
}

static void add_table(struct kauri_string *out, const struct kauri_bench_forms *result)
{
    static const int width[CELLS] = {-9, 5, 6, 6, 6, 6, 6, 6, 6, 5, 13, 13, 13};
    const int columns = kauri_terminal_columns(stdout);
    struct kauri_string rows = {.bytes = NULL};
    for (unsigned i = 0; i <= result->count; i++) {
        char cells[CELLS][CELL_BYTES];
        if (i > 0) {
            write_cells(&result->results[i - 1], cells);
        }
        for (unsigned c = 0; c < CELLS; c++) {
            const char *cell = i == 0 ? heads[c] : cells[c];
            kauri_string_add(out, "%s%*s", c == 0 ? "" : " ", width[c], cell);
            kauri_string_add(&rows, "%s%s", c == 0 ? "" : "\t", cell[0] == '\0' ? "-" : cell);
        }
        kauri_string_add(out, "\n");
        kauri_string_add(&rows, "\n");
    }
    if (!kauri_text_fits(kauri_string_text(out), columns)) {
        kauri_string_cut(out, 0);
        kauri_string_add_table(out, kauri_string_text(&rows), 0, columns);
    }
    kauri_string_clear(&rows);
}

// Says how large the samples are: the largest page of a form decides.
static void add_samples(struct kauri_string *words, const struct kauri_bench_forms *result)
{
    char count[KAURI_SIZE_TEXT_BYTES];
    bool whole = true;
    for (unsigned i = 0; i < result->count; i++) {
        whole = whole && result->results[i].entries == result->entries;
    }
    if (whole) {
        kauri_string_add(words, "none: all entries of the layer are measured.");
        return;
    }
    for (unsigned i = 0; i < result->count; i++) {
        const struct kauri_bench_form_result *form = &result->results[i];
        bool said = false;
        for (unsigned k = 0; k < i; k++) {
            said = said || (result->results[k].stretches == form->stretches &&
                            result->results[k].entries == form->entries);
        }
        if (!said) {
            kauri_string_add(words, "%s%s entries in %u stretch%s (%.3g %%)", i == 0 ? "" : ", or ",
                             kauri_format_count(form->entries, count), form->stretches,
                             form->stretches == 1 ? "" : "es",
                             100 * (double)form->entries / (double)result->entries);
        }
    }
    kauri_string_add(words, ", evenly spread over the layer, depending on the largest page: the "
                            "figures are those of samples, not of the whole layer.");
}

void kauri_bench_forms_text(const struct kauri_bench_forms *result)
{
    const struct kauri_layer *layer = &result->layer;
    char count[KAURI_SIZE_TEXT_BYTES];
    char entries[KAURI_SIZE_TEXT_BYTES];
    kauri_print_fitted(
        "Forms of layer %u of 2 x %u holes with %u cowries: %s positions, %s entries "
        "of stored blocks\n",
        layer->seeds, layer->shape.holes, layer->shape.cowries,
        kauri_format_count(layer->positions, count), kauri_format_count(result->entries, entries));
    printf("Program    kauri %s; load %.2f before\n", KAURI_VERSION, result->load);
    struct kauri_string words = {.bytes = NULL};
    add_samples(&words, result);
    printf("Samples    ");
    kauri_print_words(kauri_string_text(&words), 11, 11);
    kauri_string_clear(&words);
    printf("\n");
    kauri_print_words("r, dtc, index and all are bits per position of the layer; the index is "
                      "trailers, directories and dictionaries. ns is processor time for encoding, "
                      "per position of the layer. us is the median and 99 % of the time for "
                      "decoding a page of r and of dtc, and for looking up one value of r with "
                      "nothing in memory but the directory, the file in the system's cache.",
                      0, 0);
    printf("\n");
    add_table(&words, result);
    (void)fputs(kauri_string_text(&words), stdout);
    kauri_string_clear(&words);
}
