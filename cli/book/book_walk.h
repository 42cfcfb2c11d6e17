// Finds the entries of a solution book in one proof.
//
// The walk begins at the root of the proof and follows its moves. It asks the search about each
// position with the prover to move that it meets. What the search does not prove becomes an entry,
// with the move of the proof, and the walk goes on with the replies to that move.
#ifndef KAURI_CLI_BOOK_BOOK_WALK_H
#define KAURI_CLI_BOOK_BOOK_WALK_H

#include "common/loop.h"
#include "common/status.h"
#include "db/book/book.h"
#include "verify/book_check.h"
#include "verify/proof.h"

#include <stddef.h>
#include <stdint.h>

// An entry while the book is made.
struct kauri_book_draft {
    struct kauri_book_entry entry; // without the plies
    // Plies to the next capture at most if the opponent chooses a reply that captures, that the
    // search proves, or that is settled; 0: there is no such reply.
    uint16_t base;
    // By the hole of the opponent's reply, or KAURI_HOLES_MAX for a pass: the reply leads to
    // another entry.
    uint8_t links;
};

// The entries of one proof, in the order in which the walk found them. A zeroed struct is empty.
struct kauri_book_drafts {
    struct kauri_book_draft *draft;
    size_t count, capacity;
    uint64_t searches, found; // questions to the search, and those that it answered with yes
};

void kauri_book_drafts_clear(struct kauri_book_drafts *drafts);

// Walks through a proof that was read. Positions whose proof has at least `large` steps become
// entries without asking the search, which would not prove them. The caller clears *drafts, also
// after a failure. Errors of the search; KAURI_WRONG: the proof does not say what follows a move;
// KAURI_RESOURCE; KAURI_INTERRUPTED.
enum kauri_status kauri_book_walk(const struct kauri_proof *proof,
                                  const struct kauri_book_prover *prover, unsigned worker,
                                  uint32_t large, struct kauri_book_drafts *drafts,
                                  struct kauri_task *task, struct kauri_error *error);

#endif
