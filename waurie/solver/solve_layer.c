#include "waurie/solver/solve_layer.h"

#include "common/parallel.h"
#include "waurie/solver/pair.h"

#include <stdatomic.h>
#include <stdlib.h>

// The pairs of a layer, solved by several threads.
struct team {
    const struct waurie_layer_work *work;
    struct kauri_progress_report report;
    double begin;
    atomic_bool stop;
    atomic_ullong done;
    atomic_int failed; // the first status that is not KAURI_OK
    struct kauri_error error;
};

// A thread of the team.
struct member {
    struct team *team;
    bool calls; // the thread that called the library
};

static bool tick(void *context, uint64_t positions)
{
    const struct member *member = context;
    struct team *team = member->team;
    const uint64_t done = atomic_fetch_add(&team->done, positions) + positions;
    if (member->calls) {
        team->report.done = done < team->report.total ? done : team->report.total;
        team->report.seconds = kauri_clock_seconds() - team->begin;
        kauri_progress_report(team->work->progress, &team->report);
        if (kauri_progress_cancelled(team->work->progress)) {
            atomic_store(&team->stop, true);
        }
    }
    return atomic_load(&team->stop);
}

// The pairs with rows of equal length have most positions and are solved first.
static void solve_pair(void *context, unsigned worker, uint64_t index)
{
    struct team *team = context;
    struct member member = {.team = team, .calls = worker == 0};
    struct kauri_error error = {.message = ""};
    int none = KAURI_OK;
    if (atomic_load(&team->stop)) {
        return;
    }
    const enum kauri_status status = waurie_pair_solve(
        team->work, team->work->seeds / 2 - (unsigned)index, tick, &member, &error);
    if (status != KAURI_OK && atomic_compare_exchange_strong(&team->failed, &none, (int)status)) {
        team->error = error;
        atomic_store(&team->stop, true);
    }
}

enum kauri_status waurie_layer_solve(const struct waurie_layer_work *work,
                                     struct kauri_error *error)
{
    struct kauri_pool *pool = NULL;
    struct team team = {
        .work = work,
        .report = {.stage = "solve",
                   .layer = work->seeds,
                   .total = waurie_layer_positions(&work->layer[work->seeds])},
        .begin = kauri_clock_seconds(),
    };
    const enum kauri_status status = kauri_pool_new(work->threads, &pool, error);
    if (status != KAURI_OK) {
        return status;
    }
    kauri_pool_for(pool, work->seeds / 2 + 1, 1, solve_pair, &team);
    kauri_pool_free(pool);
    const enum kauri_status failed = (enum kauri_status)atomic_load(&team.failed);
    if (failed == KAURI_OK && atomic_load(&team.stop)) {
        return kauri_fail(error, KAURI_INTERRUPTED, "interrupted");
    }
    return failed == KAURI_OK ? KAURI_OK : kauri_fail(error, failed, "%s", team.error.message);
}

// The pairs that take most memory are those that are solved first.
uint64_t waurie_layer_scratch(unsigned pits, unsigned seeds, unsigned threads)
{
    uint64_t most = 0;
    for (unsigned first = 0; first <= seeds / 2; first++) {
        const uint64_t bytes = waurie_pair_scratch(pits, seeds, first);
        most = bytes > most ? bytes : most;
    }
    return most * threads;
}
