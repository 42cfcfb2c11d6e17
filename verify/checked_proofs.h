// A list of proofs that this machine has checked, so that it need not check their steps again as
// long as the files do not change.
//
// A file is known by its device and number, its size, and the times of its last changes, which only
// the system sets: whoever changes or replaces it changes these. The digest of its bytes is
// compared, too, which finds damage. A file that has changed in the last seconds is not listed,
// since it could change again at the same time. A list is of no use to another machine, and must
// come from nobody else.
#ifndef KAURI_VERIFY_CHECKED_PROOFS_H
#define KAURI_VERIFY_CHECKED_PROOFS_H

#include "common/file.h"
#include "common/status.h"

#include <stdint.h>

// A proof of a list.
struct kauri_listed_proof {
    struct kauri_file_identity identity;
    uint64_t digest, steps;
};

// Used by one thread at a time.
struct kauri_checked_proofs;

// Reads the list in the file `path`; it is empty if there is none, or if another version of Kauri
// has written it. `path` must outlive it; if it is NULL, there is no list, and *checked is NULL.
// The caller calls kauri_checked_proofs_finish, also after a failure. KAURI_BAD_INPUT: the file is
// something else. KAURI_RESOURCE.
enum kauri_status kauri_checked_proofs_read(const char *path, struct kauri_checked_proofs **checked,
                                            struct kauri_error *error);
// The proof with this identity, as it was read from the list; NULL if there is none.
const struct kauri_listed_proof *
kauri_checked_proofs_find(const struct kauri_checked_proofs *checked,
                          const struct kauri_file_identity *identity);

// Adds a proof that was accepted, and rests on no tables. `identity` was taken before the file was
// read, and `path` must still lead to the same file; otherwise nothing is added. KAURI_RESOURCE.
enum kauri_status kauri_checked_proofs_add(struct kauri_checked_proofs *checked, const char *path,
                                           const struct kauri_listed_proof *proof,
                                           struct kauri_error *error);

// Writes the list, unless nothing was added to it, and frees it. It is written also after a check
// that failed with `status`, which is then returned. KAURI_RESOURCE: the file is as it was. Accepts
// NULL.
enum kauri_status kauri_checked_proofs_finish(struct kauri_checked_proofs *checked,
                                              enum kauri_status status, struct kauri_error *error);

#endif
