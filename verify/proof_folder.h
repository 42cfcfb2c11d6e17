// Checks a folder of proofs that cite one another, or a proof with all that it rests on
// (docs/PROOF.md, section 6).
//
// Each file is read and checked by itself, so that memory holds one proof per thread, and of all
// others only what they state and cite: some 160 bytes for each, and 48 for each citation.
#ifndef KAURI_VERIFY_PROOF_FOLDER_H
#define KAURI_VERIFY_PROOF_FOLDER_H

#include "common/status.h"
#include "tablebase/tablebase.h"
#include "verify/proof_check.h"
#include "verify/proof_links.h"

#include <stddef.h>
#include <stdint.h>

// Proofs that were accepted, all together.
struct kauri_proof_folder {
    size_t count;
    struct kauri_proof_entry *entry; // by name; of a single proof, that one first
    uint64_t steps, citations;       // of all
    unsigned tables; // they rest on those of layers 0 to tables - 1; 0: the rules alone
    uint64_t digest[KAURI_SEEDS_MAX + 1]; // of these tables
    int missing_layer; // on KAURI_MISSING: the first such layer without a table; otherwise -1
};

// Checks every file "*.proof" if `path` is a folder, which may have none, and otherwise the file
// `path` and, whether directly or not, what it cites. A proof is cited as "DIGEST.proof", with 16
// hexadecimal digits, in the same folder, and a file of such a name must have that digest.
//
// Proofs are checked by options->threads threads (0: as the tables have, or one per processor), and
// tables digested once. options->citations is ignored, options->text for a single proof only. The
// progress counts proofs, with stage "proofs", and then the entries of tables. Errors: those of
// kauri_proof_check and kauri_proof_links_check, of several files that of the first by name, which
// the message names; KAURI_INTERRUPTED between two proofs; KAURI_RESOURCE. Nothing is accepted
// then. The caller clears *folder, also after a failure. Thread-safe.
enum kauri_status kauri_proof_folder_check(const char *path, struct kauri_tablebase *tables,
                                           const struct kauri_proof_check_options *options,
                                           struct kauri_proof_folder *folder,
                                           struct kauri_error *error);
void kauri_proof_folder_clear(struct kauri_proof_folder *folder);

#endif
