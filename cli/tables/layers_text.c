#include "cli/tables/layers_text.h"

#include "cli/fitted_text.h"
#include "cli/lookup/answer_text.h"
#include "cli/text_table.h"
#include "cli/value_words.h"
#include "common/size.h"
#include "rules/value.h"

#include <stdio.h>

void kauri_text_board(struct kauri_string *out, const struct kauri_table_info *info, int columns)
{
    const size_t begin = out->length;
    kauri_string_add(out, "Board   2 x %u holes, %u cowries\n", info->holes, info->cowries);
    kauri_string_add(out, "Rules   %s\n", info->rules);
    kauri_string_add(out, "R10     " KAURI_UNLIMITED_TEXT "\n");
    kauri_string_fit(out, begin, columns);
}

static void add_counts(struct kauri_string *rows, const struct kauri_layer_summary *layer)
{
    const struct kauri_certificate *certificate = layer->certificate;
    for (uint32_t i = 0; i < certificate->count_count; i++) {
        const struct kauri_count *count = &certificate->counts[i];
        char text[KAURI_SIZE_TEXT_BYTES];
        char seeds[8] = "";
        if (i == 0) {
            (void)snprintf(seeds, sizeof seeds, "%u", layer->info->seeds);
        }
        const int net = kauri_value_net(count->value);
        char net_text[12];
        char r_text[12];
        (void)snprintf(net_text, sizeof net_text, net == 0 ? "%d" : "%+d", net);
        (void)snprintf(r_text, sizeof r_text, count->value == 0 ? "%d" : "%+d", count->value);
        kauri_string_add(rows, "%s\t%s\t%s\t%s\t%s\t%.1f %%\n", seeds, r_text, net_text,
                         kauri_phase_name(kauri_value_tiebreak(count->value)),
                         kauri_format_count(count->count, text),
                         100.0 * (double)count->count / (double)layer->info->positions);
    }
}

// Adds the table and clears its rows.
static void add_table(struct kauri_string *out, struct kauri_string *rows, const int *least,
                      int columns)
{
    kauri_string_add_columns(out, kauri_string_text(rows), least, columns);
    out->failed = out->failed || rows->failed;
    kauri_string_clear(rows);
}

void kauri_text_layers(struct kauri_string *out, const struct kauri_layer_summary *layers,
                       size_t count, bool with_speed, int columns)
{
    static const int least[] = {5, 19, 12, 8, 13};
    static const int least_counts[] = {5, 4, 4, -11, 19, 7};
    struct kauri_string rows = {.bytes = NULL};
    kauri_string_add(&rows, "layer\tpositions\tgreatest dtc%s\n",
                     with_speed ? "\tseconds\tpositions/s" : "");
    for (size_t i = 0; i < count; i++) {
        const struct kauri_layer_summary *layer = &layers[i];
        char positions[KAURI_SIZE_TEXT_BYTES];
        kauri_string_add(&rows, "%u\t%s\t%u", layer->info->seeds,
                         kauri_format_count(layer->info->positions, positions), layer->max_dtc);
        if (with_speed && layer->timed) {
            char speed[KAURI_SIZE_TEXT_BYTES];
            kauri_string_add(&rows, "\t%.2f\t%s", layer->seconds,
                             kauri_format_count(kauri_layer_speed(layer), speed));
        } else if (with_speed) {
            kauri_string_add(&rows, "\t-\t-");
        }
        kauri_string_add(&rows, "\n");
    }
    add_table(out, &rows, least, columns);
    const size_t begin = out->length;
    kauri_string_add(
        out, "\nValues for the player to move: r = 3 x net + outcome of the cowrie phase.\n");
    kauri_string_fit(out, begin, columns);
    kauri_string_add(&rows, "layer\tr\tnet\tcowries\tpositions\t\n");
    for (size_t i = 0; i < count; i++) {
        add_counts(&rows, &layers[i]);
    }
    add_table(out, &rows, least_counts, columns);
}

// Number of layers 0, 1, 2, ... without a gap.
static unsigned whole_layers(const struct kauri_layer_summary *layers, size_t count)
{
    unsigned whole = 0;
    while (whole < count && layers[whole].info->seeds == whole) {
        whole++;
    }
    return whole;
}

void kauri_text_info(struct kauri_string *out, const char *folder,
                     const struct kauri_layer_summary *layers, size_t count, size_t files,
                     int columns)
{
    static const int least[] = {5, 19, 12, 13, -1};
    struct kauri_string rows = {.bytes = NULL};
    size_t begin = out->length;
    kauri_string_add(out, "Tables  %s\n", folder);
    kauri_string_fit(out, begin, columns);
    kauri_text_board(out, layers[0].info, columns);
    kauri_string_add(out, "\n");
    kauri_string_add(&rows, "layer\tpositions\tsize\tbits/position\twritten by\n");
    for (size_t i = 0; i < count; i++) {
        const struct kauri_layer_summary *layer = &layers[i];
        char positions[KAURI_SIZE_TEXT_BYTES];
        char size[KAURI_SIZE_TEXT_BYTES];
        kauri_string_add(&rows, "%u\t%s\t%s\t%.2f\t%s\n", layer->info->seeds,
                         kauri_format_count(layer->info->positions, positions),
                         kauri_format_size(layer->file_bytes, size),
                         8.0 * (double)layer->file_bytes / (double)layer->info->positions,
                         layer->info->program);
    }
    add_table(out, &rows, least, columns);
    begin = out->length;
    const unsigned whole = whole_layers(layers, count);
    if (whole < files) {
        kauri_string_add(
            out,
            "\nLayer %u is missing or damaged: layers above it cannot be solved or verified.\n",
            whole);
    } else {
        kauri_string_add(out, "\nPositions with at most %u seed%s can be looked up.\n", whole - 1,
                         whole == 2 ? "" : "s");
    }
    kauri_string_fit(out, begin, columns);
}
