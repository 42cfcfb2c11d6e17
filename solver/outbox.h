// Bytes that the workers of a rank gather for other ranks, until they are sent all at once: a send
// buffer for each worker and rank.
#ifndef KAURI_SOLVER_OUTBOX_H
#define KAURI_SOLVER_OUTBOX_H

#include "solver/team.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The beginning of everything in an outbox is a multiple of this.
enum { KAURI_OUTBOX_ALIGNMENT = 8 };

// The bytes from one worker to one rank. Used by that worker; its memory is kept until the end.
struct kauri_outbox {
    uint8_t *bytes;
    size_t used;
    size_t room;
};

// The outboxes of all workers for all ranks.
struct kauri_outboxes {
    const struct kauri_team *team;
    unsigned threads;
    struct kauri_outbox *boxes;     // [worker * ranks + rank]
    struct kauri_message *messages; // as many
    struct kauri_message *received; // by rank
};

// The amount that was sent to other ranks.
struct kauri_sent {
    uint64_t bytes;
    uint64_t messages; // from a rank to another one in one swap
    uint64_t swaps;
    double seconds; // of wall-clock time: sending, and waiting for the others
};

// Makes room for `more` bytes after those in use. Returns false if memory runs out.
bool kauri_outbox_room(struct kauri_outbox *box, size_t more);
// Fills up with zero bytes to the next multiple of the alignment, for which there must be room.
void kauri_outbox_align(struct kauri_outbox *box);
// `bytes`, which must be far below 2^64, rounded up to a multiple of the alignment.
static inline uint64_t kauri_outbox_aligned(uint64_t bytes)
{
    return (bytes + KAURI_OUTBOX_ALIGNMENT - 1) / KAURI_OUTBOX_ALIGNMENT * KAURI_OUTBOX_ALIGNMENT;
}

// Outboxes in two sets: the workers fill one while the other is on its way. With each set the ranks
// add up some numbers, and tell one another whether they have succeeded.
struct kauri_mail {
    struct kauri_outboxes sets[2];
    unsigned filling; // the set that is being filled
    uint64_t sums[KAURI_TEAM_NUMBERS_MAX];
    unsigned sum_count; // sums[sum_count]: ranks that have failed
    struct kauri_sent sent;
};

// For workers 0 .. threads - 1; to be cleared also after a failure. KAURI_RESOURCE.
enum kauri_status kauri_mail_init(struct kauri_mail *mail, const struct kauri_team *team,
                                  unsigned threads, struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_mail_clear(struct kauri_mail *mail);

// The outbox that a worker fills for a rank.
static inline struct kauri_outbox *kauri_mail_outbox(struct kauri_mail *mail, unsigned worker,
                                                     unsigned rank)
{
    const struct kauri_outboxes *filling = &mail->sets[mail->filling];
    return &filling->boxes[(size_t)worker * filling->team->ranks + rank];
}

// Begins to send what the outboxes hold, and to add up `count` numbers, less than
// KAURI_TEAM_NUMBERS_MAX, over all ranks; then the other set can be filled. `status` tells whether
// this rank has succeeded so far. Collective. Fails only if the connection does.
enum kauri_status kauri_mail_begin(struct kauri_mail *mail, const uint64_t *numbers, unsigned count,
                                   enum kauri_status status, struct kauri_error *error);

// Waits for the end of what kauri_mail_begin began: `numbers` receives the sums. `status` must be
// that of kauri_mail_begin. If a rank began with a failure, all ranks return it. Collective.
enum kauri_status kauri_mail_finish(struct kauri_mail *mail, uint64_t *numbers,
                                    enum kauri_status status, struct kauri_error *error);

// The messages that have arrived, by rank; valid until the next kauri_mail_finish.
static inline const struct kauri_message *kauri_mail_received(const struct kauri_mail *mail)
{
    return mail->sets[mail->filling ^ 1].received;
}

// Bytes of memory held.
uint64_t kauri_mail_memory(const struct kauri_mail *mail);

#endif
