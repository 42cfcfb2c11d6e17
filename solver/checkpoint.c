#include "solver/checkpoint.h"

#include "common/digest.h"
#include "common/memory.h"
#include "common/output.h"
#include "solver/checkpoint_file.h"
#include "solver/team.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A spool that was flushed to its file.
struct flushed {
    struct kauri_spool_slab *slabs; // to be freed
    uint32_t count;
};

struct sink {
    struct kauri_output *output;
    struct kauri_digester *digester;
    struct kauri_error *error;
};

static enum kauri_status put(struct sink *sink, const void *bytes, size_t size)
{
    if (size == 0) {
        return KAURI_OK;
    }
    kauri_digester_add(sink->digester, bytes, size);
    return kauri_output_write(sink->output, bytes, size, sink->error);
}

// Packs the words of a block's planes as a record (solver/kernels/kernel.h), which leaves out what
// is zero: the open moves of decided positions. Returns its bytes; `size` of them are as good as
// the planes themselves.
static size_t pack_planes(const struct kauri_kernel *kernel, const uint64_t *words, size_t size,
                          uint8_t *record)
{
    const size_t count = size / sizeof *words;
    uint8_t *end = record;
    uint32_t next = 0;
    if (count > UINT16_MAX) { // a gap would not fit; no board is that large
        return size;
    }
    for (uint32_t word = 0; word < count && (size_t)(end - record) < size; word++) {
        if (words[word] != 0) {
            end = kernel->encode(end, word - next, words[word]);
            next = word + 1;
        }
    }
    return (size_t)(end - record) < size ? (size_t)(end - record) : size;
}

// The planes are the greater part of the file and take seconds: gives up if the run is to stop.
static enum kauri_status put_planes(struct sink *sink, const struct kauri_round *round,
                                    const struct kauri_progress *progress)
{
    enum kauri_status status = KAURI_OK;
    const size_t bytes = (size_t)kauri_planes_block_bytes(&round->part->layer);
    uint8_t *record = NULL;
    KAURI_PASS(KAURI_NEW(record, bytes + KAURI_RECORD_WORD_BYTES + KAURI_RECORD_SLACK, sink->error,
                         "a checkpoint"));
    for (uint64_t block = 0; block < round->part->block_count; block++) {
        uint64_t *words = NULL;
        KAURI_TRY(kauri_planes_acquire(round->planes, 0, block, false, &words, sink->error));
        const size_t packed = pack_planes(round->part->kernel, words, bytes, record);
        const uint32_t size = (uint32_t)packed;
        KAURI_TRY(put(sink, &size, sizeof size));
        KAURI_TRY(put(sink, packed < bytes ? (const void *)record : words, packed));
        KAURI_TRY(kauri_planes_release(round->planes, 0, block, false, sink->error));
        if (block % 64 == 63 && kauri_progress_cancelled(progress)) {
            KAURI_TRY(kauri_fail(sink->error, KAURI_INTERRUPTED, "stopped in layer %u",
                                 round->part->layer.seeds));
        }
    }
cleanup:
    free(record);
    return status;
}

static enum kauri_status put_lists(struct sink *sink, struct kauri_round *round)
{
    const struct kauri_frontier *now = &round->now;
    struct kauri_spool_buffer *buffer = &round->workers[0].buffer;
    for (int sign = 0; sign < 2; sign++) {
        for (uint64_t block = 0; block < now->block_count; block++) {
            const struct kauri_list *list = &now->lists[sign][block];
            const uint8_t *bytes = NULL;
            KAURI_PASS(put(sink, list, sizeof *list));
            if (list->word_count > 0) {
                KAURI_PASS(kauri_spool_view(now->spool, list->chunk, buffer, &bytes, sink->error));
                KAURI_PASS(put(sink, bytes, list->chunk.size));
            }
        }
    }
    return KAURI_OK;
}

static enum kauri_status put_history(struct sink *sink, const struct kauri_history *history)
{
    KAURI_PASS(put(sink, history->steps, history->step_count * sizeof *history->steps));
    for (uint64_t block = 0; block < history->block_count; block++) {
        const struct kauri_tail *from = &history->tails[block];
        const struct kauri_checkpoint_tail tail = {.last = from->last, .used = from->used};
        KAURI_PASS(put(sink, &tail, sizeof tail));
        KAURI_PASS(put(sink, from->bytes, from->used));
    }
    return KAURI_OK;
}

static enum kauri_status write_file(struct kauri_checkpoint *checkpoint,
                                    struct kauri_retrograde *retrograde,
                                    const struct flushed *captures, const struct flushed *history,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_part *part = retrograde->round.part;
    const size_t values = kauri_value_count(part->layer.seeds);
    struct sink sink = {.error = error};
    struct kauri_checkpoint_head head;
    const struct kauri_checkpoint_place place = {
        .value = retrograde->next.value,
        .distance = retrograde->next.distance,
        .decided = retrograde->decided.total,
        .decided_stored = retrograde->decided.stored,
        .max_dtc = retrograde->decided.max_dtc,
        .rounds = retrograde->decided.rounds,
        .step_count = retrograde->round.history->step_count,
        .capture_slabs = captures->count,
        .history_slabs = history->count,
        .rounds_done = retrograde->done,
        .capture_moves = retrograde->round.captures->moves,
        .capture_positions = retrograde->round.captures->positions,
    };
    kauri_checkpoint_head_fill(&part->layer, checkpoint->place, checkpoint->lower, &head);
    KAURI_TRY(kauri_digester_new(&sink.digester, error));
    KAURI_TRY(kauri_output_open_in(checkpoint->place->work, checkpoint->place->checkpoint,
                                   &sink.output, error));
    KAURI_TRY(put(&sink, &head, sizeof head));
    KAURI_TRY(put(&sink, &place, sizeof place));
    KAURI_TRY(
        put(&sink, retrograde->decided.by_value, values * sizeof *retrograde->decided.by_value));
    KAURI_TRY(put(&sink, captures->slabs, captures->count * sizeof *captures->slabs));
    KAURI_TRY(put(&sink, history->slabs, history->count * sizeof *history->slabs));
    if (!retrograde->done) {
        KAURI_TRY(put(&sink, retrograde->round.captures->chunks,
                      (size_t)part->block_count * values * sizeof(struct kauri_chunk)));
    }
    KAURI_TRY(put_history(&sink, retrograde->round.history));
    if (!retrograde->done) {
        KAURI_TRY(put_lists(&sink, &retrograde->round));
        KAURI_TRY(put_planes(&sink, &retrograde->round, checkpoint->progress));
    }
    const uint64_t digest = kauri_digester_result(sink.digester);
    KAURI_TRY(kauri_output_write(sink.output, &digest, sizeof digest, error));
    status = kauri_output_commit(sink.output, error);
    sink.output = NULL;
cleanup:
    kauri_output_abandon(sink.output);
    kauri_digester_free(sink.digester);
    return status;
}

// Makes the checkpoint of this rank, under the name that its place gives it.
static enum kauri_status make_own(struct kauri_checkpoint *checkpoint,
                                  struct kauri_retrograde *retrograde, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct flushed captures = {.slabs = NULL};
    struct flushed history = {.slabs = NULL};
    const double began = kauri_clock_seconds();
    if (!retrograde->done) {
        KAURI_TRY(kauri_spool_flush(retrograde->round.captures->spool, checkpoint->progress,
                                    &captures.slabs, &captures.count, error));
    }
    KAURI_TRY(kauri_spool_flush(retrograde->round.history->spool, checkpoint->progress,
                                &history.slabs, &history.count, error));
    KAURI_TRY(write_file(checkpoint, retrograde, &captures, &history, error));
    checkpoint->exists = true;
    kauri_spool_keep(retrograde->round.captures->spool, !retrograde->done);
    kauri_spool_keep(retrograde->round.history->spool, true);
    checkpoint->last = kauri_clock_seconds();
    checkpoint->seconds += checkpoint->last - began;
cleanup:
    free(captures.slabs);
    free(history.slabs);
    return status;
}

enum kauri_status kauri_checkpoint_make(struct kauri_checkpoint *checkpoint,
                                        struct kauri_retrograde *retrograde,
                                        enum kauri_status status, struct kauri_error *error)
{
    const bool existed = checkpoint->exists;
    const uint64_t generation = retrograde->decided.rounds + UINT64_C(1);
    if (status == KAURI_OK) {
        status = kauri_workplace_set_generation(checkpoint->place, generation, error);
    }
    if (status == KAURI_OK) {
        status = make_own(checkpoint, retrograde, error);
    }
    status = kauri_team_status(checkpoint->team, status, error);
    if (status == KAURI_OK) {
        kauri_workplace_keep_generation(checkpoint->place, generation);
    } else {
        checkpoint->exists = existed;
    }
    return status;
}

double kauri_checkpoint_time(const struct kauri_checkpoint *checkpoint)
{
    return checkpoint->every > 0 ? checkpoint->last + checkpoint->every : (double)INFINITY;
}

// Returns true if a checkpoint is due after the rounds. Writing the table may take a third as long
// as the rounds, so it is due even if `every` seconds have not passed since the last one, unless
// the layer was solved quickly.
bool kauri_checkpoint_due_at_end(const struct kauri_checkpoint *checkpoint)
{
    return checkpoint->every > 0 &&
           (checkpoint->exists || kauri_clock_seconds() - checkpoint->began >= checkpoint->every);
}

enum kauri_status kauri_checkpoint_find(const struct kauri_checkpoint *checkpoint, bool *any,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_workplace *place = checkpoint->place;
    unsigned others = 0;
    status = kauri_workplace_other_ranks(place, &others, error);
    if (status == KAURI_OK && others > 0) {
        status =
            kauri_fail(error, KAURI_CORRUPT,
                       "layer %u has a checkpoint that was made by %u process%s; go on with as "
                       "many, or remove it to begin the layer again",
                       place->seeds, others, others == 1 ? "" : "es together");
    }
    KAURI_PASS(kauri_team_status(checkpoint->team, status, error));
    return checkpoint->team->work->find_checkpoint(checkpoint->team, checkpoint->place, any, error);
}
