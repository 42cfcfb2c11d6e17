// What is proven of a position and of its moves: by the tables, by a solution book, and by the
// searches and the facts in the memory of a prover. Whoever asks about a position asks here.
#ifndef KAURI_QUERIES_KNOWN_KNOWN_H
#define KAURI_QUERIES_KNOWN_KNOWN_H

#include "common/status.h"
#include "db/book/book.h"
#include "db/tables/tablebase.h"
#include "queries/lookup/bounds.h"
#include "queries/prover/prover.h"
#include "rules/board.h"

#include <stdbool.h>

// The sources; each may be NULL. A book of another board says nothing.
struct kauri_known {
    struct kauri_tablebase *tables;
    struct kauri_prover *prover;
    const struct kauri_book *book;
};

// A position with its bounds, and its moves with theirs. Bounds are only ever narrowed.
struct kauri_known_node {
    struct kauri_position position;
    struct kauri_bounds r;
    unsigned move_count;
    struct kauri_valued_move moves[KAURI_HOLES_MAX]; // moves in the order of the holes
};

// Returns whether the position's layer is in the tables.
bool kauri_known_is_stored(const struct kauri_known *known, const struct kauri_position *position);

// Narrows the bounds of a position, whatever its score, to those that its entry in the book gives,
// or the entries about all replies.
void kauri_known_narrow_by_book(const struct kauri_book *book,
                                const struct kauri_position *position, struct kauri_bounds *r);

// Lets the prover learn what the book says of a position and of those at most two plies below it,
// so that a question about the position is answered by what the book has and by short searches of
// the rest. Returns whether the book says anything of these. Not while the prover is asked.
bool kauri_known_teach(struct kauri_prover *prover, const struct kauri_book *book,
                       const struct kauri_position *position);

// Fills in what is known about a position that is not stored, and about its moves. Errors of the
// tables.
enum kauri_status kauri_known_open(const struct kauri_known *known,
                                   const struct kauri_position *position,
                                   struct kauri_known_node *node, struct kauri_error *error);

// Adds the prover's results about the moves, and what follows from them.
void kauri_known_update(const struct kauri_known *known, struct kauri_known_node *node);

// Narrows bounds by what follows from the others: the position is worth as much as the best of its
// moves.
void kauri_known_narrow(struct kauri_known_node *node);

#endif
