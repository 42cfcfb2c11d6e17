// Send buffers: bytes that the workers of a rank collect for other ranks, until all are sent at
// once.
//
// There are two sets of them: the workers fill one while the other is in transit. With each set,
// the ranks add up some numbers, and inform one another whether they have succeeded.
#ifndef KAURI_SOLVER_CLUSTER_SEND_BUFFERS_H
#define KAURI_SOLVER_CLUSTER_SEND_BUFFERS_H

#include "solver/cluster/network.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Everything in a buffer begins at a multiple of this many bytes.
enum { KAURI_SEND_ALIGNMENT = 8 };

// The bytes from one worker to one rank. Used by that worker; its memory is kept until the end.
struct kauri_send_buffer {
    uint8_t *bytes;
    size_t used;
    size_t capacity;
};

struct kauri_send_buffers {
    const struct kauri_team *team;
    unsigned threads;
    struct kauri_send_buffer *sets[2]; // [worker * ranks + rank]
    unsigned filling;                  // the set that is being filled
    struct kauri_message *messages;    // threads * ranks
    struct kauri_message *received;    // by rank, valid until the next kauri_send_finish
    uint64_t sums[KAURI_TEAM_NUMBERS_MAX];
    unsigned sum_count; // sums[sum_count]: ranks that have failed
};

// Makes room for `more` bytes after those in use. Returns false if memory runs out.
bool kauri_send_room(struct kauri_send_buffer *buffer, size_t more);
// Fills up with zero bytes to the next multiple of the alignment. There must be room for them.
void kauri_send_align(struct kauri_send_buffer *buffer);
// Returns `bytes`, which must be far below 2^64, rounded up to a multiple of the alignment.
static inline uint64_t kauri_send_aligned(uint64_t bytes)
{
    return (bytes + KAURI_SEND_ALIGNMENT - 1) / KAURI_SEND_ALIGNMENT * KAURI_SEND_ALIGNMENT;
}

// Makes send buffers for workers 0 .. threads - 1; to be cleared also after a failure.
// KAURI_RESOURCE.
enum kauri_status kauri_send_buffers_init(struct kauri_send_buffers *buffers,
                                          const struct kauri_team *team, unsigned threads,
                                          struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_send_buffers_clear(struct kauri_send_buffers *buffers);

// The buffer that a worker fills for a rank.
static inline struct kauri_send_buffer *kauri_send_buffer_of(struct kauri_send_buffers *buffers,
                                                             unsigned worker, unsigned rank)
{
    return &buffers->sets[buffers->filling][(size_t)worker * buffers->team->ranks + rank];
}

// Begins to send what the buffers hold, and to add up `count` numbers, less than
// KAURI_TEAM_NUMBERS_MAX, over all ranks; then the other set can be filled. `status` tells whether
// this rank has succeeded so far. Collective. Fails only if the connection does.
enum kauri_status kauri_send_begin(struct kauri_send_buffers *buffers, const uint64_t *numbers,
                                   unsigned count, enum kauri_status status,
                                   struct kauri_error *error);

// Waits for the end of what kauri_send_begin began: `numbers` receives the sums. `status` must be
// that of kauri_send_begin. If a rank began with a failure, all ranks return it. Collective.
enum kauri_status kauri_send_finish(struct kauri_send_buffers *buffers, uint64_t *numbers,
                                    enum kauri_status status, struct kauri_error *error);

// Bytes of memory held.
uint64_t kauri_send_memory(const struct kauri_send_buffers *buffers);

#endif
