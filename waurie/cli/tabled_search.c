#include "waurie/cli/tabled_search.h"

#include "waurie/table_pages.h"

enum {
    SEARCH_SHARE = 8, // an eighth of the memory at least is for the search
    PAGES_SHARE = 16, // a sixteenth is for pages of layers that are not loaded
};

static enum waurie_result look_up(void *context, const struct waurie_board *board)
{
    return waurie_window_look_up(context, board);
}

static void prefetch(void *context, const struct waurie_board *board)
{
    waurie_window_prefetch(context, board);
}

static enum kauri_status open_window(const struct waurie_tabled_options *options, uint64_t pages,
                                     struct waurie_tabled_search *tabled, struct kauri_error *error)
{
    const struct waurie_window_options window = {
        .folder = options->folder,
        .rules = options->rules,
        .pits = options->pits,
        .layers_most = options->layers,
        .seeds_most = options->seeds_most,
        .memory = options->memory - options->memory / SEARCH_SHARE - pages,
        .page_memory = pages,
        .threads = options->threads,
        .progress = options->progress,
    };
    return waurie_window_open(&window, &tabled->window, error);
}

enum kauri_status waurie_tabled_search_open(const struct waurie_tabled_options *options,
                                            struct waurie_tabled_search *tabled,
                                            struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t memory = options->memory;
    *tabled = (struct waurie_tabled_search){.table_seeds = -1, .searched_seeds = -1};
    struct waurie_search_options search = {
        .rules = options->rules,
        .pits = options->pits,
        .threads = options->threads,
        .known = {.seeds = -1, .asked_seeds = -1},
    };
    if (options->folder != NULL) {
        uint64_t pages = memory / PAGES_SHARE;
        pages = pages > WAURIE_PAGES_LEAST ? pages : WAURIE_PAGES_LEAST;
        if (memory < 2 * pages) {
            return kauri_fail(error, KAURI_RESOURCE,
                              "too little memory: a search above tables needs at least %uM "
                              "(--memory)",
                              2U * (unsigned)WAURIE_PAGES_LEAST >> 20);
        }
        KAURI_TRY(open_window(options, pages, tabled, error));
        const struct waurie_window_layers layers = waurie_window_layers(tabled->window);
        memory -= pages + layers.bytes;
        tabled->table_seeds = layers.greatest;
        tabled->searched_seeds = layers.top;
        search.known = (struct waurie_known){.seeds = layers.top,
                                             .asked_seeds = layers.greatest,
                                             .look_up = look_up,
                                             .prefetch = prefetch,
                                             .context = tabled->window};
    }
    search.memory = memory;
    status = waurie_search_new(&search, &tabled->search, error);
    if (status != KAURI_OK) {
        kauri_error_append(error, " (--memory)");
    }
cleanup:
    return status;
}

void waurie_tabled_search_close(struct waurie_tabled_search *tabled)
{
    waurie_search_free(tabled->search);
    waurie_window_close(tabled->window);
    *tabled = (struct waurie_tabled_search){.table_seeds = -1, .searched_seeds = -1};
}

int waurie_tabled_search_depth(const struct waurie_tabled_search *tabled, unsigned seeds)
{
    return (int)seeds <= tabled->table_seeds ? tabled->table_seeds : tabled->searched_seeds;
}

enum kauri_status waurie_tabled_search_failure(const struct waurie_tabled_search *tabled,
                                               struct kauri_error *error)
{
    return tabled->window == NULL ? KAURI_OK : waurie_window_failure(tabled->window, error);
}
