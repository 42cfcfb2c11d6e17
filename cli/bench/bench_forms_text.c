#include "cli/bench/bench_forms_view.h"
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

static void print_times(double median, double most)
{
    char text[64];
    (void)snprintf(text, sizeof text, "%.1f/%.1f", median, most);
    printf(" %13s", text);
}

static void print_form(const struct kauri_bench_form_result *form)
{
    const struct kauri_pack_form *packed = &form->form.packed;
    const struct kauri_bench_form_column *r = &form->columns[KAURI_COLUMN_R];
    const struct kauri_bench_form_column *dtc = &form->columns[KAURI_COLUMN_DTC];
    char text[KAURI_SIZE_TEXT_BYTES];
    printf("%-9s %5d %6s", form->form.name, packed->level,
           short_count(packed->page_entries[KAURI_COLUMN_R], text));
    printf(" %6s", r->dictionary_bytes == 0 ? "-" : short_count(r->dictionary_bytes, text));
    printf(" %6s", short_count(packed->page_entries[KAURI_COLUMN_DTC], text));
    printf(" %6.3f %6.3f %6.3f %6.3f %5.0f", r->bits, dtc->bits, form->index_bits, form->bits,
           form->encode_ns);
    print_times(r->page_median, r->page_99);
    print_times(dtc->page_median, dtc->page_99);
    print_times(r->entry_median, r->entry_99);
    printf("\n");
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
    printf("Forms of layer %u of 2 x %u holes with %u cowries: %s positions", layer->seeds,
           layer->shape.holes, layer->shape.cowries, kauri_format_count(layer->positions, count));
    printf(", %s entries of stored blocks\n", kauri_format_count(result->entries, count));
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
    printf("%-9s %5s %6s %6s %6s %6s %6s %6s %6s %5s %13s %13s %13s\n", "form", "level", "page r",
           "dict", "dtc", "r", "dtc", "index", "all", "ns", "us r", "us dtc", "us look-up r");
    for (unsigned i = 0; i < result->count; i++) {
        print_form(&result->results[i]);
    }
}
