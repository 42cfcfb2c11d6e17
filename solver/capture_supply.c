#include "solver/capture_supply.h"

#include "db/compress.h"
#include "solver/storage/spool.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEVEL = 1,            // of zstd
    BLOCKS_PER_THREAD = 8 // lower blocks that are answered for at a time
};

// A question, which `group_count` groups follow.
struct value_question {
    uint32_t slot;   // of the one who asks, for the answer
    uint32_t target; // in the list of targets of the upper block, for the answer
    uint32_t upper;  // number of the block of this layer
    uint32_t block;  // of the layer with `seeds` seeds
    uint8_t seeds;
    uint8_t reserved;
    uint16_t group_count;
    uint32_t padding;
};
struct value_question_group {
    uint64_t classes;
    uint8_t hole;
    uint8_t cowries;
    uint8_t reserved[6];
};

// An answer, which `size` compressed bytes follow.
struct value_answer {
    uint32_t slot;
    uint32_t target;
    uint32_t size;
    uint32_t reserved;
};

// A question of this rank, until the answers are numbered.
struct asked {
    uint32_t slot;
    uint32_t target;
    uint32_t rank; // that has to answer
};

// A question of any rank, in `questions`.
struct received_question {
    uint64_t offset;
    uint32_t rank;
    uint32_t block;
    uint8_t seeds;
};

struct supply_worker {
    struct kauri_outcomes outcomes;
    struct kauri_capture_targets targets;
    struct asked *asked;
    uint64_t asked_count;
    uint64_t asked_room;
    struct kauri_compressor *compressor;
    struct kauri_decompressor *decompressor;
    struct kauri_spool_buffer buffer;
    uint8_t *values; // uncompressed
    size_t values_room;
    const uint8_t **next; // by group: values of the next mover's row
    uint8_t *anchors;     // as many: anchors + g stands for group g
    uint32_t group_room;
};

struct kauri_capture_supply {
    struct kauri_capture_supply_input input;
    unsigned threads;
    bool wide;
    struct supply_worker *workers;
    struct kauri_outboxes boxes;
    struct kauri_sent sent;
    struct kauri_spool *spool;
    // Answers to the questions for the block in a slot: [first[slot], first[slot + 1]), by target.
    uint64_t *first;
    struct kauri_chunk *answers;
    uint32_t *from; // ranks that send them
    uint64_t answer_count;
    // Questions to this rank.
    uint8_t *questions;
    struct received_question *received; // by seeds and block
    uint64_t received_count;
    uint64_t *groups; // by lower block: first question
    uint64_t group_count;
    uint64_t group_first; // of those that are answered now
};

static enum kauri_status out_of_memory(struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory for the captures");
}

static enum kauri_status damaged(const struct kauri_capture_supply *supply, unsigned rank,
                                 struct kauri_error *error)
{
    return kauri_fail(error, KAURI_CORRUPT,
                      "rank %u sent a message about captures that layer %u does not have", rank,
                      supply->input.share->layer.seeds);
}

// The rank that decodes a lower block.
static unsigned holder(const struct kauri_capture_supply *supply, unsigned seeds, uint64_t block)
{
    return (unsigned)((block + seeds) % supply->input.share->team->ranks);
}

// --------------------------------------------------------------------------------------- asking

static bool note_question(struct supply_worker *worker, const struct asked *asked)
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
static bool put_question(struct kauri_capture_supply *supply, unsigned number, uint64_t slot,
                         uint32_t target)
{
    struct supply_worker *worker = &supply->workers[number];
    const struct kauri_capture_targets *targets = &worker->targets;
    const struct kauri_capture_target *wanted = &targets->targets[target];
    struct value_question question = {
        .slot = (uint32_t)slot,
        .target = target,
        .upper = (uint32_t)kauri_share_number(supply->input.share, slot),
        .block = wanted->block,
        .seeds = wanted->seeds,
    };
    const unsigned rank = holder(supply, wanted->seeds, wanted->block);
    struct kauri_outbox *box = kauri_outbox_of(&supply->boxes, number, rank);
    if (!kauri_outbox_room(box, sizeof question +
                                    targets->group_count * sizeof(struct value_question_group))) {
        return false;
    }
    const size_t begin = box->used;
    box->used += sizeof question;
    for (uint32_t i = 0; i < targets->group_count; i++) {
        const struct kauri_capture_group *group = &targets->groups[i];
        if (group->target == target) {
            const struct value_question_group asked = {
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

static enum kauri_status find_targets(const struct kauri_capture_supply *supply,
                                      struct supply_worker *worker, uint64_t slot,
                                      const struct kauri_outcomes *outcomes,
                                      struct kauri_error *error)
{
    return kauri_capture_targets_find(&worker->targets, supply->input.share->layer.shape,
                                      &supply->input.blocks[slot], supply->input.masks, outcomes,
                                      error);
}

static enum kauri_status ask_block(void *context, unsigned number, uint64_t slot,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_capture_supply *supply = context;
    struct supply_worker *worker = &supply->workers[number];
    const struct kauri_share *share = supply->input.share;
    kauri_block_outcomes(&share->layer, kauri_share_number(share, slot),
                         &supply->input.blocks[slot], supply->input.masks, &worker->outcomes);
    KAURI_TRY(find_targets(supply, worker, slot, &worker->outcomes, error));
    for (uint32_t target = 0; target < worker->targets.target_count; target++) {
        if (!put_question(supply, number, slot, target)) {
            status = out_of_memory(error);
            goto cleanup;
        }
    }
cleanup:
    return status;
}

// Numbers the answers that are to come.
static enum kauri_status number_answers(struct kauri_capture_supply *supply,
                                        struct kauri_error *error)
{
    const uint64_t own = supply->input.share->own_count;
    supply->first = calloc((size_t)own + 1, sizeof *supply->first);
    if (supply->first == NULL) {
        return out_of_memory(error);
    }
    for (unsigned i = 0; i < supply->threads; i++) {
        for (uint64_t j = 0; j < supply->workers[i].asked_count; j++) {
            supply->first[supply->workers[i].asked[j].slot + 1]++;
        }
    }
    for (uint64_t slot = 0; slot < own; slot++) {
        supply->first[slot + 1] += supply->first[slot];
    }
    supply->answer_count = supply->first[own];
    supply->answers = calloc((size_t)supply->answer_count + 1, sizeof *supply->answers);
    supply->from = calloc((size_t)supply->answer_count + 1, sizeof *supply->from);
    if (supply->answers == NULL || supply->from == NULL) {
        return out_of_memory(error);
    }
    for (unsigned i = 0; i < supply->threads; i++) {
        struct supply_worker *worker = &supply->workers[i];
        for (uint64_t j = 0; j < worker->asked_count; j++) {
            const struct asked *asked = &worker->asked[j];
            supply->from[supply->first[asked->slot] + asked->target] = asked->rank;
        }
        free(worker->asked);
        worker->asked = NULL;
        worker->asked_count = 0;
    }
    return KAURI_OK;
}

// ------------------------------------------------------------------------------------ answering

static int compare_questions(const void *a, const void *b)
{
    const struct received_question *left = a;
    const struct received_question *right = b;
    const uint64_t one = (uint64_t)left->seeds << 32 | left->block;
    const uint64_t two = (uint64_t)right->seeds << 32 | right->block;
    return one != two ? (one > two) - (one < two)
                      : (left->offset > right->offset) - (left->offset < right->offset);
}

// Reads the question at an offset. Returns its size with its groups, or 0 if no rank asks that.
static uint64_t check_question(const struct kauri_capture_supply *supply, const uint8_t *at,
                               uint64_t left, struct value_question *question)
{
    const struct kauri_layer *layer = &supply->input.share->layer;
    struct kauri_layer lower;
    if (left < sizeof *question) {
        return 0;
    }
    memcpy(question, at, sizeof *question);
    const uint64_t size =
        sizeof *question + question->group_count * sizeof(struct value_question_group);
    bool fits = size <= left && question->group_count > 0 && question->seeds < layer->seeds &&
                question->upper < layer->block_count &&
                kauri_layer_init(&lower, layer->shape, question->seeds, NULL) == KAURI_OK &&
                question->block < lower.block_count;
    for (unsigned i = 0; fits && i < question->group_count; i++) {
        struct value_question_group group;
        memcpy(&group, at + sizeof *question + i * sizeof group, sizeof group);
        fits = group.hole < layer->shape.holes && group.cowries >= 1 &&
               group.cowries <= layer->shape.cowries && group.classes != 0 &&
               (group.classes & ~(UINT64_MAX >> (64 - (1U << layer->shape.holes)))) == 0;
    }
    return fits ? size : 0;
}

// Copies the questions of all ranks, and sorts them by the lower block.
static enum kauri_status take_questions(struct kauri_capture_supply *supply,
                                        struct kauri_error *error)
{
    const struct kauri_message *received = supply->boxes.received;
    const unsigned ranks = supply->input.share->team->ranks;
    uint64_t bytes = 0;
    for (unsigned rank = 0; rank < ranks; rank++) {
        bytes += received[rank].size;
    }
    const uint64_t most = bytes / sizeof(struct value_question);
    supply->questions = malloc((size_t)bytes + 1);
    supply->received = calloc((size_t)most + 1, sizeof *supply->received);
    supply->groups = calloc((size_t)most + 2, sizeof *supply->groups);
    if (supply->questions == NULL || supply->received == NULL || supply->groups == NULL) {
        return out_of_memory(error);
    }
    uint64_t used = 0;
    for (unsigned rank = 0; rank < ranks; rank++) {
        if (received[rank].size > 0) {
            memcpy(supply->questions + used, received[rank].bytes, received[rank].size);
        }
        for (uint64_t at = 0; at < received[rank].size;) {
            struct value_question question;
            const uint64_t size = check_question(supply, supply->questions + used + at,
                                                 received[rank].size - at, &question);
            if (size == 0) {
                return damaged(supply, rank, error);
            }
            supply->received[supply->received_count++] =
                (struct received_question){.offset = used + at,
                                           .rank = rank,
                                           .block = question.block,
                                           .seeds = question.seeds};
            at += size;
        }
        used += received[rank].size;
    }
    qsort(supply->received, (size_t)supply->received_count, sizeof *supply->received,
          compare_questions);
    for (uint64_t i = 0; i < supply->received_count; i++) {
        if (i == 0 || supply->received[i].block != supply->received[i - 1].block ||
            supply->received[i].seeds != supply->received[i - 1].seeds) {
            supply->groups[supply->group_count++] = i;
        }
    }
    supply->groups[supply->group_count] = supply->received_count;
    return KAURI_OK;
}

static bool values_room(struct supply_worker *worker, size_t bytes)
{
    if (worker->values_room < bytes) {
        uint8_t *grown = realloc(worker->values, bytes + bytes / 4);
        if (grown == NULL) {
            return false;
        }
        worker->values = grown;
        worker->values_room = bytes + bytes / 4;
    }
    return true;
}

static enum kauri_status answer(struct kauri_capture_supply *supply, unsigned number,
                                const struct received_question *asked, const void *values,
                                struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct supply_worker *worker = &supply->workers[number];
    const struct kauri_capture_rows *rows = supply->input.rows;
    const struct kauri_layer *layer = &supply->input.share->layer;
    const uint8_t *at = supply->questions + asked->offset;
    uint8_t seeds[KAURI_BOARD_HOLES_MAX] = {0};
    struct value_question question;
    uint64_t count = 0;
    memcpy(&question, at, sizeof question);
    kauri_row_unrank(question.upper, 2U * layer->shape.holes, layer->seeds, seeds);
    struct kauri_capture_group groups[KAURI_HOLES_MAX * KAURI_COWRIES_MAX];
    if (question.group_count > sizeof groups / sizeof groups[0]) {
        return damaged(supply, asked->rank, error);
    }
    for (unsigned i = 0; i < question.group_count; i++) {
        struct value_question_group group;
        memcpy(&group, at + sizeof question + i * sizeof group, sizeof group);
        groups[i] = (struct kauri_capture_group){
            .classes = group.classes, .hole = group.hole, .cowries = group.cowries};
        count += kauri_capture_group_count(rows, seeds, &groups[i]);
    }
    const size_t bytes = (size_t)count * (supply->wide ? 2 : 1);
    struct kauri_outbox *box = kauri_outbox_of(&supply->boxes, number, asked->rank);
    struct value_answer head = {.slot = question.slot, .target = question.target};
    if (!values_room(worker, bytes + 1) ||
        !kauri_outbox_room(box,
                           sizeof head + kauri_compress_bound(bytes) + KAURI_OUTBOX_ALIGNMENT)) {
        return out_of_memory(error);
    }
    uint8_t *end = worker->values;
    for (unsigned i = 0; i < question.group_count; i++) {
        end = kauri_capture_group_copy(rows, seeds, &groups[i], values, supply->wide, end);
    }
    size_t size = 0;
    KAURI_TRY(kauri_compress(worker->compressor, NULL, worker->values, bytes,
                             box->bytes + box->used + sizeof head, &size, error));
    head.size = (uint32_t)size;
    memcpy(box->bytes + box->used, &head, sizeof head);
    box->used += sizeof head + size;
    kauri_outbox_align(box);
cleanup:
    return status;
}

// Answers all questions about one lower block.
static enum kauri_status answer_for(void *context, unsigned number, uint64_t index,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_capture_supply *supply = context;
    const uint64_t first = supply->groups[supply->group_first + index];
    const uint64_t end = supply->groups[supply->group_first + index + 1];
    const struct received_question *asked = &supply->received[first];
    const void *values = NULL;
    KAURI_TRY(kauri_lower_acquire(supply->input.lower, number, asked->seeds, asked->block, &values,
                                  error));
    for (uint64_t i = first; i < end && status == KAURI_OK; i++) {
        status = answer(supply, number, &supply->received[i], values, error);
    }
    kauri_lower_release(supply->input.lower, asked->seeds, asked->block);
cleanup:
    return status;
}

static enum kauri_status take_answers(struct kauri_capture_supply *supply, unsigned rank,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_message *message = &supply->boxes.received[rank];
    const uint8_t *at = message->bytes;
    for (uint64_t left = message->size; left > 0;) {
        struct value_answer head;
        if (left < sizeof head) {
            return damaged(supply, rank, error);
        }
        memcpy(&head, at, sizeof head);
        const uint64_t whole = (sizeof head + (uint64_t)head.size + KAURI_OUTBOX_ALIGNMENT - 1) /
                               KAURI_OUTBOX_ALIGNMENT * KAURI_OUTBOX_ALIGNMENT;
        if (whole > left || head.size == 0 || head.slot >= supply->input.share->own_count ||
            head.target >= supply->first[head.slot + 1] - supply->first[head.slot]) {
            return damaged(supply, rank, error);
        }
        const uint64_t number = supply->first[head.slot] + head.target;
        if (supply->from[number] != rank || supply->answers[number].size > 0) {
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

// Answers the questions of all ranks, some lower blocks at a time.
static enum kauri_status answer_all(struct kauri_capture_supply *supply, struct kauri_pace *pace,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_share *share = supply->input.share;
    uint64_t unfinished = 1;
    for (enum kauri_status own = KAURI_OK; unfinished > 0;) {
        const uint64_t left = supply->group_count - supply->group_first;
        const uint64_t most = BLOCKS_PER_THREAD * (uint64_t)supply->threads;
        const uint64_t count = left < most ? left : most;
        own = kauri_pace_for(pace, count, count * share->layer.cowrie_count, answer_for, supply,
                             error);
        supply->group_first += count;
        KAURI_TRY(kauri_outboxes_swap(&supply->boxes, &supply->sent, error));
        for (unsigned rank = 0; rank < share->team->ranks && own == KAURI_OK; rank++) {
            own = take_answers(supply, rank, error);
        }
        unfinished = supply->group_first < supply->group_count;
        KAURI_TRY(kauri_team_sum(share->team, &unfinished, 1, own, error));
    }
    for (uint64_t i = 0; i < supply->answer_count && status == KAURI_OK; i++) {
        if (supply->answers[i].size == 0) {
            status = damaged(supply, supply->from[i], error);
        }
    }
    status = kauri_team_agree(share->team, status, error);
cleanup:
    return status;
}

// ---------------------------------------------------------------------------------------------

// Makes everything that needs memory before the first message.
static enum kauri_status prepare(struct kauri_capture_supply *supply, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    supply->workers = calloc(supply->threads, sizeof *supply->workers);
    if (supply->workers == NULL) {
        return out_of_memory(error);
    }
    for (unsigned i = 0; i < supply->threads; i++) {
        KAURI_TRY(kauri_compressor_new(LEVEL, &supply->workers[i].compressor, error));
        KAURI_TRY(kauri_decompressor_new(&supply->workers[i].decompressor, error));
    }
    // The lists of rounds, whose work file this is, are made later.
    KAURI_TRY(kauri_spool_new(supply->input.place, KAURI_WORK_NOW, 1, supply->input.memory,
                              &supply->spool, error));
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
        status = out_of_memory(error);
    } else {
        made->input = *input;
        made->threads = pace->threads;
        made->wide = kauri_lower_wide(input->lower);
        status = kauri_outboxes_init(&made->boxes, share->team, pace->threads, error);
    }
    if (status == KAURI_OK) {
        status = prepare(made, error);
    }
    if (status == KAURI_OK && share->layer.seeds > 0) {
        status = kauri_pace_for(pace, share->own_count, share->positions, ask_block, made, error);
    }
    if (status == KAURI_OK) {
        status = number_answers(made, error);
    }
    KAURI_TRY(kauri_team_agree(share->team, status, error));
    KAURI_TRY(kauri_outboxes_swap(&made->boxes, &made->sent, error));
    KAURI_TRY(kauri_team_agree(share->team, take_questions(made, error), error));
    KAURI_TRY(answer_all(made, pace, error));
    // Only the answers are needed from here on.
    free(made->questions);
    free(made->received);
    free(made->groups);
    made->questions = NULL;
    made->received = NULL;
    made->groups = NULL;
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
        kauri_compressor_free(worker->compressor);
        kauri_decompressor_free(worker->decompressor);
        kauri_spool_buffer_clear(&worker->buffer);
        free(worker->asked);
        free(worker->values);
        free(worker->next);
        free(worker->anchors);
    }
    free(supply->workers);
    kauri_outboxes_clear(&supply->boxes);
    kauri_spool_free(supply->spool);
    free(supply->first);
    free(supply->answers);
    free(supply->from);
    free(supply->questions);
    free(supply->received);
    free(supply->groups);
    free(supply);
}

struct kauri_sent kauri_capture_supply_sent(const struct kauri_capture_supply *supply)
{
    return supply->sent;
}

uint64_t kauri_capture_supply_memory(const struct kauri_capture_supply *supply)
{
    uint64_t bytes = kauri_outboxes_memory(&supply->boxes) + kauri_spool_memory(supply->spool) +
                     supply->answer_count * (sizeof *supply->answers + sizeof *supply->from);
    for (unsigned i = 0; i < supply->threads; i++) {
        bytes += sizeof *supply->workers + supply->workers[i].values_room;
    }
    return bytes;
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

// Uncompresses the answer about one target of a block to `to`, where the values of its groups are
// put one after the other. *end becomes their end.
static enum kauri_status load_target(struct kauri_capture_supply *supply,
                                     struct supply_worker *worker, uint64_t slot, uint32_t target,
                                     const uint8_t *seeds, size_t *used, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_capture_targets *targets = &worker->targets;
    const struct kauri_chunk chunk = supply->answers[supply->first[slot] + target];
    const uint8_t *bytes = NULL;
    const char *reason = NULL;
    const size_t begin = *used;
    for (uint32_t i = 0; i < targets->group_count; i++) {
        if (targets->groups[i].target == target) {
            worker->next[i] = worker->values + *used;
            *used +=
                (size_t)kauri_capture_group_count(supply->input.rows, seeds, &targets->groups[i]) *
                (supply->wide ? 2 : 1);
        }
    }
    KAURI_TRY(kauri_spool_view(supply->spool, chunk, &worker->buffer, &bytes, error));
    status = kauri_decompress(worker->decompressor, NULL, bytes, chunk.size, worker->values + begin,
                              *used - begin, &reason);
    if (status == KAURI_CORRUPT ||
        (status == KAURI_OK && !values_fit(worker->values + begin, *used - begin, supply->wide,
                                           targets->targets[target].seeds))) {
        status = damaged(supply, supply->from[supply->first[slot] + target], error);
    } else if (status != KAURI_OK) {
        status = kauri_fail(error, status, "out of memory for the captures");
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
    KAURI_TRY(find_targets(supply, worker, slot, outcomes, error));
    for (uint32_t i = 0; i < targets->group_count; i++) {
        count += kauri_capture_group_count(supply->input.rows, seeds, &targets->groups[i]);
    }
    if (!group_room(worker, targets->group_count + 1) ||
        !values_room(worker, (size_t)count * (supply->wide ? 2 : 1) + 1)) {
        status = out_of_memory(error);
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
