#include "solver/cluster/remote_values.h"

#include "db/compress.h"
#include "solver/cluster/value_server.h"
#include "solver/storage/spool.h"

#include <stdlib.h>
#include <string.h>

// At most one run for each of the opponent's rows.
enum { RUNS_MAX = KAURI_SEGMENT_WORDS_MAX * 64 };

struct values_worker {
    struct kauri_capture_targets targets;
    // Members for loading values.
    struct kauri_decompressor *decompressor;
    struct kauri_spool_buffer buffer;
    struct kauri_group_values values;
    const uint8_t **next; // by group: values of the next mover's row
    uint8_t *anchors;     // a byte for each group: anchors + g is the handle of group g
    uint32_t group_room;
    struct kauri_capture_run *row_runs; // runs of one move and mover's row
};

struct kauri_remote_values {
    const struct kauri_part *part;
    const struct kauri_values_source *source;
    struct kauri_group_rows rows;
    unsigned threads;
    bool wide;
    struct values_worker *workers;
    struct kauri_send_buffers buffers;
    struct kauri_spool *spool;
    // The replies for the block in a slot have the numbers [first[slot], first[slot + 1]), in the
    // order of its targets (solver/cluster/capture_groups.h).
    uint64_t *first;
    struct kauri_chunk *replies; // replies by their numbers
    // NULL once all requests are served.
    struct kauri_value_server *server;
    uint64_t server_memory; // bytes of memory of the server's workers
};

static enum kauri_status damaged(const struct kauri_remote_values *remote, unsigned rank,
                                 struct kauri_error *error)
{
    return kauri_value_message_damaged(remote->part, rank, error);
}

// ------------------------------------------------------------------------------------ requests

// Puts the request for one target of a block into the buffer for its rank. Returns false if memory
// runs out.
static bool put_request(struct kauri_remote_values *remote, unsigned number, uint64_t slot,
                        uint32_t target)
{
    const struct kauri_part *part = remote->part;
    const struct kauri_capture_targets *targets = &remote->workers[number].targets;
    const struct kauri_capture_target *wanted = &targets->targets[target];
    struct kauri_value_request request = {
        .slot = (uint32_t)slot,
        .target = target,
        .upper = (uint32_t)kauri_part_number(part, slot),
        .block = wanted->block,
        .seeds = wanted->seeds,
    };
    struct kauri_send_buffer *buffer = kauri_send_buffer_of(
        &remote->buffers, number, kauri_value_holder(part, wanted->seeds, wanted->block));
    if (!kauri_send_room(buffer, sizeof request + targets->group_count *
                                                      sizeof(struct kauri_value_request_group))) {
        return false;
    }
    const size_t begin = buffer->used;
    buffer->used += sizeof request;
    for (uint32_t i = 0; i < targets->group_count; i++) {
        const struct kauri_capture_group *group = &targets->groups[i];
        if (group->target == target) {
            const struct kauri_value_request_group asked = {
                .classes = group->classes, .hole = group->hole, .cowries = group->cowries};
            memcpy(buffer->bytes + buffer->used, &asked, sizeof asked);
            buffer->used += sizeof asked;
            request.group_count++;
        }
    }
    memcpy(buffer->bytes + begin, &request, sizeof request);
    return true;
}

static enum kauri_status request_block(void *context, unsigned number, uint64_t slot,
                                       struct kauri_error *error)
{
    struct kauri_remote_values *remote = context;
    const struct kauri_part *part = remote->part;
    const struct kauri_layer *layer = &part->layer;
    const struct kauri_block *block = &part->blocks[slot];
    struct kauri_capture_targets *targets = &remote->workers[number].targets;
    struct kauri_outcomes outcomes;
    kauri_block_outcomes(layer, kauri_part_number(part, slot), block, &part->masks, &outcomes);
    KAURI_PASS(
        kauri_capture_targets_find(targets, layer->shape, block, &part->masks, &outcomes, error));
    for (uint32_t target = 0; target < targets->target_count; target++) {
        if (!put_request(remote, number, slot, target)) {
            return kauri_value_out_of_memory(error);
        }
    }
    remote->first[slot + 1] = targets->target_count;
    return KAURI_OK;
}

// Requests the values to which the captures of the part's blocks lead: one request for each pair of
// a block and a lower block, to the rank that decodes the lower block. Numbers the replies.
static enum kauri_status request_all(struct kauri_remote_values *remote, struct kauri_pace *pace,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_part *part = remote->part;
    remote->first = calloc((size_t)part->block_count + 1, sizeof *remote->first);
    if (remote->first == NULL) {
        return kauri_value_out_of_memory(error);
    }
    if (part->layer.seeds > 0) {
        const struct kauri_loop loop = {
            .pace = pace, .count = part->block_count, .positions = kauri_part_positions(part)};
        KAURI_PASS(kauri_loop(&loop, request_block, remote, error));
    }
    for (uint64_t slot = 0; slot < part->block_count; slot++) {
        remote->first[slot + 1] += remote->first[slot];
    }
    remote->replies = calloc((size_t)remote->first[part->block_count] + 1, sizeof *remote->replies);
    if (remote->replies == NULL) {
        status = kauri_value_out_of_memory(error);
    }
    return status;
}

// ------------------------------------------------------------------------------------- replies

// Reads the head of the reply at `at`. Returns the size of the reply with its padding, or 0 if
// `left` bytes are too few for it or it is empty.
static uint64_t read_reply(const uint8_t *at, uint64_t left, struct kauri_value_reply *reply)
{
    if (left < sizeof *reply) {
        return 0;
    }
    memcpy(reply, at, sizeof *reply);
    const uint64_t whole = kauri_send_aligned(sizeof *reply + (uint64_t)reply->size);
    return whole <= left && reply->size > 0 ? whole : 0;
}

// Notes the replies that a rank has sent.
static enum kauri_status take_replies(struct kauri_remote_values *remote, unsigned rank,
                                      struct kauri_error *error)
{
    const struct kauri_message *message = &remote->buffers.received[rank];
    const uint8_t *at = message->bytes;
    for (uint64_t left = message->size; left > 0;) {
        struct kauri_value_reply head;
        const uint64_t whole = read_reply(at, left, &head);
        if (whole == 0 || head.slot >= remote->part->block_count ||
            head.target >= remote->first[head.slot + 1] - remote->first[head.slot]) {
            return damaged(remote, rank, error);
        }
        struct kauri_chunk *reply = &remote->replies[remote->first[head.slot] + head.target];
        if (reply->size > 0) {
            return damaged(remote, rank, error);
        }
        KAURI_PASS(kauri_spool_append(remote->spool, 0, at + sizeof head, head.size, reply, error));
        at += whole;
        left -= whole;
    }
    return KAURI_OK;
}

// Serves the requests of all ranks, some lower blocks at a time, and takes the replies of others.
// While replies are on their way, the next ones are made.
static enum kauri_status serve_all(struct kauri_remote_values *remote, struct kauri_pace *pace,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_part *part = remote->part;
    uint64_t unfinished = 1;
    enum kauri_status served =
        kauri_value_server_run(remote->server, &remote->buffers, pace, error);
    while (unfinished > 0) {
        const enum kauri_status before = served;
        unfinished = kauri_value_server_left(remote->server) > 0;
        KAURI_PASS(kauri_send_begin(&remote->buffers, &unfinished, 1, served, error));
        if (served == KAURI_OK) {
            served = kauri_value_server_run(remote->server, &remote->buffers, pace, error);
        }
        KAURI_PASS(kauri_send_finish(&remote->buffers, &unfinished, before, error));
        for (unsigned rank = 0; rank < part->team->ranks && served == KAURI_OK; rank++) {
            served = take_replies(remote, rank, error);
        }
    }
    KAURI_PASS(kauri_team_status(part->team, served, error));
    for (uint64_t i = 0; i < remote->first[part->block_count] && status == KAURI_OK; i++) {
        if (remote->replies[i].size == 0) {
            status =
                kauri_fail(error, KAURI_CORRUPT, "replies about captures of layer %u are missing",
                           part->layer.seeds);
        }
    }
    return kauri_team_status(part->team, status, error);
}

// Makes everything that needs memory before the first message, and the requests of this rank.
static enum kauri_status prepare(struct kauri_remote_values *remote, struct kauri_pace *pace,
                                 struct kauri_error *error)
{
    const struct kauri_values_source *source = remote->source;
    KAURI_PASS(
        kauri_send_buffers_init(&remote->buffers, remote->part->team, remote->threads, error));
    KAURI_PASS(kauri_group_rows_init(&remote->rows, source->rows, error));
    remote->workers = calloc(remote->threads, sizeof *remote->workers);
    if (remote->workers == NULL) {
        return kauri_value_out_of_memory(error);
    }
    for (unsigned i = 0; i < remote->threads; i++) {
        struct values_worker *worker = &remote->workers[i];
        KAURI_PASS(kauri_decompressor_new(&worker->decompressor, error));
        worker->row_runs = malloc(RUNS_MAX * sizeof *worker->row_runs);
        if (worker->row_runs == NULL) {
            return kauri_value_out_of_memory(error);
        }
    }
    KAURI_PASS(kauri_value_server_new(remote->part, &remote->rows, source->lower, remote->threads,
                                      &remote->server, error));
    // The lists of rounds, whose work file this is, are made later.
    KAURI_PASS(kauri_spool_new(source->place, KAURI_WORK_NOW, 1, source->reply_memory,
                               &remote->spool, error));
    return request_all(remote, pace, error);
}

enum kauri_status kauri_remote_values_new(const struct kauri_part *part,
                                          const struct kauri_values_source *source,
                                          struct kauri_pace *pace, enum kauri_status status,
                                          struct kauri_remote_values **remote,
                                          struct kauri_error *error)
{
    struct kauri_remote_values *made = NULL;
    *remote = NULL;
    KAURI_TRY(kauri_team_status(part->team, status, error));
    made = calloc(1, sizeof *made);
    if (made == NULL) {
        status = kauri_value_out_of_memory(error);
    } else {
        made->part = part;
        made->source = source;
        made->threads = pace->threads;
        made->wide = source->lower->wide;
        status = prepare(made, pace, error);
    }
    KAURI_TRY(kauri_team_status(part->team, status, error));
    KAURI_TRY(kauri_send_begin(&made->buffers, NULL, 0, KAURI_OK, error));
    KAURI_TRY(kauri_send_finish(&made->buffers, NULL, KAURI_OK, error));
    status = kauri_value_server_take(made->server, made->buffers.received, error);
    KAURI_TRY(kauri_team_status(part->team, status, error));
    KAURI_TRY(serve_all(made, pace, error));
    // Only the replies are needed from here on.
    made->server_memory = kauri_value_server_memory(made->server);
    kauri_value_server_free(made->server);
    made->server = NULL;
    *remote = made;
    made = NULL;
cleanup:
    kauri_remote_values_free(made);
    return status;
}

void kauri_remote_values_free(struct kauri_remote_values *remote)
{
    if (remote == NULL) {
        return;
    }
    for (unsigned i = 0; remote->workers != NULL && i < remote->threads; i++) {
        struct values_worker *worker = &remote->workers[i];
        kauri_capture_targets_clear(&worker->targets);
        kauri_decompressor_free(worker->decompressor);
        kauri_spool_buffer_clear(&worker->buffer);
        free(worker->values.bytes);
        free(worker->next);
        free(worker->anchors);
        free(worker->row_runs);
    }
    free(remote->workers);
    kauri_send_buffers_clear(&remote->buffers);
    kauri_spool_free(remote->spool);
    free(remote->first);
    free(remote->replies);
    kauri_value_server_free(remote->server);
    kauri_group_rows_clear(&remote->rows);
    free(remote);
}

struct kauri_sent kauri_remote_values_sent(const struct kauri_remote_values *remote)
{
    return remote->buffers.sent;
}

uint64_t kauri_remote_values_memory(const struct kauri_remote_values *remote)
{
    return kauri_send_memory(&remote->buffers) + kauri_spool_memory(remote->spool) +
           remote->first[remote->part->block_count] * sizeof *remote->replies +
           remote->threads * sizeof *remote->workers + remote->server_memory;
}

// -------------------------------------------------------------------------------------- loading

static bool group_room(struct values_worker *worker, uint32_t count)
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

// Returns true if all values are possible in a layer with `seeds` seeds.
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

// Uncompresses the reply about one target of a block to the worker's values, from *used on, where
// the values of its groups follow one another. *used grows by their bytes.
static enum kauri_status load_target(struct kauri_remote_values *remote,
                                     struct values_worker *worker, uint64_t slot, uint32_t target,
                                     const uint8_t *seeds, size_t *used, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_capture_targets *targets = &worker->targets;
    const struct kauri_chunk chunk = remote->replies[remote->first[slot] + target];
    const struct kauri_capture_target *lower = &targets->targets[target];
    const uint8_t *bytes = NULL;
    const char *reason = NULL;
    const size_t begin = *used;
    for (uint32_t i = 0; i < targets->group_count; i++) {
        if (targets->groups[i].target == target) {
            worker->next[i] = worker->values.bytes + *used;
            *used += (size_t)kauri_capture_group_count(&remote->rows, seeds, &targets->groups[i]) *
                     (remote->wide ? 2 : 1);
        }
    }
    KAURI_PASS(kauri_spool_view(remote->spool, chunk, &worker->buffer, &bytes, error));
    status = kauri_decompress(worker->decompressor, NULL, bytes, chunk.size,
                              worker->values.bytes + begin, *used - begin, &reason);
    if (status == KAURI_CORRUPT ||
        (status == KAURI_OK &&
         !values_fit(worker->values.bytes + begin, *used - begin, remote->wide, lower->seeds))) {
        status =
            damaged(remote, kauri_value_holder(remote->part, lower->seeds, lower->block), error);
    } else if (status != KAURI_OK) {
        status = kauri_value_out_of_memory(error);
    }
    return status;
}

enum kauri_status kauri_remote_values_load(struct kauri_remote_values *remote,
                                           unsigned worker_number, uint64_t slot,
                                           const struct kauri_outcomes *outcomes,
                                           kauri_capture_values values, struct kauri_error *error)
{
    struct values_worker *worker = &remote->workers[worker_number];
    const struct kauri_part *part = remote->part;
    const struct kauri_shape shape = part->layer.shape;
    const struct kauri_block *block = &part->blocks[slot];
    struct kauri_capture_targets *targets = &worker->targets;
    uint8_t seeds[KAURI_BOARD_HOLES_MAX] = {0};
    uint64_t count = 0;
    kauri_row_unrank(kauri_part_number(part, slot), 2U * shape.holes, part->layer.seeds, seeds);
    KAURI_PASS(kauri_capture_targets_find(targets, shape, block, &part->masks, outcomes, error));
    for (uint32_t i = 0; i < targets->group_count; i++) {
        count += kauri_capture_group_count(&remote->rows, seeds, &targets->groups[i]);
    }
    if (!group_room(worker, targets->group_count + 1) ||
        !kauri_group_values_room(&worker->values, (size_t)count * (remote->wide ? 2 : 1) + 1)) {
        return kauri_value_out_of_memory(error);
    }
    size_t used = 0;
    for (uint32_t target = 0; target < targets->target_count; target++) {
        KAURI_PASS(load_target(remote, worker, slot, target, seeds, &used, error));
    }
    for (unsigned h = 0; h < shape.holes; h++) {
        for (unsigned k = 1; k <= shape.cowries; k++) {
            const uint64_t quiet = part->masks.masks[block->mask[h][k]].classes;
            for (unsigned occupied = 0; occupied < 1U << shape.holes; occupied++) {
                if (!(quiet >> occupied & 1U)) {
                    values[h][k][occupied] = worker->anchors + targets->of[h][k][occupied];
                }
            }
        }
    }
    return KAURI_OK;
}

const struct kauri_capture_run *kauri_remote_values_row(struct kauri_remote_values *remote,
                                                        unsigned worker_number,
                                                        const struct kauri_capture_run *runs,
                                                        uint32_t count)
{
    struct values_worker *worker = &remote->workers[worker_number];
    for (uint32_t i = 0; i < count; i++) {
        const size_t group = (size_t)((const uint8_t *)runs[i].values - worker->anchors);
        struct kauri_capture_run *to = &worker->row_runs[i];
        *to = runs[i];
        to->values = worker->next[group];
        to->to = 0;
        worker->next[group] += (size_t)runs[i].count * (remote->wide ? 2 : 1);
    }
    return worker->row_runs;
}
