// waurie stats: counts the positions of tables.
#include "waurie/cli/waurie_commands.h"

#include "cli/fitted_text.h"
#include "cli/text_table.h"
#include "cli/threads.h"
#include "common/folder.h"
#include "common/size.h"
#include "waurie/cli/tables_options.h"
#include "waurie/cli/waurie_answer.h"
#include "waurie/decide.h"
#include "waurie/layer_counts.h"

#include <stdio.h>

struct stats_run {
    struct waurie_tables_choice choice;
    uint64_t distances; // UINT64_MAX: not given
    const struct kauri_progress *progress;
    struct waurie_layer_counts layers[WAURIE_SEEDS_MAX + 1];
    size_t count;
};

static enum kauri_status count_layers(struct stats_run *stats, struct waurie_decider *decider,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_tables_choice *choice = &stats->choice;
    const uint64_t last = choice->seeds == UINT64_MAX ? WAURIE_SEEDS_MAX : choice->seeds;
    KAURI_TRY(kauri_threads_start((unsigned)choice->threads, error));
    for (unsigned n = 0; n <= last; n++) {
        struct waurie_layer_counts *counts = &stats->layers[n];
        status = waurie_layer_count(choice->folder, &choice->rules, (unsigned)choice->pits, n,
                                    choice->threads, stats->progress, counts, error);
        if (status == KAURI_MISSING && n > 0 && choice->seeds == UINT64_MAX) {
            return KAURI_OK;
        }
        if (status == KAURI_MISSING) {
            return waurie_tables_missing(choice, n, error);
        }
        KAURI_TRY(status);
        if (decider != NULL && n <= stats->distances) {
            KAURI_TRY(waurie_layer_measure(decider, (unsigned)choice->pits, stats->progress, counts,
                                           error));
        }
        stats->count++;
    }
cleanup:
    return status;
}

static void add_text(const struct stats_run *stats, struct kauri_string *out)
{
    struct kauri_string rows = {.bytes = NULL};
    const bool distances = stats->distances != UINT64_MAX;
    kauri_string_add(&rows, "layer\tpositions\twins\tlosses\tshare won%s\n",
                     distances ? "\tmost turns\tmost sowings" : "");
    for (size_t i = 0; i < stats->count; i++) {
        const struct waurie_layer_counts *counts = &stats->layers[i];
        char positions[KAURI_SIZE_TEXT_BYTES];
        char wins[KAURI_SIZE_TEXT_BYTES];
        char losses[KAURI_SIZE_TEXT_BYTES];
        kauri_string_add(&rows, "%u\t%s\t%s\t%s\t", counts->seeds,
                         kauri_format_count(counts->positions, positions),
                         kauri_format_count(counts->wins, wins),
                         kauri_format_count(counts->losses, losses));
        if (counts->positions > 0) {
            kauri_string_add(&rows, "%.2f %%",
                             100 * (double)counts->wins / (double)counts->positions);
        }
        if (counts->has_distances) {
            kauri_string_add(&rows, "\t%u\t%u", counts->turns_most, counts->sowings_most);
        } else if (distances) {
            kauri_string_add(&rows, "\t\t");
        }
        kauri_string_add(&rows, "\n");
    }
    kauri_string_add_table(out, kauri_string_text(&rows), 0, kauri_text_columns());
    kauri_string_clear(&rows);
}

static void add_json(const struct stats_run *stats, struct kauri_string *out)
{
    struct kauri_json json = {.out = out};
    waurie_json_begin(&json, &stats->choice.rules, (unsigned)stats->choice.pits);
    kauri_json_begin_array(&json, "layers");
    for (size_t i = 0; i < stats->count; i++) {
        const struct waurie_layer_counts *counts = &stats->layers[i];
        kauri_json_begin_object(&json, NULL);
        kauri_json_add_uint(&json, "seeds", counts->seeds);
        kauri_json_add_uint(&json, "positions", counts->positions);
        kauri_json_add_uint(&json, "wins", counts->wins);
        kauri_json_add_uint(&json, "losses", counts->losses);
        if (counts->has_distances) {
            kauri_json_add_uint(&json, "max_turns", counts->turns_most);
            kauri_json_add_uint(&json, "max_sowings", counts->sowings_most);
        } else {
            kauri_json_add_null(&json, "max_turns");
            kauri_json_add_null(&json, "max_sowings");
        }
        kauri_json_end(&json);
    }
    kauri_json_end(&json);
    kauri_json_end(&json);
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct stats_run *stats = run->settings;
    struct waurie_tables_choice *choice = &stats->choice;
    struct waurie_decider *decider = NULL;
    stats->progress = &run->view.progress;
    waurie_tables_choice_complete(choice, run);
    KAURI_TRY(kauri_folder_check(choice->folder, error));
    if (stats->distances != UINT64_MAX) {
        KAURI_TRY(waurie_decider_new(&choice->rules, choice->memory, &decider, error));
    }
    KAURI_TRY(count_layers(stats, decider, error));
    if (run->json) {
        add_json(stats, &run->out);
    } else {
        add_text(stats, &run->out);
    }
cleanup:
    if (status == KAURI_RESOURCE) {
        kauri_error_append(error, " (--memory SIZE allows more)");
    }
    waurie_decider_free(decider);
    return status;
}

const struct kauri_command waurie_command_stats = {
    .name = "stats",
    .summary = "count the positions won and lost",
    .text =
        "Counts, for each layer of tables, the positions in which neither row is empty, and how "
        "many of them the player to move wins and loses. A table is read in parts, in some MiB of "
        "memory for each thread. With --distances N, the greatest distances to the end of the "
        "game, "
        "in turns and in sowings (waurie probe --help), of layers up to N are found by deciding "
        "each position without tables, which must find the same number of wins. --memory limits "
        "N; up to about 10 it takes seconds.",
    .options =
        (const struct kauri_option[]){
            WAURIE_TABLES_OPTIONS(struct stats_run),
            {.name = "seeds",
             .argument = "N",
             .help = "count layers up to N (default: all)",
             KAURI_STORED(struct stats_run, choice.seeds),
             .high = WAURIE_SEEDS_MAX},
            {.name = "distances",
             .argument = "N",
             .help = "find the greatest distances of layers up to N",
             KAURI_STORED(struct stats_run, distances),
             .high = WAURIE_SEEDS_MAX},
            {.name = NULL},
        },
    .examples = {{"the share of wins, and the longest games of up to 6 seeds",
                  "waurie stats --tables waurie-tables --distances 6"}},
    .related = "solve verify",
    .documents = "WAURIE.md JSON.md",
    .flags = KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct stats_run, .choice = WAURIE_TABLES_CHOICE_NONE, .distances = UINT64_MAX),
    .run = run,
};
