#include "waurie/solver/solve_layer.h"

#include "waurie/solver/pair.h"

#include <stdlib.h>

// Words of a block from which on all threads share the work on its pair. Of smaller pairs each
// thread solves one, because the threads would often wait for one another.
enum { SHARED_WORDS = 1 << 17 };

struct layer_solving {
    const struct waurie_layer_work *work;
    struct waurie_pair_work pair;
    struct waurie_lower lower;
    struct kauri_pace pace;
    unsigned alone; // pairs below this one are not shared
};

static bool is_shared(const struct waurie_layer *layer, unsigned first)
{
    return (uint64_t)layer->lines[first] * layer->line_words[first] >= SHARED_WORDS;
}

static struct waurie_pair_blocks blocks_of(const struct waurie_layer_work *work, unsigned first)
{
    const struct waurie_layer *layer = &work->layer[work->seeds];
    return (struct waurie_pair_blocks){
        .first = first,
        .bits = {work->bits + layer->block[first], work->bits + layer->block[work->seeds - first]}};
}

static enum kauri_status solve_alone(void *context, unsigned worker, uint64_t index,
                                     struct kauri_error *error)
{
    const struct layer_solving *solving = context;
    struct kauri_pace pace = {.threads = 1};
    struct waurie_pair_blocks blocks =
        blocks_of(solving->work, solving->alone - 1 - (unsigned)index);
    (void)worker;
    return waurie_pair_solve(&solving->pair, &pace, &blocks, error);
}

// The pairs with rows of equal length have most positions and are solved first.
static enum kauri_status solve_pairs(struct layer_solving *solving, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_layer_work *work = solving->work;
    const struct waurie_layer *layer = &work->layer[work->seeds];
    solving->alone = work->seeds / 2 + 1;
    while (solving->alone > 0 && is_shared(layer, solving->alone - 1)) {
        struct waurie_pair_blocks blocks = blocks_of(work, --solving->alone);
        KAURI_TRY(waurie_pair_solve(&solving->pair, &solving->pace, &blocks, error));
    }
    const struct kauri_loop loop = {.pace = &solving->pace,
                                    .count = solving->alone,
                                    .done = solving->pace.report.total - solving->pace.report.done};
    status = kauri_loop(&loop, solve_alone, solving, error);
cleanup:
    return status;
}

enum kauri_status waurie_layer_solve(const struct waurie_layer_work *work,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_layer *layer = &work->layer[work->seeds];
    struct layer_solving *solving = calloc(1, sizeof *solving);
    if (solving == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    solving->work = work;
    solving->pair = (struct waurie_pair_work){
        .rules = work->rules,
        .pits = work->pits,
        .seeds = work->seeds,
        .lines = work->lines,
        .layer = work->layer,
        .lower = &solving->lower,
    };
    for (unsigned s = 1; s <= waurie_stored_most(&work->rules, work->pits, work->seeds); s++) {
        for (unsigned own = 0; own <= work->seeds - s; own++) {
            solving->lower.block[s][own] = work->below[s] + work->layer[work->seeds - s].block[own];
        }
    }
    solving->pace = (struct kauri_pace){
        .threads = work->threads,
        .progress = work->progress,
        .report = {.stage = "solve", .layer = work->seeds, .total = waurie_layer_positions(layer)},
        .began = kauri_clock_seconds(),
    };
    status = solve_pairs(solving, error);
    free(solving);
    return status;
}

uint64_t waurie_layer_scratch(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                              unsigned threads)
{
    struct waurie_layer layer;
    uint64_t most = 0;
    waurie_layer_make(pits, seeds, &layer);
    for (unsigned first = 0; first <= seeds / 2; first++) {
        const uint64_t bytes =
            is_shared(&layer, first)
                ? waurie_pair_scratch(rules, pits, seeds, first, threads, false)
                : threads * waurie_pair_scratch(rules, pits, seeds, first, 1, false);
        most = bytes > most ? bytes : most;
    }
    return most;
}
