// Asks the ranks of a team for the values that the captures of own blocks lead to
// (solver/capture_supply.h). There is one question for each pair of an own block and a lower block
// that its captures lead to, which goes to the rank that decodes the lower block.
#ifndef KAURI_SOLVER_CAPTURE_ASKING_H
#define KAURI_SOLVER_CAPTURE_ASKING_H

#include "common/loop.h"
#include "solver/block.h"
#include "solver/mail.h"
#include "solver/share.h"

#include <stdint.h>

// The answers that this rank waits for. Those for the block in a slot have the numbers
// [first[slot], first[slot + 1]), in the order of its targets (solver/capture_targets.h).
struct kauri_awaited_answers {
    uint64_t *first; // by slot of an own block, and one more
    uint32_t *from;  // by number: the rank that sends the answer
    uint64_t count;
};

// Puts all questions of this rank into the outboxes, and numbers the answers; *awaited must be
// zeroed, and is to be cleared also after a failure. A failure concerns this rank only, and the
// others do not know of it yet: KAURI_RESOURCE, KAURI_INTERRUPTED.
enum kauri_status kauri_capture_ask(const struct kauri_share *share,
                                    const struct kauri_block *blocks,
                                    const struct kauri_masks *masks, struct kauri_mail *mail,
                                    struct kauri_pace *pace, struct kauri_awaited_answers *awaited,
                                    struct kauri_error *error);

// Accepts a zeroed struct.
void kauri_awaited_answers_clear(struct kauri_awaited_answers *awaited);

#endif
