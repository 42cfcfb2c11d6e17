#include "solver/capture_supply.h"

#include "db/compress.h"
#include "solver/capture_answering.h"
#include "solver/capture_messages.h"
#include "solver/outbox.h"
#include "solver/storage/spool.h"

#include <stdlib.h>
#include <string.h>

// For loading.
struct supply_worker {
    struct kauri_capture_targets targets;
    struct kauri_decompressor *decompressor;
    struct kauri_spool_buffer buffer;
    struct kauri_group_values values;
    const uint8_t **next; // by group: values of the next mover's row
    uint8_t *anchors;     // as many: anchors + g stands for group g
    uint32_t group_room;
};

struct kauri_capture_supply {
    struct kauri_capture_supply_input input;
    unsigned threads;
    bool wide;
    struct supply_worker *workers;
    struct kauri_mail mail;
    struct kauri_spool *spool;
    struct kauri_awaited_answers awaited;
    struct kauri_chunk *answers; // by the number of the awaited answer
    // Until all questions are answered.
    struct kauri_capture_answering *answering;
    uint64_t answering_memory; // bytes that its workers took
};

static enum kauri_status damaged(const struct kauri_capture_supply *supply, unsigned rank,
                                 struct kauri_error *error)
{
    return kauri_value_message_damaged(supply->input.share, rank, error);
}

// -------------------------------------------------------------------------------------- getting

// Notes the answers that a rank has sent.
static enum kauri_status take_answers(struct kauri_capture_supply *supply, unsigned rank,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_message *message = &kauri_mail_received(&supply->mail)[rank];
    const struct kauri_awaited_answers *awaited = &supply->awaited;
    const uint8_t *at = message->bytes;
    for (uint64_t left = message->size; left > 0;) {
        struct kauri_value_answer head;
        const uint64_t whole = kauri_value_answer_read(at, left, &head);
        if (whole == 0 || head.slot >= supply->input.share->own_count ||
            head.target >= awaited->first[head.slot + 1] - awaited->first[head.slot]) {
            return damaged(supply, rank, error);
        }
        const uint64_t number = awaited->first[head.slot] + head.target;
        if (awaited->from[number] != rank || supply->answers[number].size > 0) {
            return damaged(supply, rank, error);
        }
        KAURI_TRY(kauri_spool_append(supply->spool, 0, at + sizeof head, head.size,
                                     &supply->answers[number], error));
        at += whole;
        left -= whole;
    }
cleanup:
    return status;
}

// Answers the questions of all ranks, some lower blocks at a time, and takes the answers of others.
// While answers are on their way, the next ones are made.
static enum kauri_status answer_all(struct kauri_capture_supply *supply, struct kauri_pace *pace,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_share *share = supply->input.share;
    uint64_t unfinished = 1;
    enum kauri_status own =
        kauri_capture_answering_run(supply->answering, &supply->mail, pace, error);
    while (unfinished > 0) {
        const enum kauri_status before = own;
        unfinished = kauri_capture_answering_left(supply->answering) > 0;
        KAURI_TRY(kauri_mail_begin(&supply->mail, &unfinished, 1, own, error));
        if (own == KAURI_OK) {
            own = kauri_capture_answering_run(supply->answering, &supply->mail, pace, error);
        }
        KAURI_TRY(kauri_mail_finish(&supply->mail, &unfinished, before, error));
        for (unsigned rank = 0; rank < share->team->ranks && own == KAURI_OK; rank++) {
            own = take_answers(supply, rank, error);
        }
    }
    KAURI_TRY(kauri_team_agree(share->team, own, error));
    for (uint64_t i = 0; i < supply->awaited.count && status == KAURI_OK; i++) {
        if (supply->answers[i].size == 0) {
            status = damaged(supply, supply->awaited.from[i], error);
        }
    }
    status = kauri_team_agree(share->team, status, error);
cleanup:
    return status;
}

// Makes everything that needs memory before the first message, and the questions of this rank.
static enum kauri_status prepare(struct kauri_capture_supply *supply, struct kauri_pace *pace,
                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_capture_supply_input *input = &supply->input;
    KAURI_TRY(kauri_mail_init(&supply->mail, input->share->team, supply->threads, error));
    supply->workers = calloc(supply->threads, sizeof *supply->workers);
    if (supply->workers == NULL) {
        return kauri_value_out_of_memory(error);
    }
    for (unsigned i = 0; i < supply->threads; i++) {
        KAURI_TRY(kauri_decompressor_new(&supply->workers[i].decompressor, error));
    }
    KAURI_TRY(kauri_capture_answering_new(input->share, input->rows, input->lower, supply->threads,
                                          &supply->answering, error));
    // The lists of rounds, whose work file this is, are made later.
    KAURI_TRY(
        kauri_spool_new(input->place, KAURI_WORK_NOW, 1, input->memory, &supply->spool, error));
    KAURI_TRY(kauri_capture_ask(input->share, input->blocks, input->masks, &supply->mail, pace,
                                &supply->awaited, error));
    supply->answers = calloc((size_t)supply->awaited.count + 1, sizeof *supply->answers);
    if (supply->answers == NULL) {
        status = kauri_value_out_of_memory(error);
    }
cleanup:
    return status;
}

enum kauri_status kauri_capture_supply_new(const struct kauri_capture_supply_input *input,
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
        made->input = *input;
        made->threads = pace->threads;
        made->wide = kauri_lower_wide(input->lower);
        status = prepare(made, pace, error);
    }
    KAURI_TRY(kauri_team_agree(share->team, status, error));
    KAURI_TRY(kauri_mail_begin(&made->mail, NULL, 0, KAURI_OK, error));
    KAURI_TRY(kauri_mail_finish(&made->mail, NULL, KAURI_OK, error));
    status = kauri_capture_answering_take(made->answering, kauri_mail_received(&made->mail), error);
    KAURI_TRY(kauri_team_agree(share->team, status, error));
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
    kauri_mail_clear(&supply->mail);
    kauri_spool_free(supply->spool);
    kauri_awaited_answers_clear(&supply->awaited);
    free(supply->answers);
    kauri_capture_answering_free(supply->answering);
    free(supply);
}

struct kauri_sent kauri_capture_supply_sent(const struct kauri_capture_supply *supply)
{
    return supply->mail.sent;
}

uint64_t kauri_capture_supply_memory(const struct kauri_capture_supply *supply)
{
    return kauri_mail_memory(&supply->mail) + kauri_spool_memory(supply->spool) +
           supply->awaited.count * (sizeof *supply->answers + sizeof *supply->awaited.from) +
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
    const struct kauri_chunk chunk = supply->answers[supply->awaited.first[slot] + target];
    const uint8_t *bytes = NULL;
    const char *reason = NULL;
    const size_t begin = *used;
    for (uint32_t i = 0; i < targets->group_count; i++) {
        if (targets->groups[i].target == target) {
            worker->next[i] = worker->values.bytes + *used;
            *used +=
                (size_t)kauri_capture_group_count(supply->input.rows, seeds, &targets->groups[i]) *
                (supply->wide ? 2 : 1);
        }
    }
    KAURI_TRY(kauri_spool_view(supply->spool, chunk, &worker->buffer, &bytes, error));
    status = kauri_decompress(worker->decompressor, NULL, bytes, chunk.size,
                              worker->values.bytes + begin, *used - begin, &reason);
    if (status == KAURI_CORRUPT ||
        (status == KAURI_OK && !values_fit(worker->values.bytes + begin, *used - begin,
                                           supply->wide, targets->targets[target].seeds))) {
        status = damaged(supply, supply->awaited.from[supply->awaited.first[slot] + target], error);
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
    enum kauri_status status = KAURI_OK;
    struct supply_worker *worker = &supply->workers[worker_number];
    const struct kauri_share *share = supply->input.share;
    const struct kauri_shape shape = share->layer.shape;
    const struct kauri_block *block = &supply->input.blocks[slot];
    struct kauri_capture_targets *targets = &worker->targets;
    uint8_t seeds[KAURI_BOARD_HOLES_MAX] = {0};
    uint64_t count = 0;
    kauri_row_unrank(kauri_share_number(share, slot), 2U * shape.holes, share->layer.seeds, seeds);
    KAURI_TRY(
        kauri_capture_targets_find(targets, shape, block, supply->input.masks, outcomes, error));
    for (uint32_t i = 0; i < targets->group_count; i++) {
        count += kauri_capture_group_count(supply->input.rows, seeds, &targets->groups[i]);
    }
    if (!group_room(worker, targets->group_count + 1) ||
        !kauri_group_values_room(&worker->values, (size_t)count * (supply->wide ? 2 : 1) + 1)) {
        status = kauri_value_out_of_memory(error);
        goto cleanup;
    }
    size_t used = 0;
    for (uint32_t target = 0; target < targets->target_count; target++) {
        KAURI_TRY(load_target(supply, worker, slot, target, seeds, &used, error));
    }
    for (unsigned h = 0; h < shape.holes; h++) {
        for (unsigned k = 1; k <= shape.cowries; k++) {
            const uint64_t quiet = supply->input.masks->masks[block->mask[h][k]].classes;
            for (unsigned class = 0; class < 1U << shape.holes; class ++) {
                if (!(quiet >> class & 1U)) {
                    values[h][k][class] = worker->anchors + targets->of[h][k][class];
                }
            }
        }
    }
cleanup:
    return status;
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
