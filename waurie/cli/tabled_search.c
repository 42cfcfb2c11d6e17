#include "waurie/cli/tabled_search.h"

enum { TABLES_SHARE = 2 };

static bool tables_win(const void *context, const struct waurie_board *board)
{
    return waurie_tables_wins(context, board);
}

enum kauri_status waurie_tabled_search_open(const char *folder, const struct waurie_rules *rules,
                                            unsigned pits, unsigned layers, uint64_t memory,
                                            unsigned threads, const struct kauri_progress *progress,
                                            struct waurie_tabled_search *tabled,
                                            struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *tabled = (struct waurie_tabled_search){.known_seeds = -1};
    if (folder != NULL) {
        KAURI_TRY(waurie_tables_open(folder, rules, pits, layers, memory / TABLES_SHARE, threads,
                                     progress, &tabled->tables, error));
        memory -= waurie_tables_bytes(tabled->tables);
        tabled->known_seeds = waurie_tables_seeds(tabled->tables);
    }
    const struct waurie_search_options options = {
        .rules = *rules,
        .pits = pits,
        .memory = memory,
        .threads = threads,
        .known = {.seeds = tabled->known_seeds, .wins = tables_win, .context = tabled->tables},
    };
    status = waurie_search_new(&options, &tabled->search, error);
    if (status != KAURI_OK) {
        kauri_error_append(error, " (--memory)");
    }
cleanup:
    return status;
}

void waurie_tabled_search_close(struct waurie_tabled_search *tabled)
{
    waurie_search_free(tabled->search);
    waurie_tables_close(tabled->tables);
    *tabled = (struct waurie_tabled_search){.known_seeds = -1};
}
