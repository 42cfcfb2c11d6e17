#include "solver/checkpoint.h"

#include "common/digest.h"
#include "common/file.h"
#include "common/output.h"
#include "indexer/convention.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct sink {
    struct kauri_output *output;
    struct kauri_digester *digester;
    struct kauri_error *error;
};

static void fill_head(const struct kauri_checkpoint *checkpoint, const struct kauri_layer *layer,
                      struct kauri_checkpoint_head *head)
{
    memset(head, 0, sizeof *head);
    memcpy(head->magic, "KAURICP", sizeof head->magic);
    head->format = KAURI_CHECKPOINT_FORMAT;
    head->head_bytes = sizeof *head;
    memcpy(head->program, KAURI_VERSION, sizeof KAURI_VERSION);
    memcpy(head->rules, KAURI_RULES_IDENTITY, sizeof KAURI_RULES_IDENTITY);
    head->holes = layer->shape.holes;
    head->cowries = layer->shape.cowries;
    head->seeds = layer->seeds;
    head->solver_format = KAURI_SOLVER_FORMAT;
    head->rank = checkpoint->place->rank;
    head->ranks = checkpoint->place->ranks;
    memcpy(head->lower, checkpoint->lower, layer->seeds * sizeof *head->lower);
}

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
static enum kauri_status put_planes(struct sink *sink, const struct kauri_retrograde *retrograde,
                                    const struct kauri_progress *progress)
{
    enum kauri_status status = KAURI_OK;
    const size_t bytes = (size_t)kauri_planes_block_bytes(&retrograde->layer);
    uint8_t *record = malloc(bytes + KAURI_RECORD_WORD_BYTES + KAURI_RECORD_SLACK);
    if (record == NULL) {
        return kauri_fail(sink->error, KAURI_RESOURCE, "out of memory for a checkpoint");
    }
    for (uint64_t block = 0; block < retrograde->share->own_count; block++) {
        uint64_t *words = NULL;
        KAURI_TRY(kauri_planes_acquire(retrograde->planes, 0, block, false, &words, sink->error));
        const size_t packed = pack_planes(retrograde->kernel, words, bytes, record);
        const uint32_t size = (uint32_t)packed;
        KAURI_TRY(put(sink, &size, sizeof size));
        KAURI_TRY(put(sink, packed < bytes ? (const void *)record : words, packed));
        KAURI_TRY(kauri_planes_release(retrograde->planes, 0, block, false, sink->error));
        if (block % 64 == 63 && kauri_progress_cancelled(progress)) {
            status = kauri_fail(sink->error, KAURI_INTERRUPTED, "stopped in layer %u",
                                retrograde->layer.seeds);
            goto cleanup;
        }
    }
cleanup:
    free(record);
    return status;
}

static enum kauri_status put_lists(struct sink *sink, struct kauri_retrograde *retrograde)
{
    const struct kauri_frontier *now = &retrograde->now;
    struct kauri_spool_buffer *buffer = &retrograde->workers[0].buffer;
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
                                    const struct kauri_spool_slab *captures, uint32_t capture_slabs,
                                    const struct kauri_spool_slab *history, uint32_t history_slabs,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct sink sink = {.error = error};
    struct kauri_checkpoint_head head;
    const struct kauri_checkpoint_place place = {
        .value = retrograde->next_value,
        .distance = retrograde->next_distance,
        .decided = retrograde->decided,
        .decided_stored = retrograde->decided_stored,
        .max_dtc = retrograde->max_dtc,
        .rounds = retrograde->rounds,
        .step_count = retrograde->history->step_count,
        .capture_slabs = capture_slabs,
        .history_slabs = history_slabs,
        .rounds_done = retrograde->done,
        .capture_moves = retrograde->captures->moves,
        .capture_positions = retrograde->captures->positions,
    };
    fill_head(checkpoint, &retrograde->layer, &head);
    KAURI_TRY(kauri_digester_new(&sink.digester, error));
    KAURI_TRY(kauri_output_open_in(checkpoint->place->work, checkpoint->place->checkpoint,
                                   &sink.output, error));
    KAURI_TRY(put(&sink, &head, sizeof head));
    KAURI_TRY(put(&sink, &place, sizeof place));
    KAURI_TRY(put(&sink, retrograde->counts,
                  kauri_checkpoint_values(&retrograde->layer) * sizeof *retrograde->counts));
    KAURI_TRY(put(&sink, captures, capture_slabs * sizeof *captures));
    KAURI_TRY(put(&sink, history, history_slabs * sizeof *history));
    if (!retrograde->done) {
        KAURI_TRY(
            put(&sink, retrograde->captures->chunks,
                (size_t)retrograde->share->own_count * kauri_checkpoint_values(&retrograde->layer) *
                    sizeof(struct kauri_chunk)));
    }
    KAURI_TRY(put_history(&sink, retrograde->history));
    if (!retrograde->done) {
        KAURI_TRY(put_lists(&sink, retrograde));
        KAURI_TRY(put_planes(&sink, retrograde, checkpoint->progress));
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
    struct kauri_spool_slab *captures = NULL;
    struct kauri_spool_slab *history = NULL;
    uint32_t capture_slabs = 0;
    uint32_t history_slabs = 0;
    const double began = kauri_clock_seconds();
    if (!retrograde->done) {
        KAURI_TRY(kauri_spool_flush(retrograde->captures->spool, checkpoint->progress, &captures,
                                    &capture_slabs, error));
    }
    KAURI_TRY(kauri_spool_flush(retrograde->history->spool, checkpoint->progress, &history,
                                &history_slabs, error));
    KAURI_TRY(
        write_file(checkpoint, retrograde, captures, capture_slabs, history, history_slabs, error));
    checkpoint->exists = true;
    checkpoint->value = retrograde->next_value;
    kauri_spool_keep(retrograde->captures->spool, !retrograde->done);
    kauri_spool_keep(retrograde->history->spool, true);
    checkpoint->last = kauri_clock_seconds();
    checkpoint->seconds += checkpoint->last - began;
cleanup:
    free(captures);
    free(history);
    return status;
}

enum kauri_status kauri_checkpoint_make(struct kauri_checkpoint *checkpoint,
                                        struct kauri_retrograde *retrograde,
                                        enum kauri_status status, struct kauri_error *error)
{
    const struct kauri_checkpoint last = *checkpoint;
    const uint64_t generation = retrograde->rounds + UINT64_C(1);
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
        checkpoint->exists = last.exists;
        checkpoint->value = last.value;
    }
    return status;
}

double kauri_checkpoint_time(const struct kauri_checkpoint *checkpoint)
{
    return checkpoint->every > 0 ? checkpoint->last + checkpoint->every : (double)INFINITY;
}

// Writing the table may take a third as long as the rounds, so a checkpoint is due after them even
// if `every` seconds have not passed since the last one, unless the layer was solved quickly.
bool kauri_checkpoint_due_at_end(const struct kauri_checkpoint *checkpoint)
{
    return checkpoint->every > 0 &&
           (checkpoint->exists || kauri_clock_seconds() - checkpoint->began >= checkpoint->every);
}

// Finds the newest generation that all ranks have, and makes it that of the place. *any is false if
// there is none.
static enum kauri_status find_generation(const struct kauri_checkpoint *checkpoint, bool *any,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_team *team = checkpoint->team;
    uint64_t generation = UINT64_MAX;
    for (;;) {
        // The newest of this rank, and the oldest and the newest of these over all ranks.
        uint64_t newest = 0;
        status = kauri_workplace_generation(checkpoint->place, generation, &newest, error);
        KAURI_TRY(kauri_team_status(team, status, error));
        uint64_t bounds[2] = {UINT64_MAX - newest, newest};
        KAURI_TRY(team->greatest(team->context, bounds, 2, error));
        generation = UINT64_MAX - bounds[0];
        if (generation == bounds[1] || generation == 0) {
            break;
        }
    }
    *any = generation > 0;
    if (*any) {
        status = kauri_workplace_set_generation(checkpoint->place, generation, error);
    }
    status = kauri_team_status(team, status, error);
cleanup:
    return status;
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
    KAURI_TRY(kauri_team_status(checkpoint->team, status, error));
    if (checkpoint->team->ranks > 1) {
        status = find_generation(checkpoint, any, error);
    } else {
        *any = kauri_workplace_has_checkpoint(place, NULL);
    }
cleanup:
    return status;
}

// Reads checkpoints. The digest at the end shows that a file is complete, not that its content
// makes sense: every number that is an index, a size or a place is checked before it is used.

enum { PIECE_BYTES = 1 << 20 };

struct checkpoint_source {
    struct kauri_input *input;
    uint64_t offset;
    struct kauri_error *error;
};

// The error for a file that no run of this program can have written.
static enum kauri_status damaged(const struct checkpoint_source *source)
{
    return kauri_fail(source->error, KAURI_CORRUPT,
                      "the checkpoint %s is damaged; remove it to begin the layer again",
                      kauri_input_path(source->input));
}

static enum kauri_status get(struct checkpoint_source *source, void *bytes, size_t size)
{
    if (size == 0) {
        return KAURI_OK;
    }
    const enum kauri_status status =
        kauri_input_read_at(source->input, source->offset, bytes, size, source->error);
    source->offset += size;
    return status;
}

// Compares the file with the digest at its end.
static enum kauri_status check_file(const struct kauri_checkpoint *checkpoint,
                                    struct checkpoint_source *source, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_digester *digester = NULL;
    uint64_t digest = 0;
    const uint64_t size = kauri_input_size(source->input);
    uint8_t *piece = malloc(PIECE_BYTES);
    if (piece == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for %s",
                            checkpoint->place->checkpoint_path);
        goto cleanup;
    }
    if (size < sizeof(struct kauri_checkpoint_head) + sizeof(struct kauri_checkpoint_place) +
                   sizeof digest) {
        status = damaged(source);
        goto cleanup;
    }
    KAURI_TRY(kauri_digester_new(&digester, error));
    while (source->offset < size - sizeof digest) {
        const uint64_t left = size - sizeof digest - source->offset;
        const size_t now = left < PIECE_BYTES ? (size_t)left : PIECE_BYTES;
        KAURI_TRY(get(source, piece, now));
        kauri_digester_add(digester, piece, now);
    }
    KAURI_TRY(get(source, &digest, sizeof digest));
    source->offset = 0;
    if (digest != kauri_digester_result(digester)) {
        status = damaged(source);
    }
cleanup:
    kauri_digester_free(digester);
    free(piece);
    return status;
}

// The reason why the checkpoint does not belong to this run, as part of a sentence; NULL if it
// does.
static const char *difference(const struct kauri_checkpoint_head *found,
                              const struct kauri_checkpoint_head *wanted)
{
    if (memcmp(found->magic, wanted->magic, sizeof found->magic) != 0) {
        return "is no checkpoint";
    }
    if (found->format != wanted->format || found->head_bytes != wanted->head_bytes ||
        found->solver_format != wanted->solver_format ||
        memcmp(found->program, wanted->program, sizeof found->program) != 0) {
        return "is for another version of the program";
    }
    if (memcmp(found->rules, wanted->rules, sizeof found->rules) != 0) {
        return "is for other rules";
    }
    if (found->holes != wanted->holes || found->cowries != wanted->cowries ||
        found->seeds != wanted->seeds) {
        return "is of another layer or shape";
    }
    if (found->rank != wanted->rank || found->ranks != wanted->ranks) {
        return "is of another rank of a team";
    }
    if (memcmp(found->lower, wanted->lower, sizeof found->lower) != 0) {
        return "was made from other lower layers";
    }
    return NULL;
}

// Whether the rest of the file has room for `count` items of `bytes` each.
static bool room_for(const struct checkpoint_source *source, uint64_t count, size_t bytes)
{
    return count <= (kauri_input_size(source->input) - source->offset) / bytes;
}

static bool possible(const struct kauri_checkpoint_place *place, const struct kauri_layer *layer)
{
    const int32_t greatest = 3 * layer->seeds + 1;
    const uint32_t second = layer->seeds > 0 ? 2 : 1;
    const uint64_t steps = 2 * (uint64_t)greatest * (KAURI_DISTANCE_MAX + 2) + 1;
    const bool between = place->value >= 1 && place->value <= greatest &&
                         place->distance >= second && place->distance <= KAURI_DISTANCE_MAX + 1;
    const bool done = place->rounds_done == 1 && place->capture_slabs == 0;
    return (done || (place->rounds_done == 0 && between)) && place->decided <= layer->positions &&
           place->decided_stored <= place->decided && place->max_dtc <= KAURI_DISTANCE_MAX &&
           place->step_count >= 1 && place->step_count <= steps;
}

// The numbers of positions by value; together they are all that were decided.
static enum kauri_status get_counts(struct checkpoint_source *source,
                                    struct kauri_retrograde *retrograde, uint64_t decided)
{
    const size_t count = kauri_checkpoint_values(&retrograde->layer);
    KAURI_PASS(get(source, retrograde->counts, count * sizeof *retrograde->counts));
    for (size_t i = 0; i < count; i++) {
        const bool undecided = i == 3U * retrograde->layer.seeds + 1; // r = 0
        if (retrograde->counts[i] > (undecided ? 0 : decided)) {
            return damaged(source);
        }
        decided -= retrograde->counts[i];
    }
    return decided == 0 ? KAURI_OK : damaged(source);
}

static enum kauri_status get_slabs(struct checkpoint_source *source, struct kauri_spool *spool,
                                   uint32_t count)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_spool_slab *slabs = NULL;
    // From here on, a run that fails must not remove the files that the next run needs.
    kauri_spool_keep(spool, true);
    if (count > INT32_MAX || !room_for(source, count, sizeof *slabs)) {
        return damaged(source);
    }
    slabs = calloc((size_t)count + 1, sizeof *slabs);
    if (slabs == NULL) {
        return kauri_fail(source->error, KAURI_RESOURCE, "out of memory for a checkpoint");
    }
    KAURI_TRY(get(source, slabs, count * sizeof *slabs));
    status = kauri_spool_restore(spool, slabs, count, source->error);
    if (status == KAURI_MISSING || status == KAURI_CORRUPT) {
        status = kauri_fail(source->error, KAURI_CORRUPT,
                            "the checkpoint %s has lost its work files; remove it to begin the "
                            "layer again",
                            kauri_input_path(source->input));
    }
cleanup:
    free(slabs);
    return status;
}

static enum kauri_status get_captures(struct checkpoint_source *source,
                                      struct kauri_captures *captures)
{
    const size_t count = (size_t)captures->block_count * kauri_checkpoint_values(&captures->layer);
    KAURI_PASS(get(source, captures->chunks, count * sizeof *captures->chunks));
    for (size_t i = 0; i < count; i++) {
        const struct kauri_chunk chunk = captures->chunks[i];
        if (chunk.size > 0 && !kauri_spool_holds(captures->spool, chunk)) {
            return damaged(source);
        }
    }
    return KAURI_OK;
}

static enum kauri_status get_history(struct checkpoint_source *source,
                                     struct kauri_history *history,
                                     const struct kauri_checkpoint_place *place,
                                     const struct kauri_layer *layer)
{
    enum kauri_status status = KAURI_OK;
    const int greatest = 3 * layer->seeds + 1;
    history->step_count = 0;
    for (uint32_t i = 0; i < place->step_count; i++) {
        struct kauri_step step;
        uint32_t number = 0;
        KAURI_TRY(get(source, &step, sizeof step));
        if (i == 0 ? step.r != 0 || step.dtc != 0
                   : abs(step.r) > greatest || step.dtc > place->max_dtc + 1) {
            status = damaged(source);
            goto cleanup;
        }
        KAURI_TRY(kauri_history_step(history, step.r, step.dtc, &number, source->error));
    }
    for (uint64_t block = 0; block < history->block_count; block++) {
        struct kauri_checkpoint_tail tail;
        uint8_t *bytes = NULL;
        KAURI_TRY(get(source, &tail, sizeof tail));
        status = kauri_history_restore(history, block, tail.last, tail.used, &bytes, source->error);
        if (status == KAURI_CORRUPT) {
            status = damaged(source);
        }
        KAURI_TRY(status);
        KAURI_TRY(get(source, bytes, tail.used));
    }
cleanup:
    return status;
}

// Whether a round can have made this list: words in ascending order, under the masks of their rows.
static bool list_fits(const struct kauri_list_view *list, const struct kauri_geometry *geometry)
{
    const unsigned cowries = geometry->layer.shape.cowries;
    if (list->runs[0].first != 0 || list->runs[list->run_count].first != list->word_count) {
        return false;
    }
    for (uint32_t i = 0; i < list->run_count; i++) {
        const struct kauri_run run = list->runs[i];
        const uint32_t end = list->runs[i + 1].first;
        if (run.row >= geometry->row_total || (i > 0 && run.row <= list->runs[i - 1].row) ||
            end <= run.first || end > list->word_count) {
            return false;
        }
        const unsigned others = cowries - geometry->cowries[run.row];
        for (uint32_t at = run.first; at < end; at++) {
            const uint32_t mask = list->masks[at];
            if (mask < geometry->mask_first[others] || mask >= geometry->mask_first[others + 1] ||
                (at > run.first && mask <= list->masks[at - 1]) ||
                (list->bits[at] & ~geometry->mask_full[mask]) != 0) {
                return false;
            }
        }
    }
    return true;
}

static enum kauri_status get_lists(struct checkpoint_source *source,
                                   struct kauri_retrograde *retrograde)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_frontier *now = &retrograde->now;
    const struct kauri_geometry *geometry = retrograde->geometry;
    uint8_t *bytes = NULL;
    for (int sign = 0; sign < 2; sign++) {
        for (uint64_t block = 0; block < now->block_count; block++) {
            struct kauri_list *list = &now->lists[sign][block];
            KAURI_TRY(get(source, list, sizeof *list));
            if (list->word_count == 0) {
                continue;
            }
            if (list->word_count > geometry->word_total || list->run_count == 0 ||
                list->run_count > list->word_count ||
                list->chunk.size != kauri_list_bytes(list->word_count, list->run_count)) {
                status = damaged(source);
                goto cleanup;
            }
            free(bytes);
            bytes = malloc(list->chunk.size);
            if (bytes == NULL) {
                status =
                    kauri_fail(source->error, KAURI_RESOURCE, "out of memory for a checkpoint");
                goto cleanup;
            }
            KAURI_TRY(get(source, bytes, list->chunk.size));
            const struct kauri_list_view view =
                kauri_list_from(bytes, list->word_count, list->run_count);
            if (!list_fits(&view, geometry)) {
                status = damaged(source);
                goto cleanup;
            }
            KAURI_TRY(kauri_spool_append(now->spool, 0, bytes, list->chunk.size, &list->chunk,
                                         source->error));
        }
    }
cleanup:
    free(bytes);
    return status;
}

// Unpacks a record of `size` bytes to the `count` words of a block's planes, which are zero.
// Returns false for a record that no run has written.
static bool unpack_planes(const struct kauri_kernel *kernel, const uint8_t *record, size_t size,
                          uint64_t *words, size_t count)
{
    enum { WORDS = 256 };
    const uint8_t *end = record + size;
    uint32_t next = 0;
    while (record < end) {
        uint32_t numbers[WORDS];
        uint64_t bits[WORDS];
        const uint32_t read = kernel->decode(&record, end, &next, numbers, bits, WORDS);
        for (uint32_t i = 0; i < read; i++) {
            if (numbers[i] >= count) {
                return false;
            }
            words[numbers[i]] = bits[i];
        }
    }
    return record == end;
}

static enum kauri_status get_planes(struct checkpoint_source *source,
                                    struct kauri_retrograde *retrograde)
{
    enum kauri_status status = KAURI_OK;
    const size_t bytes = (size_t)kauri_planes_block_bytes(&retrograde->layer);
    uint8_t *record = calloc(1, bytes + KAURI_RECORD_SLACK);
    if (record == NULL) {
        return kauri_fail(source->error, KAURI_RESOURCE, "out of memory for a checkpoint");
    }
    for (uint64_t block = 0; block < retrograde->share->own_count; block++) {
        uint64_t *words = NULL;
        uint32_t size = 0;
        KAURI_TRY(get(source, &size, sizeof size));
        if (size > bytes) {
            status = damaged(source);
            goto cleanup;
        }
        KAURI_TRY(kauri_planes_acquire(retrograde->planes, 0, block, true, &words, source->error));
        KAURI_TRY(get(source, size < bytes ? (void *)record : words, size));
        if (size < bytes &&
            !unpack_planes(retrograde->kernel, record, size, words, bytes / sizeof *words)) {
            status = damaged(source);
            goto cleanup;
        }
        KAURI_TRY(kauri_planes_release(retrograde->planes, 0, block, true, source->error));
    }
cleanup:
    free(record);
    return status;
}

enum kauri_status kauri_checkpoint_load(struct kauri_checkpoint *checkpoint,
                                        struct kauri_retrograde *retrograde,
                                        struct kauri_captures *captures, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = &retrograde->layer;
    struct checkpoint_source source = {.error = error};
    struct kauri_checkpoint_head wanted;
    struct kauri_checkpoint_head head;
    struct kauri_checkpoint_place place;
    fill_head(checkpoint, layer, &wanted);
    KAURI_TRY(kauri_input_open(checkpoint->place->checkpoint_path, &source.input, error));
    KAURI_TRY(check_file(checkpoint, &source, error));
    KAURI_TRY(get(&source, &head, sizeof head));
    const char *fault = difference(&head, &wanted);
    if (fault != NULL) {
        status = kauri_fail(error, KAURI_CORRUPT,
                            "the checkpoint %s %s; remove it to begin the layer again",
                            checkpoint->place->checkpoint_path, fault);
        goto cleanup;
    }
    KAURI_TRY(get(&source, &place, sizeof place));
    if (!possible(&place, layer)) {
        status = damaged(&source);
        goto cleanup;
    }
    KAURI_TRY(get_counts(&source, retrograde, place.decided));
    KAURI_TRY(get_slabs(&source, captures->spool, place.capture_slabs));
    KAURI_TRY(get_slabs(&source, retrograde->history->spool, place.history_slabs));
    if (place.rounds_done == 0) {
        KAURI_TRY(get_captures(&source, captures));
    }
    KAURI_TRY(get_history(&source, retrograde->history, &place, layer));
    if (place.rounds_done == 0) {
        KAURI_TRY(get_lists(&source, retrograde));
        KAURI_TRY(get_planes(&source, retrograde));
    }
    if (source.offset != kauri_input_size(source.input) - sizeof(uint64_t)) {
        status = damaged(&source);
        goto cleanup;
    }
    captures->moves = place.capture_moves;
    captures->positions = place.capture_positions;
    retrograde->next_value = place.value;
    retrograde->next_distance = place.distance;
    retrograde->decided = place.decided;
    retrograde->decided_stored = place.decided_stored;
    retrograde->max_dtc = place.max_dtc;
    retrograde->rounds = place.rounds;
    retrograde->done = place.rounds_done == 1;
    checkpoint->exists = true;
    checkpoint->value = place.value;
cleanup:
    kauri_input_close(source.input);
    return status;
}
