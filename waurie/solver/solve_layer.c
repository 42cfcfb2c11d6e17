#include "waurie/solver/solve_layer.h"

#include "waurie/solver/layer_ticks.h"
#include "waurie/solver/pair.h"

#include <stdlib.h>

// Words of a block from which on all threads share the work on its pair. Of smaller pairs each
// thread solves one, because the threads would often wait for one another.
enum { SHARED_WORDS = 1 << 17 };

struct layer_solving {
    const struct waurie_layer_work *work;
    struct waurie_pair_work pair;
    struct waurie_lower lower;
    struct waurie_layer_ticks ticks;
    unsigned alone;    // pairs below this one are not shared
    atomic_int failed; // the first status that is not KAURI_OK
    struct kauri_error error;
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

static void solve_alone(void *context, unsigned worker, uint64_t index)
{
    struct layer_solving *solving = context;
    struct kauri_error error = {.message = ""};
    int none = KAURI_OK;
    if (atomic_load(&solving->ticks.stop)) {
        return;
    }
    struct waurie_pair_blocks blocks =
        blocks_of(solving->work, solving->alone - 1 - (unsigned)index);
    const enum kauri_status status =
        waurie_pair_solve_alone(&solving->pair, worker, &blocks, &error);
    if (status != KAURI_OK &&
        atomic_compare_exchange_strong(&solving->failed, &none, (int)status)) {
        solving->error = error;
        atomic_store(&solving->ticks.stop, true);
    }
}

// The pairs with rows of equal length have most positions and are solved first.
static enum kauri_status solve_pairs(struct layer_solving *solving, struct kauri_error *error)
{
    const struct waurie_layer_work *work = solving->work;
    const struct waurie_layer *layer = &work->layer[work->seeds];
    solving->alone = work->seeds / 2 + 1;
    while (solving->alone > 0 && is_shared(layer, solving->alone - 1)) {
        struct waurie_pair_blocks blocks = blocks_of(work, --solving->alone);
        const enum kauri_status status =
            waurie_pair_solve(&solving->pair, work->threads, &blocks, error);
        if (status != KAURI_OK) {
            return status;
        }
    }
    kauri_loop_for(work->threads, solving->alone, 1, solve_alone, solving);
    const enum kauri_status failed = (enum kauri_status)atomic_load(&solving->failed);
    if (failed == KAURI_OK && atomic_load(&solving->ticks.stop)) {
        return kauri_fail(error, KAURI_INTERRUPTED, "interrupted");
    }
    return failed == KAURI_OK ? KAURI_OK : kauri_fail(error, failed, "%s", solving->error.message);
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
        .tick = waurie_ticks_tick,
        .context = &solving->ticks,
    };
    for (unsigned s = 1; s <= waurie_stored_most(&work->rules, work->pits, work->seeds); s++) {
        for (unsigned own = 0; own <= work->seeds - s; own++) {
            solving->lower.block[s][own] = work->below[s] + work->layer[work->seeds - s].block[own];
        }
    }
    waurie_ticks_begin(&solving->ticks, work->progress, work->seeds, waurie_layer_positions(layer));
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
