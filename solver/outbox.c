#include "solver/outbox.h"

#include "common/progress.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 4 << 10 };

static enum kauri_status init_boxes(struct kauri_outboxes *boxes, const struct kauri_team *team,
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

static void clear_boxes(struct kauri_outboxes *boxes)
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

// Begins a swap of the team that sends everything. The outboxes must not be used until
// finish_swap, which empties them. Both add to *sent.
static enum kauri_status begin_swap(struct kauri_outboxes *boxes, uint64_t *numbers,
                                    unsigned number_count, struct kauri_sent *sent,
                                    struct kauri_error *error)
{
    const struct kauri_team *team = boxes->team;
    const double began = kauri_clock_seconds();
    unsigned count = 0;
    for (unsigned rank = 0; rank < team->ranks; rank++) {
        uint64_t bytes = 0;
        for (unsigned worker = 0; worker < boxes->threads; worker++) {
            const struct kauri_outbox *box = &boxes->boxes[(size_t)worker * team->ranks + rank];
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

static enum kauri_status finish_swap(struct kauri_outboxes *boxes, struct kauri_sent *sent,
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

static uint64_t memory_of(const struct kauri_outboxes *boxes)
{
    const size_t count = count_of(boxes);
    uint64_t bytes = count * (sizeof *boxes->boxes + sizeof *boxes->messages);
    for (size_t i = 0; i < count; i++) {
        bytes += boxes->boxes[i].room;
    }
    return bytes;
}

enum kauri_status kauri_mail_init(struct kauri_mail *mail, const struct kauri_team *team,
                                  unsigned threads, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    memset(mail, 0, sizeof *mail);
    KAURI_TRY(init_boxes(&mail->sets[0], team, threads, error));
    KAURI_TRY(init_boxes(&mail->sets[1], team, threads, error));
cleanup:
    return status;
}

void kauri_mail_clear(struct kauri_mail *mail)
{
    clear_boxes(&mail->sets[0]);
    clear_boxes(&mail->sets[1]);
}

enum kauri_status kauri_mail_begin(struct kauri_mail *mail, const uint64_t *numbers, unsigned count,
                                   enum kauri_status status, struct kauri_error *error)
{
    struct kauri_outboxes *boxes = &mail->sets[mail->filling];
    assert(count < KAURI_TEAM_NUMBERS_MAX);
    if (count > 0) {
        memcpy(mail->sums, numbers, count * sizeof *numbers);
    }
    mail->sums[count] = status != KAURI_OK;
    mail->sum_count = count;
    mail->filling ^= 1;
    return begin_swap(boxes, mail->sums, count + 1, &mail->sent, error);
}

enum kauri_status kauri_mail_finish(struct kauri_mail *mail, uint64_t *numbers,
                                    enum kauri_status status, struct kauri_error *error)
{
    struct kauri_outboxes *boxes = &mail->sets[mail->filling ^ 1];
    const enum kauri_status finished = finish_swap(boxes, &mail->sent, error);
    if (finished != KAURI_OK) {
        return finished;
    }
    if (mail->sums[mail->sum_count] > 0) {
        return kauri_team_failure(boxes->team, status, error);
    }
    if (mail->sum_count > 0) {
        memcpy(numbers, mail->sums, mail->sum_count * sizeof *numbers);
    }
    return KAURI_OK;
}

uint64_t kauri_mail_memory(const struct kauri_mail *mail)
{
    return memory_of(&mail->sets[0]) + memory_of(&mail->sets[1]);
}
