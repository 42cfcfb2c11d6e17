#include "solver/capture_supply.h"

#include "db/compress.h"
#include "solver/capture_answering.h"
#include "solver/send_buffers.h"
#include "solver/storage/spool.h"

#include <stdlib.h>
#include <string.h>

struct supply_worker {
    struct kauri_capture_targets targets;
    // For loading.
    struct kauri_decompressor *decompressor;
    struct kauri_spool_buffer buffer;
    struct kauri_group_values values;
    const uint8_t **next; // by group: values of the next mover's row
    uint8_t *anchors;     // as many: anchors + g stands for group g
    uint32_t group_room;
};

struct kauri_capture_supply {
    const struct kauri_captures_input *input;
    const struct kauri_capture_rows *rows;
    unsigned threads;
    bool wide;
    struct supply_worker *workers;
    struct kauri_send_buffers buffers;
    struct kauri_spool *spool;
    // The answers for the own block in a slot have the numbers [first[slot], first[slot + 1]), in
    // the order of its targets (solver/capture_runs.h).
    uint64_t *first;
    struct kauri_chunk *answers; // by number
    // Until all questions are answered.
    struct kauri_capture_answering *answering;
    uint64_t answering_memory; // bytes that its workers took
};

static enum kauri_status damaged(const struct kauri_capture_supply *supply, unsigned rank,
                                 struct kauri_error *error)
{
    return kauri_value_message_damaged(supply->input->share, rank, error);
}

// --------------------------------------------------------------------------------------- asking

// Puts the question for one target of a block into the buffer for its rank. Returns false if memory
// runs out.
static bool put_question(struct kauri_capture_supply *supply, unsigned number, uint64_t slot,
                         uint32_t target)
{
    const struct kauri_share *share = supply->input->share;
    const struct kauri_capture_targets *targets = &supply->workers[number].targets;
    const struct kauri_capture_target *wanted = &targets->targets[target];
    struct kauri_value_question question = {
        .slot = (uint32_t)slot,
        .target = target,
        .upper = (uint32_t)kauri_share_number(share, slot),
        .block = wanted->block,
        .seeds = wanted->seeds,
    };
    struct kauri_send_buffer *buffer = kauri_send_buffer_of(
        &supply->buffers, number, kauri_value_holder(share, wanted->seeds, wanted->block));
    if (!kauri_send_room(buffer, sizeof question + targets->group_count *
                                                       sizeof(struct kauri_value_question_group))) {
        return false;
    }
    const size_t begin = buffer->used;
    buffer->used += sizeof question;
    for (uint32_t i = 0; i < targets->group_count; i++) {
        const struct kauri_capture_group *group = &targets->groups[i];
        if (group->target == target) {
            const struct kauri_value_question_group asked = {
                .classes = group->classes, .hole = group->hole, .cowries = group->cowries};
            memcpy(buffer->bytes + buffer->used, &asked, sizeof asked);
            buffer->used += sizeof asked;
            question.group_count++;
        }
    }
    memcpy(buffer->bytes + begin, &question, sizeof question);
    return true;
}

static enum kauri_status ask_block(void *context, unsigned number, uint64_t slot,
                                   struct kauri_error *error)
{
    struct kauri_capture_supply *supply = context;
    const struct kauri_captures_input *input = supply->input;
    const struct kauri_layer *layer = &input->share->layer;
    const struct kauri_block *block = &input->blocks[slot];
    struct kauri_capture_targets *targets = &supply->workers[number].targets;
    struct kauri_outcomes outcomes;
    kauri_block_outcomes(layer, kauri_share_number(input->share, slot), block, input->masks,
                         &outcomes);
    KAURI_PASS(
        kauri_capture_targets_find(targets, layer->shape, block, input->masks, &outcomes, error));
    for (uint32_t target = 0; target < targets->target_count; target++) {
        if (!put_question(supply, number, slot, target)) {
            return kauri_value_out_of_memory(error);
        }
    }
    supply->first[slot + 1] = targets->target_count;
    return KAURI_OK;
}

// Asks for the values that the captures of own blocks lead to: one question for each pair of an own
// block and a lower block, to the rank that decodes the lower block. Numbers the answers.
static enum kauri_status ask(struct kauri_capture_supply *supply, struct kauri_pace *pace,
                             struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_share *share = supply->input->share;
    supply->first = calloc((size_t)share->own_count + 1, sizeof *supply->first);
    if (supply->first == NULL) {
        return kauri_value_out_of_memory(error);
    }
    if (share->layer.seeds > 0) {
        const struct kauri_loop loop = {
            .pace = pace, .count = share->own_count, .positions = share->positions};
        KAURI_TRY(kauri_loop(&loop, ask_block, supply, error));
    }
    for (uint64_t slot = 0; slot < share->own_count; slot++) {
        supply->first[slot + 1] += supply->first[slot];
    }
    supply->answers = calloc((size_t)supply->first[share->own_count] + 1, sizeof *supply->answers);
    if (supply->answers == NULL) {
        status = kauri_value_out_of_memory(error);
    }
cleanup:
    return status;
}

// -------------------------------------------------------------------------------------- getting

// Reads the head of the answer at `at`. Returns the size of the answer with its padding, or 0 if
// `left` bytes are too few for it or it is empty.
static uint64_t read_answer(const uint8_t *at, uint64_t left, struct kauri_value_answer *answer)
{
    if (left < sizeof *answer) {
        return 0;
    }
    memcpy(answer, at, sizeof *answer);
    const uint64_t whole = kauri_send_aligned(sizeof *answer + (uint64_t)answer->size);
    return whole <= left && answer->size > 0 ? whole : 0;
}

// Notes the answers that a rank has sent.
static enum kauri_status take_answers(struct kauri_capture_supply *supply, unsigned rank,
                                      struct kauri_error *error)
{
    const struct kauri_message *message = &supply->buffers.received[rank];
    const uint8_t *at = message->bytes;
    for (uint64_t left = message->size; left > 0;) {
        struct kauri_value_answer head;
        const uint64_t whole = read_answer(at, left, &head);
        if (whole == 0 || head.slot >= supply->input->share->own_count ||
            head.target >= supply->first[head.slot + 1] - supply->first[head.slot]) {
            return damaged(supply, rank, error);
        }
        struct kauri_chunk *answer = &supply->answers[supply->first[head.slot] + head.target];
        if (answer->size > 0) {
            return damaged(supply, rank, error);
        }
        KAURI_PASS(
            kauri_spool_append(supply->spool, 0, at + sizeof head, head.size, answer, error));
        at += whole;
        left -= whole;
    }
    return KAURI_OK;
}

// Answers the questions of all ranks, some lower blocks at a time, and takes the answers of others.
// While answers are on their way, the next ones are made.
static enum kauri_status answer_all(struct kauri_capture_supply *supply, struct kauri_pace *pace,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_share *share = supply->input->share;
    uint64_t unfinished = 1;
    enum kauri_status own =
        kauri_capture_answering_run(supply->answering, &supply->buffers, pace, error);
    while (unfinished > 0) {
        const enum kauri_status before = own;
        unfinished = kauri_capture_answering_left(supply->answering) > 0;
        KAURI_TRY(kauri_send_begin(&supply->buffers, &unfinished, 1, own, error));
        if (own == KAURI_OK) {
            own = kauri_capture_answering_run(supply->answering, &supply->buffers, pace, error);
        }
        KAURI_TRY(kauri_send_finish(&supply->buffers, &unfinished, before, error));
        for (unsigned rank = 0; rank < share->team->ranks && own == KAURI_OK; rank++) {
            own = take_answers(supply, rank, error);
        }
    }
    KAURI_TRY(kauri_team_status(share->team, own, error));
    for (uint64_t i = 0; i < supply->first[share->own_count] && status == KAURI_OK; i++) {
        if (supply->answers[i].size == 0) {
            status =
                kauri_fail(error, KAURI_CORRUPT, "answers about captures of layer %u are missing",
                           share->layer.seeds);
        }
    }
    status = kauri_team_status(share->team, status, error);
cleanup:
    return status;
}

// Makes everything that needs memory before the first message, and the questions of this rank.
static enum kauri_status prepare(struct kauri_capture_supply *supply, struct kauri_pace *pace,
                                 struct kauri_error *error)
{
    const struct kauri_captures_input *input = supply->input;
    KAURI_PASS(
        kauri_send_buffers_init(&supply->buffers, input->share->team, supply->threads, error));
    supply->workers = calloc(supply->threads, sizeof *supply->workers);
    if (supply->workers == NULL) {
        return kauri_value_out_of_memory(error);
    }
    for (unsigned i = 0; i < supply->threads; i++) {
        KAURI_PASS(kauri_decompressor_new(&supply->workers[i].decompressor, error));
    }
    KAURI_PASS(kauri_capture_answering_new(input->share, supply->rows, input->lower,
                                           supply->threads, &supply->answering, error));
    // The lists of rounds, whose work file this is, are made later.
    KAURI_PASS(kauri_spool_new(input->place, KAURI_WORK_NOW, 1, input->supply_memory,
                               &supply->spool, error));
    return ask(supply, pace, error);
}

enum kauri_status kauri_capture_supply_new(const struct kauri_captures_input *input,
                                           const struct kauri_capture_rows *rows,
                                           struct kauri_pace *pace,
                                           struct kauri_capture_supply **supply,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_share *share = input->share;
    struct kauri_capture_supply *made = calloc(1, sizeof *made);
    *supply = NULL;
    if (made == NULL) {
        status = kauri_value_out_of_memory(error);
    } else {
        made->input = input;
        made->rows = rows;
        made->threads = pace->threads;
        made->wide = input->lower->wide;
        status = prepare(made, pace, error);
    }
    KAURI_TRY(kauri_team_status(share->team, status, error));
    KAURI_TRY(kauri_send_begin(&made->buffers, NULL, 0, KAURI_OK, error));
    KAURI_TRY(kauri_send_finish(&made->buffers, NULL, KAURI_OK, error));
    status = kauri_capture_answering_take(made->answering, made->buffers.received, error);
    KAURI_TRY(kauri_team_status(share->team, status, error));
    KAURI_TRY(answer_all(made, pace, error));
    // Only the answers are needed from here on.
    made->answering_memory = kauri_capture_answering_memory(made->answering);
    kauri_capture_answering_free(made->answering);
    made->answering = NULL;
    *supply = made;
    made = NULL;
cleanup:
    kauri_capture_supply_free(made);
    return status;
}

void kauri_capture_supply_free(struct kauri_capture_supply *supply)
{
    if (supply == NULL) {
        return;
    }
    for (unsigned i = 0; supply->workers != NULL && i < supply->threads; i++) {
        struct supply_worker *worker = &supply->workers[i];
        kauri_capture_targets_clear(&worker->targets);
        kauri_decompressor_free(worker->decompressor);
        kauri_spool_buffer_clear(&worker->buffer);
        free(worker->values.bytes);
        free(worker->next);
        free(worker->anchors);
    }
    free(supply->workers);
    kauri_send_buffers_clear(&supply->buffers);
    kauri_spool_free(supply->spool);
    free(supply->first);
    free(supply->answers);
    kauri_capture_answering_free(supply->answering);
    free(supply);
}

struct kauri_sent kauri_capture_supply_sent(const struct kauri_capture_supply *supply)
{
    return supply->buffers.sent;
}

uint64_t kauri_capture_supply_memory(const struct kauri_capture_supply *supply)
{
    return kauri_send_memory(&supply->buffers) + kauri_spool_memory(supply->spool) +
           supply->first[supply->input->share->own_count] * sizeof *supply->answers +
           supply->threads * sizeof *supply->workers + supply->answering_memory;
}

// -------------------------------------------------------------------------------------- loading

static bool group_room(struct supply_worker *worker, uint32_t count)
{
    if (worker->group_room < count) {
        void *next = realloc(worker->next, count * sizeof *worker->next);
        worker->next = next != NULL ? next : worker->next;
        uint8_t *anchors = realloc(worker->anchors, count);
        worker->anchors = anchors != NULL ? anchors : worker->anchors;
        if (next == NULL || anchors == NULL) {
            return false;
        }
        worker->group_room = count;
    }
    return true;
}

// Whether all values are possible in a layer with `seeds` seeds.
static bool values_fit(const uint8_t *values, size_t bytes, bool wide, unsigned seeds)
{
    const int greatest = 3 * (int)seeds + 1;
    bool fit = true;
    if (wide) {
        for (size_t at = 0; at < bytes; at += sizeof(int16_t)) {
            int16_t r;
            memcpy(&r, values + at, sizeof r);
            fit = fit && r >= -greatest && r <= greatest;
        }
        return fit;
    }
    // Both bounds in one comparison, which compilers turn into vector instructions.
    unsigned outside = 0;
    for (size_t at = 0; at < bytes; at++) {
        outside |= (uint8_t)(values[at] + (unsigned)greatest) > 2U * (unsigned)greatest;
    }
    return outside == 0;
}

// Uncompresses the answer about one target of a block to the worker's values, from *used on, where
// the values of its groups follow one another. *used grows by their bytes.
static enum kauri_status load_target(struct kauri_capture_supply *supply,
                                     struct supply_worker *worker, uint64_t slot, uint32_t target,
                                     const uint8_t *seeds, size_t *used, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_capture_targets *targets = &worker->targets;
    const struct kauri_chunk chunk = supply->answers[supply->first[slot] + target];
    const struct kauri_capture_target *lower = &targets->targets[target];
    const uint8_t *bytes = NULL;
    const char *reason = NULL;
    const size_t begin = *used;
    for (uint32_t i = 0; i < targets->group_count; i++) {
        if (targets->groups[i].target == target) {
            worker->next[i] = worker->values.bytes + *used;
            *used += (size_t)kauri_capture_group_count(supply->rows, seeds, &targets->groups[i]) *
                     (supply->wide ? 2 : 1);
        }
    }
    KAURI_TRY(kauri_spool_view(supply->spool, chunk, &worker->buffer, &bytes, error));
    status = kauri_decompress(worker->decompressor, NULL, bytes, chunk.size,
                              worker->values.bytes + begin, *used - begin, &reason);
    if (status == KAURI_CORRUPT ||
        (status == KAURI_OK &&
         !values_fit(worker->values.bytes + begin, *used - begin, supply->wide, lower->seeds))) {
        status = damaged(
            supply, kauri_value_holder(supply->input->share, lower->seeds, lower->block), error);
    } else if (status != KAURI_OK) {
        status = kauri_value_out_of_memory(error);
    }
cleanup:
    return status;
}

enum kauri_status kauri_capture_supply_load(
    struct kauri_capture_supply *supply, unsigned worker_number, uint64_t slot,
    const struct kauri_outcomes *outcomes,
    const void *values[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1][KAURI_OCCUPANCY_CLASSES],
    struct kauri_error *error)
{
    struct supply_worker *worker = &supply->workers[worker_number];
    const struct kauri_share *share = supply->input->share;
    const struct kauri_shape shape = share->layer.shape;
    const struct kauri_block *block = &supply->input->blocks[slot];
    struct kauri_capture_targets *targets = &worker->targets;
    uint8_t seeds[KAURI_BOARD_HOLES_MAX] = {0};
    uint64_t count = 0;
    kauri_row_unrank(kauri_share_number(share, slot), 2U * shape.holes, share->layer.seeds, seeds);
    KAURI_PASS(
        kauri_capture_targets_find(targets, shape, block, supply->input->masks, outcomes, error));
    for (uint32_t i = 0; i < targets->group_count; i++) {
        count += kauri_capture_group_count(supply->rows, seeds, &targets->groups[i]);
    }
    if (!group_room(worker, targets->group_count + 1) ||
        !kauri_group_values_room(&worker->values, (size_t)count * (supply->wide ? 2 : 1) + 1)) {
        return kauri_value_out_of_memory(error);
    }
    size_t used = 0;
    for (uint32_t target = 0; target < targets->target_count; target++) {
        KAURI_PASS(load_target(supply, worker, slot, target, seeds, &used, error));
    }
    for (unsigned h = 0; h < shape.holes; h++) {
        for (unsigned k = 1; k <= shape.cowries; k++) {
            const uint64_t quiet = supply->input->masks->masks[block->mask[h][k]].classes;
            for (unsigned class = 0; class < 1U << shape.holes; class ++) {
                if (!(quiet >> class & 1U)) {
                    values[h][k][class] = worker->anchors + targets->of[h][k][class];
                }
            }
        }
    }
    return KAURI_OK;
}

void kauri_capture_supply_take(struct kauri_capture_supply *supply, unsigned worker_number,
                               const struct kauri_capture_run *runs, uint32_t count,
                               struct kauri_capture_run *to)
{
    struct supply_worker *worker = &supply->workers[worker_number];
    for (uint32_t i = 0; i < count; i++) {
        const size_t group = (size_t)((const uint8_t *)runs[i].values - worker->anchors);
        to[i] = runs[i];
        to[i].values = worker->next[group];
        to[i].to = 0;
        worker->next[group] += (size_t)runs[i].count * (supply->wide ? 2 : 1);
    }
}
