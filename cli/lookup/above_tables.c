#include "cli/lookup/above_tables.h"

#include "cli/search/search_ticker.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_columns.h"
#include "cli/threads.h"
#include "common/memory.h"
#include "queries/search/search.h"

#include <stdio.h>

static const uint64_t memory_most = UINT64_C(512) << 20;

bool kauri_above_tables_wanted(const struct kauri_above_tables *above, bool typed)
{
    return !above->no_search && (typed || above->seconds != UINT64_MAX);
}

// Adds what another search of the same position found.
static void add_search(struct kauri_search *search, const struct kauri_search *other)
{
    search->nodes += other->nodes;
    search->seconds += other->seconds;
    search->r.low = other->r.low > search->r.low ? other->r.low : search->r.low;
    search->r.high = other->r.high < search->r.high ? other->r.high : search->r.high;
    search->stop = search->stop == KAURI_SEARCH_STOP_NONE && !kauri_bounds_exact(search->r)
                       ? other->stop
                       : search->stop;
}

// Whether a search with this goal would find more, given the time.
static bool is_open(const struct kauri_search *search, enum kauri_goal goal)
{
    enum kauri_result result = KAURI_DRAW;
    return search->stop != KAURI_SEARCH_STOP_MEMORY && search->stop != KAURI_SEARCH_STOP_REQUEST &&
           !kauri_bounds_decide(&search->position, search->r, goal, &result);
}

// Searches for the value during half of the time; then, if it is still open, for the standard
// result, because that is what most people ask for; and then for the value again.
static enum kauri_status search_in_turn(struct kauri_tablebase *tables,
                                        const struct kauri_position *position, double seconds,
                                        struct kauri_search_limits *limits,
                                        struct kauri_search **search, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    static const enum kauri_goal goals[] = {KAURI_GOAL_VALUE, KAURI_GOAL_STANDARD,
                                            KAURI_GOAL_VALUE};
    struct kauri_search *next = NULL;
    struct kauri_search *best = NULL;
    *search = NULL;
    for (size_t i = 0; i < sizeof goals / sizeof goals[0]; i++) {
        limits->seconds = i == 0 ? seconds / 2 : seconds - best->seconds;
        if (i > 0 && (limits->seconds <= 0 || !is_open(best, goals[i]))) {
            continue;
        }
        KAURI_TRY(kauri_search_run(tables, position, goals[i], limits, &next, error));
        // Moves and line of a search for the result say more than those of a search for the value
        // that was not found.
        if (best == NULL || best->goal == KAURI_GOAL_VALUE || kauri_bounds_exact(next->r)) {
            struct kauri_search *other = best;
            best = next;
            next = other;
        }
        if (next != NULL) {
            add_search(best, next);
            kauri_search_free(next);
            next = NULL;
        }
    }
    if (best->status == KAURI_SEARCH_EXACT && !kauri_bounds_exact(best->r)) {
        best->status = KAURI_SEARCH_BOUNDS; // only the result is known
        best->stop = best->stop == KAURI_SEARCH_STOP_NONE ? KAURI_SEARCH_STOP_TIME : best->stop;
    }
    *search = best;
    best = NULL;
cleanup:
    kauri_search_free(next);
    kauri_search_free(best);
    return status;
}

static unsigned layers_in_use(const struct kauri_tablebase *tables, unsigned seeds)
{
    unsigned layers = 0;
    for (unsigned n = 0; n <= seeds; n++) {
        layers += kauri_tablebase_has(tables, n);
    }
    return layers;
}

enum kauri_status kauri_above_tables_answer(const struct kauri_above_tables *above,
                                            struct kauri_tablebase *tables,
                                            const struct kauri_position *position, bool json,
                                            struct kauri_string *out, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_search *search = NULL;
    struct kauri_search_memory *memory = NULL;
    struct kauri_progress_view view;
    struct kauri_search_ticker ticker = {.line.shown = false};
    const uint64_t available = kauri_memory_available() / 10 * 9;
    const uint64_t seconds =
        above->seconds == UINT64_MAX ? KAURI_ABOVE_TABLES_SECONDS : above->seconds;
    kauri_progress_view_begin(&view, true); // signals only
    kauri_search_ticker_begin(&ticker, &view);
    struct kauri_search_limits limits = {.shared = NULL};
    kauri_search_ticker_follow(&ticker, &limits);
    KAURI_TRY(kauri_threads_start(above->threads, error));
    KAURI_TRY(kauri_search_memory_new(tables, position,
                                      available < memory_most ? available : memory_most,
                                      above->threads, &memory, error));
    limits.shared = memory;
    KAURI_TRY(search_in_turn(tables, position, (double)seconds, &limits, &search, error));
    if (json) {
        kauri_json_search(out, search, above->part, NULL);
    } else {
        kauri_text_search(out, search, layers_in_use(tables, kauri_seeds(position)), above->part,
                          kauri_terminal_columns(stdout));
    }
    if (search->stop == KAURI_SEARCH_STOP_REQUEST) {
        status = kauri_fail(error, KAURI_INTERRUPTED, "interrupted; the bounds hold");
    }
cleanup:
    kauri_progress_view_end();
    kauri_search_ticker_clear(&ticker);
    kauri_search_free(search);
    kauri_search_memory_free(memory);
    return status;
}

enum kauri_status kauri_above_tables_advise(const struct kauri_above_tables *above, bool searched,
                                            const struct kauri_tablebase *tables, unsigned seeds,
                                            struct kauri_error *error)
{
    if (error->status != KAURI_MISSING && error->status != KAURI_NOT_COVERED) {
        return error->status;
    }
    (void)kauri_missing_layer_advise_position(tables, seeds, error);
    if (!searched) {
        kauri_error_append(error, above->no_search
                                      ? "; without --no-search, the value is searched for"
                                      : "; with --time SECONDS, the value is searched for");
    }
    return error->status;
}
