#include "solver/capture_messages.h"

#include "solver/capture_runs.h"
#include "solver/outbox.h"

#include <stdlib.h>
#include <string.h>

uint64_t kauri_value_question_read(const struct kauri_layer *layer, const uint8_t *at,
                                   uint64_t left, struct kauri_value_question *question)
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

uint64_t kauri_value_answer_read(const uint8_t *at, uint64_t left,
                                 struct kauri_value_answer *answer)
{
    if (left < sizeof *answer) {
        return 0;
    }
    memcpy(answer, at, sizeof *answer);
    const uint64_t whole = kauri_outbox_aligned(sizeof *answer + (uint64_t)answer->size);
    return whole <= left && answer->size > 0 ? whole : 0;
}

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

// --------------------------------------------------------------------------------------- asking

// A question of this rank, until the answers are numbered.
struct asked {
    uint32_t slot;
    uint32_t target;
    uint32_t rank; // that has to answer
};

struct asker {
    struct kauri_outcomes outcomes;
    struct kauri_capture_targets targets;
    struct asked *asked;
    uint64_t asked_count;
    uint64_t asked_room;
};

struct asking {
    const struct kauri_share *share;
    const struct kauri_block *blocks;
    const struct kauri_masks *masks;
    struct kauri_mail *mail;
    struct asker *workers;
};

static bool note_question(struct asker *worker, const struct asked *asked)
{
    if (worker->asked_count == worker->asked_room) {
        const uint64_t room = worker->asked_room == 0 ? 256 : 2 * worker->asked_room;
        void *grown = realloc(worker->asked, (size_t)room * sizeof *worker->asked);
        if (grown == NULL) {
            return false;
        }
        worker->asked = grown;
        worker->asked_room = room;
    }
    worker->asked[worker->asked_count++] = *asked;
    return true;
}

// Puts the question for one target of a block into the outbox for its rank.
static bool put_question(const struct asking *asking, unsigned number, uint64_t slot,
                         uint32_t target)
{
    struct asker *worker = &asking->workers[number];
    const struct kauri_capture_targets *targets = &worker->targets;
    const struct kauri_capture_target *wanted = &targets->targets[target];
    struct kauri_value_question question = {
        .slot = (uint32_t)slot,
        .target = target,
        .upper = (uint32_t)kauri_share_number(asking->share, slot),
        .block = wanted->block,
        .seeds = wanted->seeds,
    };
    const unsigned rank = kauri_value_holder(asking->share, wanted->seeds, wanted->block);
    struct kauri_outbox *box = kauri_mail_outbox(asking->mail, number, rank);
    if (!kauri_outbox_room(box, sizeof question + targets->group_count *
                                                      sizeof(struct kauri_value_question_group))) {
        return false;
    }
    const size_t begin = box->used;
    box->used += sizeof question;
    for (uint32_t i = 0; i < targets->group_count; i++) {
        const struct kauri_capture_group *group = &targets->groups[i];
        if (group->target == target) {
            const struct kauri_value_question_group asked = {
                .classes = group->classes, .hole = group->hole, .cowries = group->cowries};
            memcpy(box->bytes + box->used, &asked, sizeof asked);
            box->used += sizeof asked;
            question.group_count++;
        }
    }
    memcpy(box->bytes + begin, &question, sizeof question);
    return note_question(worker,
                         &(struct asked){.slot = (uint32_t)slot, .target = target, .rank = rank});
}

static enum kauri_status ask_block(void *context, unsigned number, uint64_t slot,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct asking *asking = context;
    struct asker *worker = &asking->workers[number];
    const struct kauri_layer *layer = &asking->share->layer;
    const struct kauri_block *block = &asking->blocks[slot];
    kauri_block_outcomes(layer, kauri_share_number(asking->share, slot), block, asking->masks,
                         &worker->outcomes);
    KAURI_TRY(kauri_capture_targets_find(&worker->targets, layer->shape, block, asking->masks,
                                         &worker->outcomes, error));
    for (uint32_t target = 0; target < worker->targets.target_count; target++) {
        if (!put_question(asking, number, slot, target)) {
            status = kauri_value_out_of_memory(error);
            goto cleanup;
        }
    }
cleanup:
    return status;
}

// Numbers the answers that are to come.
static enum kauri_status number_answers(const struct asking *asking, unsigned threads,
                                        struct kauri_awaited_answers *awaited,
                                        struct kauri_error *error)
{
    const uint64_t own = asking->share->own_count;
    awaited->first = calloc((size_t)own + 1, sizeof *awaited->first);
    if (awaited->first == NULL) {
        return kauri_value_out_of_memory(error);
    }
    for (unsigned i = 0; i < threads; i++) {
        for (uint64_t j = 0; j < asking->workers[i].asked_count; j++) {
            awaited->first[asking->workers[i].asked[j].slot + 1]++;
        }
    }
    for (uint64_t slot = 0; slot < own; slot++) {
        awaited->first[slot + 1] += awaited->first[slot];
    }
    awaited->count = awaited->first[own];
    awaited->from = calloc((size_t)awaited->count + 1, sizeof *awaited->from);
    if (awaited->from == NULL) {
        return kauri_value_out_of_memory(error);
    }
    for (unsigned i = 0; i < threads; i++) {
        const struct asker *worker = &asking->workers[i];
        for (uint64_t j = 0; j < worker->asked_count; j++) {
            const struct asked *asked = &worker->asked[j];
            awaited->from[awaited->first[asked->slot] + asked->target] = asked->rank;
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_capture_ask(const struct kauri_share *share,
                                    const struct kauri_block *blocks,
                                    const struct kauri_masks *masks, struct kauri_mail *mail,
                                    struct kauri_pace *pace, struct kauri_awaited_answers *awaited,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct asking asking = {
        .share = share,
        .blocks = blocks,
        .masks = masks,
        .mail = mail,
        .workers = calloc(pace->threads, sizeof *asking.workers),
    };
    if (asking.workers == NULL) {
        return kauri_value_out_of_memory(error);
    }
    if (share->layer.seeds > 0) {
        const struct kauri_loop loop = {
            .pace = pace, .count = share->own_count, .positions = share->positions};
        KAURI_TRY(kauri_loop(&loop, ask_block, &asking, error));
    }
    KAURI_TRY(number_answers(&asking, pace->threads, awaited, error));
cleanup:
    for (unsigned i = 0; i < pace->threads; i++) {
        kauri_capture_targets_clear(&asking.workers[i].targets);
        free(asking.workers[i].asked);
    }
    free(asking.workers);
    return status;
}

void kauri_awaited_answers_clear(struct kauri_awaited_answers *awaited)
{
    free(awaited->first);
    free(awaited->from);
    memset(awaited, 0, sizeof *awaited);
}
