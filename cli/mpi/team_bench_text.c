#include "cli/mpi/team_bench_view.h"

#include "cli/text_table.h"
#include "common/size.h"

#include <stdio.h>

static void print(struct kauri_string *rows, bool markdown)
{
    if (markdown) {
        kauri_print_table_markdown(kauri_string_text(rows));
    } else {
        kauri_print_table(kauri_string_text(rows), 2);
    }
    kauri_string_clear(rows);
}

static double share(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

void kauri_team_bench_print(const struct kauri_team_bench_options *options, const char *library,
                            const struct kauri_team_bench_layer *layers, bool markdown)
{
    const unsigned ranks = options->team->ranks;
    const unsigned count = options->last - options->first + 1;
    struct kauri_string rows = {.bytes = NULL};
    printf("%u rank%s of %u thread%s (%s), kauri %s\n\n", ranks, ranks == 1 ? "" : "s",
           options->threads, options->threads == 1 ? "" : "s", library, KAURI_VERSION);
    printf("Sent, in bytes for each position of the layer:\n\n");
    kauri_string_add(&rows,
                     "layer\tranks\tlists\tcaptures\ttogether\tpages\trounds\tmessages/round\t"
                     "balance\n");
    for (unsigned i = 0; i < count; i++) {
        const struct kauri_team_bench_layer *layer = &layers[i];
        kauri_string_add(&rows, "%u\t%u\t%.3f\t%.3f\t%.3f\t%.3f\t%llu\t%.1f\t%.2f\n",
                         layer->layer.seeds, ranks, kauri_team_bench_sent(layer, layer->list_bytes),
                         kauri_team_bench_sent(layer, layer->capture_bytes),
                         kauri_team_bench_sent(layer, layer->list_bytes + layer->capture_bytes),
                         kauri_team_bench_sent(layer, layer->page_bytes),
                         (unsigned long long)layer->rounds,
                         layer->rounds > 0 ? (double)layer->messages / (double)layer->rounds : 0,
                         kauri_team_bench_balance(layer, ranks));
    }
    print(&rows, markdown);
    printf("\nTime in seconds, and the most memory of a rank:\n\n");
    kauri_string_add(&rows, "layer\tranks\telapsed\tprocessors\tpacking\tbefore\tresident\n");
    for (unsigned i = 0; i < count; i++) {
        const struct kauri_team_bench_layer *layer = &layers[i];
        char base[KAURI_SIZE_TEXT_BYTES];
        char peak[KAURI_SIZE_TEXT_BYTES];
        kauri_string_add(&rows, "%u\t%u\t%.2f\t%.2f\t%.1f %%\t%s\t%s\n", layer->layer.seeds, ranks,
                         layer->seconds, layer->processor, share(layer->packing, layer->processor),
                         kauri_format_size(layer->base_memory, base),
                         kauri_format_size(layer->peak_memory, peak));
    }
    print(&rows, markdown);
    if (options->alone == 0) {
        return;
    }
    printf("\nOne process with %u threads, in turns with the ranks; the fastest of %u:\n\n",
           options->threads * ranks, options->alone);
    kauri_string_add(&rows, "layer\telapsed\tprocessors\tranks/alone, elapsed\tprocessors\n");
    for (unsigned i = 0; i < count; i++) {
        const struct kauri_team_bench_layer *layer = &layers[i];
        kauri_string_add(&rows, "%u\t%.2f\t%.2f\t%.2f\t%.2f\n", layer->layer.seeds,
                         layer->alone_seconds, layer->alone_processor,
                         layer->seconds / layer->alone_seconds,
                         layer->processor / layer->alone_processor);
    }
    print(&rows, markdown);
}
