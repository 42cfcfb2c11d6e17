#include "solver/checkpoint.h"

#include "common/file.h"
#include "db/digest.h"
#include "indexer/convention.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FORMAT_VERSION = 1, PIECE_BYTES = 1 << 20 };

// The beginning of the file. Everything is in the byte order of the machine.
struct head {
    char magic[8];
    uint32_t format;
    uint32_t head_bytes;
    char program[64];
    char rules[64];
    uint32_t holes, cowries, seeds, reserved;
    uint64_t lower[KAURI_SEEDS_MAX];
};

// Behind it: where the rounds are.
struct place {
    int32_t value;
    uint32_t distance;
    uint64_t decided;
    uint32_t max_dtc;
    uint32_t rounds;
    uint32_t step_count;
    uint32_t capture_slabs;
    uint32_t history_slabs;
    uint32_t reserved;
    uint64_t capture_moves;
    uint64_t capture_positions;
};

// A block's tail in the file, without its bytes.
struct tail {
    struct kauri_chunk last;
    uint32_t used;
    uint32_t reserved;
};

struct sink {
    struct kauri_output *output;
    struct kauri_digester *digester;
    struct kauri_error *error;
};

struct source {
    struct kauri_input *input;
    uint64_t offset;
    struct kauri_error *error;
};

static void fill_head(const struct kauri_checkpoint *checkpoint, const struct kauri_layer *layer,
                      struct head *head)
{
    memset(head, 0, sizeof *head);
    memcpy(head->magic, "KAURICP", sizeof head->magic);
    head->format = FORMAT_VERSION;
    head->head_bytes = sizeof *head;
    memcpy(head->program, KAURI_VERSION, sizeof KAURI_VERSION);
    memcpy(head->rules, KAURI_RULES_IDENTITY, sizeof KAURI_RULES_IDENTITY);
    head->holes = layer->shape.holes;
    head->cowries = layer->shape.cowries;
    head->seeds = layer->seeds;
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

static enum kauri_status get(struct source *source, void *bytes, size_t size)
{
    if (size == 0) {
        return KAURI_OK;
    }
    const enum kauri_status status =
        kauri_input_read_at(source->input, source->offset, bytes, size, source->error);
    source->offset += size;
    return status;
}

bool kauri_checkpoint_there(const struct kauri_checkpoint *checkpoint)
{
    return access(checkpoint->path, F_OK) == 0;
}

void kauri_checkpoint_remove(struct kauri_checkpoint *checkpoint)
{
    (void)unlink(checkpoint->path);
    checkpoint->exists = false;
}

// The greater part of the file, which takes seconds: gives up when the run is to stop.
static enum kauri_status put_planes(struct sink *sink, const struct kauri_retrograde *retrograde,
                                    const struct kauri_progress *progress)
{
    enum kauri_status status = KAURI_OK;
    const size_t bytes = kauri_planes_block_bytes(&retrograde->layer);
    for (uint64_t block = 0; block < retrograde->layer.block_count; block++) {
        uint64_t *words = NULL;
        KAURI_TRY(kauri_planes_take(retrograde->planes, 0, block, false, &words, sink->error));
        KAURI_TRY(put(sink, words, bytes));
        KAURI_TRY(kauri_planes_give(retrograde->planes, 0, block, false, sink->error));
        if (block % 64 == 63 && kauri_progress_cancelled(progress)) {
            status = kauri_fail(sink->error, KAURI_INTERRUPTED, "stopped in layer %u",
                                retrograde->layer.seeds);
            goto cleanup;
        }
    }
cleanup:
    return status;
}

static enum kauri_status put_lists(struct sink *sink, struct kauri_retrograde *retrograde)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_frontier *now = &retrograde->now;
    struct kauri_spool_buffer *buffer = &retrograde->workers[0].buffer;
    for (int sign = 0; sign < 2; sign++) {
        for (uint64_t block = 0; block < now->block_count; block++) {
            const struct kauri_list *list = &now->lists[sign][block];
            const uint8_t *bytes = NULL;
            KAURI_TRY(put(sink, list, sizeof *list));
            if (list->word_count > 0) {
                KAURI_TRY(kauri_spool_view(now->spool, list->chunk, buffer, &bytes, sink->error));
                KAURI_TRY(put(sink, bytes, list->chunk.size));
            }
        }
    }
cleanup:
    return status;
}

static enum kauri_status put_history(struct sink *sink, const struct kauri_history *history)
{
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(put(sink, history->steps, history->step_count * sizeof *history->steps));
    for (uint64_t block = 0; block < history->block_count; block++) {
        const struct kauri_tail *from = &history->tails[block];
        const struct tail tail = {.last = from->last, .used = from->used};
        KAURI_TRY(put(sink, &tail, sizeof tail));
        KAURI_TRY(put(sink, from->bytes, from->used));
    }
cleanup:
    return status;
}

static size_t capture_chunks(const struct kauri_layer *layer)
{
    return (size_t)layer->block_count * (6U * layer->seeds + 3);
}

static enum kauri_status write_file(struct kauri_checkpoint *checkpoint,
                                    struct kauri_retrograde *retrograde,
                                    const struct kauri_spool_slab *captures, uint32_t capture_slabs,
                                    const struct kauri_spool_slab *history, uint32_t history_slabs,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct sink sink = {.error = error};
    struct head head;
    const struct place place = {
        .value = retrograde->next_value,
        .distance = retrograde->next_distance,
        .decided = retrograde->decided,
        .max_dtc = retrograde->max_dtc,
        .rounds = retrograde->rounds,
        .step_count = retrograde->history->step_count,
        .capture_slabs = capture_slabs,
        .history_slabs = history_slabs,
        .capture_moves = retrograde->captures->moves,
        .capture_positions = retrograde->captures->positions,
    };
    fill_head(checkpoint, &retrograde->layer, &head);
    KAURI_TRY(kauri_digester_new(&sink.digester, error));
    KAURI_TRY(kauri_output_open(checkpoint->path, &sink.output, error));
    KAURI_TRY(put(&sink, &head, sizeof head));
    KAURI_TRY(put(&sink, &place, sizeof place));
    KAURI_TRY(put(&sink, captures, capture_slabs * sizeof *captures));
    KAURI_TRY(put(&sink, history, history_slabs * sizeof *history));
    KAURI_TRY(put(&sink, retrograde->captures->chunks,
                  capture_chunks(&retrograde->layer) * sizeof(struct kauri_chunk)));
    KAURI_TRY(put_history(&sink, retrograde->history));
    KAURI_TRY(put_lists(&sink, retrograde));
    KAURI_TRY(put_planes(&sink, retrograde, checkpoint->progress));
    const uint64_t digest = kauri_digester_result(sink.digester);
    KAURI_TRY(kauri_output_write(sink.output, &digest, sizeof digest, error));
    status = kauri_output_commit(sink.output, error);
    sink.output = NULL;
cleanup:
    kauri_output_abandon(sink.output);
    kauri_digester_free(sink.digester);
    return status;
}

enum kauri_status kauri_checkpoint_make(struct kauri_checkpoint *checkpoint,
                                        struct kauri_retrograde *retrograde,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_spool_slab *captures = NULL;
    struct kauri_spool_slab *history = NULL;
    uint32_t capture_slabs = 0;
    uint32_t history_slabs = 0;
    const double began = kauri_clock_seconds();
    if (checkpoint->every <= 0 || began - checkpoint->last < checkpoint->every) {
        return KAURI_OK;
    }
    KAURI_TRY(kauri_spool_flush(retrograde->captures->spool, &captures, &capture_slabs, error));
    KAURI_TRY(kauri_spool_flush(retrograde->history->spool, &history, &history_slabs, error));
    KAURI_TRY(
        write_file(checkpoint, retrograde, captures, capture_slabs, history, history_slabs, error));
    checkpoint->exists = true;
    kauri_spool_keep(retrograde->captures->spool, true);
    kauri_spool_keep(retrograde->history->spool, true);
    checkpoint->last = kauri_clock_seconds();
    checkpoint->seconds += checkpoint->last - began;
cleanup:
    free(captures);
    free(history);
    return status;
}

// The whole file against the digest at its end.
static enum kauri_status check_file(const struct kauri_checkpoint *checkpoint,
                                    struct source *source, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_digester *digester = NULL;
    uint64_t digest = 0;
    const uint64_t size = kauri_input_size(source->input);
    uint8_t *piece = malloc(PIECE_BYTES);
    if (piece == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for %s", checkpoint->path);
        goto cleanup;
    }
    if (size < sizeof(struct head) + sizeof(struct place) + sizeof digest) {
        goto damaged;
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
    if (digest == kauri_digester_result(digester)) {
        goto cleanup;
    }
damaged:
    status = kauri_fail(error, KAURI_CORRUPT,
                        "the checkpoint %s is damaged; remove it to begin the layer anew",
                        checkpoint->path);
cleanup:
    kauri_digester_free(digester);
    free(piece);
    return status;
}

// What a checkpoint of another run differs in; NULL when it is of this one.
static const char *difference(const struct head *found, const struct head *wanted)
{
    if (memcmp(found->magic, wanted->magic, sizeof found->magic) != 0) {
        return "is no checkpoint";
    }
    if (found->format != wanted->format || found->head_bytes != wanted->head_bytes ||
        memcmp(found->program, wanted->program, sizeof found->program) != 0) {
        return "is of another version of the program";
    }
    if (memcmp(found->rules, wanted->rules, sizeof found->rules) != 0) {
        return "is for other rules";
    }
    if (found->holes != wanted->holes || found->cowries != wanted->cowries ||
        found->seeds != wanted->seeds) {
        return "is of another layer or shape";
    }
    if (memcmp(found->lower, wanted->lower, sizeof found->lower) != 0) {
        return "was made from other lower layers";
    }
    return NULL;
}

static enum kauri_status get_slabs(struct source *source, struct kauri_spool *spool, uint32_t count)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_spool_slab *slabs = calloc((size_t)count + 1, sizeof *slabs);
    if (slabs == NULL) {
        return kauri_fail(source->error, KAURI_RESOURCE, "out of memory for a checkpoint");
    }
    KAURI_TRY(get(source, slabs, count * sizeof *slabs));
    status = kauri_spool_restore(spool, slabs, count, source->error);
    if (status == KAURI_MISSING) {
        status = kauri_fail(source->error, KAURI_CORRUPT,
                            "the checkpoint %s has lost its work files; remove it to begin the "
                            "layer anew",
                            kauri_input_path(source->input));
    }
    kauri_spool_keep(spool, status == KAURI_OK);
cleanup:
    free(slabs);
    return status;
}

static enum kauri_status get_history(struct source *source, struct kauri_history *history,
                                     uint32_t step_count)
{
    enum kauri_status status = KAURI_OK;
    history->step_count = 0;
    for (uint32_t i = 0; i < step_count; i++) {
        struct kauri_step step;
        uint32_t number = 0;
        KAURI_TRY(get(source, &step, sizeof step));
        KAURI_TRY(kauri_history_step(history, step.r, step.dtc, &number, source->error));
    }
    for (uint64_t block = 0; block < history->block_count; block++) {
        struct kauri_tail *to = &history->tails[block];
        struct tail tail;
        KAURI_TRY(get(source, &tail, sizeof tail));
        to->last = tail.last;
        KAURI_TRY(kauri_history_make_room(to, tail.used, source->error));
        KAURI_TRY(get(source, to->bytes, tail.used));
        to->used = tail.used;
    }
cleanup:
    return status;
}

static enum kauri_status get_lists(struct source *source, struct kauri_retrograde *retrograde)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_frontier *now = &retrograde->now;
    uint8_t *bytes = NULL;
    for (int sign = 0; sign < 2; sign++) {
        for (uint64_t block = 0; block < now->block_count; block++) {
            struct kauri_list *list = &now->lists[sign][block];
            KAURI_TRY(get(source, list, sizeof *list));
            if (list->word_count == 0) {
                continue;
            }
            free(bytes);
            bytes = malloc(list->chunk.size);
            if (bytes == NULL) {
                status =
                    kauri_fail(source->error, KAURI_RESOURCE, "out of memory for a checkpoint");
                goto cleanup;
            }
            KAURI_TRY(get(source, bytes, list->chunk.size));
            KAURI_TRY(kauri_spool_append(now->spool, 0, bytes, list->chunk.size, &list->chunk,
                                         source->error));
        }
    }
cleanup:
    free(bytes);
    return status;
}

static enum kauri_status get_planes(struct source *source, struct kauri_retrograde *retrograde)
{
    enum kauri_status status = KAURI_OK;
    const size_t bytes = kauri_planes_block_bytes(&retrograde->layer);
    for (uint64_t block = 0; block < retrograde->layer.block_count; block++) {
        uint64_t *words = NULL;
        KAURI_TRY(kauri_planes_take(retrograde->planes, 0, block, true, &words, source->error));
        KAURI_TRY(get(source, words, bytes));
        KAURI_TRY(kauri_planes_give(retrograde->planes, 0, block, true, source->error));
    }
cleanup:
    return status;
}

enum kauri_status kauri_checkpoint_load(struct kauri_checkpoint *checkpoint,
                                        struct kauri_retrograde *retrograde,
                                        struct kauri_captures *captures, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = &retrograde->layer;
    struct source source = {.error = error};
    struct head wanted;
    struct head head;
    struct place place;
    fill_head(checkpoint, layer, &wanted);
    KAURI_TRY(kauri_input_open(checkpoint->path, &source.input, error));
    KAURI_TRY(check_file(checkpoint, &source, error));
    KAURI_TRY(get(&source, &head, sizeof head));
    const char *fault = difference(&head, &wanted);
    if (fault != NULL) {
        status = kauri_fail(error, KAURI_CORRUPT,
                            "the checkpoint %s %s; remove it to begin the layer anew",
                            checkpoint->path, fault);
        goto cleanup;
    }
    KAURI_TRY(get(&source, &place, sizeof place));
    KAURI_TRY(get_slabs(&source, captures->spool, place.capture_slabs));
    KAURI_TRY(get_slabs(&source, retrograde->history->spool, place.history_slabs));
    KAURI_TRY(get(&source, captures->chunks, capture_chunks(layer) * sizeof(struct kauri_chunk)));
    KAURI_TRY(get_history(&source, retrograde->history, place.step_count));
    KAURI_TRY(get_lists(&source, retrograde));
    KAURI_TRY(get_planes(&source, retrograde));
    captures->moves = place.capture_moves;
    captures->positions = place.capture_positions;
    retrograde->next_value = place.value;
    retrograde->next_distance = place.distance;
    retrograde->decided = place.decided;
    retrograde->max_dtc = place.max_dtc;
    retrograde->rounds = place.rounds;
    checkpoint->exists = true;
cleanup:
    kauri_input_close(source.input);
    return status;
}
