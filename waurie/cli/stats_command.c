// waurie stats: counts the positions of tables.
#include "waurie/cli/waurie_commands.h"

#include "cli/threads.h"
#include "waurie/cli/waurie_answer.h"
#include "waurie/decide.h"
#include "waurie/layer_check.h"

#include <stdio.h>

struct layer_record {
    struct waurie_layer_counts counts;
    const char *share_won; // the text after it
    char share[16];
};

static const struct kauri_field fields[] = {
    {"seeds", "layer", 0, KAURI_UNSIGNED(struct layer_record, counts.seeds)},
    {"positions", "positions", 0, KAURI_COUNT(struct layer_record, counts.positions)},
    {"wins", "wins", 0, KAURI_COUNT(struct layer_record, counts.wins)},
    {"losses", "losses", 0, KAURI_COUNT(struct layer_record, counts.losses)},
    {NULL, "share won", 0, KAURI_TEXT(struct layer_record, share_won)},
    {"max_turns", "most turns", 0, KAURI_COUNT(struct layer_record, counts.turns_most)},
    {"max_sowings", "most sowings", 0, KAURI_COUNT(struct layer_record, counts.sowings_most)},
};

enum { FIELDS = sizeof fields / sizeof *fields, DISTANCE_FIELDS = 2 /* the last ones */ };

struct stats_run {
    struct waurie_tables_choice choice;
    uint64_t distances; // UINT64_MAX: not given
    struct layer_record layers[WAURIE_SEEDS_MAX + 1];
    size_t count;
};

static enum kauri_status count_layers(struct stats_run *stats, struct waurie_tables *tables,
                                      struct waurie_decider *decider, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_tables_choice *choice = &stats->choice;
    const uint64_t last = choice->seeds == UINT64_MAX ? WAURIE_SEEDS_MAX : choice->seeds;
    KAURI_TRY(kauri_threads_start((unsigned)choice->threads, error));
    for (unsigned n = 0; n <= last; n++) {
        struct layer_record *layer = &stats->layers[n];
        struct waurie_layer_counts *counts = &layer->counts;
        status = waurie_layer_count(tables, n, counts, error);
        if (status == KAURI_MISSING && n > 0 && choice->seeds == UINT64_MAX) {
            return KAURI_OK;
        }
        if (status == KAURI_MISSING) {
            return waurie_tables_missing(choice, n, error);
        }
        KAURI_TRY(status);
        if (decider != NULL && n <= stats->distances) {
            KAURI_TRY(waurie_layer_measure(decider, (unsigned)choice->pits,
                                           waurie_tables_options(tables)->progress, counts, error));
        }
        layer->share_won = layer->share;
        if (counts->positions > 0) {
            (void)snprintf(layer->share, sizeof layer->share, "%.2f %%",
                           100 * (double)counts->wins / (double)counts->positions);
        }
        stats->count++;
    }
cleanup:
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct stats_run *stats = run->settings;
    struct waurie_tables_choice *choice = &stats->choice;
    struct waurie_decider *decider = NULL;
    struct waurie_tables *tables = NULL;
    waurie_tables_choice_complete(choice, run);
    const struct waurie_tables_options options = {.folder = choice->folder,
                                                  .rules = choice->rules,
                                                  .pits = (unsigned)choice->pits,
                                                  .threads = choice->threads,
                                                  .progress = &run->view.progress};
    KAURI_TRY(waurie_tables_open(&options, &tables, error));
    if (stats->distances != UINT64_MAX) {
        KAURI_TRY(waurie_decider_new(&choice->rules, choice->memory, &decider, error));
    }
    KAURI_TRY(count_layers(stats, tables, decider, error));
    if (run->json) {
        waurie_json_layers(&run->out, &choice->rules, (unsigned)choice->pits, fields, FIELDS,
                           stats->layers, sizeof *stats->layers, stats->count);
    } else {
        waurie_text_layers(&run->out, fields, decider != NULL ? FIELDS : FIELDS - DISTANCE_FIELDS,
                           stats->layers, sizeof *stats->layers, stats->count);
    }
cleanup:
    if (status == KAURI_RESOURCE) {
        kauri_error_append(error, " (--memory SIZE allows more)");
    }
    waurie_tables_close(tables);
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
            KAURI_OPTION("seeds", "N", "count layers up to N (default: all)",
                         KAURI_STORED(struct stats_run, choice.seeds), .high = WAURIE_SEEDS_MAX),
            KAURI_OPTION("distances", "N", "find the greatest distances of layers up to N",
                         KAURI_STORED(struct stats_run, distances), .high = WAURIE_SEEDS_MAX),
            KAURI_OPTIONS_END,
        },
    .examples = {{"the share of wins, and the longest games of up to 6 seeds",
                  "waurie stats --tables waurie-tables --distances 6"}},
    .related = "solve verify",
    .documents = "WAURIE.md JSON.md",
    .flags = KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct stats_run, .choice = WAURIE_TABLES_CHOICE_NONE, .distances = UINT64_MAX),
    .run = run,
};
