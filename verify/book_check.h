// Checks a solution book (db/book/book.h) from the rules alone: every entry, and the statement
// about its root.
//
// After the move of an entry each reply must be settled by the number of seeds, lead to an entry
// with a sufficient value, or be proven on its own. Where neither move captures, the entry must
// also have a smaller bound on the plies. docs/reference/BOOK.md shows why the book is then true,
// and why play that follows it cannot go on for ever.
//
// Searches are not trusted: a caller's function searches, and what it finds has to be a proof
// (docs/reference/PROOF.md), each step of which is checked here.
#ifndef KAURI_VERIFY_BOOK_CHECK_H
#define KAURI_VERIFY_BOOK_CHECK_H

#include "common/status.h"
#include "common/string_buffer.h"
#include "db/book/book.h"
#include "rules/board.h"

#include <stdbool.h>
#include <stdint.h>

// Finds a proof that the player to move gets r >= value. *found says whether there is one within
// the limits; then `proof`, which is empty before, receives the bytes of its file. `worker` is the
// number of the thread that calls. Errors end the check.
struct kauri_book_prover {
    enum kauri_status (*prove)(void *context, unsigned worker,
                               const struct kauri_position *position, int value,
                               struct kauri_string *proof, bool *found, struct kauri_error *error);
    void *context;
};

// A reply that is proven on its own.
struct kauri_book_proof {
    bool found;     // there is a proof, and no step of it rests on a repetition
    uint64_t steps; // steps of the proof
    uint32_t plies; // plies to the next capture at most; 0: the value is settled already
};

// Lets the prover prove that the player to move gets r >= value, and checks the proof. KAURI_WRONG:
// the proof does not hold. Errors of the prover; KAURI_RESOURCE.
enum kauri_status kauri_book_prove(const struct kauri_book_prover *prover, unsigned worker,
                                   const struct kauri_position *position, int value,
                                   struct kauri_book_proof *proof, struct kauri_error *error);

// What the check of entries has met. Zero at first.
struct kauri_book_tally {
    uint64_t entries;
    uint64_t settled; // replies after which the value is settled by the number of seeds
    uint64_t linked;  // replies that lead to an entry
    uint64_t proven;  // replies that were proven on their own
    uint64_t steps;   // steps of those proofs
};

void kauri_book_tally_add(struct kauri_book_tally *to, const struct kauri_book_tally *from);

// Checks one entry of a book. KAURI_WRONG: it does not hold; the message names it. Errors as above.
enum kauri_status kauri_book_check_entry(const struct kauri_book *book, size_t number,
                                         const struct kauri_book_prover *prover, unsigned worker,
                                         struct kauri_book_tally *tally, struct kauri_error *error);

// Checks that the statement about the root follows from the entries. Errors as above.
enum kauri_status kauri_book_check_root(const struct kauri_book *book,
                                        const struct kauri_book_prover *prover,
                                        struct kauri_book_tally *tally, struct kauri_error *error);

#endif
