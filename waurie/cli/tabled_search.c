#include "waurie/cli/tabled_search.h"

enum {
    SEARCH_SHARE = 8, // an eighth of the memory at least is for the search
    PAGES_SHARE = 16, // a sixteenth is for pages of layers that are not loaded
};

enum kauri_status waurie_tabled_search_open(const struct waurie_tabled_options *options,
                                            struct waurie_tabled_search *tabled,
                                            struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t memory = options->memory;
    *tabled = (struct waurie_tabled_search){.window = {.greatest = -1, .top = -1}};
    struct waurie_search_options search = {
        .rules = options->rules,
        .pits = options->pits,
        .threads = options->threads,
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
        const struct waurie_window_options window = {
            .tables = {.folder = options->folder,
                       .rules = options->rules,
                       .pits = options->pits,
                       .threads = options->threads,
                       .page_memory = pages,
                       .progress = options->progress},
            .layers_most = options->layers,
            .seeds_most = options->seeds_most,
            .memory = memory - memory / SEARCH_SHARE - pages,
        };
        KAURI_TRY(waurie_window_open(&window, &tabled->window, error));
        memory -= pages + waurie_tables_bytes(tabled->window.tables);
        search.window = tabled->window;
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
    tabled->search = NULL;
    waurie_window_close(&tabled->window);
}

int waurie_tabled_search_depth(const struct waurie_tabled_search *tabled, unsigned seeds)
{
    const struct waurie_window *window = &tabled->window;
    return (int)seeds <= window->greatest ? window->greatest : window->top;
}
