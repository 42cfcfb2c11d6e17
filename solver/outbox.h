// Bytes that the workers of a rank gather for other ranks, until they are sent all at once.
#ifndef KAURI_SOLVER_OUTBOX_H
#define KAURI_SOLVER_OUTBOX_H

#include "solver/team.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The beginning of everything in an outbox is a multiple of this.
enum { KAURI_OUTBOX_ALIGNMENT = 8 };

// From one worker to one rank. Used by that worker; its memory is kept until the end.
struct kauri_outbox {
    uint8_t *bytes;
    size_t used;
    size_t room;
};

struct kauri_outboxes {
    const struct kauri_team *team;
    unsigned threads;
    struct kauri_outbox *boxes;     // [worker * ranks + rank]
    struct kauri_message *messages; // as many
    struct kauri_message *received; // by rank
};

// What was sent to other ranks.
struct kauri_sent {
    uint64_t bytes;
    uint64_t messages; // from a rank to another one in one swap
    uint64_t swaps;
    double seconds; // of wall-clock time: sending, and waiting for the others
};

// For workers 0 .. threads - 1; to be cleared also after a failure. KAURI_RESOURCE.
enum kauri_status kauri_outboxes_init(struct kauri_outboxes *boxes, const struct kauri_team *team,
                                      unsigned threads, struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_outboxes_clear(struct kauri_outboxes *boxes);

static inline struct kauri_outbox *kauri_outbox_of(struct kauri_outboxes *boxes, unsigned worker,
                                                   unsigned rank)
{
    return &boxes->boxes[(size_t)worker * boxes->team->ranks + rank];
}

// Makes room for `more` bytes after those in use. Returns false if memory runs out.
bool kauri_outbox_room(struct kauri_outbox *box, size_t more);
// Fills up with zero bytes to the next multiple of the alignment, for which there must be room.
void kauri_outbox_align(struct kauri_outbox *box);
// `bytes`, which must be far below 2^64, rounded up to a multiple of the alignment.
static inline uint64_t kauri_outbox_aligned(uint64_t bytes)
{
    return (bytes + KAURI_OUTBOX_ALIGNMENT - 1) / KAURI_OUTBOX_ALIGNMENT * KAURI_OUTBOX_ALIGNMENT;
}

// Begins a swap of the team (solver/team.h) that sends everything. The outboxes must not be used
// until kauri_outboxes_finish, which empties them: boxes->received is what has arrived. Both add to
// *sent. Collective. Fail only if the connection does.
enum kauri_status kauri_outboxes_begin(struct kauri_outboxes *boxes, uint64_t *numbers,
                                       unsigned number_count, struct kauri_sent *sent,
                                       struct kauri_error *error);
enum kauri_status kauri_outboxes_finish(struct kauri_outboxes *boxes, struct kauri_sent *sent,
                                        struct kauri_error *error);
// Both at once, without numbers.
enum kauri_status kauri_outboxes_swap(struct kauri_outboxes *boxes, struct kauri_sent *sent,
                                      struct kauri_error *error);

// Bytes of memory held.
uint64_t kauri_outboxes_memory(const struct kauri_outboxes *boxes);

#endif
