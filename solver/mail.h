// Outboxes in two sets (solver/outbox.h): the workers fill one while the other is on its way.
//
// With each set the ranks add up some numbers, and tell one another whether they have succeeded.
#ifndef KAURI_SOLVER_MAIL_H
#define KAURI_SOLVER_MAIL_H

#include "solver/outbox.h"

#include <stdint.h>

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
    return kauri_outbox_of(&mail->sets[mail->filling], worker, rank);
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

// What has arrived, by rank; until the next kauri_mail_finish.
static inline const struct kauri_message *kauri_mail_received(const struct kauri_mail *mail)
{
    return mail->sets[mail->filling ^ 1].received;
}

// Bytes of memory held.
uint64_t kauri_mail_memory(const struct kauri_mail *mail);

#endif
