// Checks a folder of proofs that cite one another, or a proof with all proofs that it rests on
// (docs/reference/PROOF.md, section 6).
//
// Each file is read and checked separately, so memory holds one proof per thread, and of all others
// only what they state and cite: some 160 bytes for each, and 48 for each citation.
#ifndef KAURI_VERIFY_PROOF_FOLDER_H
#define KAURI_VERIFY_PROOF_FOLDER_H

#include "common/output.h"
#include "common/progress.h"
#include "common/status.h"
#include "db/tables/tablebase.h"
#include "verify/checked_proofs.h"
#include "verify/proof_check.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Room for the name by which a proof is cited, "0123456789abcdef.proof".
enum { KAURI_PROOF_NAME_BYTES = 23 };

// Writes the name by which a proof with this digest is cited, and returns `name`.
const char *kauri_proof_name(uint64_t digest, char name[KAURI_PROOF_NAME_BYTES]);

// The name of the file without its folder; points into the path.
const char *kauri_proof_file(const struct kauri_proof_entry *entry);

struct kauri_proof_check_options {
    // Believe the digest that a listed table states in its certificate. Otherwise the table is
    // decoded, and its entries are digested again.
    bool trust_tables;
    unsigned threads; // 0: the number that the tables have, or one per processor
    // NULL, or receives progress: bytes of files, with stage "proofs", and then entries of tables.
    const struct kauri_progress *progress;
    // NULL, or a list of proofs whose steps are not checked again. Accepted proofs are added to it.
    // The caller saves it.
    struct kauri_checked_proofs *checked;
    struct kauri_output *text; // NULL, or receives the text of an accepted single proof
    // Count the plays of the proofs whose steps are checked.
    bool with_plays;
};

// Proofs that were accepted, all together.
struct kauri_proof_folder {
    size_t count, capacity;
    struct kauri_proof_entry *entry; // entries by name; for a single proof, that one comes first
    uint64_t steps, citations;       // totals over all proofs
    // The proofs rest on the tables of layers 0 to tables - 1; 0: on the rules alone.
    unsigned tables;
    uint64_t digest[KAURI_SEEDS_MAX + 1]; // digests of these tables
    int missing_layer; // on KAURI_MISSING: the first layer whose table is missing; otherwise -1
};

// Checks every file "*.proof" if `path` is a folder, which may have none, and otherwise the file
// `path` and, whether directly or not, what it cites. A proof is cited as "DIGEST.proof", with 16
// hexadecimal digits, in the same folder, and a file of such a name must have that digest.
//
// Tables are digested once. `options` may be NULL, for the defaults. Errors: those of
// kauri_proof_check and kauri_proof_links_check, of several files that of the first by name, which
// the message names; KAURI_INTERRUPTED, soon after it was asked for; KAURI_RESOURCE. Nothing is
// accepted then. The caller clears *folder, also after a failure. Thread-safe.
enum kauri_status kauri_proof_folder_check(const char *path, struct kauri_tablebase *tables,
                                           const struct kauri_proof_check_options *options,
                                           struct kauri_proof_folder *folder,
                                           struct kauri_error *error);
void kauri_proof_folder_clear(struct kauri_proof_folder *folder);

// Checks all citations among proofs, and sets `cited` and `plies` of each entry: each citation must
// follow from what the cited proof states, and none may lead back to the proof that makes it.
// Memory: some 24 bytes for each proof, time proportional to n log n for n proofs and citations.
// KAURI_MISSING: a proof that is cited is not among those that are named. KAURI_WRONG: it does not
// state what is cited, or proofs cite one another in a circle. The message names the file that
// cites. KAURI_RESOURCE.
enum kauri_status kauri_proof_links_check(struct kauri_proof_entry *entries, size_t count,
                                          struct kauri_error *error);

#endif
