// waurie stats: counts the positions of tables.
#include "waurie/cli/waurie_commands.h"

#include "cli/threads.h"
#include "waurie/layer_check.h"

#include <stdio.h>

struct layer_record {
    struct waurie_layer_counts counts;
    const char *share_won; // text after the share of positions that are won
    char share[16];
};

// The object WaurieLayer.
static const struct kauri_field fields[] = {
    {"seeds", "layer", 0, KAURI_UNSIGNED(struct layer_record, counts.seeds)},
    {"positions", "positions", 0, KAURI_COUNT(struct layer_record, counts.positions)},
    // that the player to move wins
    {"wins", "wins", 0, KAURI_COUNT(struct layer_record, counts.wins)},
    // that the player to move loses
    {"losses", "losses", 0, KAURI_COUNT(struct layer_record, counts.losses)},
    {NULL, "share won", 0, KAURI_TEXT(struct layer_record, share_won)},
};

struct stats_run {
    struct waurie_tables_choice choice;
    struct layer_record layers[WAURIE_SEEDS_MAX + 1];
    size_t count;
};

static enum kauri_status count_layers(struct stats_run *stats, struct waurie_tables *tables,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_tables_choice *choice = &stats->choice;
    const uint64_t last = choice->seeds == UINT64_MAX ? WAURIE_SEEDS_MAX : choice->seeds;
    KAURI_PASS(kauri_threads_start((unsigned)choice->threads, error));
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
        KAURI_PASS(status);
        layer->share_won = layer->share;
        if (counts->positions > 0) {
            (void)snprintf(layer->share, sizeof layer->share, "%.2f %%",
                           100 * (double)counts->wins / (double)counts->positions);
        }
        stats->count++;
    }
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct stats_run *stats = run->settings;
    struct waurie_tables_choice *choice = &stats->choice;
    struct waurie_tables *tables = NULL;
    waurie_tables_choice_complete(choice, run);
    const struct waurie_tables_options options = {.folder = choice->folder,
                                                  .rules = choice->rules,
                                                  .pits = (unsigned)choice->pits,
                                                  .threads = choice->threads,
                                                  .progress = &run->view.progress};
    KAURI_TRY(waurie_tables_open(&options, &tables, error));
    KAURI_TRY(count_layers(stats, tables, error));
    waurie_add_layers(choice, KAURI_FIELDS(fields), stats->layers, sizeof *stats->layers,
                      stats->count, &run->out);
cleanup:
    waurie_tables_close(tables);
    return status;
}

const struct kauri_command waurie_command_stats = {
    .name = "stats",
    .summary = "count the positions won and lost",
    .text =
        "Counts, for each layer of tables, the positions in which neither row is empty, and how "
        "many of them the player to move wins and loses. A table is read in parts, in some MiB of "
        "memory for each thread.",
    .options =
        (const struct kauri_option[]){
            WAURIE_TABLES_OPTIONS(struct stats_run),
            KAURI_OPTION("seeds", "N", "count layers up to N (default: all)",
                         KAURI_STORED(struct stats_run, choice.seeds), .high = WAURIE_SEEDS_MAX),
            KAURI_OPTIONS_END,
        },
    .examples = {{"the share of wins in each layer", "waurie stats --tables waurie-tables"}},
    .related = "solve verify",
    .documents = "guide/WAURIE.md reference/JSON.md",
    .flags = KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct stats_run, .choice = WAURIE_TABLES_CHOICE_NONE),
    .run = run,
};
