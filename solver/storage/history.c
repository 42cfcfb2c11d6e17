#include "solver/storage/history.h"

#include "common/checked.h"
#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    SLACK = 16, // readable bytes after a record
    TAIL_ROOM_MIN = 256,
    TAIL_ROOM_MAX = 16 << 10,
    TAIL_BYTES_MAX = TAIL_ROOM_MAX - SLACK,
};

struct record_head {
    uint32_t step;
    uint32_t bytes;
};

// A chunk in the spool: the chunk before it, then records.
enum { CHUNK_HEAD = sizeof(struct kauri_chunk), RECORD_HEAD = sizeof(struct record_head) };

enum kauri_status kauri_history_new(struct kauri_history *history, uint64_t block_count,
                                    const struct kauri_workplace *place, unsigned threads,
                                    uint64_t memory, struct kauri_error *error)
{
    uint32_t none = 0;
    history->block_count = block_count;
    KAURI_PASS(KAURI_NEW(history->tails, kauri_size_to_ask(block_count), error,
                         "the history of the layer"));
    KAURI_PASS(kauri_history_step(history, 0, 0, &none, error));
    return kauri_spool_new(place, KAURI_WORK_HISTORY, threads, memory, &history->spool, error);
}

void kauri_history_clear(struct kauri_history *history)
{
    for (uint64_t block = 0; history->tails != NULL && block < history->block_count; block++) {
        free(history->tails[block].bytes);
    }
    free(history->tails);
    free(history->steps);
    kauri_spool_free(history->spool);
    memset(history, 0, sizeof *history);
}

enum kauri_status kauri_history_step(struct kauri_history *history, int r, unsigned dtc,
                                     uint32_t *step, struct kauri_error *error)
{
    KAURI_PASS(KAURI_FIT(history->steps, history->step_count + 1, history->step_room, error,
                         "the history of the layer"));
    *step = history->step_count;
    history->steps[history->step_count++] =
        (struct kauri_step){.r = (int16_t)r, .dtc = (uint16_t)dtc};
    return KAURI_OK;
}

// Sends the tail to the spool.
static enum kauri_status flush(struct kauri_history *history, unsigned worker,
                               struct kauri_tail *tail, struct kauri_error *error)
{
    struct kauri_chunk chunk;
    memcpy(tail->bytes, &tail->last, CHUNK_HEAD);
    const enum kauri_status status =
        kauri_spool_append(history->spool, worker, tail->bytes, tail->used, &chunk, error);
    if (status == KAURI_OK) {
        tail->last = chunk;
        tail->used = CHUNK_HEAD;
    }
    return status;
}

static enum kauri_status make_room(struct kauri_tail *tail, uint32_t bytes,
                                   struct kauri_error *error)
{
    const uint64_t wanted = (uint64_t)bytes + SLACK;
    uint64_t capacity = tail->capacity == 0 ? TAIL_ROOM_MIN : tail->capacity;
    if (tail->capacity >= wanted) {
        return KAURI_OK;
    }
    while (capacity < wanted) {
        capacity *= 2;
    }
    uint8_t *grown = capacity <= UINT32_MAX ? realloc(tail->bytes, (size_t)capacity) : NULL;
    if (grown == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the history of the layer");
    }
    tail->bytes = grown;
    tail->capacity = (uint32_t)capacity;
    return KAURI_OK;
}

enum kauri_status kauri_history_add(struct kauri_history *history, unsigned worker, uint64_t block,
                                    uint32_t step, const uint8_t *record, uint32_t bytes,
                                    struct kauri_error *error)
{
    struct kauri_tail *tail = &history->tails[block];
    const struct record_head head = {.step = step, .bytes = bytes};
    const uint32_t needed = RECORD_HEAD + bytes;
    if (tail->used + needed > TAIL_BYTES_MAX && tail->used > CHUNK_HEAD) {
        KAURI_PASS(flush(history, worker, tail, error));
    }
    const bool fresh = tail->used == 0;
    tail->used = fresh ? CHUNK_HEAD : tail->used;
    const uint32_t wanted = tail->used + needed;
    KAURI_PASS(make_room(tail, wanted, error));
    if (fresh) { // a checkpoint may store the head of the chunk before `flush` fills it in
        memset(tail->bytes, 0, CHUNK_HEAD);
    }
    memcpy(tail->bytes + tail->used, &head, RECORD_HEAD);
    memcpy(tail->bytes + tail->used + RECORD_HEAD, record, bytes);
    tail->used = wanted;
    if (wanted > TAIL_BYTES_MAX) { // a record too long for a tail gets a chunk of its own
        KAURI_PASS(flush(history, worker, tail, error));
        free(tail->bytes);
        tail->bytes = NULL;
        tail->used = 0;
        tail->capacity = 0;
    }
    return KAURI_OK;
}

enum kauri_status kauri_history_restore(struct kauri_history *history, uint64_t block,
                                        struct kauri_chunk last, uint32_t used, uint8_t **bytes,
                                        struct kauri_error *error)
{
    struct kauri_tail *tail = &history->tails[block];
    if (used > TAIL_BYTES_MAX || (used > 0 && used < CHUNK_HEAD) ||
        (last.size > 0 && !kauri_spool_holds(history->spool, last))) {
        return kauri_fail(error, KAURI_CORRUPT, "the history of the layer is damaged");
    }
    KAURI_PASS(make_room(tail, used, error));
    tail->last = last;
    tail->used = used;
    *bytes = tail->bytes;
    return KAURI_OK;
}

void kauri_history_begin(const struct kauri_history *history, uint64_t block,
                         struct kauri_history_reader *reader)
{
    const struct kauri_tail *tail = &history->tails[block];
    memset(reader, 0, sizeof *reader);
    reader->history = history;
    reader->next = tail->last;
    reader->left = kauri_spool_bytes(history->spool);
    if (tail->used > CHUNK_HEAD) {
        reader->at = tail->bytes + CHUNK_HEAD;
        reader->end = tail->bytes + tail->used;
    }
}

enum kauri_status kauri_history_next(struct kauri_history_reader *reader,
                                     struct kauri_spool_buffer *buffer, uint32_t *step,
                                     const uint8_t **record, const uint8_t **end,
                                     struct kauri_error *error)
{
    *record = NULL;
    *end = NULL;
    if (reader->at == reader->end) {
        if (reader->next.size == 0) {
            return KAURI_OK;
        }
        const uint8_t *chunk = NULL;
        const uint32_t size = reader->next.size;
        // Chunks that name one another would be read for ever.
        if (size < CHUNK_HEAD || size > reader->left ||
            !kauri_spool_holds(reader->history->spool, reader->next)) {
            goto damaged;
        }
        reader->left -= size;
        KAURI_PASS(kauri_spool_view(reader->history->spool, reader->next, buffer, &chunk, error));
        memcpy(&reader->next, chunk, CHUNK_HEAD);
        reader->at = chunk + CHUNK_HEAD;
        reader->end = chunk + size;
    }
    if (reader->end - reader->at < RECORD_HEAD) {
        goto damaged;
    }
    struct record_head head;
    memcpy(&head, reader->at, RECORD_HEAD);
    if (head.bytes > (uint64_t)(reader->end - reader->at - RECORD_HEAD)) {
        goto damaged;
    }
    *step = head.step;
    *record = reader->at + RECORD_HEAD;
    *end = *record + head.bytes;
    reader->at = *end;
    return KAURI_OK;
damaged:
    return kauri_fail(error, KAURI_CORRUPT, "the history of the layer is damaged");
}

uint64_t kauri_history_memory(const struct kauri_history *history)
{
    uint64_t bytes = history->step_room * sizeof *history->steps;
    for (uint64_t block = 0; block < history->block_count; block++) {
        bytes += sizeof *history->tails + history->tails[block].capacity;
    }
    return bytes;
}

uint64_t kauri_history_memory_most(uint64_t block_count)
{
    return block_count * (sizeof(struct kauri_tail) + TAIL_ROOM_MAX);
}
