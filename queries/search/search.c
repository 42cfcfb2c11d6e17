#include "queries/search/search.h"

#include "queries/search/search_driver.h"
#include "queries/search/search_graph.h"
#include "queries/search/search_known.h"
#include "queries/search/search_line.h"
#include "tablebase/tablebase.h"

#include <stdlib.h>

enum {
    FIRST_BUDGET = 500, // expansions per question in the first round
};

struct kauri_search_memory {
    struct kauri_shape shape;
    unsigned seeds;
    struct kauri_search_graph *graph; // NULL: too little memory
};

// The answer of an exact value to the goal, as a class: values between which the goal makes no
// difference have the same class.
static int class_of(const struct kauri_search *search, int r)
{
    enum kauri_result result = KAURI_DRAW;
    (void)kauri_bounds_decide(&search->position, (struct kauri_bounds){r, r}, search->goal,
                              &result);
    return search->goal == KAURI_GOAL_VALUE ? r : (int)result;
}

// The questions "is r >= x?" that are worth asking: x possible, and of another class than the
// possible value before it. Fills xs, ascending, and returns how many.
static unsigned open_questions(const struct kauri_search *search, unsigned seeds,
                               int xs[6 * KAURI_SEEDS_MAX + 3])
{
    unsigned count = 0;
    int before = class_of(search, search->r.low);
    for (int x = search->r.low + 1; x <= search->r.high; x++) {
        if (kauri_graph_possible(x, seeds) && class_of(search, x) != before) {
            before = class_of(search, x);
            xs[count++] = x;
        }
    }
    return count;
}

static void read_bounds(struct kauri_search *search, uint32_t root, uint64_t before)
{
    search->r.low = search->graph->nodes[root].low;
    search->r.high = search->graph->nodes[root].high;
    search->nodes = search->graph->expanded - before;
}

// Asks the open question in the middle, then those around it, each with the same budget; an answer
// to one question also answers all those on one side of it. The next round has twice the budget.
static enum kauri_status ask_all(struct kauri_search *search, uint32_t root,
                                 struct kauri_search_watch *watch, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned seeds = kauri_seeds(&search->position);
    int xs[6 * KAURI_SEEDS_MAX + 3];
    for (uint64_t budget = FIRST_BUDGET; !watch->stopped; budget *= 2) {
        unsigned count = open_questions(search, seeds, xs);
        if (count == 0) {
            break;
        }
        unsigned low = 0; // questions low..high-1 are open and not asked in this round
        unsigned high = count;
        while (low < high && !watch->stopped) {
            const int x = xs[(low + high) / 2];
            KAURI_TRY(kauri_driver_ask(search->graph, root, x, budget, watch, error));
            read_bounds(search, root, watch->before);
            const bool answered = search->r.low >= x || search->r.high < x;
            if (!answered) {
                break;
            }
            while (low < high && xs[low] <= search->r.low) {
                low++;
            }
            while (low < high && xs[high - 1] > search->r.high) {
                high--;
            }
        }
        // The middle was too hard: narrow from both ends.
        for (unsigned i = low; i < high && !watch->stopped; i++) {
            if (search->r.low < xs[i] && search->r.high >= xs[i]) {
                KAURI_TRY(kauri_driver_ask(search->graph, root, xs[i], budget, watch, error));
                read_bounds(search, root, watch->before);
                if (search->r.low < xs[i]) {
                    break;
                }
            }
        }
        for (unsigned i = high; i-- > low && !watch->stopped;) {
            if (search->r.low < xs[i] && search->r.high >= xs[i]) {
                KAURI_TRY(kauri_driver_ask(search->graph, root, xs[i], budget, watch, error));
                read_bounds(search, root, watch->before);
                if (search->r.high >= xs[i]) {
                    break;
                }
            }
        }
    }
cleanup:
    return status;
}

// Takes the answer from the tables. Leaves search->covered false when a layer below is missing, so
// that the moves cannot be valued.
static enum kauri_status ask_tables(struct kauri_search *search, struct kauri_error *error)
{
    const enum kauri_status status =
        kauri_probe_root(search->tables, &search->position, &search->probe, error);
    if (status == KAURI_MISSING) {
        return KAURI_OK;
    }
    search->covered = status == KAURI_OK;
    for (unsigned i = 0; search->covered && i < search->probe.move_count; i++) {
        const struct kauri_probe_move *move = &search->probe.moves[i];
        search->moves[i] = (struct kauri_valued_move){.hole = move->hole,
                                                      .captured = move->captured,
                                                      .r = {move->value.r, move->value.r},
                                                      .source = KAURI_SOURCE_TABLES,
                                                      .dtc_known = move->value.r != 0,
                                                      .dtc = move->value.dtc,
                                                      .best = move->best,
                                                      .successor = move->successor};
        search->move_count = i + 1;
    }
    return status;
}

static enum kauri_status note_moves(struct kauri_search *search,
                                    const struct kauri_search_known *known,
                                    struct kauri_error *error)
{
    const enum kauri_status status = kauri_search_list_moves(
        known, &search->position, search->moves, &search->move_count, error);
    for (unsigned i = 0; status == KAURI_OK && i < search->move_count; i++) {
        struct kauri_valued_move *move = &search->moves[i];
        move->best = class_of(search, move->r.low) == class_of(search, search->r.high) ||
                     move->r.low >= search->r.high;
    }
    return status;
}

static struct kauri_shape shape_of(const struct kauri_position *position)
{
    return (struct kauri_shape){.holes = position->holes,
                                .cowries = (uint8_t)kauri_cowries(position)};
}

enum kauri_status kauri_search_memory_new(struct kauri_tablebase *tables,
                                          const struct kauri_position *position, uint64_t bytes,
                                          struct kauri_search_memory **memory,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *memory = NULL;
    struct kauri_search_memory *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the search");
    }
    made->seeds = kauri_seeds(position);
    made->shape = shape_of(position);
    if (tables != NULL) {
        KAURI_TRY(kauri_tablebase_fits(tables, position, error));
    }
    KAURI_TRY(kauri_graph_new(tables, made->shape, made->seeds, bytes, &made->graph, error));
    *memory = made;
    made = NULL;
cleanup:
    kauri_search_memory_free(made);
    return status;
}

void kauri_search_memory_free(struct kauri_search_memory *memory)
{
    if (memory != NULL) {
        kauri_graph_free(memory->graph);
        free(memory);
    }
}

// The graph to search in: a new one, or the shared one; NULL when there is too little memory.
static enum kauri_status open_graph(struct kauri_search *search,
                                    const struct kauri_search_limits *limits,
                                    struct kauri_error *error)
{
    const struct kauri_search_memory *shared = limits->shared;
    const struct kauri_shape shape = shape_of(&search->position);
    const unsigned seeds = kauri_seeds(&search->position);
    if (shared == NULL) {
        return kauri_graph_new(search->tables, shape, seeds, limits->memory, &search->graph, error);
    }
    if (seeds > shared->seeds || shape.holes != shared->shape.holes ||
        shape.cowries != shared->shape.cowries) {
        return kauri_fail(error, KAURI_BAD_INPUT, "the memory of the search is for another board");
    }
    search->graph = shared->graph;
    search->shared = true;
    if (shared->graph != NULL && kauri_graph_is_half_full(shared->graph)) {
        kauri_graph_clear(shared->graph);
    }
    return KAURI_OK;
}

static enum kauri_status run(struct kauri_search *search, struct kauri_search_watch *watch,
                             struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_position *position = &search->position;
    struct kauri_search_known known = {.tables = search->tables};
    KAURI_TRY(kauri_search_bounds_of(&known, position, &search->r, error));
    if (kauri_search_is_stored(&known, position)) {
        KAURI_TRY(ask_tables(search, error));
    } else {
        KAURI_TRY(open_graph(search, watch->limits, error));
        known.graph = search->graph;
        if (search->graph != NULL) {
            search->memory = search->graph->memory;
            // The root's moves cost nothing, so its bounds are never worse than theirs.
            watch->before = search->graph->expanded;
            const uint32_t root = kauri_graph_add(search->graph, position);
            if (!search->graph->nodes[root].expanded) {
                KAURI_TRY(kauri_graph_expand(search->graph, root, error));
            }
            read_bounds(search, root, watch->before);
            KAURI_TRY(ask_all(search, root, watch, error));
        }
    }
    enum kauri_result result = KAURI_DRAW;
    search->status = kauri_bounds_decide(position, search->r, search->goal, &result)
                         ? KAURI_SEARCH_EXACT
                         : KAURI_SEARCH_BOUNDS;
    if (search->status == KAURI_SEARCH_BOUNDS) { // without a graph it was the memory
        search->stop = search->graph == NULL ? KAURI_SEARCH_STOP_MEMORY : watch->stop;
    }
    if (!search->covered) {
        KAURI_TRY(note_moves(search, &known, error));
    }
    kauri_line_start(&search->line, position);
    search->line.end = KAURI_LINE_OPEN;
    if (search->status == KAURI_SEARCH_EXACT) {
        KAURI_TRY(kauri_search_find_line(&known, &search->line, error));
    }
cleanup:
    return status;
}

enum kauri_status kauri_search_run(struct kauri_tablebase *tables,
                                   const struct kauri_position *position, enum kauri_goal goal,
                                   const struct kauri_search_limits *limits,
                                   struct kauri_search **search, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_search_watch watch = {.limits = limits, .started = kauri_clock_seconds()};
    *search = NULL;
    struct kauri_search *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the search");
    }
    made->position = *position;
    made->goal = goal;
    made->tables = tables;
    if (tables != NULL) {
        KAURI_TRY(kauri_tablebase_fits(tables, position, error));
    }
    KAURI_TRY(run(made, &watch, error));
    made->seconds = kauri_clock_seconds() - watch.started;
    *search = made;
    made = NULL;
cleanup:
    kauri_search_free(made);
    return status;
}

void kauri_search_free(struct kauri_search *search)
{
    if (search != NULL) {
        if (!search->shared) {
            kauri_graph_free(search->graph);
        }
        kauri_line_clear(&search->line);
        free(search);
    }
}
