#include "solver/solve.h"

#include "common/memory.h"
#include "db/reader.h"
#include "solver/captures.h"
#include "solver/checkpoint_load.h"
#include "solver/memory_plan.h"
#include "solver/open_moves.h"
#include "solver/retrograde.h"
#include "solver/store.h"
#include "solver/team_of_one.h"

#include <stdlib.h>
#include <string.h>

// The time for writing the table, relative to everything before it (the shares in
// docs/results/LABBOOK.md).
#define WRITING 0.5

// Everything that lives while a layer is solved. A function that fails leaves what it has made to
// clear_run.
struct layer_run {
    const char *folder; // folder of the tables
    const struct kauri_solve_options *options;
    const struct kauri_team *team;
    struct kauri_solve_result *result;
    struct kauri_pace pace;
    double lapped; // time at which the last phase ended
    // Members for all phases.
    struct kauri_part part;       // the blocks of this process, and the tables of their moves
    struct kauri_workplace place; // names of the table, the work files and the checkpoint
    struct kauri_memory_plan plan;
    uint64_t work_bytes; // working memory of a thread in the rounds
    uint64_t lower_digests[KAURI_SEEDS_MAX];
    struct kauri_checkpoint checkpoint;
    bool resumes; // there is a checkpoint
    // The captures.
    struct kauri_lower *lower;
    // Members that live from the captures to the end of the rounds.
    struct kauri_captures captures;
    struct kauri_spool *capture_spool; // the records of `captures`
    // Members that live from the open moves to the end of the rounds.
    struct kauri_planes *planes;
    // Members for the rounds and for writing the table. The frontiers and the workers of
    // `retrograde` are of this run.
    struct kauri_retrograde retrograde;
    struct kauri_history history;
};

// Notes that the layer takes these bytes besides the fixed ones.
static void note_memory(struct layer_run *run, uint64_t bytes)
{
    if (run->plan.fixed + bytes > run->result->memory) {
        run->result->memory = run->plan.fixed + bytes;
    }
}

// Seconds since the last phase ended; another one ends now.
static double lap(struct layer_run *run)
{
    const double now = kauri_clock_seconds();
    const double seconds = now - run->lapped;
    run->lapped = now;
    return seconds;
}

// ----------------------------------------------------------------------------------- preparing

// Opens the lower layers and the folders. The lower layers are looked for before anything costs
// time.
static enum kauri_status open_all(struct layer_run *run, struct kauri_error *error)
{
    const struct kauri_layer *layer = &run->part.layer;
    KAURI_PASS(kauri_lower_open(run->folder, layer->shape, layer->seeds, run->options->threads, 0,
                                &run->lower, error));
    for (unsigned n = 0; n < layer->seeds; n++) {
        run->lower_digests[n] = kauri_reader_certificate(run->lower->readers[n])->digest;
    }
    KAURI_PASS(kauri_workplace_open(run->folder, run->options->work, layer->shape, layer->seeds,
                                    &run->place, error));
    kauri_workplace_set_rank(&run->place, run->team->rank, run->team->ranks);
    run->checkpoint.team = run->team;
    run->checkpoint.place = &run->place;
    run->checkpoint.lower = run->lower_digests;
    // Ranks that stop together do not stop in the middle of a checkpoint.
    run->checkpoint.progress = run->team->work->delayed ? NULL : run->options->progress;
    run->checkpoint.every = run->options->checkpoint_seconds;
    run->checkpoint.began = run->pace.began;
    return KAURI_OK;
}

// Removes the files of killed runs: all files of the layers below, which are finished, and the
// files of this layer that its checkpoint, if there is one, does not need.
static void clean(const struct layer_run *run)
{
    kauri_workplace_clean_lower(&run->place);
    if (run->resumes) {
        kauri_workplace_clean_beside_checkpoint(&run->place);
    } else {
        kauri_workplace_clean(&run->place);
    }
}

// Makes the tables of rows (solver/kernels/geometry.h), and a worker of the rounds for each thread.
static enum kauri_status make_workers(struct layer_run *run, struct kauri_error *error)
{
    struct kauri_part *part = &run->part;
    struct kauri_round *round = &run->retrograde.round;
    const unsigned threads = run->options->threads;
    KAURI_PASS(kauri_geometry_new(part->layer.shape, part->layer.seeds, &part->geometry, error));
    part->masks.geometry = part->geometry;
    KAURI_PASS(KAURI_NEW(round->workers, threads, error, "workers"));
    for (unsigned i = 0; i < threads; i++) {
        KAURI_PASS(
            kauri_work_new(part->geometry, &round->workers[i].work, &run->work_bytes, error));
    }
    return KAURI_OK;
}

// Divides the memory among its uses. The cache of values of lower layers was opened before the size
// of the rest was known, and gets its share now.
static enum kauri_status make_plan(struct layer_run *run, struct kauri_error *error)
{
    const struct kauri_part *part = &run->part;
    const struct kauri_memory_needs needs = {
        .layer = &part->layer,
        .blocks = part->block_count,
        .stored = part->stored.count,
        .lists = part->slot_count,
        .threads = run->options->threads,
        .geometry_bytes = part->geometry->bytes,
        .mask_bytes = part->masks.bytes,
        .work_bytes = run->work_bytes,
        .message_bytes = part->message_bytes,
    };
    KAURI_PASS(kauri_memory_plan_make(&needs, run->options->memory, &run->plan, error));
    kauri_turned_bound(run->lower->blocks, run->plan.lower);
    return KAURI_OK;
}

// Makes everything that holds positions, empty, except for the planes.
static enum kauri_status make_storage(struct layer_run *run, struct kauri_error *error)
{
    const struct kauri_part *part = &run->part;
    const unsigned threads = run->options->threads;
    struct kauri_round *round = &run->retrograde.round;
    KAURI_PASS(kauri_spool_new(&run->place, KAURI_WORK_CAPTURES, threads, run->plan.captures,
                               &run->capture_spool, error));
    KAURI_PASS(kauri_captures_new(&run->captures, part, run->capture_spool, error));
    KAURI_PASS(kauri_frontier_new(&round->now, part->slot_count, &run->place, KAURI_WORK_NOW,
                                  threads, run->plan.frontier, error));
    KAURI_PASS(kauri_frontier_new(&round->next, part->slot_count, &run->place, KAURI_WORK_NEXT,
                                  threads, run->plan.frontier, error));
    KAURI_PASS(kauri_history_new(&run->history, part->stored.count, &run->place, threads,
                                 run->plan.history, error));
    round->part = part;
    round->captures = &run->captures;
    round->history = &run->history;
    run->retrograde.checkpoint_at_stop = run->checkpoint.every > 0;
    return KAURI_OK;
}

// Opens the lower layers and the folders, finds out whether there is a checkpoint, makes the tables
// that all phases read, and divides the memory.
static enum kauri_status prepare(struct layer_run *run, struct kauri_error *error)
{
    KAURI_PASS(kauri_team_status(run->team, open_all(run, error), error));
    KAURI_PASS(kauri_checkpoint_find(&run->checkpoint, &run->resumes, error));
    clean(run);
    // Here the ranks wait for one another, so none of them makes a file that another one removes.
    KAURI_PASS(kauri_team_status(run->team, make_workers(run, error), error));
    KAURI_PASS(run->team->work->begin(&run->part, run->options->threads, error)); // its blocks
    KAURI_PASS(kauri_team_status(run->team, make_plan(run, error), error));
    run->result->phases.tables = lap(run);
    return kauri_team_status(run->team, make_storage(run, error), error);
}

// ----------------------------------------------------------------------------------- solving

// Makes the planes. Until then, the memory that they take is for values of lower layers.
static enum kauri_status make_planes(struct layer_run *run, struct kauri_error *error)
{
    kauri_lower_close(run->lower);
    run->lower = NULL;
    const enum kauri_status status =
        kauri_planes_new(&run->part.layer, run->part.block_count, run->options->threads,
                         run->plan.resident, &run->place, &run->planes, error);
    run->retrograde.round.planes = run->planes;
    return status;
}

// Both passes over the layer: captures from the lower layers, and then open moves.
static enum kauri_status make_captures(struct layer_run *run, struct kauri_error *error)
{
    KAURI_PASS(kauri_captures_run(&run->captures, run->lower, &run->pace, error));
    note_memory(run,
                kauri_turned_peak(run->lower->blocks) + kauri_spool_memory(run->capture_spool));
    KAURI_PASS(make_planes(run, error));
    return kauri_open_moves_run(&run->captures, run->planes, &run->pace, error);
}

static enum kauri_status load_checkpoint(struct layer_run *run, struct kauri_error *error)
{
    KAURI_PASS(make_planes(run, error));
    KAURI_PASS(kauri_checkpoint_load(&run->checkpoint, &run->retrograde, &run->captures, error));
    note_memory(run, kauri_spool_memory(run->capture_spool));
    return KAURI_OK;
}

// Gets open moves and captures from the lower layers, or from a checkpoint.
static enum kauri_status begin_layer(struct layer_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    status = run->resumes ? load_checkpoint(run, error) : make_captures(run, error);
    KAURI_PASS(kauri_team_status(run->team, status, error));
    run->checkpoint.last = kauri_clock_seconds();
    run->retrograde.checkpoint_at = kauri_checkpoint_time(&run->checkpoint);
    run->result->resumed = run->resumes;
    run->result->capture_bytes = kauri_spool_bytes(run->capture_spool);
    run->result->phases.captures = lap(run);
    return status;
}

// Makes a checkpoint, unless a rank has failed in the last round: then all ranks return its
// failure.
static enum kauri_status make_checkpoint(struct layer_run *run, struct kauri_error *error)
{
    const enum kauri_status status =
        kauri_checkpoint_make(&run->checkpoint, &run->retrograde, run->retrograde.failure, error);
    run->retrograde.checkpoint_at = kauri_checkpoint_time(&run->checkpoint);
    return status;
}

// Runs all rounds, with checkpoints between them.
static enum kauri_status run_rounds(struct layer_run *run, struct kauri_error *error)
{
    struct kauri_retrograde *retrograde = &run->retrograde;
    KAURI_PASS(kauri_retrograde_begin(retrograde, &run->pace, error));
    while (!retrograde->done) {
        struct kauri_after_round after;
        KAURI_PASS(kauri_retrograde_round(retrograde, &run->pace, &after, error));
        if (after.checkpoint) {
            KAURI_PASS(make_checkpoint(run, error));
        }
        if (after.stop) {
            KAURI_PASS(kauri_team_status(run->team, retrograde->failure, error));
            return kauri_fail(error, KAURI_INTERRUPTED, "stopped in layer %u",
                              run->part.layer.seeds);
        }
    }
    uint64_t due = kauri_checkpoint_due_at_end(&run->checkpoint);
    KAURI_PASS(kauri_team_sum(run->team, &due, 1, retrograde->failure, error));
    if (due > 0) {
        KAURI_PASS(make_checkpoint(run, error));
    }
    return KAURI_OK;
}

// Frees the memory that only the rounds need.
static void clear_rounds(struct layer_run *run)
{
    kauri_frontier_clear(&run->retrograde.round.now);
    kauri_frontier_clear(&run->retrograde.round.next);
    kauri_captures_clear(&run->captures);
    kauri_spool_free(run->capture_spool);
    run->capture_spool = NULL;
    kauri_planes_free(run->planes);
    run->planes = NULL;
}

// Decides all positions, in rounds.
static enum kauri_status decide(struct layer_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    // The loops of a rank go on when it is asked to stop: all ranks stop together, after a round.
    run->pace.patient = run->team->work->delayed;
    if (run->retrograde.done) { // as the checkpoint says
        run->pace.report.done = run->retrograde.decided.total;
    } else {
        KAURI_TRY(run_rounds(run, error));
    }
    note_memory(run, run->retrograde.memory);
    clear_rounds(run);
    run->result->phases.rounds = lap(run);
cleanup:
    run->pace.patient = false;
    return status;
}

// Writes the table.
static enum kauri_status store(struct layer_run *run, struct kauri_error *error)
{
    struct kauri_solve_result *result = run->result;
    struct kauri_store_seconds written = {0, 0};
    KAURI_PASS(kauri_store_layer(&run->retrograde, &run->part, run->options->level, &run->place,
                                 &run->pace, &written, &result->certificate, error));
    note_memory(run, kauri_spool_memory(run->history.spool) +
                         kauri_store_memory(&run->part.layer, run->options->threads));
    result->phases.replay = written.replay;
    result->phases.compress = written.compress;
    result->phases.write = lap(run);
    return KAURI_OK;
}

static void fill_result(struct layer_run *run)
{
    struct kauri_solve_result *result = run->result;
    struct kauri_retrograde *retrograde = &run->retrograde;
    for (unsigned i = 0; i < run->options->threads; i++) {
        result->phases.expanding += retrograde->round.workers[i].expanding;
        result->phases.gathering += retrograde->round.workers[i].gathering;
    }
    result->positions = run->part.layer.positions;
    result->checkpoint_seconds = run->checkpoint.seconds;
    result->max_dtc = retrograde->decided.max_dtc;
    result->rounds = retrograde->decided.rounds;
    result->loops = run->pace.loops;
    result->shared_loops = run->pace.shared;
    result->capture_moves = run->captures.moves;
    result->history_bytes = kauri_spool_bytes(run->history.spool);
    result->kernel = run->part.kernel->name;
}

static enum kauri_status find_file_bytes(const struct layer_run *run, struct kauri_error *error)
{
    struct kauri_reader *reader = NULL;
    const enum kauri_status status = kauri_reader_open(run->place.table_path, &reader, error);
    run->result->file_bytes = status == KAURI_OK ? kauri_reader_file_bytes(reader) : 0;
    kauri_reader_close(reader);
    return status;
}

// Solves the layer in four phases: tables and memory; captures and open moves; the rounds of
// retrograde analysis; writing the table.
static enum kauri_status solve(struct layer_run *run, unsigned seeds, struct kauri_shape shape,
                               struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    status = kauri_layer_init(&run->part.layer, shape, seeds, error);
    KAURI_PASS(kauri_team_status(run->team, status, error));
    run->pace.report.total = run->part.layer.positions;
    KAURI_PASS(prepare(run, error));
    KAURI_PASS(begin_layer(run, error));
    KAURI_PASS(decide(run, error));
    KAURI_PASS(store(run, error));
    fill_result(run);
    // The table is finished, so the files that led to it are removed, those of a checkpoint too.
    kauri_spool_keep(run->history.spool, false);
    kauri_workplace_clean(&run->place);
    // Only the process that wrote the table has its certificate.
    status = run->result->certificate.counts != NULL ? find_file_bytes(run, error) : KAURI_OK;
    KAURI_PASS(kauri_team_status(run->team, status, error));
    run->result->seconds = kauri_clock_seconds() - run->pace.began;
    return status;
}

// ----------------------------------------------------------------------------------- the end

// Leaves the work files where they are. To remove gigabytes of them takes seconds, and the user who
// stopped the run would have to wait; so the next run removes them, or goes on with them.
static void keep_work(const struct layer_run *run)
{
    struct kauri_spool *const spools[] = {run->capture_spool, run->history.spool,
                                          run->retrograde.round.now.spool,
                                          run->retrograde.round.next.spool};
    kauri_planes_keep(run->planes, true);
    for (unsigned i = 0; i < sizeof spools / sizeof spools[0]; i++) {
        if (spools[i] != NULL) {
            kauri_spool_keep(spools[i], true);
        }
    }
}

// Frees everything, and removes the work files that are not kept.
static void clear_run(struct layer_run *run)
{
    struct kauri_round_worker *workers = run->retrograde.round.workers;
    clear_rounds(run);
    for (unsigned i = 0; workers != NULL && i < run->options->threads; i++) {
        kauri_work_free(workers[i].work);
        kauri_spool_buffer_clear(&workers[i].buffer);
    }
    free(workers);
    kauri_history_clear(&run->history);
    kauri_lower_close(run->lower);
    run->team->work->end(&run->part);
    kauri_part_clear(&run->part);
    kauri_workplace_close(&run->place);
}

// A checkpoint can have a correct digest and numbers in range without having been made by a run. So
// a contradiction after one was loaded does not prove a defect of the program.
static enum kauri_status blame_checkpoint(const struct layer_run *run, struct kauri_error *error)
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
    const double began = kauri_clock_seconds();
    struct layer_run run = {
        .folder = folder,
        .options = options,
        .team = options->team != NULL ? options->team : kauri_team_of_one(),
        .pace = {.threads = options->threads,
                 .progress = options->progress,
                 .began = began,
                 .report = {.layer = seeds, .after = WRITING}},
        .result = result,
        .lapped = began,
    };
    memset(result, 0, sizeof *result);
    run.part.team = run.team;
    run.part.kernel = kauri_kernel_get(options->kernel);
    enum kauri_status status = solve(&run, seeds, shape, error);
    if (result->resumed && (status == KAURI_INTERNAL || status == KAURI_CORRUPT)) {
        status = blame_checkpoint(&run, error);
    }
    if (status == KAURI_INTERRUPTED && run.checkpoint.exists) {
        (void)kauri_fail(error, status,
                         "stopped in layer %u; the next run goes on from its last checkpoint",
                         seeds);
    }
    if (status == KAURI_INTERRUPTED) {
        keep_work(&run);
    }
    clear_run(&run);
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

void kauri_solve_result_clear(struct kauri_solve_result *result)
{
    free(result->certificate.counts);
    memset(result, 0, sizeof *result);
}
