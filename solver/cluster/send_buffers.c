#include "solver/cluster/send_buffers.h"

#include "common/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static size_t count_of(const struct kauri_send_buffers *buffers)
{
    return (size_t)buffers->threads * buffers->team->ranks;
}

enum kauri_status kauri_send_buffers_init(struct kauri_send_buffers *buffers,
                                          const struct kauri_team *team, unsigned threads,
                                          struct kauri_error *error)
{
    *buffers = (struct kauri_send_buffers){.team = team, .threads = threads};
    const size_t count = count_of(buffers);
    buffers->sets[0] = calloc(count, sizeof *buffers->sets[0]);
    buffers->sets[1] = calloc(count, sizeof *buffers->sets[1]);
    buffers->messages = calloc(count, sizeof *buffers->messages);
    buffers->received = calloc(team->ranks, sizeof *buffers->received);
    return buffers->sets[0] != NULL && buffers->sets[1] != NULL && buffers->messages != NULL &&
                   buffers->received != NULL
               ? KAURI_OK
               : kauri_fail(error, KAURI_RESOURCE, "out of memory for messages");
}

void kauri_send_buffers_clear(struct kauri_send_buffers *buffers)
{
    for (unsigned set = 0; set < 2; set++) {
        for (size_t i = 0; buffers->sets[set] != NULL && i < count_of(buffers); i++) {
            free(buffers->sets[set][i].bytes);
        }
        free(buffers->sets[set]);
    }
    free(buffers->messages);
    free(buffers->received);
    memset(buffers, 0, sizeof *buffers);
}

bool kauri_send_room(struct kauri_send_buffer *buffer, size_t more)
{
    return KAURI_FITS(buffer->bytes, buffer->used + more, buffer->capacity);
}

void kauri_send_align(struct kauri_send_buffer *buffer)
{
    while (buffer->used % KAURI_SEND_ALIGNMENT != 0) {
        buffer->bytes[buffer->used++] = 0;
    }
}

// Lists the messages of the set that is being filled, and returns their number.
static unsigned list_messages(struct kauri_send_buffers *buffers)
{
    const struct kauri_team *team = buffers->team;
    unsigned count = 0;
    for (unsigned rank = 0; rank < team->ranks; rank++) {
        for (unsigned worker = 0; worker < buffers->threads; worker++) {
            const struct kauri_send_buffer *buffer = kauri_send_buffer_of(buffers, worker, rank);
            if (buffer->used > 0) {
                buffers->messages[count++] = (struct kauri_message){
                    .rank = rank, .bytes = buffer->bytes, .size = buffer->used};
            }
        }
    }
    return count;
}

enum kauri_status kauri_send_begin(struct kauri_send_buffers *buffers, const uint64_t *numbers,
                                   unsigned count, enum kauri_status status,
                                   struct kauri_error *error)
{
    const struct kauri_team *team = buffers->team;
    assert(count < KAURI_TEAM_NUMBERS_MAX);
    if (count > 0) {
        memcpy(buffers->sums, numbers, count * sizeof *numbers);
    }
    buffers->sums[count] = status != KAURI_OK;
    buffers->sum_count = count;
    const unsigned messages = list_messages(buffers);
    buffers->filling ^= 1;
    return kauri_network_of(team)->begin(team->context, buffers->messages, messages, buffers->sums,
                                         count + 1, error);
}

enum kauri_status kauri_send_finish(struct kauri_send_buffers *buffers, uint64_t *numbers,
                                    enum kauri_status status, struct kauri_error *error)
{
    const struct kauri_team *team = buffers->team;
    const enum kauri_status finished =
        kauri_network_of(team)->finish(team->context, buffers->received, error);
    for (size_t i = 0; i < count_of(buffers); i++) {
        buffers->sets[buffers->filling ^ 1][i].used = 0;
    }
    if (finished != KAURI_OK) {
        return finished;
    }
    if (buffers->sums[buffers->sum_count] > 0) {
        return kauri_team_failure(team, status, error);
    }
    if (buffers->sum_count > 0) {
        memcpy(numbers, buffers->sums, buffers->sum_count * sizeof *numbers);
    }
    return KAURI_OK;
}

uint64_t kauri_send_memory(const struct kauri_send_buffers *buffers)
{
    const size_t count = count_of(buffers);
    uint64_t bytes = count * (2 * sizeof *buffers->sets[0] + sizeof *buffers->messages);
    for (size_t i = 0; i < count; i++) {
        bytes += buffers->sets[0][i].capacity + buffers->sets[1][i].capacity;
    }
    return bytes;
}
