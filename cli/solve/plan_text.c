#include "cli/solve/plan_layers.h"

#include "cli/fitted_text.h"
#include "cli/text_table.h"
#include "common/size.h"

#include <stdio.h>
#include <string.h>

enum { ROWS_BYTES = 64 * 160 };

static const char *duration(double seconds, char text[32])
{
    if (seconds < 100) {
        (void)snprintf(text, 32, "%.1f s", seconds);
    } else if (seconds < 6000) {
        (void)snprintf(text, 32, "%.0f min", seconds / 60);
    } else if (seconds < 360000) {
        (void)snprintf(text, 32, "%.1f h", seconds / 3600);
    } else {
        (void)snprintf(text, 32, "%.0f days", seconds / 86400);
    }
    return text;
}

static void add_row(const struct kauri_plan_options *options, const struct kauri_plan *plan,
                    unsigned seeds, char rows[ROWS_BYTES])
{
    const struct kauri_prediction *layer = &plan->fit.layers[seeds];
    const size_t used = strlen(rows);
    char positions[KAURI_SIZE_TEXT_BYTES];
    char blocks[KAURI_SIZE_TEXT_BYTES];
    char core[KAURI_SIZE_TEXT_BYTES];
    char memory[KAURI_SIZE_TEXT_BYTES];
    char table[KAURI_SIZE_TEXT_BYTES];
    char work[KAURI_SIZE_TEXT_BYTES];
    char time[32];
    if (plan->there[seeds]) {
        (void)snprintf(rows + used, ROWS_BYTES - used, "%u\tfinished\t\t\t\t\t\t\t\n", seeds);
        return;
    }
    (void)snprintf(rows + used, ROWS_BYTES - used, "%u\t%s\t%s\t%s\t%s\t%.0f %%\t%s\t%s\t%s\n",
                   seeds, kauri_format_count(layer->positions, positions),
                   kauri_format_count(layer->blocks, blocks),
                   kauri_format_size(plan->in_core_memory[seeds], core),
                   layer->fits ? kauri_format_size(layer->memory, memory) : "too little",
                   100 * (double)layer->resident / (double)(layer->blocks > 0 ? layer->blocks : 1),
                   kauri_format_size(layer->table_bytes, table),
                   layer->fits ? kauri_format_size(layer->work_bytes, work) : "-",
                   options->time && layer->fits ? duration(plan->seconds[seeds], time) : "-");
}

// Adds a row with fewer columns, for a narrow terminal.
static void add_narrow_row(const struct kauri_plan_options *options, const struct kauri_plan *plan,
                           unsigned seeds, char rows[ROWS_BYTES])
{
    const struct kauri_prediction *layer = &plan->fit.layers[seeds];
    const size_t used = strlen(rows);
    char memory[KAURI_SIZE_TEXT_BYTES];
    char table[KAURI_SIZE_TEXT_BYTES];
    char work[KAURI_SIZE_TEXT_BYTES];
    char time[32];
    if (plan->there[seeds]) {
        (void)snprintf(rows + used, ROWS_BYTES - used, "%u\tfinished\t\t\t\n", seeds);
        return;
    }
    (void)snprintf(rows + used, ROWS_BYTES - used, "%u\t%s\t%s\t%s\t%s\n", seeds,
                   layer->fits ? kauri_format_size(layer->memory, memory) : "too little",
                   kauri_format_size(layer->table_bytes, table),
                   layer->fits ? kauri_format_size(layer->work_bytes, work) : "-",
                   options->time && layer->fits ? duration(plan->seconds[seeds], time) : "-");
}

static const char *size_or_more(uint64_t bytes, char text[KAURI_SIZE_TEXT_BYTES])
{
    return bytes == UINT64_MAX ? "more" : kauri_format_size(bytes, text);
}

// Most bytes on the disk in each phase of the layers that are not finished.
static void print_disk(const struct kauri_plan_options *options, const struct kauri_plan *plan)
{
    char rows[ROWS_BYTES] = "layer\tcaptures\trounds\twriting\tleast\n";
    for (unsigned seeds = 0; seeds <= options->seeds; seeds++) {
        const struct kauri_prediction *layer = &plan->fit.layers[seeds];
        const size_t used = strlen(rows);
        char captures[KAURI_SIZE_TEXT_BYTES];
        char rounds[KAURI_SIZE_TEXT_BYTES];
        char writing[KAURI_SIZE_TEXT_BYTES];
        char least[KAURI_SIZE_TEXT_BYTES];
        if (!plan->there[seeds] && layer->fits) {
            (void)snprintf(rows + used, ROWS_BYTES - used, "%u\t%s\t%s\t%s\t%s\n", seeds,
                           size_or_more(layer->disk.captures, captures),
                           size_or_more(layer->disk.rounds, rounds),
                           size_or_more(layer->disk.writing, writing),
                           size_or_more(kauri_disk_peak(&layer->disk_least), least));
        }
    }
    printf("\n");
    kauri_print_words(options->solve.checkpoint_seconds > 0
                          ? "Disk at the peak of each phase, besides finished tables, with "
                            "checkpoints:"
                          : "Disk at the peak of each phase, besides finished tables:",
                      0, 0);
    printf("\n");
    kauri_print_table(rows, 0);
    printf("\n");
    kauri_print_words("least: enough if the disk is short; work files are then given back as soon "
                      "as they are used.",
                      0, 0);
}

static void print_time(const struct kauri_plan_options *options, const struct kauri_plan *plan)
{
    char count[KAURI_SIZE_TEXT_BYTES];
    char text[320];
    (void)snprintf(text, sizeof text,
                   "from layer %u of this board, solved just now on %u thread%s: %s positions in "
                   "%.2f s, %.2f M positions/s; a position of higher layers takes longer, as "
                   "measured on the full board",
                   plan->measured_layer, options->solve.threads,
                   options->solve.threads == 1 ? "" : "s",
                   kauri_format_count(plan->measured_positions, count), plan->measured_seconds,
                   (double)plan->measured_positions / plan->measured_seconds / 1e6);
    printf("Time    ");
    kauri_print_words(text, 8, 8);
    if (plan->disk_bytes_per_second > 0) {
        (void)snprintf(text, sizeof text,
                       "blocks in files: read and written in every round at %.0f MB/s, the speed "
                       "at which 64 MiB were written and synced just now in the temporary folder",
                       plan->disk_bytes_per_second / 1e6);
        printf("        ");
        kauri_print_words(text, 8, 8);
    }
}

static void print_misses(const struct kauri_plan_options *options, const struct kauri_plan *plan)
{
    char needed[KAURI_SIZE_TEXT_BYTES];
    char given[KAURI_SIZE_TEXT_BYTES];
    char missing[KAURI_SIZE_TEXT_BYTES];
    for (unsigned seeds = 0; seeds <= options->seeds; seeds++) {
        const struct kauri_prediction *layer = &plan->fit.layers[seeds];
        if (!plan->there[seeds] && !layer->fits) {
            kauri_print_fitted(
                "Layer %u cannot be solved in %s of memory: it needs at least %s, %s more.\n",
                seeds, kauri_format_size(layer->limit, given),
                kauri_format_size(layer->least_memory, needed),
                kauri_format_size(layer->least_memory - layer->limit, missing));
        }
    }
    if (!plan->fit.disk_fits) {
        kauri_print_fitted("The disk is %s%s too small.\n",
                           plan->fit.disk == UINT64_MAX ? "more than " : "",
                           kauri_format_size(plan->fit.disk - plan->fit.disk_free, missing));
    }
    if (!plan->fit.work_fits) {
        kauri_print_fitted("The disk of %s is %s%s too small.\n", options->solve.work,
                           plan->fit.work == UINT64_MAX ? "more than " : "",
                           kauri_format_size(plan->fit.work - plan->fit.work_free, missing));
    }
}

void kauri_plan_text(const struct kauri_plan_options *options, const struct kauri_plan *plan)
{
    char rows[ROWS_BYTES] =
        "layer\tpositions\tblocks\tmemory in core\tmemory\tresident\ttable\twork "
        "files\ttime\n";
    char narrow[ROWS_BYTES] = "layer\tmemory\ttable\twork files\ttime\n";
    char size[KAURI_SIZE_TEXT_BYTES];
    char more[KAURI_SIZE_TEXT_BYTES];
    uint64_t limit = 0;
    for (unsigned seeds = 0; seeds <= options->seeds; seeds++) {
        add_row(options, plan, seeds, rows);
        add_narrow_row(options, plan, seeds, narrow);
        limit = plan->there[seeds] ? limit : plan->fit.layers[seeds].limit;
    }
    kauri_print_fitted("Board   2 x %u holes, %u cowries\n", options->shape.holes,
                       options->shape.cowries);
    if (limit > 0) {
        kauri_print_fitted("Memory  %s %s\n", kauri_format_size(limit, size),
                           options->solve.memory > 0 ? "(--memory)" : "(free now)");
    }
    if (plan->fit.disk_free != UINT64_MAX) {
        kauri_print_fitted("Disk    %s%s needed at most, %s free%s%s\n",
                           plan->fit.disk_roomy == UINT64_MAX ? "more than " : "",
                           kauri_format_size(plan->fit.disk_roomy, size),
                           kauri_format_size(plan->fit.disk_free, more),
                           options->tables == NULL ? "" : " for ",
                           options->tables == NULL ? " here" : options->tables);
    }
    if (plan->fit.work > 0) {
        kauri_print_fitted("Work    %s%s needed at most, %s free for %s\n",
                           plan->fit.work_roomy == UINT64_MAX ? "more than " : "",
                           kauri_format_size(plan->fit.work_roomy, size),
                           kauri_format_size(plan->fit.work_free, more), options->solve.work);
    }
    if (options->time) {
        print_time(options, plan);
    }
    printf("\n");
    kauri_print_table_wide(rows, narrow, 0);
    char text[320];
    (void)snprintf(text, sizeof text,
                   "memory in core: peak without a limit; memory: peak within the limit; resident: "
                   "share of the blocks whose open moves stay in memory, the others go through a "
                   "file in every round; work files: removed at the end%s.",
                   options->solve.checkpoint_seconds > 0 ? ", checkpoints included" : "");
    printf("\n");
    kauri_print_words(text, 0, 0);
    print_disk(options, plan);
    print_misses(options, plan);
}
