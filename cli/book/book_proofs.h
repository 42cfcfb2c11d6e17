// The files of a proof and of all that it rests on, in an order in which each comes after those
// that it cites.
#ifndef KAURI_CLI_BOOK_BOOK_PROOFS_H
#define KAURI_CLI_BOOK_BOOK_PROOFS_H

#include "common/loop.h"
#include "common/status.h"
#include "verify/proof.h"

#include <stddef.h>

struct kauri_book_proofs {
    char **path;
    size_t count;
};

// Lists the files, and reads what the first one states into *root, whose citations the caller
// clears with kauri_proof_clear. KAURI_WRONG: the proofs rest on tables, or on themselves. Errors
// of reading them. The caller clears *proofs, also after a failure.
enum kauri_status kauri_book_proofs_list(const char *path, struct kauri_book_proofs *proofs,
                                         struct kauri_proof *root, struct kauri_task *task,
                                         struct kauri_error *error);
void kauri_book_proofs_clear(struct kauri_book_proofs *proofs);

#endif
