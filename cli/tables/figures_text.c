#include "cli/tables/figures_text.h"

#include "cli/fitted_text.h"
#include "cli/text_table.h"
#include "common/size.h"
#include "kauri/kauri.h"

#include <stdio.h>

enum { BINS = 16, BAR = 24 }; // most lines of a histogram, most columns of a bar

// The least of 1, 2, 5, 10, 20, ... that puts distances 1 .. most into at most BINS bins.
static unsigned bin_width(unsigned most)
{
    static const unsigned steps[] = {1, 2, 5};
    unsigned tens = 1;
    for (unsigned i = 0;; i++) {
        if (i == 3) {
            i = 0;
            tens *= 10;
        }
        if ((uint64_t)steps[i] * tens * BINS >= most) {
            return steps[i] * tens;
        }
    }
}

struct bin {
    unsigned low, high;
    uint64_t won, lost;
};

// Bin 0 has the distance 0, which only positions without seeds have; the others have `width` each.
static struct bin bin_of(const struct kauri_layer_figures *figures, unsigned width, unsigned number)
{
    struct bin bin = {.low = number == 0 ? 0 : (number - 1) * width + 1, .high = number * width};
    for (unsigned dtc = bin.low; dtc <= bin.high && dtc <= figures->max_dtc; dtc++) {
        bin.won += figures->won[dtc];
        bin.lost += figures->lost[dtc];
    }
    return bin;
}

static void add_bin(struct kauri_string *rows, const struct bin *bin, uint64_t positions,
                    uint64_t greatest)
{
    char range[32];
    char won[KAURI_SIZE_TEXT_BYTES];
    char lost[KAURI_SIZE_TEXT_BYTES];
    const uint64_t both = bin->won + bin->lost;
    const unsigned bar = (unsigned)((double)both / (double)greatest * BAR + 0.5);
    (void)snprintf(range, sizeof range, bin->low == bin->high ? "%u" : "%u-%u", bin->low,
                   bin->high);
    kauri_string_add(rows, "%s\t%s\t%s\t%.1f %%\t%.*s\n", range, kauri_format_count(bin->won, won),
                     kauri_format_count(bin->lost, lost), 100.0 * (double)both / (double)positions,
                     (int)bar, "########################");
}

static void add_histogram(struct kauri_string *out, const struct kauri_layer_figures *figures,
                          int columns)
{
    static const int least[] = {8, 15, 15, 7, -1};
    struct kauri_string rows = {.bytes = NULL};
    const unsigned width = bin_width(figures->max_dtc);
    const unsigned bins = 1 + (figures->max_dtc + width - 1) / width;
    uint64_t greatest = 1;
    for (unsigned i = 0; i < bins; i++) {
        const struct bin bin = bin_of(figures, width, i);
        greatest = bin.won + bin.lost > greatest ? bin.won + bin.lost : greatest;
    }
    kauri_string_add(&rows, "dtc\tr > 0\tr < 0\tshare\t\n");
    for (unsigned i = 0; i < bins; i++) {
        const struct bin bin = bin_of(figures, width, i);
        if (i > 0 || bin.won + bin.lost > 0) {
            add_bin(&rows, &bin, figures->positions, greatest);
        }
    }
    kauri_string_add_columns(out, kauri_string_text(&rows), least, columns);
    out->failed = out->failed || rows.failed;
    kauri_string_clear(&rows);
}

void kauri_text_figures(struct kauri_string *out, const struct kauri_layer_summary *layer,
                        int columns)
{
    const size_t begin = out->length;
    const struct kauri_layer_figures *figures = layer->figures;
    const double positions = (double)figures->positions;
    char text[KAURI_POSITION_TEXT_BYTES];
    char count[KAURI_SIZE_TEXT_BYTES];
    struct kauri_position position;
    kauri_string_add(out, "\nLayer %u\n", layer->info->seeds);
    kauri_string_add(out, "Mutual zugzwangs     %s (%.1f %%)\n",
                     kauri_format_count(figures->zugzwangs, count),
                     100.0 * (double)figures->zugzwangs / positions);
    kauri_string_add(out, "Play that never ends %s (%.1f %%)\n",
                     kauri_format_count(figures->unlimited, count),
                     100.0 * (double)figures->unlimited / positions);
    if (figures->longest_r == 0 ||
        kauri_position_at(layer->info->holes, layer->info->cowries, layer->info->seeds,
                          figures->longest, &position, NULL) != KAURI_OK) {
        kauri_string_fit(out, begin, columns);
        return; // nothing is decided
    }
    kauri_string_add(out, "Greatest dtc         %u (r = %+d), for example\n  %s\n\n",
                     figures->max_dtc, figures->longest_r, kauri_position_format(&position, text));
    kauri_string_fit(out, begin, columns);
    add_histogram(out, figures, columns);
}
