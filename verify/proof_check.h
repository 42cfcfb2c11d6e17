// Checks a proof of searched bounds (docs/PROOF.md).
//
// The checker shares only the rules, the indexer and the tables with the search, so that it does
// not share the search's defects.
#ifndef KAURI_VERIFY_PROOF_CHECK_H
#define KAURI_VERIFY_PROOF_CHECK_H

#include "common/output.h"
#include "common/progress.h"
#include "common/status.h"
#include "rules/board.h"
#include "tablebase/tablebase.h"
#include "verify/proof_links.h"

#include <stdbool.h>
#include <stdint.h>

// The statement of a proof that was accepted. If the proof cites others, the statement holds if
// theirs do.
struct kauri_proof_result {
    struct kauri_position position;
    int32_t low, high; // bounds of r for the player to move
    uint64_t steps;    // number of proof steps, all checked
    uint64_t stated;   // the digest at the end of the file, which is that of the bytes before it
    unsigned tables;   // the proof rests on those of layers 0 to tables - 1; 0: the rules alone
    uint64_t digest[KAURI_SEEDS_MAX + 1]; // of these tables (docs/FORMAT.md, section 5)
    int missing_layer; // on KAURI_MISSING: the first such layer without a table; otherwise -1
};

struct kauri_proof_check_options {
    // Believe the digest that a listed table states in its certificate. Otherwise the table is
    // decoded, and its entries are digested again.
    bool trust_tables;
    unsigned threads;                      // for digesting; 0: as the tables have
    const struct kauri_progress *progress; // of digesting; may be NULL
    struct kauri_output *text; // NULL, or receives an accepted proof in the text form, which the
                               // caller commits (verify/proof_print.h)
    // NULL: a proof that cites others is refused. Otherwise the citations of an accepted proof are
    // stored here; the caller has to check the cited proofs (verify/proof_folder.h does), and
    // clears this.
    struct kauri_proof_citations *citations;
};

// Reads and checks a proof in either form. `tables` may be NULL if the proof lists no table,
// `options` for the defaults. Time is at most proportional to n log n and memory to n for a file of
// n steps, whatever it contains (verify/proof_steps.h, verify/proof_text.h, verify/proof_expand.h),
// apart from digesting. KAURI_WRONG: a step does not hold (the message names its line and the
// reason), a listed table is not the one that the proof was made with, or a table below a listed
// one is not listed, or the proof cites others and options->citations is NULL. KAURI_BAD_INPUT: the
// file cannot be read as a proof. KAURI_MISSING: the file, or a listed table, does not exist.
// KAURI_CORRUPT: a table is damaged, or `path` is not a regular file. KAURI_INTERRUPTED.
// KAURI_RESOURCE; errors of the output. On failure only result->missing_layer is set. Thread-safe.
enum kauri_status kauri_proof_check(const char *path, struct kauri_tablebase *tables,
                                    const struct kauri_proof_check_options *options,
                                    struct kauri_proof_result *result, struct kauri_error *error);

#endif
