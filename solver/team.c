#include "solver/team.h"

#include <assert.h>
#include <string.h>

// Sends `size` bytes from one rank to all; `bytes` of the others is overwritten. It is a sum to
// which the others add zero, since that needs no memory: a rank that ran out of it could not take
// part, and the others would wait for it.
static enum kauri_status broadcast_from(const struct kauri_team *team, unsigned from, void *bytes,
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
        KAURI_PASS(team->sum(team->context, numbers, (unsigned)((now + 7) / 8), error));
        memcpy(at, numbers, now);
        at += now;
        size -= now;
    }
    return KAURI_OK;
}

enum kauri_status kauri_team_failure(const struct kauri_team *team, enum kauri_status status,
                                     struct kauri_error *error)
{
    enum { STOPPED = 1, FAILED = 2 };
    struct failure {
        enum kauri_status status;
        struct kauri_error error;
    } failure = {.status = status};
    const uint64_t kind = status == KAURI_OK ? 0 : status == KAURI_INTERRUPTED ? STOPPED : FAILED;
    uint64_t worst = kind << 32 | (UINT32_MAX - team->rank);
    KAURI_PASS(team->greatest(team->context, &worst, 1, error));
    if (error != NULL) {
        failure.error = *error;
    }
    const unsigned from = (unsigned)(UINT32_MAX - (uint32_t)worst);
    if (from >= team->ranks) {
        return kauri_fail(error, KAURI_INTERNAL, "a message from a rank that does not exist");
    }
    KAURI_PASS(broadcast_from(team, from, &failure, sizeof failure, error));
    if (error != NULL) {
        *error = failure.error;
        error->message[sizeof error->message - 1] = '\0';
    }
    return failure.status != KAURI_OK ? failure.status : KAURI_INTERNAL;
}

enum kauri_status kauri_team_sum(const struct kauri_team *team, uint64_t *numbers, unsigned count,
                                 enum kauri_status status, struct kauri_error *error)
{
    uint64_t all[KAURI_TEAM_NUMBERS_MAX + 1];
    assert(count <= KAURI_TEAM_NUMBERS_MAX);
    for (unsigned i = 0; i < count; i++) {
        all[i] = numbers[i];
    }
    all[count] = status != KAURI_OK;
    KAURI_PASS(team->sum(team->context, all, count + 1, error));
    if (all[count] > 0) {
        return kauri_team_failure(team, status, error);
    }
    for (unsigned i = 0; i < count; i++) {
        numbers[i] = all[i];
    }
    return KAURI_OK;
}

enum kauri_status kauri_team_status(const struct kauri_team *team, enum kauri_status status,
                                    struct kauri_error *error)
{
    return kauri_team_sum(team, NULL, 0, status, error);
}

enum kauri_status kauri_team_broadcast(const struct kauri_team *team, void *bytes, uint64_t size,
                                       struct kauri_error *error)
{
    return broadcast_from(team, 0, bytes, size, error);
}
