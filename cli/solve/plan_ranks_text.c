#include "cli/solve/plan_ranks.h"

#include "cli/fitted_text.h"
#include "cli/text_table.h"
#include "common/size.h"

#include <stdio.h>
#include <string.h>

enum { ROWS_BYTES = (KAURI_RANK_SEEDS_MAX + 2) * 200 };

const char *kauri_ranks_limit_word(enum kauri_ranks_limit limit)
{
    switch (limit) {
    case KAURI_RANKS_BUSIEST_BLOCK:
        return "busiest block";
    case KAURI_RANKS_NETWORK:
        return "network";
    case KAURI_RANKS_FILES:
        return "files";
    case KAURI_RANKS_COMPUTING:
        break;
    }
    return "computing";
}

static const char *duration(double seconds, char text[32])
{
    if (seconds < 9.995) {
        (void)snprintf(text, 32, "%.2f s", seconds);
    } else if (seconds < 600) {
        (void)snprintf(text, 32, "%.0f s", seconds);
    } else if (seconds < 36000) {
        (void)snprintf(text, 32, "%.0f min", seconds / 60);
    } else {
        (void)snprintf(text, 32, "%.0f h", seconds / 3600);
    }
    return text;
}

static void add_rows(const struct kauri_ranks_plan *plan, char bytes[ROWS_BYTES],
                     char times[ROWS_BYTES])
{
    (void)snprintf(bytes, ROWS_BYTES,
                   "layer\tpositions\tblocks\tmemory\twork files\tsent\tper position\tread\t"
                   "table\n");
    (void)snprintf(times, ROWS_BYTES,
                   "layer\tblocks per core\tat work\tcomputing\tnetwork\tfiles\ttime\tmostly\n");
    for (unsigned seeds = 0; seeds <= plan->seeds; seeds++) {
        const struct kauri_ranks_prediction *layer = &plan->layers[seeds];
        char positions[KAURI_SIZE_TEXT_BYTES];
        char blocks[KAURI_SIZE_TEXT_BYTES];
        char sizes[5][KAURI_SIZE_TEXT_BYTES];
        char parts[4][32];
        const size_t used = strlen(bytes);
        const size_t used_times = strlen(times);
        (void)snprintf(bytes + used, ROWS_BYTES - used, "%u\t%s\t%s\t%s\t%s\t%s\t%.2f\t%s\t%s\n",
                       seeds, kauri_format_count(layer->positions, positions),
                       kauri_format_count(layer->blocks, blocks),
                       kauri_format_size(layer->memory, sizes[0]),
                       kauri_format_size(layer->work_bytes, sizes[1]),
                       kauri_format_size(layer->sent, sizes[2]),
                       (double)layer->sent / (double)layer->positions,
                       kauri_format_size(layer->bytes_read, sizes[3]),
                       kauri_format_size(layer->bytes_written, sizes[4]));
        (void)snprintf(times + used_times, ROWS_BYTES - used_times,
                       "%u\t%.1f\t%.0f %%\t%s\t%s\t%s\t%s\t%s\n", seeds,
                       (double)layer->blocks / plan->options.ranks / plan->options.cores,
                       100 * layer->efficiency, duration(layer->computing, parts[0]),
                       duration(layer->network, parts[1]), duration(layer->files, parts[2]),
                       duration(layer->total, parts[3]), kauri_ranks_limit_word(layer->limit));
    }
}

static void print_assumptions(const struct kauri_ranks_plan *plan)
{
    const struct kauri_ranks_options *options = &plan->options;
    const struct kauri_ranks_model model = kauri_ranks_model_of(plan->seeds);
    char network[KAURI_SIZE_TEXT_BYTES];
    char files[KAURI_SIZE_TEXT_BYTES];
    char text[640];
    (void)snprintf(text, sizeof text,
                   "each rank sends %s/s and waits %.0f us for a message; the file system reads or "
                   "writes %s/s for all ranks together; at layer %u a core takes %.0f ns for a "
                   "position, %.1f times as long when all cores of a machine are busy, %.0f ns for "
                   "packing and unpacking a byte, and %.0f ns for decoding a position of a lower "
                   "layer; %.3f bytes are sent for a position to each other rank that needs its "
                   "block, and %.3f for captures; nothing overlaps",
                   kauri_format_size(options->network, network), model.latency * 1e6,
                   kauri_format_size(options->files, files), plan->seeds, model.core_ns,
                   model.full_machine, model.packing_ns, model.decoding_ns, model.edge_bytes,
                   model.capture_bytes);
    printf("Assumed ");
    kauri_print_words(text, 8, 8);
}

void kauri_ranks_plan_text(const struct kauri_ranks_plan *plan)
{
    const struct kauri_ranks_options *options = &plan->options;
    const struct kauri_ranks_prediction *last = &plan->layers[plan->seeds];
    char bytes[ROWS_BYTES];
    char times[ROWS_BYTES];
    char text[640];
    char cores[KAURI_SIZE_TEXT_BYTES];
    add_rows(plan, bytes, times);
    kauri_print_fitted("Board   2 x %u holes, %u cowries\n", plan->shape.holes,
                       plan->shape.cowries);
    kauri_print_fitted("Ranks   %u, each on a machine of its own with %u core%s\n", options->ranks,
                       options->cores, options->cores == 1 ? "" : "s");
    print_assumptions(plan);
    printf("\n");
    kauri_print_table(bytes, 0);
    printf("\n");
    kauri_print_words(
        "memory: of a rank, resident at the peak; work files: of a rank, at the peak, checkpoints "
        "included; sent: by all ranks together; read: tables of lower layers; table: written.",
        0, 0);
    printf("\n");
    kauri_print_table(times, 0);
    printf("\n");
    (void)snprintf(text, sizeof text,
                   "at work: share of the time of the cores in the rounds that is not waiting. A "
                   "block is never divided, and the busiest block of a round has %.1f times the "
                   "work of the mean one at layer %u, so the rounds are hardly faster on more than "
                   "%s cores.",
                   kauri_ranks_model_of(plan->seeds).busiest_block, plan->seeds,
                   kauri_format_count((uint64_t)last->useful_cores, cores));
    kauri_print_words(text, 0, 0);
}
