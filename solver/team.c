#include "solver/team.h"

#include <assert.h>
#include <string.h>

// No code sends a message to its own rank if there are no others.
static enum kauri_status begin_alone(void *context, const struct kauri_message *messages,
                                     unsigned message_count, uint64_t *numbers,
                                     unsigned number_count, struct kauri_error *error)
{
    (void)context;
    (void)messages;
    (void)numbers;
    (void)number_count;
    return message_count == 0
               ? KAURI_OK
               : kauri_fail(error, KAURI_INTERNAL, "a message to a rank that does not exist");
}

static enum kauri_status finish_alone(void *context, struct kauri_message *received,
                                      struct kauri_error *error)
{
    (void)context;
    (void)error;
    received[0] = (struct kauri_message){.rank = 0};
    return KAURI_OK;
}

static enum kauri_status combine_alone(void *context, uint64_t *numbers, unsigned count,
                                       struct kauri_error *error)
{
    (void)context;
    (void)numbers;
    (void)count;
    (void)error;
    return KAURI_OK;
}

const struct kauri_team *kauri_team_alone(void)
{
    static const struct kauri_team alone = {
        .rank = 0,
        .ranks = 1,
        .begin = begin_alone,
        .finish = finish_alone,
        .sum = combine_alone,
        .greatest = combine_alone,
    };
    return &alone;
}

// Sends `size` bytes from one rank to all; `bytes` of the others is overwritten. It is a sum to
// which the others add zero, since that needs no memory: a rank that ran out of it could not take
// part, and the others would wait for it.
static enum kauri_status tell_from(const struct kauri_team *team, unsigned from, void *bytes,
                                   uint64_t size, struct kauri_error *error)
{
    enum { NUMBERS = 64 };
    uint8_t *at = bytes;
    while (size > 0) {
        uint64_t numbers[NUMBERS] = {0};
        const size_t now = size < sizeof numbers ? (size_t)size : sizeof numbers;
        if (team->rank == from) {
            memcpy(numbers, at, now);
        }
        const enum kauri_status sent =
            team->sum(team->context, numbers, (unsigned)((now + 7) / 8), error);
        if (sent != KAURI_OK) {
            return sent;
        }
        memcpy(at, numbers, now);
        at += now;
        size -= now;
    }
    return KAURI_OK;
}

enum kauri_status kauri_team_swap(const struct kauri_team *team,
                                  const struct kauri_message *messages, unsigned count,
                                  struct kauri_message *received, struct kauri_error *error)
{
    const enum kauri_status begun = team->begin(team->context, messages, count, NULL, 0, error);
    return begun != KAURI_OK ? begun : team->finish(team->context, received, error);
}

enum kauri_status kauri_team_failure(const struct kauri_team *team, enum kauri_status status,
                                     struct kauri_error *error)
{
    enum { STOPPED = 1, FAILED = 2 };
    struct failure {
        enum kauri_status status;
        struct kauri_error error;
    } told = {.status = status};
    const uint64_t kind = status == KAURI_OK ? 0 : status == KAURI_INTERRUPTED ? STOPPED : FAILED;
    uint64_t worst = kind << 32 | (UINT32_MAX - team->rank);
    const enum kauri_status sent = team->greatest(team->context, &worst, 1, error);
    if (sent != KAURI_OK) {
        return sent;
    }
    if (error != NULL) {
        told.error = *error;
    }
    const unsigned from = (unsigned)(UINT32_MAX - (uint32_t)worst);
    if (from >= team->ranks) {
        return kauri_fail(error, KAURI_INTERNAL, "a message from a rank that does not exist");
    }
    const enum kauri_status heard = tell_from(team, from, &told, sizeof told, error);
    if (heard != KAURI_OK) {
        return heard;
    }
    if (error != NULL) {
        *error = told.error;
        error->message[sizeof error->message - 1] = '\0';
    }
    return told.status != KAURI_OK ? told.status : KAURI_INTERNAL;
}

enum kauri_status kauri_team_sum(const struct kauri_team *team, uint64_t *numbers, unsigned count,
                                 enum kauri_status status, struct kauri_error *error)
{
    uint64_t all[KAURI_TEAM_NUMBERS_MAX + 1];
    if (team->ranks == 1) {
        return status;
    }
    assert(count <= KAURI_TEAM_NUMBERS_MAX);
    for (unsigned i = 0; i < count; i++) {
        all[i] = numbers[i];
    }
    all[count] = status != KAURI_OK;
    const enum kauri_status sent = team->sum(team->context, all, count + 1, error);
    if (sent != KAURI_OK) {
        return sent;
    }
    if (all[count] > 0) {
        return kauri_team_failure(team, status, error);
    }
    for (unsigned i = 0; i < count; i++) {
        numbers[i] = all[i];
    }
    return KAURI_OK;
}

enum kauri_status kauri_team_agree(const struct kauri_team *team, enum kauri_status status,
                                   struct kauri_error *error)
{
    return kauri_team_sum(team, NULL, 0, status, error);
}

enum kauri_status kauri_team_tell(const struct kauri_team *team, void *bytes, uint64_t size,
                                  struct kauri_error *error)
{
    return tell_from(team, 0, bytes, size, error);
}
