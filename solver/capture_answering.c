#include "solver/capture_answering.h"

#include "db/compress.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEVEL = 1,            // of zstd
    BLOCKS_PER_THREAD = 8 // lower blocks that are answered for at a time
};

// A question of any rank, in `questions`.
struct received_question {
    uint64_t offset;
    uint32_t rank;
    uint32_t block;
    uint8_t seeds;
};

struct answerer {
    struct kauri_compressor *compressor;
    struct kauri_group_values values;
};

struct kauri_capture_answering {
    const struct kauri_share *share;
    const struct kauri_capture_rows *rows;
    struct kauri_lower *lower;
    bool wide;
    unsigned threads;
    struct answerer *workers;
    struct kauri_send_buffers *buffers; // for the answers
    uint8_t *questions;
    struct received_question *received; // by seeds and block
    uint64_t received_count;
    uint64_t *groups; // by lower block: first question
    uint64_t group_count;
    uint64_t group_first; // of those that are answered now
};

bool kauri_group_values_room(struct kauri_group_values *values, size_t bytes)
{
    if (values->room < bytes) {
        uint8_t *grown = realloc(values->bytes, bytes + bytes / 4);
        if (grown == NULL) {
            return false;
        }
        values->bytes = grown;
        values->room = bytes + bytes / 4;
    }
    return true;
}

enum kauri_status kauri_value_message_damaged(const struct kauri_share *share, unsigned rank,
                                              struct kauri_error *error)
{
    return kauri_fail(error, KAURI_CORRUPT,
                      "rank %u sent a message about captures that layer %u does not have", rank,
                      share->layer.seeds);
}

enum kauri_status kauri_value_out_of_memory(struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory for the captures");
}

enum kauri_status kauri_capture_answering_new(const struct kauri_share *share,
                                              const struct kauri_capture_rows *rows,
                                              struct kauri_lower *lower, unsigned threads,
                                              struct kauri_capture_answering **answering,
                                              struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_capture_answering *made = calloc(1, sizeof *made);
    *answering = NULL;
    if (made == NULL) {
        return kauri_value_out_of_memory(error);
    }
    made->share = share;
    made->rows = rows;
    made->lower = lower;
    made->wide = lower->wide;
    made->threads = threads;
    made->workers = calloc(threads, sizeof *made->workers);
    if (made->workers == NULL) {
        status = kauri_value_out_of_memory(error);
        goto cleanup;
    }
    for (unsigned i = 0; i < threads; i++) {
        KAURI_TRY(kauri_compressor_new(LEVEL, &made->workers[i].compressor, error));
    }
    *answering = made;
    made = NULL;
cleanup:
    kauri_capture_answering_free(made);
    return status;
}

void kauri_capture_answering_free(struct kauri_capture_answering *answering)
{
    if (answering == NULL) {
        return;
    }
    for (unsigned i = 0; answering->workers != NULL && i < answering->threads; i++) {
        kauri_compressor_free(answering->workers[i].compressor);
        free(answering->workers[i].values.bytes);
    }
    free(answering->workers);
    free(answering->questions);
    free(answering->received);
    free(answering->groups);
    free(answering);
}

// ------------------------------------------------------------------------------------ questions

// Reads the question at `at`, which up to `left` bytes of any kind follow. Returns its size with
// its groups, or 0 if no rank of this layer asks that.
static uint64_t read_question(const struct kauri_layer *layer, const uint8_t *at, uint64_t left,
                              struct kauri_value_question *question)
{
    struct kauri_layer lower;
    if (left < sizeof *question) {
        return 0;
    }
    memcpy(question, at, sizeof *question);
    const uint64_t size =
        sizeof *question + question->group_count * sizeof(struct kauri_value_question_group);
    bool fits = size <= left && question->group_count > 0 && question->seeds < layer->seeds &&
                question->upper < layer->block_count &&
                kauri_layer_init(&lower, layer->shape, question->seeds, NULL) == KAURI_OK &&
                question->block < lower.block_count;
    for (unsigned i = 0; fits && i < question->group_count; i++) {
        struct kauri_value_question_group group;
        memcpy(&group, at + sizeof *question + i * sizeof group, sizeof group);
        fits = group.hole < layer->shape.holes && group.cowries >= 1 &&
               group.cowries <= layer->shape.cowries && group.classes != 0 &&
               (group.classes & ~(UINT64_MAX >> (64 - (1U << layer->shape.holes)))) == 0;
    }
    return fits ? size : 0;
}

static int compare_questions(const void *a, const void *b)
{
    const struct received_question *left = a;
    const struct received_question *right = b;
    const uint64_t one = (uint64_t)left->seeds << 32 | left->block;
    const uint64_t two = (uint64_t)right->seeds << 32 | right->block;
    return one != two ? (one > two) - (one < two)
                      : (left->offset > right->offset) - (left->offset < right->offset);
}

// Notes where the questions about each lower block begin.
static void find_groups(struct kauri_capture_answering *answering)
{
    const struct received_question *received = answering->received;
    for (uint64_t i = 0; i < answering->received_count; i++) {
        if (i == 0 || received[i].block != received[i - 1].block ||
            received[i].seeds != received[i - 1].seeds) {
            answering->groups[answering->group_count++] = i;
        }
    }
    answering->groups[answering->group_count] = answering->received_count;
}

enum kauri_status kauri_capture_answering_take(struct kauri_capture_answering *answering,
                                               const struct kauri_message *received,
                                               struct kauri_error *error)
{
    const unsigned ranks = answering->share->team->ranks;
    uint64_t bytes = 0;
    for (unsigned rank = 0; rank < ranks; rank++) {
        bytes += received[rank].size;
    }
    const uint64_t most = bytes / sizeof(struct kauri_value_question);
    answering->questions = malloc((size_t)bytes + 1);
    answering->received = calloc((size_t)most + 1, sizeof *answering->received);
    answering->groups = calloc((size_t)most + 2, sizeof *answering->groups);
    if (answering->questions == NULL || answering->received == NULL || answering->groups == NULL) {
        return kauri_value_out_of_memory(error);
    }
    uint64_t used = 0;
    for (unsigned rank = 0; rank < ranks; rank++) {
        if (received[rank].size > 0) {
            memcpy(answering->questions + used, received[rank].bytes, (size_t)received[rank].size);
        }
        for (uint64_t at = 0; at < received[rank].size;) {
            struct kauri_value_question question;
            const uint64_t size =
                read_question(&answering->share->layer, answering->questions + used + at,
                              received[rank].size - at, &question);
            if (size == 0 || kauri_value_holder(answering->share, question.seeds, question.block) !=
                                 answering->share->team->rank) {
                return kauri_value_message_damaged(answering->share, rank, error);
            }
            answering->received[answering->received_count++] =
                (struct received_question){.offset = used + at,
                                           .rank = rank,
                                           .block = question.block,
                                           .seeds = question.seeds};
            at += size;
        }
        used += received[rank].size;
    }
    qsort(answering->received, (size_t)answering->received_count, sizeof *answering->received,
          compare_questions);
    find_groups(answering);
    return KAURI_OK;
}

// -------------------------------------------------------------------------------------- answers

// Puts the answer to one question into the send buffer for the rank that asked. `values` are those
// of its lower block.
static enum kauri_status answer(const struct kauri_capture_answering *answering, unsigned number,
                                const struct received_question *asked, const void *values,
                                struct kauri_error *error)
{
    struct answerer *worker = &answering->workers[number];
    const struct kauri_capture_rows *rows = answering->rows;
    const struct kauri_layer *layer = &answering->share->layer;
    const uint8_t *at = answering->questions + asked->offset;
    uint8_t seeds[KAURI_BOARD_HOLES_MAX] = {0};
    struct kauri_value_question question;
    uint64_t count = 0;
    memcpy(&question, at, sizeof question);
    kauri_row_unrank(question.upper, 2U * layer->shape.holes, layer->seeds, seeds);
    struct kauri_capture_group groups[KAURI_HOLES_MAX * KAURI_COWRIES_MAX];
    if (question.group_count > sizeof groups / sizeof groups[0]) {
        return kauri_value_message_damaged(answering->share, asked->rank, error);
    }
    for (unsigned i = 0; i < question.group_count; i++) {
        struct kauri_value_question_group group;
        memcpy(&group, at + sizeof question + i * sizeof group, sizeof group);
        groups[i] = (struct kauri_capture_group){
            .classes = group.classes, .hole = group.hole, .cowries = group.cowries};
        count += kauri_capture_group_count(rows, seeds, &groups[i]);
    }
    const size_t bytes = (size_t)count * (answering->wide ? 2 : 1);
    struct kauri_send_buffer *buffer =
        kauri_send_buffer_of(answering->buffers, number, asked->rank);
    struct kauri_value_answer head = {.slot = question.slot, .target = question.target};
    if (!kauri_group_values_room(&worker->values, bytes + 1) ||
        !kauri_send_room(buffer,
                         sizeof head + kauri_compress_bound(bytes) + KAURI_SEND_ALIGNMENT)) {
        return kauri_value_out_of_memory(error);
    }
    uint8_t *end = worker->values.bytes;
    for (unsigned i = 0; i < question.group_count; i++) {
        end = kauri_capture_group_copy(rows, seeds, &groups[i], values, answering->wide, end);
    }
    size_t size = 0;
    KAURI_PASS(kauri_compress(worker->compressor, NULL, worker->values.bytes, bytes,
                              buffer->bytes + buffer->used + sizeof head, &size, error));
    head.size = (uint32_t)size;
    memcpy(buffer->bytes + buffer->used, &head, sizeof head);
    buffer->used += sizeof head + size;
    kauri_send_align(buffer);
    return KAURI_OK;
}

// Answers all questions about one lower block.
static enum kauri_status answer_for(void *context, unsigned number, uint64_t index,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_capture_answering *answering = context;
    const uint64_t first = answering->groups[answering->group_first + index];
    const uint64_t end = answering->groups[answering->group_first + index + 1];
    const struct received_question *asked = &answering->received[first];
    const void *values = NULL;
    KAURI_TRY(
        kauri_lower_acquire(answering->lower, number, asked->seeds, asked->block, &values, error));
    for (uint64_t i = first; i < end && status == KAURI_OK; i++) {
        status = answer(answering, number, &answering->received[i], values, error);
    }
    kauri_turned_release(answering->lower->blocks, asked->seeds, asked->block);
cleanup:
    return status;
}

enum kauri_status kauri_capture_answering_run(struct kauri_capture_answering *answering,
                                              struct kauri_send_buffers *buffers,
                                              struct kauri_pace *pace, struct kauri_error *error)
{
    const uint64_t left = kauri_capture_answering_left(answering);
    const uint64_t most = BLOCKS_PER_THREAD * (uint64_t)answering->threads;
    const uint64_t count = left < most ? left : most;
    const struct kauri_loop loop = {
        .pace = pace, .count = count, .positions = count * answering->share->layer.cowrie_count};
    answering->buffers = buffers;
    const enum kauri_status status = kauri_loop(&loop, answer_for, answering, error);
    answering->group_first += count;
    return status;
}

uint64_t kauri_capture_answering_left(const struct kauri_capture_answering *answering)
{
    return answering->group_count - answering->group_first;
}

uint64_t kauri_capture_answering_memory(const struct kauri_capture_answering *answering)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < answering->threads; i++) {
        bytes += sizeof *answering->workers + answering->workers[i].values.room;
    }
    return bytes;
}
