#include "waurie/table_window.h"

#include "waurie/solver/sowing.h"

static const struct waurie_window without_tables = {.greatest = -1, .top = -1, .least = -1};

unsigned waurie_window_least(const struct waurie_rules *rules, unsigned pits, unsigned top,
                             unsigned seeds)
{
    unsigned least = top;
    for (unsigned n = top + 1; n <= seeds; n++) {
        // Where an empty row wins at once, the opponent has a seed that is not sown.
        const unsigned to = n - waurie_stored_most(rules, pits, rules->at_turn ? n : n - 1);
        least = to < least ? to : least;
    }
    return least;
}

static uint64_t layer_bytes(const struct waurie_window *window, int seeds)
{
    return seeds < 0 ? 0 : waurie_tables_layers(window->tables)[seeds].words * sizeof(uint64_t);
}

static enum kauri_status find_greatest(struct waurie_window *window, unsigned most,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_MISSING;
    for (int n = (int)most; n >= 0 && status == KAURI_MISSING; n--) {
        status = waurie_tables_find(window->tables, (unsigned)n, error);
        if (status == KAURI_OK) {
            window->greatest = n;
        }
    }
    return status == KAURI_MISSING ? KAURI_OK : status;
}

static enum kauri_status hold_layers(const struct waurie_window_options *options,
                                     struct waurie_window *window, struct kauri_error *error)
{
    const struct waurie_rules *rules = &options->tables.rules;
    int top = window->greatest;
    if ((int)options->seeds_most <= top) {
        return KAURI_OK;
    }
    while (top >= 0 && layer_bytes(window, top) + layer_bytes(window, top - 1) > options->memory) {
        top--;
    }
    if (top < 0) {
        return KAURI_OK;
    }
    const int least =
        (int)waurie_window_least(rules, options->tables.pits, (unsigned)top, options->seeds_most);
    for (int n = top; n >= least; n--) {
        if (layer_bytes(window, n) > options->memory - waurie_tables_bytes(window->tables)) {
            return KAURI_OK;
        }
        const enum kauri_status status =
            waurie_tables_hold_layer(window->tables, (unsigned)n, error);
        if (status != KAURI_OK) {
            return status == KAURI_MISSING ? KAURI_OK : status;
        }
        window->top = window->top < 0 ? n : window->top;
        window->least = n;
    }
    return KAURI_OK;
}

enum kauri_status waurie_window_open(const struct waurie_window_options *options,
                                     struct waurie_window *window, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *window = without_tables;
    KAURI_TRY(waurie_tables_open(&options->tables, &window->tables, error));
    KAURI_TRY(find_greatest(window, options->layers_most, error));
    KAURI_TRY(hold_layers(options, window, error));
cleanup:
    if (status != KAURI_OK) {
        waurie_window_close(window);
    }
    return status;
}

void waurie_window_close(struct waurie_window *window)
{
    waurie_tables_close(window->tables);
    *window = without_tables;
}
