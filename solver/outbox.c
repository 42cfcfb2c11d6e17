#include "solver/outbox.h"

#include "common/progress.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 4 << 10 };

enum kauri_status kauri_outboxes_init(struct kauri_outboxes *boxes, const struct kauri_team *team,
                                      unsigned threads, struct kauri_error *error)
{
    const size_t count = (size_t)threads * team->ranks;
    *boxes = (struct kauri_outboxes){.team = team, .threads = threads};
    boxes->boxes = calloc(count, sizeof *boxes->boxes);
    boxes->messages = calloc(count, sizeof *boxes->messages);
    boxes->received = calloc(team->ranks, sizeof *boxes->received);
    return boxes->boxes != NULL && boxes->messages != NULL && boxes->received != NULL
               ? KAURI_OK
               : kauri_fail(error, KAURI_RESOURCE, "out of memory for messages");
}

static size_t count_of(const struct kauri_outboxes *boxes)
{
    return boxes->boxes == NULL ? 0 : (size_t)boxes->threads * boxes->team->ranks;
}

void kauri_outboxes_clear(struct kauri_outboxes *boxes)
{
    for (size_t i = 0; i < count_of(boxes); i++) {
        free(boxes->boxes[i].bytes);
    }
    free(boxes->boxes);
    free(boxes->messages);
    free(boxes->received);
    memset(boxes, 0, sizeof *boxes);
}

bool kauri_outbox_room(struct kauri_outbox *box, size_t more)
{
    size_t room = box->room == 0 ? ROOM_FIRST : box->room;
    if (box->room - box->used >= more) {
        return true;
    }
    while (room - box->used < more) {
        room *= 2;
    }
    uint8_t *grown = realloc(box->bytes, room);
    if (grown == NULL) {
        return false;
    }
    box->bytes = grown;
    box->room = room;
    return true;
}

void kauri_outbox_align(struct kauri_outbox *box)
{
    while (box->used % KAURI_OUTBOX_ALIGNMENT != 0) {
        box->bytes[box->used++] = 0;
    }
}

enum kauri_status kauri_outboxes_begin(struct kauri_outboxes *boxes, uint64_t *numbers,
                                       unsigned number_count, struct kauri_sent *sent,
                                       struct kauri_error *error)
{
    const struct kauri_team *team = boxes->team;
    const double began = kauri_clock_seconds();
    unsigned count = 0;
    for (unsigned rank = 0; rank < team->ranks; rank++) {
        uint64_t bytes = 0;
        for (unsigned worker = 0; worker < boxes->threads; worker++) {
            const struct kauri_outbox *box = kauri_outbox_of(boxes, worker, rank);
            if (box->used > 0) {
                boxes->messages[count++] =
                    (struct kauri_message){.rank = rank, .bytes = box->bytes, .size = box->used};
                bytes += box->used;
            }
        }
        if (rank != team->rank) {
            sent->bytes += bytes;
            sent->messages += bytes > 0;
        }
    }
    const enum kauri_status status =
        team->begin(team->context, boxes->messages, count, numbers, number_count, error);
    sent->swaps++;
    sent->seconds += kauri_clock_seconds() - began;
    return status;
}

enum kauri_status kauri_outboxes_finish(struct kauri_outboxes *boxes, struct kauri_sent *sent,
                                        struct kauri_error *error)
{
    const double began = kauri_clock_seconds();
    const enum kauri_status status =
        boxes->team->finish(boxes->team->context, boxes->received, error);
    for (size_t i = 0; i < count_of(boxes); i++) {
        boxes->boxes[i].used = 0;
    }
    sent->seconds += kauri_clock_seconds() - began;
    return status;
}

enum kauri_status kauri_outboxes_swap(struct kauri_outboxes *boxes, struct kauri_sent *sent,
                                      struct kauri_error *error)
{
    const enum kauri_status begun = kauri_outboxes_begin(boxes, NULL, 0, sent, error);
    return begun != KAURI_OK ? begun : kauri_outboxes_finish(boxes, sent, error);
}

uint64_t kauri_outboxes_memory(const struct kauri_outboxes *boxes)
{
    const size_t count = count_of(boxes);
    uint64_t bytes = count * (sizeof *boxes->boxes + sizeof *boxes->messages);
    for (size_t i = 0; i < count; i++) {
        bytes += boxes->boxes[i].room;
    }
    return bytes;
}
