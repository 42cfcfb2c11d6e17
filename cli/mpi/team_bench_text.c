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

static double ratio(double one, double other)
{
    return other > 0 ? one / other : 0;
}

static void add_times(struct kauri_string *rows, unsigned seeds, const char *by,
                      const struct kauri_team_bench_times *times)
{
    kauri_string_add(rows, "%u\t%s\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\n", seeds, by,
                     times->elapsed, times->captures, times->rounds, times->waiting, times->writing,
                     times->processor);
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
                         layer->team.elapsed, layer->team.processor,
                         share(layer->team.packing, layer->team.processor),
                         kauri_format_size(layer->base_memory, base),
                         kauri_format_size(layer->peak_memory, peak));
    }
    print(&rows, markdown);
    if (options->alone == 0) {
        return;
    }
    printf("\nOne process with %u threads, in turns with the ranks; the fastest of %u:\n\n",
           options->threads * ranks, options->alone);
    kauri_string_add(&rows, "layer\tby\telapsed\tcaptures\trounds\tof these, waiting\twriting\t"
                            "processors\n");
    for (unsigned i = 0; i < count; i++) {
        const struct kauri_team_bench_layer *layer = &layers[i];
        add_times(&rows, layer->layer.seeds, "the ranks", &layer->team);
        add_times(&rows, layer->layer.seeds, "one process", &layer->alone);
        kauri_string_add(&rows, "%u\tratio\t%.2f\t%.2f\t%.2f\t\t%.2f\t%.2f\n", layer->layer.seeds,
                         ratio(layer->team.elapsed, layer->alone.elapsed),
                         ratio(layer->team.captures, layer->alone.captures),
                         ratio(layer->team.rounds, layer->alone.rounds),
                         ratio(layer->team.writing, layer->alone.writing),
                         ratio(layer->team.processor, layer->alone.processor));
    }
    print(&rows, markdown);
}
