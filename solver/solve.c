#include "solver/solve.h"

#include "db/reader.h"
#include "solver/fixed_memory.h"
#include "solver/layer_run.h"
#include "solver/open_moves.h"
#include "solver/store.h"
#include "solver/team_checkpoint.h"

#include <stdlib.h>
#include <string.h>

// The disk is not filled to the last byte: other programs use it, too.
#define DISK_SPARE (256ULL << 20)

// Bytes of free disk below which work files are given back early.
static uint64_t disk_reserve(const struct kauri_layer_run *run)
{
    const uint64_t used = (run->capture_spool != NULL ? kauri_spool_bytes(run->capture_spool) : 0) +
                          kauri_spool_bytes(run->history.spool);
    return run->options->disk_reserve > 0 ? run->options->disk_reserve : used / 8 + DISK_SPARE;
}

static bool pause_wanted(void *context, bool done, bool stop)
{
    const struct kauri_layer_run *run = context;
    return stop ? run->checkpoint.every > 0 : kauri_checkpoint_due(&run->checkpoint, done);
}

// Makes a checkpoint if it is due. If the disk is short, gives up the captures that are not needed
// any more: those of values whose first round is done, unless the checkpoint continues before it.
static enum kauri_status between_rounds(void *context, struct kauri_retrograde *retrograde,
                                        bool pause, enum kauri_status status,
                                        struct kauri_error *error)
{
    struct kauri_layer_run *run = context;
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

// Both passes over the layer: captures from the lower layers, and then open moves.
static enum kauri_status make_captures(struct kauri_layer_run *run, struct kauri_error *error)
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
    KAURI_TRY(kauri_layer_run_make_planes(run, error));
    KAURI_TRY(kauri_open_moves_run(&rest, run->planes, &run->pace, error));
cleanup:
    return status;
}

// Gets open moves and captures from a checkpoint, or from the lower layers.
static enum kauri_status begin(struct kauri_layer_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    if (run->resumes) {
        kauri_lower_close(run->lower);
        run->lower = NULL;
        KAURI_TRY(kauri_layer_run_make_planes(run, error));
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

static enum kauri_status solve(struct kauri_layer_run *run, struct kauri_solve_result *result,
                               struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    double since = run->pace.began;
    const struct kauri_layer *layer = &run->layer;
    const struct kauri_team *team = run->options->team;
    const unsigned threads = run->options->threads;
    KAURI_TRY(kauri_layer_run_prepare(run, error));
    result->phases.tables = lap(&since);
    KAURI_TRY(kauri_team_agree(team, kauri_layer_run_make_storage(run, error), error));
    KAURI_TRY(kauri_team_agree(team, begin(run, error), error));
    result->resumed = run->resumes;
    result->memory = run->fixed + run->lower_peak + kauri_spool_memory(run->capture_spool);
    result->capture_bytes = kauri_spool_bytes(run->capture_spool);
    result->phases.captures = lap(&since);
    KAURI_TRY(kauri_retrograde_run(&run->retrograde, &run->pace, error));
    result->memory = greater(result->memory, run->fixed + run->retrograde.memory);
    kauri_layer_run_end_rounds(run);
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
static enum kauri_status blame_checkpoint(const struct kauri_layer_run *run,
                                          struct kauri_error *error)
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

enum kauri_status kauri_solve_layer(const char *folder, struct kauri_shape shape, unsigned seeds,
                                    const struct kauri_solve_options *options,
                                    struct kauri_solve_result *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_reader *reader = NULL;
    struct kauri_layer_run run = {.folder = folder, .options = options};
    memset(result, 0, sizeof *result);
    status = kauri_layer_run_start(&run, shape, seeds, error);
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
        kauri_layer_run_keep_work(&run);
    }
    kauri_layer_run_clear(&run);
    if (status != KAURI_OK) {
        kauri_solve_result_clear(result);
    }
    return status;
}

void kauri_solve_clean(const char *folder, struct kauri_shape shape, unsigned seeds)
{
    struct kauri_workplace place;
    if (kauri_workplace_open(folder, NULL, shape, seeds, &place, NULL) == KAURI_OK) {
        kauri_workplace_clean(&place);
    }
    kauri_workplace_close(&place);
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
