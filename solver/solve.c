#include "solver/solve.h"

#include "db/reader.h"
#include "solver/fixed_memory.h"
#include "solver/memory_plan.h"
#include "solver/open_moves.h"
#include "solver/retrograde.h"
#include "solver/storage/checkpoint.h"
#include "solver/storage/workplace.h"
#include "solver/store.h"
#include "solver/team_checkpoint.h"
#include "tablebase/layer_table.h"

#include <stdlib.h>
#include <string.h>

// The disk is not filled to the last byte: other programs use it, too.
#define DISK_SPARE (256ULL << 20)

// The time for writing the table, relative to everything before it (the shares in
// docs/PERFORMANCE.md).
#define WRITING 0.5

// Everything that lives while a layer is solved.
struct solve_run {
    const char *folder;
    const struct kauri_solve_options *options;
    struct kauri_layer layer;
    struct kauri_workplace place;
    uint64_t lower_digests[KAURI_SEEDS_MAX];
    struct kauri_checkpoint checkpoint;
    bool resumes; // there is a checkpoint
    struct kauri_geometry *geometry;
    struct kauri_masks masks;
    struct kauri_share share;
    struct kauri_block *blocks;
    struct kauri_exchange *exchange;
    struct kauri_lower *lower; // NULL after the captures
    uint64_t lower_peak;       // bytes of its values
    struct kauri_planes *planes;
    struct kauri_captures captures;
    struct kauri_spool *capture_spool;
    int captures_kept; // greatest value whose records are still needed
    struct kauri_history history;
    struct kauri_retrograde retrograde;
    struct kauri_pool *pool;
    struct kauri_pace pace;
    struct kauri_memory_plan plan;
    uint64_t work_bytes; // of the working memory of a thread
    uint64_t fixed;      // bytes that the plan does not share out
    // Bytes of answers of other ranks (solver/capture_supply.h) that are kept in memory.
    uint64_t supply_memory;
};

void kauri_solve_clean(const char *folder, struct kauri_shape shape, unsigned seeds)
{
    struct kauri_workplace place;
    if (kauri_workplace_open(folder, NULL, shape, seeds, &place, NULL) == KAURI_OK) {
        kauri_workplace_clean(&place);
    }
    kauri_workplace_close(&place);
}

// Removes files left by runs that were killed: all of them for the layers below, which are
// finished; for this layer those that its checkpoint, if there is one, does not need.
static void clean(const struct solve_run *run)
{
    kauri_workplace_clean_lower(&run->place);
    if (run->resumes) {
        kauri_workplace_clean_beside_checkpoint(&run->place);
    } else {
        kauri_workplace_clean(&run->place);
    }
}

// Makes the tables that all phases read, and the workers.
static enum kauri_status prepare(struct solve_run *run, struct kauri_error *error)
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
static enum kauri_status make_plan(struct solve_run *run, struct kauri_error *error)
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
static void bound_lower(struct solve_run *run)
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

// Makes everything that holds positions, empty, except for the planes.
static enum kauri_status make_storage(struct solve_run *run, struct kauri_error *error)
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

// Bytes of free disk below which work files are given back early.
static uint64_t disk_reserve(const struct solve_run *run)
{
    const uint64_t used = (run->capture_spool != NULL ? kauri_spool_bytes(run->capture_spool) : 0) +
                          kauri_spool_bytes(run->history.spool);
    return run->options->disk_reserve > 0 ? run->options->disk_reserve : used / 8 + DISK_SPARE;
}

static bool pause_wanted(void *context, bool done, bool stop)
{
    const struct solve_run *run = context;
    return stop ? run->checkpoint.every > 0 : kauri_checkpoint_due(&run->checkpoint, done);
}

// Makes a checkpoint if it is due. If the disk is short, gives up the captures that are not needed
// any more: those of values whose first round is done, unless the checkpoint continues before it.
static enum kauri_status between_rounds(void *context, struct kauri_retrograde *retrograde,
                                        bool pause, enum kauri_status status,
                                        struct kauri_error *error)
{
    struct solve_run *run = context;
    if (pause) {
        status = kauri_team_checkpoint_make(run->options->team, &run->place, &run->checkpoint,
                                            retrograde, status, error);
    }
    const int done = run->checkpoint.exists ? run->checkpoint.value : retrograde->next_value;
    if (status != KAURI_OK || retrograde->done || run->captures_kept < done ||
        kauri_workplace_free(&run->place) >= disk_reserve(run)) {
        return status;
    }
    while (run->captures_kept >= done) {
        kauri_captures_drop(&run->captures, run->captures_kept--);
    }
    return status;
}

// Makes the planes. Until then, the memory that they take is for values of lower layers.
static enum kauri_status make_planes(struct solve_run *run, struct kauri_error *error)
{
    const enum kauri_status status =
        kauri_planes_new(&run->layer, run->share.own_count, run->options->threads,
                         run->plan.resident, &run->place, &run->planes, error);
    run->retrograde.planes = run->planes;
    return status;
}

// Both passes over the layer: captures from the lower layers, and then open moves.
static enum kauri_status make_captures(struct solve_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_captures_input input = {
        .share = &run->share,
        .geometry = run->geometry,
        .masks = &run->masks,
        .blocks = run->blocks,
        .kernel = run->retrograde.kernel,
        .lower = run->lower,
        .place = &run->place,
        .supply_memory = run->supply_memory,
    };
    const struct kauri_open_moves_input rest = {
        .geometry = run->geometry,
        .masks = &run->masks,
        .blocks = run->blocks,
        .kernel = run->retrograde.kernel,
        .captures = &run->captures,
    };
    KAURI_TRY(kauri_captures_run(&run->captures, &input, &run->pace, error));
    run->lower_peak = kauri_lower_peak(run->lower) + run->captures.supply_bytes;
    kauri_lower_close(run->lower);
    run->lower = NULL;
    KAURI_TRY(make_planes(run, error));
    KAURI_TRY(kauri_open_moves_run(&rest, run->planes, &run->pace, error));
cleanup:
    return status;
}

// Gets open moves and captures from a checkpoint, or from the lower layers.
static enum kauri_status begin(struct solve_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    if (run->resumes) {
        kauri_lower_close(run->lower);
        run->lower = NULL;
        KAURI_TRY(make_planes(run, error));
        KAURI_TRY(kauri_checkpoint_load(&run->checkpoint, &run->retrograde, &run->captures, error));
    } else {
        KAURI_TRY(make_captures(run, error));
    }
    run->checkpoint.last = kauri_clock_seconds();
    run->captures_kept = 3 * run->layer.seeds + 1;
    run->retrograde.between_rounds = between_rounds;
    run->retrograde.pause_wanted = pause_wanted;
    run->retrograde.between_context = run;
cleanup:
    return status;
}

// Frees the memory that only the rounds need.
static void end_rounds(struct solve_run *run)
{
    kauri_frontier_clear(&run->retrograde.now);
    kauri_frontier_clear(&run->retrograde.next);
    kauri_captures_clear(&run->captures);
    kauri_spool_free(run->capture_spool);
    run->capture_spool = NULL;
    kauri_planes_free(run->planes);
    run->planes = NULL;
}

// Removing gigabytes of work files takes seconds, and the user who stopped the run would have to
// wait. So the next run does that instead (clean), or goes on with them.
static void leave_work(const struct solve_run *run)
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

static void clear(struct solve_run *run)
{
    end_rounds(run);
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
    kauri_pool_free(run->pool);
}

// Seconds since *since, which becomes now.
static double lap(double *since)
{
    const double now = kauri_clock_seconds();
    const double seconds = now - *since;
    *since = now;
    return seconds;
}

static uint64_t greater(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

// Opens the lower layers and the folders. The lower layers are looked for before anything costs
// time.
static enum kauri_status open_all(struct solve_run *run, struct kauri_error *error)
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

static enum kauri_status solve(struct solve_run *run, struct kauri_solve_result *result,
                               struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    double since = run->pace.began;
    const struct kauri_layer *layer = &run->layer;
    const struct kauri_team *team = run->options->team;
    const unsigned threads = run->options->threads;
    KAURI_TRY(kauri_team_agree(team, open_all(run, error), error));
    KAURI_TRY(kauri_team_checkpoint_find(team, &run->place, &run->resumes, error));
    clean(run); // the ranks wait for one another before any of them makes a file
    status = prepare(run, error);
    KAURI_TRY(kauri_share_connect(&run->share, run->blocks, &run->masks, status, error));
    KAURI_TRY(kauri_team_agree(team, make_plan(run, error), error));
    bound_lower(run);
    result->phases.tables = lap(&since);
    KAURI_TRY(kauri_team_agree(team, make_storage(run, error), error));
    KAURI_TRY(kauri_team_agree(team, begin(run, error), error));
    result->resumed = run->resumes;
    result->memory = run->fixed + run->lower_peak + kauri_spool_memory(run->capture_spool);
    result->capture_bytes = kauri_spool_bytes(run->capture_spool);
    result->phases.captures = lap(&since);
    KAURI_TRY(kauri_retrograde_run(&run->retrograde, &run->pace, error));
    result->memory = greater(result->memory, run->fixed + run->retrograde.memory);
    end_rounds(run);
    result->phases.rounds = lap(&since);
    const struct kauri_store_input input = {
        .layer = layer,
        .geometry = run->geometry,
        .kernel = run->retrograde.kernel,
        .history = &run->history,
        .share = &run->share,
        .decided_stored = run->retrograde.decided_stored,
        .counts = run->retrograde.counts,
        .max_dtc = run->retrograde.max_dtc,
        .level = run->options->level,
        .write_one = run->options->write_one,
        .reserve = run->checkpoint.exists ? 0 : disk_reserve(run), // it needs the history
    };
    struct kauri_store_seconds written = {0, 0};
    KAURI_TRY(kauri_store_layer(&input, &run->place, &run->pace, &written, &result->store_sent,
                                &result->certificate, error));
    result->phases.replay = written.replay;
    result->phases.compress = written.compress;
    for (unsigned i = 0; i < threads; i++) {
        result->phases.expanding += run->retrograde.workers[i].expanding;
        result->phases.gathering += run->retrograde.workers[i].gathering;
    }
    result->memory = greater(result->memory, run->fixed + kauri_spool_memory(run->history.spool) +
                                                 kauri_store_memory(layer, threads));
    result->phases.write = lap(&since);
    // The table is finished, so the files that led to it are removed.
    kauri_spool_keep(run->history.spool, false);
    kauri_workplace_clean(&run->place);
    result->blocks = run->share.own_count;
    result->exchange = kauri_exchange_figures(run->exchange);
    result->captures_sent = run->captures.sent;
    result->checkpoint_seconds = run->checkpoint.seconds;
    result->max_dtc = run->retrograde.max_dtc;
    result->rounds = run->retrograde.rounds;
    result->loops = run->pace.loops;
    result->shared_loops = run->pace.shared;
    result->touched_words = run->retrograde.edges;
    result->capture_moves = run->captures.moves;
    result->history_bytes = kauri_spool_bytes(run->history.spool);
    result->kernel = run->retrograde.kernel->name;
    result->round_words = run->retrograde.round_words;
    result->round_count = run->retrograde.round_count;
    run->retrograde.round_words = NULL;
cleanup:
    return status;
}

// A checkpoint can have a correct digest and numbers in range without having been made by a run. So
// a contradiction after one was loaded does not prove a defect of the program.
static enum kauri_status blame_checkpoint(const struct solve_run *run, struct kauri_error *error)
{
    struct kauri_error reason = {.message = ""};
    if (error != NULL) {
        reason = *error; // kauri_fail overwrites *error while it formats this
    }
    return kauri_fail(error, KAURI_CORRUPT,
                      "the checkpoint %s does not fit together (%s); remove it to begin the layer "
                      "again",
                      run->place.checkpoint_path, reason.message);
}

// Sets up the layer and what runs its loops.
static enum kauri_status start(struct solve_run *run, struct kauri_shape shape, unsigned seeds,
                               struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(kauri_pool_new(run->options->threads, &run->pool, error));
    run->pace.pool = run->pool;
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

enum kauri_status kauri_solve_layer(const char *folder, struct kauri_shape shape, unsigned seeds,
                                    const struct kauri_solve_options *options,
                                    struct kauri_solve_result *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_reader *reader = NULL;
    struct solve_run run = {.folder = folder, .options = options};
    memset(result, 0, sizeof *result);
    status = start(&run, shape, seeds, error);
    KAURI_TRY(kauri_team_agree(options->team, status, error));
    KAURI_TRY(solve(&run, result, error));
    result->positions = run.layer.positions;
    if (kauri_team_rank(options->team) == 0) {
        status = kauri_reader_open(run.place.table_path, &reader, error);
        result->file_bytes = status == KAURI_OK ? kauri_reader_file_bytes(reader) : 0;
    }
    KAURI_TRY(kauri_team_agree(options->team, status, error));
    result->seconds = kauri_clock_seconds() - run.pace.began;
cleanup:
    kauri_reader_close(reader);
    if (result->resumed && (status == KAURI_INTERNAL || status == KAURI_CORRUPT)) {
        status = blame_checkpoint(&run, error);
    }
    if (status == KAURI_INTERRUPTED && run.checkpoint.exists) {
        (void)kauri_fail(error, status,
                         "stopped in layer %u; the next run goes on from its last checkpoint",
                         seeds);
    }
    if (status == KAURI_INTERRUPTED) {
        leave_work(&run);
    }
    clear(&run);
    if (status != KAURI_OK) {
        kauri_solve_result_clear(result);
    }
    return status;
}

enum kauri_status kauri_solve_plan(struct kauri_shape shape, unsigned seeds,
                                   const struct kauri_solve_options *options,
                                   struct kauri_memory_plan *plan, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_layer layer;
    struct kauri_geometry *geometry = NULL;
    struct kauri_work *work = NULL;
    uint64_t work_bytes = 0;
    memset(plan, 0, sizeof *plan);
    KAURI_TRY(kauri_layer_init(&layer, shape, seeds, error));
    // The tables for one start are enough to know the size of all.
    KAURI_TRY(kauri_geometry_new(shape, 0, &geometry, error));
    KAURI_TRY(kauri_work_new(geometry, &work, &work_bytes, error));
    const struct kauri_fixed_sizes sizes = {
        .blocks = layer.block_count,
        .stored = kauri_stored_block_count(&layer),
        .lists = layer.block_count,
        .threads = options->threads,
        .geometry_bytes = kauri_geometry_bytes(geometry, seeds),
        .mask_bytes = kauri_fixed_mask_bytes(seeds, geometry->mask_total),
        .work_bytes = work_bytes,
    };
    KAURI_TRY(kauri_memory_plan_make(&layer, layer.block_count, options->threads, options->memory,
                                     kauri_fixed_memory(&layer, &sizes), plan, error));
cleanup:
    kauri_work_free(work);
    kauri_geometry_free(geometry);
    return status;
}

void kauri_solve_result_clear(struct kauri_solve_result *result)
{
    free(result->certificate.counts);
    free(result->round_words);
    memset(result, 0, sizeof *result);
}
