#include "solver/layer_run.h"

#include "solver/fixed_memory.h"
#include "solver/share_edges.h"
#include "solver/team_checkpoint.h"

#include <stdlib.h>
#include <string.h>

// The time for writing the table, relative to everything before it (the shares in
// docs/PERFORMANCE.md).
#define WRITING 0.5

enum kauri_status kauri_layer_run_start(struct kauri_layer_run *run, struct kauri_shape shape,
                                        unsigned seeds, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    run->pace.threads = run->options->threads;
    run->pace.progress = run->options->progress;
    run->pace.began = kauri_clock_seconds();
    KAURI_TRY(kauri_layer_init(&run->layer, shape, seeds, error));
    run->pace.report.layer = seeds;
    run->pace.report.total = run->layer.positions;
    run->pace.report.after = WRITING;
cleanup:
    return status;
}

// Opens the lower layers and the folders. The lower layers are looked for before anything costs
// time.
static enum kauri_status open_all(struct kauri_layer_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = &run->layer;
    KAURI_TRY(kauri_lower_open(run->folder, layer->shape, layer->seeds, run->options->threads, 0,
                               &run->lower, error));
    for (unsigned n = 0; n < layer->seeds; n++) {
        run->lower_digests[n] = kauri_lower_digest(run->lower, n);
    }
    KAURI_TRY(kauri_workplace_open(run->folder, run->options->work, layer->shape, layer->seeds,
                                   &run->place, error));
    if (run->options->team != NULL) {
        kauri_workplace_set_rank(&run->place, run->options->team->rank, run->options->team->ranks);
    }
    run->checkpoint.place = &run->place;
    run->checkpoint.lower = run->lower_digests;
    // The ranks of a team stop together, and not in the middle of a checkpoint.
    run->checkpoint.progress = run->options->team == NULL ? run->options->progress : NULL;
    run->checkpoint.every = run->options->checkpoint_seconds;
    run->checkpoint.began = run->pace.began;
cleanup:
    return status;
}

// Removes files left by runs that were killed: all of them for the layers below, which are
// finished; for this layer those that its checkpoint, if there is one, does not need.
static void clean(const struct kauri_layer_run *run)
{
    kauri_workplace_clean_lower(&run->place);
    if (run->resumes) {
        kauri_workplace_clean_beside_checkpoint(&run->place);
    } else {
        kauri_workplace_clean(&run->place);
    }
}

// Makes the tables that all phases read, and the workers.
static enum kauri_status make_tables(struct kauri_layer_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = &run->layer;
    const unsigned threads = run->options->threads;
    uint64_t work_bytes = 0;
    KAURI_TRY(kauri_geometry_new(layer->shape, layer->seeds, &run->geometry, error));
    run->masks.geometry = run->geometry;
    KAURI_TRY(kauri_share_init(&run->share, layer, run->options->team, error));
    KAURI_TRY(kauri_blocks_new(layer, run->share.numbers, run->share.own_count, threads,
                               &run->masks, &run->blocks, error));
    run->retrograde.workers = calloc(threads, sizeof *run->retrograde.workers);
    if (run->retrograde.workers == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for workers");
        goto cleanup;
    }
    for (unsigned i = 0; i < threads; i++) {
        KAURI_TRY(
            kauri_work_new(run->geometry, &run->retrograde.workers[i].work, &work_bytes, error));
    }
    run->work_bytes = work_bytes;
cleanup:
    return status;
}

// Makes what leads to the other ranks, and the plan for the rest of the memory.
static enum kauri_status make_plan(struct kauri_layer_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_share *share = &run->share;
    const unsigned threads = run->options->threads;
    KAURI_TRY(kauri_exchange_new(share, run->geometry, &run->masks,
                                 kauri_kernel_get(run->options->kernel), threads, &run->exchange,
                                 error));
    const struct kauri_fixed_sizes sizes = {
        .blocks = share->own_count,
        .stored = share->stored.count,
        .lists = share->slot_count,
        .threads = threads,
        .geometry_bytes = run->geometry->bytes,
        .mask_bytes = run->masks.bytes,
        .work_bytes = run->work_bytes,
    };
    run->fixed = kauri_fixed_memory(&run->layer, &sizes) + kauri_exchange_memory(run->exchange) +
                 (share->team != NULL ? kauri_message_memory(share, threads) : 0);
    KAURI_TRY(kauri_memory_plan_make(&run->layer, share->own_count, threads, run->options->memory,
                                     run->fixed, &run->plan, error));
cleanup:
    return status;
}

// Limits the memory for values of lower layers. The answers of other ranks arrive before the planes
// are made and use their memory; if that is too little, they get up to half of the memory for lower
// layers as well.
static void bound_lower(struct kauri_layer_run *run)
{
    const struct kauri_memory_plan *plan = &run->plan;
    uint64_t lower = plan->lower;
    if (run->options->team != NULL) {
        const uint64_t spare = plan->total - plan->fixed - plan->captures - lower;
        const uint64_t wanted = kauri_answer_memory(&run->share);
        const uint64_t missing = wanted > spare ? wanted - spare : 0;
        const uint64_t taken = missing < lower / 2 ? missing : lower / 2;
        lower -= taken;
        run->supply_memory = wanted - missing + taken;
    }
    kauri_lower_bound(run->lower, lower);
}

enum kauri_status kauri_layer_run_prepare(struct kauri_layer_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_team *team = run->options->team;
    KAURI_TRY(kauri_team_agree(team, open_all(run, error), error));
    KAURI_TRY(kauri_team_checkpoint_find(team, &run->place, &run->resumes, error));
    clean(run); // the ranks wait for one another before any of them makes a file
    status = make_tables(run, error);
    KAURI_TRY(kauri_share_connect(&run->share, run->blocks, &run->masks, status, error));
    KAURI_TRY(kauri_team_agree(team, make_plan(run, error), error));
    bound_lower(run);
cleanup:
    return status;
}

enum kauri_status kauri_layer_run_make_storage(struct kauri_layer_run *run,
                                               struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = &run->layer;
    const unsigned threads = run->options->threads;
    struct kauri_retrograde *retrograde = &run->retrograde;
    KAURI_TRY(kauri_spool_new(&run->place, KAURI_WORK_CAPTURES, threads, run->plan.captures,
                              &run->capture_spool, error));
    KAURI_TRY(kauri_captures_new(&run->captures, &run->share, run->capture_spool, error));
    KAURI_TRY(kauri_frontier_new(&retrograde->now, run->share.slot_count, &run->place,
                                 KAURI_WORK_NOW, threads, run->plan.frontier, error));
    KAURI_TRY(kauri_frontier_new(&retrograde->next, run->share.slot_count, &run->place,
                                 KAURI_WORK_NEXT, threads, run->plan.frontier, error));
    KAURI_TRY(kauri_history_new(&run->history, run->share.stored.count, &run->place, threads,
                                run->plan.history, error));
    retrograde->layer = *layer;
    retrograde->share = &run->share;
    retrograde->exchange = run->exchange;
    retrograde->geometry = run->geometry;
    retrograde->masks = &run->masks;
    retrograde->blocks = run->blocks;
    retrograde->kernel = kauri_kernel_get(run->options->kernel);
    retrograde->captures = &run->captures;
    retrograde->stored = &run->share.stored;
    retrograde->history = &run->history;
cleanup:
    return status;
}

enum kauri_status kauri_layer_run_make_planes(struct kauri_layer_run *run,
                                              struct kauri_error *error)
{
    const enum kauri_status status =
        kauri_planes_new(&run->layer, run->share.own_count, run->options->threads,
                         run->plan.resident, &run->place, &run->planes, error);
    run->retrograde.planes = run->planes;
    return status;
}

void kauri_layer_run_end_rounds(struct kauri_layer_run *run)
{
    kauri_frontier_clear(&run->retrograde.now);
    kauri_frontier_clear(&run->retrograde.next);
    kauri_captures_clear(&run->captures);
    kauri_spool_free(run->capture_spool);
    run->capture_spool = NULL;
    kauri_planes_free(run->planes);
    run->planes = NULL;
}

void kauri_layer_run_keep_work(const struct kauri_layer_run *run)
{
    struct kauri_spool *const spools[] = {run->capture_spool, run->history.spool,
                                          run->retrograde.now.spool, run->retrograde.next.spool};
    kauri_planes_keep(run->planes, true);
    for (unsigned i = 0; i < sizeof spools / sizeof spools[0]; i++) {
        if (spools[i] != NULL) {
            kauri_spool_keep(spools[i], true);
        }
    }
}

void kauri_layer_run_clear(struct kauri_layer_run *run)
{
    kauri_layer_run_end_rounds(run);
    for (unsigned i = 0; run->retrograde.workers != NULL && i < run->options->threads; i++) {
        kauri_work_free(run->retrograde.workers[i].work);
        kauri_spool_buffer_clear(&run->retrograde.workers[i].buffer);
    }
    free(run->retrograde.workers);
    free(run->retrograde.round_words);
    kauri_history_clear(&run->history);
    kauri_lower_close(run->lower);
    kauri_exchange_free(run->exchange);
    kauri_share_clear(&run->share);
    free(run->blocks);
    kauri_masks_clear(&run->masks);
    kauri_geometry_free(run->geometry);
    kauri_workplace_close(&run->place);
}
