#include "cli/tables/layers_text.h"

#include "cli/lookup/answer_text.h"
#include "cli/value_words.h"
#include "common/size.h"
#include "rules/value.h"

#include <stdio.h>

void kauri_text_board(struct kauri_string *out, const struct kauri_table_info *info)
{
    kauri_string_add(out, "Board   2 x %u holes, %u cowries\n", info->holes, info->cowries);
    kauri_string_add(out, "Rules   %s\n", info->rules);
    kauri_string_add(out, "R10     " KAURI_UNLIMITED_TEXT "\n");
}

static void add_counts(struct kauri_string *out, const struct kauri_layer_summary *layer)
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
        kauri_string_add(out, "%5s  %4s  %4s  %-11s  %19s  %5.1f %%\n", seeds, r_text, net_text,
                         kauri_phase_name(kauri_value_tiebreak(count->value)),
                         kauri_format_count(count->count, text),
                         100.0 * (double)count->count / (double)layer->info->positions);
    }
}

void kauri_text_layers(struct kauri_string *out, const struct kauri_layer_summary *layers,
                       size_t count, bool with_speed)
{
    kauri_string_add(out, "layer            positions  greatest dtc%s\n",
                     with_speed ? "   seconds    positions/s" : "");
    for (size_t i = 0; i < count; i++) {
        const struct kauri_layer_summary *layer = &layers[i];
        char positions[KAURI_SIZE_TEXT_BYTES];
        kauri_string_add(out, "%5u  %19s  %12u", layer->info->seeds,
                         kauri_format_count(layer->info->positions, positions), layer->max_dtc);
        if (with_speed && layer->timed) {
            char speed[KAURI_SIZE_TEXT_BYTES];
            kauri_string_add(out, "  %8.2f  %13s", layer->seconds,
                             kauri_format_count(kauri_layer_speed(layer), speed));
        } else if (with_speed) {
            kauri_string_add(out, "  %8s  %13s", "-", "-");
        }
        kauri_string_add(out, "\n");
    }
    kauri_string_add(
        out, "\nValues for the player to move: r = 3 x net + outcome of the cowrie phase.\n");
    kauri_string_add(out, "layer     r   net  cowries                positions\n");
    for (size_t i = 0; i < count; i++) {
        add_counts(out, &layers[i]);
    }
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
                     const struct kauri_layer_summary *layers, size_t count, size_t files)
{
    kauri_string_add(out, "Tables  %s\n", folder);
    kauri_text_board(out, layers[0].info);
    kauri_string_add(out,
                     "\nlayer            positions          size  bits/position  written by\n");
    for (size_t i = 0; i < count; i++) {
        const struct kauri_layer_summary *layer = &layers[i];
        char positions[KAURI_SIZE_TEXT_BYTES];
        char size[KAURI_SIZE_TEXT_BYTES];
        kauri_string_add(out, "%5u  %19s  %12s  %13.2f  %s\n", layer->info->seeds,
                         kauri_format_count(layer->info->positions, positions),
                         kauri_format_size(layer->file_bytes, size),
                         8.0 * (double)layer->file_bytes / (double)layer->info->positions,
                         layer->info->program);
    }
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
}
