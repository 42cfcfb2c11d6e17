#include "solver/team.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Sends `size` bytes from one rank to all; `bytes` of the others is overwritten.
static enum kauri_status tell_from(const struct kauri_team *team, unsigned from, void *bytes,
                                   uint64_t size, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const bool tells = team->rank == from;
    struct kauri_message *messages = calloc(team->ranks, sizeof *messages);
    struct kauri_message *received = calloc(team->ranks, sizeof *received);
    if (messages == NULL || received == NULL) {
        // The others wait for this rank, which cannot take part.
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for messages");
        goto cleanup;
    }
    for (unsigned rank = 0; rank < team->ranks; rank++) {
        messages[rank] = (struct kauri_message){.rank = rank, .bytes = bytes, .size = size};
    }
    KAURI_TRY(team->swap(team->context, messages, tells ? team->ranks : 0, received, error));
    if (received[from].size != size) {
        status = kauri_fail(error, KAURI_INTERNAL, "rank %u sent a message of a wrong size", from);
    } else if (!tells) {
        memcpy(bytes, received[from].bytes, size);
    }
cleanup:
    free(messages);
    free(received);
    return status;
}

// The failure of the lowest rank with the worst kind of failure, on all ranks.
static enum kauri_status share_failure(const struct kauri_team *team, enum kauri_status status,
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
    if (team == NULL) {
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
        return share_failure(team, status, error);
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
    return team == NULL ? KAURI_OK : tell_from(team, 0, bytes, size, error);
}
