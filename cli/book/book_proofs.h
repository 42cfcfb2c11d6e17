// The files of some proofs and of all that they rest on, in an order in which each comes after
// those that it cites.
#ifndef KAURI_CLI_BOOK_BOOK_PROOFS_H
#define KAURI_CLI_BOOK_BOOK_PROOFS_H

#include "common/status.h"
#include "queries/lookup/bounds.h"
#include "rules/board.h"

#include <stddef.h>

// What a proof states: bounds of r for the player to move.
struct kauri_book_root {
    struct kauri_position position;
    struct kauri_bounds r;
};

struct kauri_book_proofs {
    char **path;
    size_t count;
    struct kauri_book_root *root; // statements of the proofs that were named, in that order
    size_t root_count;
    unsigned cowries; // on the board
};

// Lists the `count` files of `paths`, at least one, and those that they rest on, each of which is
// in the folder of the one that cites it. KAURI_WRONG: the proofs rest on tables, or on themselves,
// or are about several boards, or the first is about fewer seeds than another. Errors of reading
// them. The caller clears *proofs, also after a failure.
enum kauri_status kauri_book_proofs_list(char *const *paths, size_t count,
                                         struct kauri_book_proofs *proofs,
                                         struct kauri_error *error);
void kauri_book_proofs_clear(struct kauri_book_proofs *proofs);

#endif
