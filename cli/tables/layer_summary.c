#include "cli/tables/layer_summary.h"

#include "cli/lookup/answer_text.h"
#include "common/size.h"
#include "indexer/convention.h"
#include "rules/value.h"
#include "tablebase/lookup.h"

#include <stdio.h>

enum kauri_status kauri_layer_summary_of(struct kauri_tables *tables, unsigned seeds,
                                         struct kauri_layer_summary *layer,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_reader *reader = NULL;
    struct kauri_layer shape;
    KAURI_TRY(kauri_lookup_layer(tables, seeds, &shape, &reader, error));
    const struct kauri_certificate *certificate = kauri_reader_certificate(reader);
    *layer = (struct kauri_layer_summary){
        .info = kauri_reader_info(reader),
        .certificate = certificate,
        .path = kauri_reader_path(reader),
        .file_bytes = kauri_reader_file_bytes(reader),
        .max_dtc = (unsigned)certificate->maximum[KAURI_COLUMN_DTC],
    };
cleanup:
    return status;
}

enum kauri_status kauri_layer_summaries(struct kauri_tables *tables,
                                        struct kauri_layer_summary *layers, size_t *count,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *count = 0;
    for (unsigned seeds = 0; seeds <= KAURI_SEEDS_MAX; seeds++) {
        if (kauri_tables_has(tables, seeds)) {
            KAURI_TRY(kauri_layer_summary_of(tables, seeds, &layers[*count], error));
            *count += 1;
        }
    }
cleanup:
    return status;
}

uint64_t kauri_layer_speed(const struct kauri_layer_summary *layer)
{
    // Small layers may take no time that the clock can tell.
    const double seconds = layer->seconds > 1e-6 ? layer->seconds : 1e-6;
    return (uint64_t)((double)layer->info->positions / seconds);
}

void kauri_print_board(const struct kauri_table_info *info)
{
    printf("Board   2 x %u holes, %u cowries\n", info->holes, info->cowries);
    printf("Rules   %s\n", info->rules);
    printf("R10     " KAURI_UNLIMITED_TEXT "\n");
}

static void print_counts(const struct kauri_layer_summary *layer)
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
        printf("%5s  %4s  %4s  %-11s  %19s  %5.1f %%\n", seeds, r_text, net_text,
               kauri_phase_name(kauri_value_tiebreak(count->value)),
               kauri_format_count(count->count, text),
               100.0 * (double)count->count / (double)layer->info->positions);
    }
}

void kauri_print_layers(const struct kauri_layer_summary *layers, size_t count, bool with_speed)
{
    printf("layer            positions  greatest dtc%s\n",
           with_speed ? "   seconds    positions/s" : "");
    for (size_t i = 0; i < count; i++) {
        const struct kauri_layer_summary *layer = &layers[i];
        char positions[KAURI_SIZE_TEXT_BYTES];
        printf("%5u  %19s  %12u", layer->info->seeds,
               kauri_format_count(layer->info->positions, positions), layer->max_dtc);
        if (with_speed && layer->timed) {
            char speed[KAURI_SIZE_TEXT_BYTES];
            printf("  %8.2f  %13s", layer->seconds,
                   kauri_format_count(kauri_layer_speed(layer), speed));
        } else if (with_speed) {
            printf("  %8s  %13s", "-", "-");
        }
        printf("\n");
    }
    printf("\nValues for the player to move: r = 3 x net + outcome of the cowrie phase.\n");
    printf("layer     r   net  cowries                positions\n");
    for (size_t i = 0; i < count; i++) {
        print_counts(&layers[i]);
    }
}
